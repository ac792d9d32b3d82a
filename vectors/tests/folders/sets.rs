//! Vector sets: written whole or not at all, read only as written.

use crate::common::{bare, names, stack, suite, write_set};
use ptoconf_schemas::{DType, Stack, Suite};
use ptoconf_vectors::{Error, SetReader, SetWriter};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut files = vec![dir.join("suite.json")];
    for op in ["ta", "tb"] {
        files.extend(names(&dir.join(op)).iter().map(|n| dir.join(op).join(n)));
    }
    files
}

fn copy_set(from: &Path, to: &Path) {
    for file in files(from) {
        let target = to.join(file.strip_prefix(from).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(file, target).unwrap();
    }
}

/// Changes the head of a set.
fn edit(dir: &Path, change: impl FnOnce(&mut Suite)) {
    let mut suite: Suite = serde_json::from_slice(&fs::read(dir.join("suite.json")).unwrap()).unwrap();
    change(&mut suite);
    fs::write(dir.join("suite.json"), serde_json::to_vec_pretty(&suite).unwrap()).unwrap();
}

/// Changes a file of a set, and the head so that it lists the changed file.
fn forge(dir: &Path, path: &str, bytes: &[u8]) {
    fs::write(dir.join(path), bytes).unwrap();
    edit(dir, |suite| {
        let entry = suite.files.iter_mut().find(|f| f.path == path).unwrap();
        entry.bytes = bytes.len() as u64;
        entry.blake3 = blake3::hash(bytes).to_hex().to_string();
    });
}

/// Reads all of a set, arrays included; the first error in words.
fn read_all(dir: &Path) -> Result<(), Error> {
    let set = SetReader::open(dir)?;
    let mut into = Vec::new();
    for info in &set.suite().operations {
        let operation = set.operation(&info.name)?;
        for (tuple, answer) in operation.tuples.iter().zip(operation.answers()?) {
            if tuple.inputs.is_some() {
                operation.inputs(tuple, "src0Idx", &mut into)?;
            }
            for alternative in &answer.alternatives {
                let member = format!("{}/dst@{}.npy", tuple.name, alternative.name);
                operation.answer_array(answer, &member, DType::F16, &[tuple.cases.into(), 1, 16], &mut into)?;
            }
        }
    }
    Ok(())
}

fn error(dir: &Path) -> String {
    read_all(dir).unwrap_err().to_string()
}

#[test]
fn a_set_comes_back() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("new/set");
    let digest = write_set(&dir);
    let set = SetReader::open(&dir).unwrap();
    assert_eq!((set.digest(), set.dir()), (digest.as_str(), dir.as_path()));
    set.verify_all(3).unwrap();
    let ta = set.operation("ta").unwrap();
    let mut expected = [stack("ta", "plain-cover-0", 3), bare("ta", "plain-perturb-0"), stack("ta", "plain-cover-1", 2)];
    for i in [0, 2] {
        expected[i].line.inputs = Some("inputs-000.npz".into());
        expected[i].answer.file = Some("answers-000.npz".into());
    }
    let mut into = Vec::new();
    for (i, Stack { line, answer, inputs, answers }) in expected.iter().enumerate() {
        assert_eq!((&ta.tuples[i], &ta.answers().unwrap()[i], ta.index_of(&line.name)), (line, answer, Some(i)));
        for array in inputs {
            ta.inputs(line, "src0Idx", &mut into).unwrap();
            assert_eq!(into, array.data);
        }
        for array in answers {
            ta.answer_array(answer, &array.name, array.dtype, &array.shape, &mut into).unwrap();
            assert_eq!(into, array.data);
        }
    }
    assert_eq!(ta.index_of("plain-cover-2"), None);
    assert!(ta.inputs(&ta.tuples[1], "src0Idx", &mut into).unwrap_err().to_string().contains("carries no data"));
    assert!(set.operation("tc").unwrap_err().to_string().contains("ta, tb"));
    let cases = fs::read_to_string(dir.join("ta/cases.jsonl")).unwrap();
    assert_eq!(cases.lines().nth(3), Some(r#"{"id":"ta/plain-perturb-0/0","tuple":"plain-perturb-0","slot":0}"#));
    assert_eq!(names(temp.path().join("new").as_path()), ["set"]);
}

#[test]
fn a_part_has_some_tuples_of_one_operation_with_their_answers_and_data() {
    let temp = tempfile::tempdir().unwrap();
    let digest = write_set(temp.path().join("set").as_path());
    let set = SetReader::open(&temp.path().join("set")).unwrap();
    let part = set.part("ta", |line| line.cases == 2).unwrap();
    let counts: Vec<_> = part.suite().operations.iter().map(|o| (o.name.as_str(), o.tuples, o.cases)).collect();
    assert_eq!((counts, part.digest()), (vec![("ta", 1, 2)], digest.as_str()));
    let (whole, own) = (set.operation("ta").unwrap(), part.operation("ta").unwrap());
    assert_eq!((&own.tuples[..], own.answers().unwrap()), (&whole.tuples[2..], &whole.answers().unwrap()[2..]));
    assert_eq!((own.index_of("plain-cover-1"), own.index_of("plain-cover-0")), (Some(0), None));
    let (mut expected, mut into) = (vec![], vec![]);
    whole.inputs(&whole.tuples[2], "src0Idx", &mut expected).unwrap();
    own.inputs(&own.tuples[0], "src0Idx", &mut into).unwrap();
    assert_eq!(into, expected);
    assert!(part.operation("tb").is_err() && set.part("tc", |_| true).is_err());
    // Files that are damaged are noticed there, too.
    forge(&temp.path().join("set"), "ta/answers-000.npz", b"");
    part.verify_file("ta/answers-000.npz").unwrap_err();
}

#[test]
fn a_few_tuples_are_read_by_name_with_their_answers_and_data() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("set");
    write_set(&dir);
    let whole = SetReader::open(&dir).unwrap().operation("ta").unwrap();
    let names = BTreeSet::from(["plain-cover-1", "plain-perturb-0", "not-there"]);
    let few = SetReader::open(&dir).unwrap().few("ta", &names).unwrap();
    assert_eq!((&few.tuples[..], few.answers().unwrap()), (&whole.tuples[1..], &whole.answers().unwrap()[1..]));
    assert_eq!((few.index_of("plain-cover-1"), few.index_of("plain-cover-0")), (Some(1), None));
    let (mut expected, mut into) = (vec![], vec![]);
    whole.inputs(&whole.tuples[2], "src0Idx", &mut expected).unwrap();
    few.inputs(&few.tuples[1], "src0Idx", &mut into).unwrap();
    assert_eq!(into, expected);
    assert!(SetReader::open(&dir).unwrap().few("tc", &names).is_err());
    // Lines of others are hashed all the same.
    let answers = fs::read_to_string(dir.join("ta/answers.jsonl")).unwrap();
    fs::write(dir.join("ta/answers.jsonl"), answers.replacen("plain-cover-0", "plain-cover-7", 1)).unwrap();
    SetReader::open(&dir).unwrap().few("ta", &names).unwrap_err();
}

#[test]
fn the_same_set_is_the_same_bytes() {
    let temp = tempfile::tempdir().unwrap();
    let (a, b) = (temp.path().join("a"), temp.path().join("b"));
    assert_eq!(write_set(&a), write_set(&b));
    let read =
        |dir: &Path| files(dir).iter().map(|f| (f.strip_prefix(dir).unwrap().to_owned(), fs::read(f).unwrap())).collect::<BTreeMap<_, _>>();
    assert_eq!(read(&a), read(&b));
}

#[test]
fn a_set_appears_whole_or_not_at_all() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("set");
    let begin = || {
        let mut writer = SetWriter::create(&dir, false).unwrap();
        writer.operation("ta").unwrap();
        writer.put(stack("ta", "t", 1)).unwrap();
        writer
    };
    let writer = begin();
    assert!(!dir.exists());
    // Half a set, copied before its head is there.
    let hidden = names(temp.path());
    assert!(SetReader::open(&temp.path().join(&hidden[0])).unwrap_err().to_string().contains("no suite.json"));
    drop(writer);
    assert_eq!(names(temp.path()), [""; 0]);
    assert!(begin().put(stack("ta", "t", 1)).unwrap_err().to_string().contains("written before"));
    for wrong in [suite(&[]), suite(&[("ta", 1, 2)]), suite(&[("tb", 1, 1)])] {
        assert!(begin().finish(wrong).unwrap_err().to_string().contains("were written"));
    }
    // Half an operation is none, also apart from others.
    let writer = SetWriter::create(&dir, false).unwrap();
    let mut apart = writer.begin("ta").unwrap();
    apart.put(stack("tb", "u", 1)).unwrap_err();
    apart.put(stack("ta", "t", 1)).unwrap();
    assert!(apart.finish().err().unwrap().to_string().contains("could not be written"));
    drop(writer);
    let mut writer = begin();
    writer.put(stack("tb", "u", 1)).unwrap_err();
    writer.finish(suite(&[("ta", 1, 1)])).unwrap_err();
    assert_eq!(names(temp.path()), [""; 0]);
}

