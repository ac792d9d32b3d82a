//! Profiles: what one kind of target promises.

use crate::Reading;
use ptoconf_schemas::{AdmittedAt, BaseProfile, DType, Limits, Observes, ProfileFile, ProfilePlace, Scope, Tuple, Widening, is_safe_name};
use std::collections::BTreeMap;

/// A profile, resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Name, used in reports.
    pub name: String,
    /// The built-in profile that it is or starts from.
    pub base: BaseProfile,
    /// Limits of memories and tiles.
    pub limits: Limits,
    /// Percentage of the open cases of an operation that may be left unsupported.
    pub max_unsupported: u32,
    /// What results have to observe beside values, sorted.
    pub requires_observed: Vec<Observes>,
    /// Operations that the target has; all where `None`.
    pub operations: Option<Vec<String>>,
    /// Dtypes of the first output, by operation, where narrowed.
    pub dtypes: BTreeMap<String, Vec<DType>>,
    /// Forms by operation, where narrowed.
    pub forms: BTreeMap<String, Vec<String>>,
    readings: BTreeMap<String, Vec<String>>,
    places: Vec<ProfilePlace>,
}

/// What is wrong with a profile file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// A name is not known.
    #[error("{field}: unknown {what} `{name}`; known: {known}")]
    Unknown {
        /// Field of the profile.
        field: String,
        /// What the name stands for.
        what: &'static str,
        /// The name.
        name: String,
        /// The names that are known.
        known: String,
    },
    /// The name can be taken for another one.
    #[error("name: {name:?}, expected ASCII letters, digits and -_. alone, so that no name looks like another one")]
    Name {
        /// The name.
        name: String,
    },
    /// The name is one of a built-in profile.
    #[error("name: `{name}` is a built-in profile; reports on another one have to name it otherwise")]
    BuiltIn {
        /// The name.
        name: String,
    },
    /// A field does not narrow but empties.
    #[error("{field}: the list is empty; leave the field out to keep what the base profile admits")]
    Empty {
        /// Field of the profile.
        field: String,
    },
    /// A limit is wider than the base's.
    #[error("{field}: {value} is above the base profile's {base}; a profile can only narrow")]
    Wider {
        /// Field of the profile.
        field: &'static str,
        /// Its value.
        value: u64,
        /// The base profile's.
        base: u64,
    },
}

/// A target may leave out a corner that the profile leaves open, but not most of what is open.
const MAX_UNSUPPORTED: u32 = 10;

/// The largest that any option of `tile/memory` and `tile/largest` allows under the profile: UB of
/// A2A3 is 192 KiB, of A5 256 KiB, of the CPU simulator 512 KiB; documented maxima are those of the
/// manual's location and legality page. `portable` takes the largest, and its readings say which of
/// the smaller ones are open.
fn limits(base: BaseProfile) -> Limits {
    let [ub_kib, max_rows] = match base {
        BaseProfile::A2a3 => [192, 8192],
        BaseProfile::A5 => [256, 65535],
        BaseProfile::Cpu | BaseProfile::Portable => [512, 65535],
    };
    Limits { ub_bytes: u64::from(ub_kib) << 10, max_rows, max_cols: 4095 }
}

impl Profile {
    /// A built-in profile.
    pub fn builtin(base: BaseProfile) -> Profile {
        Profile {
            name: base.name().to_owned(),
            base,
            limits: limits(base),
            max_unsupported: MAX_UNSUPPORTED,
            requires_observed: vec![],
            operations: None,
            dtypes: BTreeMap::new(),
            forms: BTreeMap::new(),
            readings: BTreeMap::new(),
            places: vec![],
        }
    }

    /// Whether this is a built-in profile as it is.
    pub fn is_builtin(&self) -> bool {
        *self == Profile::builtin(self.base)
    }

    /// A user's own profile.
    ///
    /// # Errors
    /// Names the field that has an unknown name or a built-in profile's, is empty, or widens the base profile.
    pub fn from_file(file: &ProfileFile) -> Result<Profile, ProfileError> {
        if !is_safe_name(&file.name) {
            return Err(ProfileError::Name { name: file.name.clone() });
        }
        if BaseProfile::ALL.iter().any(|base| file.name.eq_ignore_ascii_case(base.name())) {
            return Err(ProfileError::BuiltIn { name: file.name.clone() });
        }
        let base = Profile::builtin(file.base);
        let profile = Profile {
            name: file.name.clone(),
            base: file.base,
            limits: narrowed_limits(file, base.limits)?,
            max_unsupported: match file.max_unsupported {
                Some(own) => narrower("max_unsupported", own.into(), base.max_unsupported.into()).map(|()| own)?,
                None => base.max_unsupported,
            },
            requires_observed: required(base.requires_observed, &file.requires_observed),
            operations: file.operations.clone(),
            dtypes: file.dtypes.clone(),
            forms: file.forms.clone(),
            readings: file.readings.clone(),
            places: file.at.clone(),
        };
        profile.check_names()?;
        Ok(profile)
    }

