//! Sets that were changed with their digests mended, options that a given set cannot follow, and cases that are
//! not there: each is named.

use crate::common::{copy, folder, ptoconf, read, report, run, shared};
use ptoconf_schemas::{AnswersHeader, FileEntry, Suite};
use std::path::{Path, PathBuf};

/// A small set with results that are right.
fn made() -> PathBuf {
    shared("forged", "run --impl builtin:a2a3 --op tcolexpand,tconcat --form plain,basic --tier smoke --out .")
}

/// Puts size and digest of a changed file into the list that has it.
fn mend(files: &mut [FileEntry], dir: &Path, path: &str) {
    let data = std::fs::read(dir.join(path)).unwrap();
    let entry = files.iter_mut().find(|f| f.path == path).unwrap();
    (entry.bytes, entry.blake3) = (data.len() as u64, blake3::hash(&data).to_hex().to_string());
}

/// Changes a file of a set and mends the head.
pub fn forge(set: &Path, path: &str, change: impl Fn(&str) -> String) {
    std::fs::write(set.join(path), change(&read(&set.join(path)))).unwrap();
    let head = set.join("suite.json");
    let mut suite: Suite = serde_json::from_str(&read(&head)).unwrap();
    mend(&mut suite.files, set, path);
    std::fs::write(head, serde_json::to_string_pretty(&suite).unwrap() + "\n").unwrap();
}

/// Changes a file of the answers of a blind set and mends their head.
pub fn forge_answers(folder: &Path, path: &str, change: impl Fn(&str) -> String) {
    std::fs::write(folder.join(path), change(&read(&folder.join(path)))).unwrap();
    let head = folder.join("answers.json");
    let mut answers: AnswersHeader = serde_json::from_str(&read(&head)).unwrap();
    mend(&mut answers.files, folder, path);
    std::fs::write(head, serde_json::to_string_pretty(&answers).unwrap()).unwrap();
}

/// Tuples about which there is a question become tuples that run with any result.
fn anything_goes(text: &str) -> String {
    let line = |line: &str| {
        let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
        if answer.as_object_mut().unwrap().remove("contests").is_some() {
            accept_anything(&mut answer);
        }
        answer.to_string() + "\n"
    };
    text.lines().map(line).collect()
}

/// Has a tuple run with any result.
pub fn accept_anything(answer: &mut serde_json::Value) {
    answer["expect"] = serde_json::json!({"kind": "accept"});
    let outputs = serde_json::json!({"dst": {"region": [0, 0], "judge": {"mode": "unspecified"}}});
    answer["alternatives"] = serde_json::json!([{"name": "anything", "outputs": outputs}]);
}

#[test]
fn forged_answers_are_named() {
    let dir = folder();
    let set = dir.path().join("set");
    copy(&made().join("vectors"), &set);
    ptoconf(dir.path(), "verify set --regenerate").expect(0, &[]);
    forge(&set, "tcolexpand/answers.jsonl", anything_goes);
    ptoconf(dir.path(), "verify set").expect(0, &[]);
    let words = ["not what this version generates", "tcolexpand/answers.jsonl differs"];
    ptoconf(dir.path(), "verify set --regenerate").expect(3, &words);
    // Results that name the digest of the forged set are judged, unless the set is to be proven first.
    copy(&made().join("results"), &dir.path().join("results"));
    let digest = ptoconf(dir.path(), "verify set --digest").out;
    let head = dir.path().join("results/results.json");
    let own = ptoconf(&made(), "verify vectors --digest").out;
    std::fs::write(&head, read(&head).replace(own.trim(), digest.trim())).unwrap();
    let ran = ptoconf(dir.path(), "check --impl results --vectors set --report text --report json=report.json");
    assert!(ran.out.contains("was not compared with what this version generates") && !report(&dir.path().join("report.json")).regenerated);
    ptoconf(dir.path(), "check --impl results --vectors set --regenerate").expect(3, &words);
}