#[test]
fn a_place_where_nothing_can_be_made_is_an_error() {
    let temp = tempfile::tempdir().unwrap();
    fs::write(temp.path().join("file"), "").unwrap();
    for place in [Path::new("/proc/set"), &temp.path().join("file/set"), Path::new("/")] {
        assert!(SetWriter::create(place, false).is_err(), "{}", place.display());
    }
}

#[test]
fn only_a_set_is_replaced_and_only_when_asked() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("set");
    fs::create_dir(&dir).unwrap();
    write_set(&dir); // an empty folder may be filled
    let create = |force| SetWriter::create(&dir, force).map(drop).map_err(|e| e.to_string());
    assert!(create(false).unwrap_err().contains("force"));
    read_all(&dir).unwrap();
    // Two writers at once: the second to finish replaces nothing either.
    let other = temp.path().join("other");
    let late = SetWriter::create(&other, false).unwrap();
    write_set(&other);
    assert!(late.finish(suite(&[])).unwrap_err().to_string().contains("force"));
    read_all(&other).unwrap();
    fs::remove_dir_all(&other).unwrap();
    let mut writer = SetWriter::create(&dir, true).unwrap();
    read_all(&dir).unwrap();
    writer.operation("tc").unwrap();
    writer.put(stack("tc", "t", 1)).unwrap();
    writer.finish(suite(&[("tc", 1, 1)])).unwrap();
    assert_eq!((names(&dir), names(temp.path())), (vec!["suite.json".into(), "tc".into()], vec!["set".into()]));
    fs::write(dir.join("suite.json"), "{}").unwrap();
    assert!(create(true).unwrap_err().contains("no vector set"));
    fs::remove_dir_all(&dir).unwrap();
    fs::write(&dir, "a file").unwrap();
    assert!(create(true).unwrap_err().contains("is a file"));
    assert_eq!(fs::read(&dir).unwrap(), b"a file");
}

