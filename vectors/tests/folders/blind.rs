//! Blind sets: answers apart, joined by the digest of the set, and damage of either half found.

use crate::common::{bare, names, stack, suite, write_set};
use ptoconf_schemas::{DType, RuleReach, Suite};
use ptoconf_vectors::{SetReader, SetWriter};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

struct Blind {
    temp: TempDir,
    set: PathBuf,
    answers: PathBuf,
}

fn head() -> Suite {
    let mut suite = suite(&[("ta", 2, 3)]);
    suite.seed = 41;
    suite.operations[0].reach = BTreeMap::from([("ta/size".to_owned(), RuleReach { illegal: 3, ..RuleReach::default() })]);
    suite
}

fn writer(set: &Path, answers: &Path, force: bool) -> SetWriter {
    let mut writer = SetWriter::create_blind(set, answers, force).unwrap();
    writer.operation("ta").unwrap();
    for (mut stack, class) in [(stack("ta", "first", 2), "class-a"), (bare("ta", "second"), "class-b")] {
        stack.answer.class = class.into();
        stack.answer.why = format!("why {class}").into();
        writer.put(stack).unwrap();
    }
    writer
}

fn blind() -> Blind {
    let temp = tempfile::tempdir().unwrap();
    let (set, answers) = (temp.path().join("set"), temp.path().join("answers"));
    writer(&set, &answers, false).finish(head()).unwrap();
    Blind { temp, set, answers }
}

impl Blind {
    fn join(&self) -> Result<SetReader, ptoconf_vectors::Error> {
        SetReader::open(&self.set)?.join(&self.answers)
    }

    fn refused(&self) -> String {
        self.join().map(drop).unwrap_err().to_string()
    }
}

#[test]
fn a_blind_set_tells_nothing_until_it_is_joined() {
    let blind = blind();
    let alone = SetReader::open(&blind.set).unwrap();
    assert!(!alone.has_answers() && alone.suite().seed == 0 && alone.suite().operations[0].reach.is_empty());
    let ta = alone.operation("ta").unwrap();
    let text = fs::read_to_string(blind.set.join("ta/tuples.jsonl")).unwrap();
    assert!(!["class", "why"].iter().any(|word| text.contains(word)), "{text}");
    assert!(ta.answers().unwrap_err().to_string().contains("answers withheld"));
    let joined = blind.join().unwrap();
    assert!(joined.has_answers() && joined.digest() == alone.digest());
    assert_eq!((joined.suite().seed, &joined.suite().operations[0].reach), (41, &head().operations[0].reach));
    let ta = joined.operation("ta").unwrap();
    let answers = ta.answers().unwrap();
    let told: Vec<_> = answers.iter().map(|a| (a.tuple.as_str(), a.class.as_str(), a.why.as_str())).collect();
    assert_eq!(told, [("first", "class-a", "why class-a"), ("second", "class-b", "why class-b")]);
    let (mut read, mut verified) = (vec![], vec![]);
    let answer = &ta.answers().unwrap()[0];
    ta.answer_array(answer, "first/dst@copy.npy", DType::F16, &[2, 1, 16], &mut read).unwrap();
    ta.verified_answer_array(answer, "first/dst@copy.npy", DType::F16, &[2, 1, 16], &mut verified).unwrap();
    assert_eq!((&read, &verified), (&stack("ta", "first", 2).answers[0].data, &read));
    joined.verify_all(2).unwrap();
}

#[test]
fn only_its_own_answers_are_joined() {
    let blind = blind();
    let other = blind.temp.path().join("other");
    write_set(&other);
    assert!(SetReader::open(&other).unwrap().has_answers());
    let open = SetReader::open(&other).unwrap().join(&blind.answers).map(drop).unwrap_err().to_string();
    assert!(open.contains("no blind set"), "{open}");
    let head = blind.answers.join("answers.json");
    let text = fs::read_to_string(&head).unwrap();
    let digest = SetReader::open(&blind.set).unwrap().digest().to_owned();
    fs::write(&head, text.replace(&digest, &"0".repeat(64))).unwrap();
    assert!(blind.refused().contains("answers of another set"));
    fs::write(&head, text).unwrap();
    blind.join().unwrap();
    fs::write(blind.answers.join("more"), "").unwrap();
    assert!(blind.refused().contains("extra file: answers.json does not list it"));
    fs::remove_file(blind.answers.join("more")).unwrap();
    fs::remove_file(&head).unwrap();
    assert!(blind.refused().contains("no answers: there is no answers.json"));
}

#[test]
fn damaged_answers_are_found() {
    let blind = blind();
    for name in ["ta/answers.jsonl", "ta/answers-000.npz"] {
        let path = blind.answers.join(name);
        let good = fs::read(&path).unwrap();
        let mut bad = good.clone();
        bad[good.len() / 2] ^= 1;
        fs::write(&path, &bad).unwrap();
        let set = blind.join().unwrap();
        for found in [set.verify_file(name), set.verify_all(1)] {
            assert!(found.unwrap_err().to_string().contains("damaged or changed"), "{name}");
        }
        fs::write(&path, good).unwrap();
    }
    assert!(blind.join().unwrap().verify_file("ta/none.npz").unwrap_err().to_string().contains("not listed"));
}

#[test]
fn both_folders_appear_or_neither_does() {
    let blind = blind();
    let before = SetReader::open(&blind.set).unwrap().digest().to_owned();
    let listed = || names(blind.temp.path());
    assert_eq!(listed(), ["answers", "set"]);
    // The set was replaced by something else while its successor was written: the answers stay as well.
    let late = writer(&blind.set, &blind.answers, true);
    fs::rename(&blind.set, blind.temp.path().join("kept")).unwrap();
    fs::create_dir(&blind.set).unwrap();
    fs::write(blind.set.join("notes"), "mine").unwrap();
    assert!(late.finish(head()).unwrap_err().to_string().contains("never replaced"));
    assert_eq!(
        (fs::read(blind.set.join("notes")).unwrap(), listed()),
        (b"mine".to_vec(), vec!["answers".into(), "kept".into(), "set".into()])
    );
    fs::remove_dir_all(&blind.set).unwrap();
    fs::rename(blind.temp.path().join("kept"), &blind.set).unwrap();
    assert_eq!(blind.join().unwrap().digest(), before);
    let mut other = head();
    other.version = "1".into();
    let sealed = writer(&blind.set, &blind.answers, true).seal(other).unwrap();
    assert_eq!(names(sealed.answers_path().unwrap()), ["answers.json", "ta"]);
    assert_eq!(blind.join().unwrap().digest(), before, "whole, and not there yet");
    sealed.publish().unwrap();
    assert_ne!(blind.join().unwrap().digest(), before);
    assert_eq!(listed(), ["answers", "set"]);
}

#[test]
fn a_head_that_says_otherwise_is_not_written() {
    let temp = tempfile::tempdir().unwrap();
    let changes: [fn(&mut Suite); 2] = [|suite| suite.blind = true, |suite| suite.format = "ptoconf-set/0".into()];
    for change in changes {
        let mut suite = head();
        change(&mut suite);
        let refused = writer(&temp.path().join("set"), &temp.path().join("answers"), false).finish(suite).unwrap_err();
        assert!(refused.to_string().contains("answers that are not withheld"), "{refused}");
    }
    assert_eq!(names(temp.path()), [""; 0]);
}