    /// The file that gives this profile again.
    pub fn file(&self) -> ProfileFile {
        ProfileFile {
            name: self.name.clone(),
            base: self.base,
            limits: Some(self.limits),
            max_unsupported: Some(self.max_unsupported),
            requires_observed: self.requires_observed.clone(),
            operations: self.operations.clone(),
            dtypes: self.dtypes.clone(),
            forms: self.forms.clone(),
            readings: self.readings.clone(),
            at: self.places.clone(),
        }
    }

    /// The options of a reading that this profile admits, its default first.
    pub fn admitted(&self, reading: &Reading) -> Vec<String> {
        match self.readings.get(&reading.id) {
            Some(own) => own.clone(),
            None => reading.admitted(self.base).iter().map(|s| (*s).to_owned()).collect(),
        }
    }

    /// The places where this profile admits other options of a reading.
    pub fn admitted_at(&self, reading: &Reading) -> Vec<AdmittedAt> {
        let place = |p: &ProfilePlace| {
            let admitted = p.readings.get(&reading.id)?.clone();
            Some(AdmittedAt { form: p.form.clone(), dtype: p.dtype, admitted })
        };
        self.places.iter().filter_map(place).collect()
    }

    /// The options of a reading that this profile admits for a tuple, its default first.
    pub fn admitted_for(&self, reading: &Reading, tuple: &Tuple) -> Vec<String> {
        let place = self.admitted_at(reading).into_iter().find(|place| place.fits(tuple));
        place.map_or_else(|| self.admitted(reading), |place| place.admitted)
    }

    /// The first of them.
    pub fn default_option(&self, reading: &Reading) -> Option<&str> {
        match self.readings.get(&reading.id) {
            Some(own) => own.first().map(String::as_str),
            None => reading.admitted(self.base).first().copied(),
        }
    }

    /// The options that this profile admits and its base does not, by reading and place.
    pub fn beyond_base(&self) -> Vec<Widening> {
        let place = |p: &ProfilePlace| {
            let parts = [Some(p.operation.clone()), p.form.clone(), p.dtype.map(|dtype| dtype.to_string())];
            parts.into_iter().flatten().collect::<Vec<_>>().join("/")
        };
        let everywhere = std::iter::once((None, &self.readings));
        let places = everywhere.chain(self.places.iter().map(|p| (Some(place(p)), &p.readings)));
        let admitted = places.flat_map(|(place, readings)| readings.iter().map(move |(id, options)| (place.clone(), id, options)));
        let beyond = admitted.filter_map(|(place, id, options)| {
            let reading = *crate::ops::readings().iter().find(|r| r.id == *id)?;
            let base = reading.admitted(self.base);
            let options: Vec<String> = options.iter().filter(|option| !base.contains(&option.as_str())).cloned().collect();
            (!options.is_empty()).then(|| Widening { reading: id.clone(), options, place })
        });
        beyond.collect()
    }

    /// Sizes of the memories that the profile admits, in bytes, the smallest first.
    pub fn memories(&self) -> Vec<u64> {
        let reading = crate::ops::shared().readings.iter().find(|r| r.id == crate::ops::MEMORY);
        let options = reading.map_or_else(Vec::new, |r| self.admitted(r));
        let mut sizes: Vec<u64> = options.iter().map(|option| crate::ops::memory_size(option).min(self.limits.ub_bytes)).collect();
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }

    /// Whether the target has the operation.
    pub fn has_operation(&self, op: &str) -> bool {
        self.operations.as_ref().is_none_or(|list| list.iter().any(|o| o == op))
    }