#[test]
fn files_that_do_not_fit_the_list_are_named() {
    let temp = tempfile::tempdir().unwrap();
    let good = temp.path().join("good");
    write_set(&good);
    let broken = |i: usize, change: &dyn Fn(&Path)| {
        let dir = temp.path().join(format!("bad{i}"));
        copy_set(&good, &dir);
        change(&dir);
        SetReader::open(&dir).map(drop).unwrap_err().to_string()
    };
    type Check<'a> = (&'a dyn Fn(&Path), &'a str);
    let checks: &[Check] = &[
        (&|d| fs::remove_file(d.join("suite.json")).unwrap(), "no suite.json"),
        (&|d| fs::remove_file(d.join("ta/cases.jsonl")).unwrap(), "ta/cases.jsonl: missing"),
        (&|d| fs::write(d.join("ta/extra.npz"), "").unwrap(), "ta/extra.npz: extra file"),
        (&|d| fs::write(d.join("extra"), "").unwrap(), "extra: extra file"),
        (&|d| fs::write(d.join("tb/tuples.jsonl"), "{}").unwrap(), "tb/tuples.jsonl: damaged or changed: 2 bytes"),
        (&|d| std::os::unix::fs::symlink("/etc", d.join("tc")).unwrap(), "symbolic link"),
        (&|d| edit(d, |s| s.format = "ptoconf-set/2".into()), "format is ptoconf-set/2, expected ptoconf-set/1"),
        (&|d| edit(d, |s| s.files[0].path = "../good/ta/answers-000.npz".into()), "expected a path below the set"),
        (&|d| edit(d, |s| s.files[0].path = "/etc/passwd".into()), "expected a path below the set"),
        (&|d| edit(d, |s| s.files.swap(0, 1)), "sorted by path"),
        (&|d| edit(d, |s| s.files[1] = s.files[0].clone()), "sorted by path"),
        (&|d| edit(d, |s| s.files[1].blake3.make_ascii_uppercase()), "64 lower-case hex digits"),
        (&|d| edit(d, |s| s.operations[1].name = "ta".into()), "operation ta is there twice"),
        (&|d| edit(d, |s| s.operations[1].name = "..".into()), "operation \"..\""),
        (&|d| edit(d, |s| s.operations[1].name = "tc".into()), "tc/tuples.jsonl is not listed"),
        (&|d| edit(d, |s| s.blind = true), "a blind set withholds it"),
    ];
    for (i, (change, expected)) in checks.iter().enumerate() {
        let text = broken(i, change);
        assert!(text.contains(expected), "{text:?} lacks {expected:?}");
    }
    let text = fs::read_to_string(good.join("suite.json")).unwrap().replacen("\"seed\"", "\"sead\"", 1);
    fs::write(good.join("suite.json"), text).unwrap();
    assert!(SetReader::open(&good).unwrap_err().to_string().contains("sead"));
}