#[test]
fn a_head_that_was_changed_is_named() {
    let dir = folder();
    let head = dir.path().join("set/suite.json");
    let changes = [
        ("\"canary\": 165", "\"canary\": 164", "suite.json differs"),
        ("\"version\": \"0.", "\"version\": \"9.", "only that version can make it again"),
        ("\"seed\": 0", "\"seed\": 1", "differs"),
        ("--form plain", "--colour plain", "filters that this version does not know"),
        ("\"name\": \"a2a3\"", "\"name\": \"a9\"", "does not know the profile a9"),
    ];
    for (from, to, words) in changes {
        copy(&made().join("vectors"), &dir.path().join("set"));
        let text = read(&head);
        assert!(text.contains(from), "{from}");
        std::fs::write(&head, text.replacen(from, to, 1)).unwrap();
        ptoconf(dir.path(), "verify set").expect(0, &[]);
        ptoconf(dir.path(), "verify set --regenerate").expect(3, &[words]);
    }
}

#[test]
fn every_kind_of_set_is_made_again() {
    let dir = folder();
    let own = r#"{"name": "ours", "base": "a5", "operations": ["tcolsum", "tconcat"], "dtypes": {"tcolsum": ["f32"]},
        "readings": {"tile/dst-padding": ["untouched"]}, "limits": {"ub_bytes": 131072, "max_rows": 4096, "max_cols": 4095}}"#;
    std::fs::write(dir.path().join("ours.json"), own).unwrap();
    for options in [
        "--profile ours.json --tier smoke",
        "--op tcolsum,tconcat --rule tcolsum/valid-cols-equal --cases 9 --seed 5",
        "--op tcolexpand --tier stream --form plain --dtype f32 --shape 16x64 --cases 200",
        "--op tcolexpand --case tcolexpand/plain-001d5f350b/0",
    ] {
        let made = ptoconf(dir.path(), &format!("gen {options} --out set --force"));
        made.expect(0, &[]);
        ptoconf(dir.path(), "verify set --regenerate").expect(0, &[]);
    }
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --profile ours.json --seed 77 --blind --out blind").expect(0, &[]);
    ptoconf(dir.path(), "verify blind --regenerate").expect(3, &["--answers DIR"]);
    ptoconf(dir.path(), "verify blind --regenerate --answers blind_answers").expect(0, &[]);
    forge_answers(&dir.path().join("blind_answers"), "tcolsum/answers.jsonl", anything_goes);
    ptoconf(dir.path(), "verify blind --answers blind_answers").expect(0, &[]);
    ptoconf(dir.path(), "verify blind --regenerate --answers blind_answers").expect(3, &["tcolsum/answers.jsonl differs"]);
    ptoconf(dir.path(), "run --impl builtin:a5 --vectors blind --answers blind_answers --out out");
    let check = "check --impl out/results --vectors blind --answers blind_answers --regenerate";
    ptoconf(dir.path(), check).expect(3, &["tcolsum/answers.jsonl differs"]);
}

/// Changes a byte of the data of the first member, and mends the checksum of the container.
fn change_input(path: &Path) {
    let mut data = std::fs::read(path).unwrap();
    let u16_at = |data: &[u8], at: usize| usize::from(u16::from_le_bytes([data[at], data[at + 1]]));
    let size = u32::from_le_bytes(data[18..22].try_into().unwrap()) as usize;
    let start = 30 + u16_at(&data, 26) + u16_at(&data, 28);
    let old = crc32fast::hash(&data[start..start + size]).to_le_bytes();
    data[start + size - 1] ^= 1;
    let new = crc32fast::hash(&data[start..start + size]).to_le_bytes();
    for at in 0..data.len() - 3 {
        if data[at..at + 4] == old && !(start..start + size).contains(&at) {
            data[at..at + 4].copy_from_slice(&new);
        }
    }
    std::fs::write(path, data).unwrap();
}

#[test]
fn inputs_that_were_changed_are_noticed_before_they_are_used() {
    let dir = folder();
    copy(&made(), dir.path());
    change_input(&dir.path().join("vectors/tcolexpand/inputs-000.npz"));
    let words = ["tcolexpand/inputs-000.npz", "damaged or changed"];
    for implementation in ["builtin:a2a3", "exec:false", "exec:false {vectors} {out}"] {
        run(dir.path(), &["run", "--vectors", "vectors", "--out", "new", "--impl", implementation]).expect(3, &words);
    }
    // Right results, too, are results of the set as it was.
    ptoconf(dir.path(), "check --impl results --vectors vectors").expect(3, &words);
}

