//! `run --force`: the old state or the new one, and nothing of anybody else goes.

use crate::common::{copy, folder, ptoconf, read};
use std::fs;

const FIRST: &str = "run --impl builtin:a5 --op tconcat --profile a2a3 --tier smoke --out kept -q";

#[test]
fn old_results_are_gone_before_a_new_set_is_there() {
    let dir = folder();
    ptoconf(dir.path(), FIRST).expect(1, &[]);
    let kept = dir.path().join("kept");
    let (digest, again) = (read(&kept.join("vectors/suite.json")), kept.join("again-3"));
    fs::create_dir(kept.join("again-4")).unwrap();
    fs::write(kept.join("again-4/note"), "mine").unwrap();
    copy(&kept.join("results"), &again);
    // What ends before there is a set leaves all as it was.
    let none =
        "run --impl builtin:a5 --op tcolsum --profile a2a3 --dtype u64 --form plain --rule tcolsum/dtypes --class wrap --out kept --force";
    assert_ne!(ptoconf(dir.path(), none).code, 0);
    assert!(kept.join("results/results.json").exists() && again.exists() && read(&kept.join("vectors/suite.json")) == digest);
    // The program writes nothing, as one does that is interrupted.
    let program = ["run", "--impl", "exec:true {vectors} {out}", "--op", "tcolsum", "--tier", "smoke", "--out", "kept", "--force"];
    assert_ne!(crate::common::run(dir.path(), &program).code, 0);
    assert!(!kept.join("results").exists() && !again.exists() && read(&kept.join("vectors/suite.json")) != digest);
    assert_eq!(read(&kept.join("again-4/note")), "mine");
}

#[test]
fn files_that_are_not_of_results_keep_all_as_it_is() {
    let dir = folder();
    ptoconf(dir.path(), FIRST).expect(1, &[]);
    let kept = dir.path().join("kept");
    copy(&kept.join("results"), &kept.join("again-1"));
    let digest = read(&kept.join("vectors/suite.json"));
    for place in ["results", "again-1"] {
        let note = kept.join(place).join("note.txt");
        fs::write(&note, "mine").unwrap();
        let other = FIRST.replace("tconcat", "tcolsum") + " --force";
        ptoconf(dir.path(), &other).expect(2, &["note.txt", "which is not of the results folder"]);
        assert_eq!(read(&kept.join("vectors/suite.json")), digest);
        fs::remove_file(note).unwrap();
    }
    // On a set that stays, results of cases that were run again go with those that they were compared with.
    let given = "run --impl builtin:a2a3 --vectors kept/vectors --out kept --force -q";
    ptoconf(dir.path(), given).expect(0, &[]);
    assert!(kept.join("results").exists() && !kept.join("again-1").exists());
}