#[test]
fn lines_that_do_not_agree_are_named() {
    let temp = tempfile::tempdir().unwrap();
    let good = temp.path().join("good");
    write_set(&good);
    let read = |path: &str| fs::read_to_string(good.join(path)).unwrap();
    let (tuples, cases, answers) = (read("ta/tuples.jsonl"), read("ta/cases.jsonl"), read("ta/answers.jsonl"));
    let first_twice = |text: &str| format!("{}\n{text}", text.lines().next().unwrap());
    let without_last = |text: &str| text.lines().take(text.lines().count() - 1).map(|l| format!("{l}\n")).collect::<String>();
    let checks = [
        ("ta/tuples.jsonl", first_twice(&tuples), "ta/tuples.jsonl:2: tuple plain-cover-0 is in line 1 already"),
        ("ta/tuples.jsonl", without_last(&tuples), "2 tuples with 4 cases, but suite.json says 3 with 6"),
        ("ta/tuples.jsonl", tuples.replacen("plain-cover-0", "../plain", 1), "ta/tuples.jsonl:1: tuple \"../plain\""),
        ("ta/tuples.jsonl", tuples.replacen("\"cases\":3", "\"cases\":0", 1), "ta/tuples.jsonl:1:"),
        ("ta/tuples.jsonl", tuples.replacen("[1,16]", "[4000000000,4000000000]", 1), "expected at most 1073741824"),
        (
            "ta/tuples.jsonl",
            tuples.replacen("[1,16]", "[16384,16384]", 1),
            "3 cases of 16384 x 16384 are 1610612736 bytes, expected at most",
        ),
        ("ta/tuples.jsonl", tuples.replacen("src0Idx", "../src", 1), "operand \"../src\""),
        ("ta/tuples.jsonl", tuples.replacen("src0Idx", "dst", 1), "operand \"dst\""),
        ("ta/tuples.jsonl", tuples.replacen("\"ta\"", "\"tb\"", 1), "operation is \"tb\", expected ta"),
        ("ta/tuples.jsonl", tuples.replacen("inputs-000.npz", "../../x.npz", 1), "no container that suite.json lists"),
        ("ta/tuples.jsonl", tuples.replacen("\"cases\"", "\"case\"", 1), "ta/tuples.jsonl:1: not a line of this file"),
        ("ta/answers.jsonl", answers.replacen("\"why\"", "\"wy\"", 1), "ta/answers.jsonl:1: not a line of this file"),
        ("ta/cases.jsonl", first_twice(&cases), "ta/cases.jsonl:2: case \"ta/plain-cover-0/0\", expected ta/plain-cover-0/1"),
        ("ta/cases.jsonl", without_last(&cases), "ends before case ta/plain-cover-1/1"),
        ("ta/cases.jsonl", format!("{cases}{cases}"), "ta/cases.jsonl:7: more cases"),
        ("ta/cases.jsonl", cases.replacen("/0\"", "/1\"", 1), "ta/cases.jsonl:1: case \"ta/plain-cover-0/1\", expected ta/plain-cover-0/0"),
        (
            "ta/answers.jsonl",
            first_twice(&answers),
            "ta/answers.jsonl:2: answers for \"plain-cover-0\": expected answers for plain-perturb-0",
        ),
        ("ta/answers.jsonl", without_last(&answers), "2 lines, expected one for each of 3 tuples"),
        ("ta/answers.jsonl", answers.replacen("answers-000.npz", "suite.json", 1), "no container that suite.json lists"),
    ];
    for (i, (path, text, expected)) in checks.iter().enumerate() {
        let dir = temp.path().join(format!("bad{i}"));
        copy_set(&good, &dir);
        forge(&dir, path, text.as_bytes());
        let found = error(&dir);
        assert!(found.contains(expected), "{found:?} lacks {expected:?}");
    }
    let (before, after) = tuples.rsplit_once("\"shape\":[1,16]").unwrap();
    let largest = format!("{before}\"shape\":[16384,16384]{after}");
    let dir = temp.path().join("largest");
    copy_set(&good, &dir);
    forge(&dir, "ta/tuples.jsonl", largest.as_bytes());
    assert!(!error(&dir).contains("expected at most"), "2 cases are 1 GiB");
    let spaced = cases.replace(":", " : ");
    forge(&good, "ta/cases.jsonl", spaced.replace(" : ", ": ").as_bytes());
    read_all(&good).unwrap();
}

