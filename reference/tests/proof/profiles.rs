//! A user's own profile narrows a built-in one; anything else in it is an error that names the field.

use ptoconf_reference::Profile;
use ptoconf_reference::ops::readings;
use ptoconf_schemas::{BaseProfile, DType, Limits, Observes, ProfileFile, ProfilePlace};
use std::collections::BTreeMap;

fn file() -> ProfileFile {
    ProfileFile {
        name: "mine".into(),
        base: BaseProfile::A5,
        limits: None,
        operations: None,
        dtypes: BTreeMap::new(),
        forms: BTreeMap::new(),
        max_unsupported: None,
        requires_observed: vec![],
        readings: BTreeMap::new(),
        at: vec![],
    }
}

fn lists(name: &str, list: &[&str]) -> BTreeMap<String, Vec<String>> {
    BTreeMap::from([(name.to_owned(), list.iter().map(|s| (*s).to_owned()).collect())])
}

fn place(operation: &str, form: Option<&str>, dtype: Option<DType>, reading: &str, option: &str) -> Vec<ProfilePlace> {
    vec![ProfilePlace { operation: operation.into(), form: form.map(str::to_owned), dtype, readings: lists(reading, &[option]) }]
}

/// What keeps a file with this change from being a profile.
fn error(change: impl FnOnce(&mut ProfileFile)) -> String {
    let mut file = file();
    change(&mut file);
    Profile::from_file(&file).err().map_or_else(|| "none".to_owned(), |e| e.to_string())
}

#[test]
fn what_does_not_narrow_is_an_error() {
    let order = "tcolsum/sequential-order";
    let errors = [
        (error(|f| f.name = "a2a3".into()), "name: `a2a3` is a built-in profile"),
        (error(|f| f.max_unsupported = Some(11)), "max_unsupported: 11 is above the base profile's 10"),
        (error(|f| f.operations = Some(vec!["tcolsom".into()])), "operations: unknown operation `tcolsom`"),
        (error(|f| f.operations = Some(vec![])), "operations: the list is empty"),
        (error(|f| drop(f.dtypes.insert("tcolsom".into(), vec![DType::F16]))), "dtypes: unknown operation `tcolsom`"),
        (error(|f| drop(f.dtypes.insert("tcolsum".into(), vec![]))), "dtypes.tcolsum: the list is empty"),
        (error(|f| f.forms = lists("tcolsom", &["plain"])), "forms: unknown operation `tcolsom`"),
        (error(|f| f.forms = lists("tcolsum", &["plane"])), "forms.tcolsum: unknown form `plane`"),
        (error(|f| f.forms = lists("tcolsum", &[])), "forms.tcolsum: the list is empty"),
        (error(|f| f.readings = lists("tcolsum/order", &["left-fold"])), "readings: unknown reading `tcolsum/order`"),
        (error(|f| f.readings = lists(order, &["left"])), "readings.tcolsum/sequential-order: unknown option `left`"),
        (error(|f| f.readings = lists(order, &[])), "readings.tcolsum/sequential-order: the list is empty"),
        (error(|f| f.at = place("tcolsom", None, None, order, "left-fold")), "at[0].operation: unknown operation `tcolsom`"),
        (error(|f| f.at = place("tcolsum", Some("plane"), None, order, "left-fold")), "at[0].form: unknown form `plane`"),
        (error(|f| f.at = place("tcolsum", None, None, order, "left")), "at[0].readings.tcolsum/sequential-order: unknown option `left`"),
        (error(|f| f.at = place("tcolsum", None, None, "tcolsum/domain", "dst")), "at[0].readings: unknown reading that can differ there"),
    ];
    for (found, expected) in errors {
        assert!(found.starts_with(expected), "{found:?}, not {expected:?}");
    }
    assert_eq!(error(|f| f.max_unsupported = Some(0)), "none");
    assert_eq!(error(|f| f.at = place("tcolsum", Some("plain"), Some(DType::F16), order, "left-fold")), "none");
}