#[test]
fn a_set_whose_answers_were_taken_away_is_whole_but_for_them() {
    let dir = folder();
    copy(&made(), dir.path());
    for op in ["tcolexpand", "tconcat"] {
        for name in ["answers.jsonl", "answers-000.npz"] {
            std::fs::remove_file(dir.path().join("vectors").join(op).join(name)).unwrap();
        }
    }
    let ran = ptoconf(dir.path(), "verify vectors --regenerate").expect(0, &[]);
    assert!(ran.out.contains("but for its answers") && ran.out.contains(ptoconf(&made(), "verify vectors --digest").out.trim()));
    ptoconf(dir.path(), "check --impl results --vectors vectors").expect(3, &["answers withheld"]);
}

#[test]
fn options_that_a_given_set_cannot_follow_are_refused_and_filters_hold() {
    let dir = folder();
    let set = made().join("vectors").display().to_string();
    for option in ["--op=tconcat", "--tier=smoke", "--seed=0", "--profile=a5", "--shape=1x1", "--valid=1x1", "--cases=1"] {
        run(dir.path(), &["run", "--impl", "builtin:a2a3", "--vectors", &set, option]).expect(2, &["--vectors", "cannot be used with"]);
    }
    let arguments = ["run", "--impl", "builtin:a2a3", "--vectors", &set, "--out", ".", "--report", "json=report.json"];
    run(dir.path(), &[&arguments[..], &["--form", "plain"]].concat()).expect(0, &[]);
    let (lines, totals) = (read(&dir.path().join("results/results.jsonl")), report(&dir.path().join("report.json")).totals);
    assert!(totals.judged > 0 && totals.judged < totals.cases && lines.lines().count() as u64 == totals.judged);
    assert!(lines.lines().all(|line| line.contains("tcolexpand/plain-")));
}

#[test]
fn options_of_another_implementation_are_refused() {
    let dir = folder();
    for (implementation, option, words) in [
        ("builtin:a2a3", "--exec-time=3", "--exec-time: an option of --impl exec:"),
        // The default, but somebody gave it.
        ("builtin:a2a3", "--ptoas-batch=24", "--ptoas-batch: an option of --impl ptoas:"),
        ("builtin:a2a3", "--cxx-flag=-O1", "--cxx-flag: an option of --impl cxx:"),
        ("exec:true", "--ptoas-arch=a5", "--ptoas-arch: an option of --impl ptoas:"),
        ("ptoas:true", "--exec-unguarded", "--impl ptoas:… does not have"),
        ("cxx:.", "--exec-sees=.", "--exec-sees"),
    ] {
        run(dir.path(), &["run", "--impl", implementation, "--tier", "smoke", option]).expect(2, &[words]);
    }
    run(dir.path(), &["run", "--impl", "odd:name", "--exec-time=3"]).expect(2, &["odd"]);
}

#[test]
fn a_case_that_is_not_there_is_named() {
    let (dir, made) = (folder(), made());
    let lines = read(&made.join("results/results.jsonl"));
    let line: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let there = line["case"].as_str().unwrap();
    for missing in ["tcolexpand/plain-cover-9999/0", "tcolexpand/plain-cover-9999", "tadd/plain-cover-0000/0", &format!("{there}999")] {
        let both = format!("--case={there},{missing}");
        let set = made.join("vectors").display().to_string();
        let out = dir.path().join("out").display().to_string();
        let results = made.join("results").display().to_string();
        for line in [
            &["check", "--impl", &results, "--vectors", &set][..],
            &["agree", &results, "--vectors", &set],
            &["export", "--format", "npy", "--vectors", &set, "--out", &out],
            &["run", "--impl", "builtin:a2a3", "--vectors", &set],
            &["run", "--impl", "exec:false", "--vectors", &set],
            &["run", "--impl", "builtin:a2a3", "--op", "tcolexpand", "--tier", "smoke"],
            &["gen", "--op", "tcolexpand", "--tier", "smoke", "--profile", "a2a3", "--out", &out],
        ] {
            run(dir.path(), &[line, &[&both]].concat()).expect(2, &[missing]);
        }
        run(dir.path(), &["show", missing, "--vectors", &set]).expect(2, &[missing]);
        assert!(!dir.path().join("out").exists());
    }
}