#[test]
fn damage_that_keeps_the_size_is_found_by_the_digest() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("set");
    write_set(&dir);
    for path in files(&dir).split_off(1) {
        let good = fs::read(&path).unwrap();
        let mut bad = good.clone();
        bad[good.len() / 2] ^= 1;
        fs::write(&path, &bad).unwrap();
        let set = SetReader::open(&dir).unwrap();
        let name = path.strip_prefix(&dir).unwrap().to_str().unwrap();
        for found in [set.verify_file(name), set.verify_all(2)] {
            assert!(found.unwrap_err().to_string().starts_with(&format!("{}: damaged or changed", path.display())));
        }
        if name.ends_with(".jsonl") {
            assert!(error(&dir).contains("damaged or changed"), "{name}");
        }
        fs::write(&path, &good).unwrap();
    }
    read_all(&dir).unwrap();
}

#[test]
fn no_truncated_file_is_accepted_even_where_the_list_agrees() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("set");
    let mut writer = SetWriter::create(&dir, false).unwrap();
    writer.operation("ta").unwrap();
    writer.put(stack("ta", "t", 1)).unwrap();
    writer.finish(suite(&[("ta", 1, 1)])).unwrap();
    let head = fs::read(dir.join("suite.json")).unwrap();
    for name in ["suite.json", "ta/tuples.jsonl", "ta/cases.jsonl", "ta/answers.jsonl", "ta/inputs-000.npz", "ta/answers-000.npz"] {
        let good = fs::read(dir.join(name)).unwrap();
        // A last line may end without a newline, so one byte may be gone.
        for length in 0..good.len() - 1 {
            match name {
                "suite.json" => fs::write(dir.join(name), &good[..length]).unwrap(),
                _ => forge(&dir, name, &good[..length]),
            }
            assert!(read_all(&dir).is_err(), "{name} cut at {length}");
        }
        fs::write(dir.join(name), &good).unwrap();
        fs::write(dir.join("suite.json"), &head).unwrap();
    }
    read_all(&dir).unwrap();
}

#[test]
fn a_blind_set_has_no_answers() {
    let temp = tempfile::tempdir().unwrap();
    let dir = temp.path().join("set");
    write_set(&dir);
    for op in ["ta", "tb"] {
        fs::remove_file(dir.join(op).join("answers.jsonl")).unwrap();
        fs::remove_file(dir.join(op).join("answers-000.npz")).unwrap();
    }
    edit(&dir, |suite| {
        suite.blind = true;
        suite.files.retain(|f| !f.path.contains("answers"));
    });
    let operation = SetReader::open(&dir).unwrap().operation("ta").unwrap();
    assert!(operation.answers().unwrap_err().to_string().contains("answers withheld"));
    operation.inputs(&operation.tuples[0], "src0Idx", &mut Vec::new()).unwrap();
}