    fn check_names(&self) -> Result<(), ProfileError> {
        let operations = crate::ops::all();
        let known_op = |name: &String, field: &str| match crate::ops::find(name) {
            Some(op) => Ok(op),
            None => Err(unknown(field, "operation", name, operations.iter().map(|o| o.name))),
        };
        for name in self.operations.iter().flatten() {
            known_op(name, "operations")?;
        }
        not_empty("operations", self.operations.as_ref())?;
        for (name, list) in &self.dtypes {
            known_op(name, "dtypes")?;
            not_empty(&format!("dtypes.{name}"), Some(list))?;
        }
        for (name, list) in &self.forms {
            let op = known_op(name, "forms")?;
            let field = format!("forms.{name}");
            not_empty(&field, Some(list))?;
            for form in list {
                if op.form(form).is_none() {
                    return Err(unknown(&field, "form", form, op.forms.iter().map(|f| f.name)));
                }
            }
        }
        self.check_readings()
    }

    fn check_readings(&self) -> Result<(), ProfileError> {
        check_options("readings", &self.readings)?;
        self.places.iter().enumerate().try_for_each(|(i, place)| check_place(&format!("at[{i}]"), place))
    }
}

/// Known readings with known options; returns nothing but errors.
fn check_options(field: &str, lists: &BTreeMap<String, Vec<String>>) -> Result<(), ProfileError> {
    let readings: Vec<&Reading> = crate::ops::readings();
    for (id, list) in lists {
        let Some(reading) = readings.iter().find(|r| r.id == *id) else {
            return Err(unknown(field, "reading", id, readings.iter().map(|r| r.id.as_str())));
        };
        let field = format!("{field}.{id}");
        not_empty(&field, Some(list))?;
        for option in list {
            if reading.find(option).is_none() {
                return Err(unknown(&field, "option", option, reading.options.iter().map(|o| o.name)));
            }
        }
    }
    Ok(())
}

/// A place names what there is, and readings of its operation that can differ there.
fn check_place(field: &str, place: &ProfilePlace) -> Result<(), ProfileError> {
    let name = &place.operation;
    let Some(op) = crate::ops::find(name) else {
        return Err(unknown(&format!("{field}.operation"), "operation", name, crate::ops::all().iter().map(|o| o.name)));
    };
    if let Some(form) = place.form.as_ref().filter(|f| op.form(f).is_none()) {
        return Err(unknown(&format!("{field}.form"), "form", form, op.forms.iter().map(|f| f.name)));
    }
    check_options(&format!("{field}.readings"), &place.readings)?;
    let by_place = |reading: &&Reading| match reading.scope {
        Scope::Run | Scope::Operation => false,
        Scope::Form => place.dtype.is_none(),
        Scope::FormDtype => true,
    };
    let decides_values = |reading: &&Reading| op.rules.iter().all(|rule| rule.reading.as_ref() != Some(&reading.id));
    let allowed: Vec<&str> = op.readings.iter().filter(by_place).filter(decides_values).map(|r| r.id.as_str()).collect();
    match place.readings.keys().find(|id| !allowed.contains(&id.as_str())) {
        Some(id) => Err(unknown(&format!("{field}.readings"), "reading that can differ there", id, allowed.into_iter())),
        None => Ok(()),
    }
}

fn narrowed_limits(file: &ProfileFile, base: Limits) -> Result<Limits, ProfileError> {
    let Some(own) = file.limits else { return Ok(base) };
    let pairs = [
        ("limits.ub_bytes", own.ub_bytes, base.ub_bytes),
        ("limits.max_rows", u64::from(own.max_rows), u64::from(base.max_rows)),
        ("limits.max_cols", u64::from(own.max_cols), u64::from(base.max_cols)),
    ];
    pairs.into_iter().try_for_each(|(field, value, base)| narrower(field, value, base))?;
    Ok(own)
}

/// What the base requires and what is added to it.
fn required(mut base: Vec<Observes>, own: &[Observes]) -> Vec<Observes> {
    base.extend(own);
    base.sort_unstable();
    base.dedup();
    base
}

fn narrower(field: &'static str, value: u64, base: u64) -> Result<(), ProfileError> {
    if value > base { Err(ProfileError::Wider { field, value, base }) } else { Ok(()) }
}

fn unknown<'a>(field: &str, what: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> ProfileError {
    let known = known.collect::<Vec<_>>().join(", ");
    ProfileError::Unknown { field: field.to_owned(), what, name: name.to_owned(), known }
}

fn not_empty<T>(field: &str, list: Option<&Vec<T>>) -> Result<(), ProfileError> {
    match list {
        Some(list) if list.is_empty() => Err(ProfileError::Empty { field: field.to_owned() }),
        _ => Ok(()),
    }
}