#[test]
fn what_has_to_be_observed_can_only_be_added_to() {
    let mut own = file();
    own.requires_observed = vec![Observes::Scratch, Observes::Inputs, Observes::Scratch];
    let profile = Profile::from_file(&own).unwrap();
    assert_eq!(profile.requires_observed, [Observes::Inputs, Observes::Scratch]);
    assert_eq!(Profile::from_file(&profile.file()), Ok(profile));
    for base in BaseProfile::ALL {
        let (builtin, kept) = (Profile::builtin(*base), Profile::from_file(&ProfileFile { base: *base, ..own.clone() }).unwrap());
        assert!(builtin.requires_observed.iter().all(|what| kept.requires_observed.contains(what)), "{base}");
    }
}

#[test]
fn a_place_has_options_of_its_own() {
    let mut own = file();
    own.at = place("tcolsum", Some("plain"), Some(DType::F16), "tcolsum/sequential-order", "a5-pairs");
    let profile = Profile::from_file(&own).unwrap();
    let reading = readings().into_iter().find(|r| r.id == "tcolsum/sequential-order").unwrap();
    let [at] = &profile.admitted_at(reading)[..] else { panic!("one place") };
    assert_eq!((at.form.as_deref(), at.dtype, &at.admitted[..]), (Some("plain"), Some(DType::F16), &["a5-pairs".to_owned()][..]));
    assert_ne!(profile.admitted(reading), at.admitted);
    assert!(Profile::builtin(BaseProfile::A5).admitted_at(reading).is_empty());
}

#[test]
fn what_a_profile_admits_beyond_its_base_is_known() {
    let beyond = |change: &dyn Fn(&mut ProfileFile)| {
        let mut own = file();
        change(&mut own);
        Profile::from_file(&own).unwrap().beyond_base().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let order = "tcolsum/sequential-order";
    assert_eq!(beyond(&|_| ()), [""; 0]);
    assert_eq!(beyond(&|f| f.readings = lists(order, &["left-fold"])), [""; 0], "narrower than a5");
    let own = |f: &mut ProfileFile| f.readings = lists(order, &["exact", "left-fold", "wide"]);
    assert_eq!(beyond(&own), ["tcolsum/sequential-order = exact or wide"]);
    let at = |f: &mut ProfileFile| f.at = place("tcolsum", Some("plain"), Some(DType::F16), order, "wide");
    assert_eq!(beyond(&at), ["tcolsum/sequential-order = wide in tcolsum/plain/f16"]);
    assert!(Profile::builtin(BaseProfile::A5).beyond_base().is_empty());
}

#[test]
fn limits_may_be_the_same_or_smaller() {
    let base = Profile::builtin(BaseProfile::A5).limits;
    let with = |limits: Limits| error(|f| f.limits = Some(limits));
    assert_eq!((with(base), with(Limits { ub_bytes: 1024, max_rows: 8, max_cols: 8 })), ("none".into(), "none".into()));
    for (limits, field) in [
        (Limits { ub_bytes: base.ub_bytes + 1, ..base }, "limits.ub_bytes: "),
        (Limits { max_rows: base.max_rows + 1, ..base }, "limits.max_rows: "),
        (Limits { max_cols: base.max_cols + 1, ..base }, "limits.max_cols: "),
    ] {
        assert!(with(limits).starts_with(field), "{field}");
    }
}

#[test]
fn a_profile_has_the_operations_that_it_names() {
    let mut own = file();
    own.operations = Some(vec!["tcolsum".into(), "tconcat".into()]);
    let profile = Profile::from_file(&own).unwrap();
    assert!(profile.has_operation("tcolsum") && profile.has_operation("tconcat") && !profile.has_operation("tcolexpand"));
    assert!(!profile.is_builtin() && Profile::builtin(BaseProfile::A5).is_builtin());
    assert!(Profile::builtin(BaseProfile::A5).has_operation("tcolexpand"));
}
