//! Sets and results that are not what they should be: exit code 3, and the file that is wrong.

use crate::common::{Ran, copy, files, folder, ptoconf, read, smoke_run};
use std::path::Path;

/// A copy of a good run in which something is spoiled; verified, and then used.
fn spoiled(spoil: impl Fn(&Path)) -> [Ran; 3] {
    let dir = folder();
    copy(&smoke_run("a2a3"), dir.path());
    spoil(&dir.path().join("vectors"));
    [
        ptoconf(dir.path(), "verify vectors"),
        ptoconf(dir.path(), "check --impl results --vectors vectors"),
        ptoconf(dir.path(), "run --impl builtin:a2a3 --vectors vectors --out again"),
    ]
}

fn append(path: &Path, bytes: &[u8]) {
    let mut content = std::fs::read(path).unwrap();
    content.extend_from_slice(bytes);
    std::fs::write(path, content).unwrap();
}

/// Flips a bit in the middle of a file.
fn flip(path: &Path) {
    let mut content = std::fs::read(path).unwrap();
    let middle = content.len() / 2;
    content[middle] ^= 1;
    std::fs::write(path, content).unwrap();
}

#[test]
fn sets_with_other_files_than_listed() {
    for ran in spoiled(|set| std::fs::remove_file(set.join("tcolsum/inputs-000.npz")).unwrap()) {
        ran.expect(3, &["tcolsum/inputs-000.npz", "missing"]);
    }
    for ran in spoiled(|set| std::fs::write(set.join("tcolsum/notes.txt"), "x").unwrap()) {
        ran.expect(3, &["tcolsum/notes.txt", "extra file"]);
    }
    for ran in spoiled(|set| append(&set.join("tconcat/tuples.jsonl"), b"\n")) {
        ran.expect(3, &["tconcat/tuples.jsonl", "bytes, but suite.json lists"]);
    }
    let cut = |set: &Path| {
        let file = std::fs::File::options().write(true).open(set.join("tcolexpand/answers-000.npz")).unwrap();
        file.set_len(1000).unwrap();
    };
    for ran in spoiled(cut) {
        ran.expect(3, &["tcolexpand/answers-000.npz", "1000 bytes"]);
    }
    let link = |set: &Path| {
        std::fs::remove_file(set.join("tcolsum/cases.jsonl")).unwrap();
        std::os::unix::fs::symlink("../tconcat/cases.jsonl", set.join("tcolsum/cases.jsonl")).unwrap();
    };
    for ran in spoiled(link) {
        ran.expect(3, &["tcolsum/cases.jsonl", "symbolic link"]);
    }
}

#[test]
fn sets_with_altered_files() {
    for file in ["tcolsum/tuples.jsonl", "tcolsum/cases.jsonl", "tcolsum/answers.jsonl"] {
        let [verify, check, run] = spoiled(|set| flip(&set.join(file)));
        verify.expect(3, &[file]);
        check.expect(3, &[file]);
        // Whoever runs an implementation does not need the answers.
        assert!(run.code == 3 && run.err.contains(file), "{run:?}");
    }
    let [verify, check, run] = spoiled(|set| flip(&set.join("tcolsum/answers-000.npz")));
    verify.expect(3, &["tcolsum/answers-000.npz", "damaged or changed"]);
    check.expect(3, &["tcolsum/answers-000.npz", "damaged or changed"]);
    run.expect(3, &["tcolsum/answers-000.npz"]);
    let [verify, _, run] = spoiled(|set| flip(&set.join("tcolsum/inputs-000.npz")));
    verify.expect(3, &["tcolsum/inputs-000.npz", "damaged or changed"]);
    run.expect(3, &["tcolsum/inputs-000.npz"]);
}

/// Changes the last byte of the first member of a container, and its checksums with it.
fn flip_with_care(container: &Path) {
    let mut bytes = std::fs::read(container).unwrap();
    let number = |at: usize, n: usize| bytes[at..at + n].iter().rev().fold(0, |all, &b| all << 8 | usize::from(b));
    let (size, start) = (number(18, 4), 30 + number(26, 2) + number(28, 2));
    let old: [u8; 4] = bytes[14..18].try_into().unwrap();
    bytes[start + size - 1] ^= 1;
    let new = crc32fast::hash(&bytes[start..start + size]).to_le_bytes();
    let places: Vec<usize> = (0..bytes.len() - 4).filter(|&at| bytes[at..at + 4] == old).collect();
    places.into_iter().for_each(|at| bytes[at..at + 4].copy_from_slice(&new));
    std::fs::write(container, bytes).unwrap();
}

#[test]
fn data_that_was_altered_with_care_is_not_shown_or_handed_on() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --form plain --profile a2a3 --tier smoke --out set").expect(0, &[]);
    let tuples = read(&dir.path().join("set/tcolsum/tuples.jsonl"));
    let line = tuples.lines().find(|line| line.contains("inputs-000.npz")).unwrap();
    let name = line.split('"').find(|word| word.starts_with("plain-")).unwrap();
    ptoconf(dir.path(), &format!("show tcolsum/{name}/0 --vectors set")).expect(0, &[]);
    flip_with_care(&dir.path().join("set/tcolsum/inputs-000.npz"));
    for command in [&format!("show tcolsum/{name}/0"), "export --format bin --out out", "run --impl builtin:a2a3"] {
        ptoconf(dir.path(), &format!("{command} --vectors set")).expect(3, &["tcolsum/inputs-000.npz", "damaged or changed"]);
    }
}

#[test]
fn heads_that_are_none() {
    let replace = |from: &'static str, to: &'static str| {
        move |set: &Path| {
            let path = set.join("suite.json");
            let text = read(&path);
            assert!(text.contains(from), "{from}");
            std::fs::write(&path, text.replacen(from, to, 1)).unwrap();
        }
    };
    let [verify, check, _] = spoiled(|set| std::fs::remove_file(set.join("suite.json")).unwrap());
    verify.expect(3, &["no suite.json"]);
    check.expect(3, &["no suite.json"]);
    for (from, to, word) in [
        ("ptoconf-set/1", "ptoconf-set/9", "ptoconf-set/9"),
        ("\"seed\": 0", "\"seed\": -1", "suite.json"),
        ("\"seed\": 0", "\"seed\": 0, \"colour\": 1", "colour"),
        ("\"path\": \"tcolexpand/answers-000.npz\"", "\"path\": \"../outside/answers-000.npz\"", "../outside"),
        ("\"path\": \"tcolexpand/answers-000.npz\"", "\"path\": \"/etc/hostname\"", "/etc/hostname"),
    ] {
        for ran in spoiled(replace(from, to)) {
            ran.expect(3, &["suite.json", word]);
        }
    }
    // Any other change of the head is another set, for which there are no results.
    let [verify, check, _] = spoiled(replace("\"seed\": 0", "\"seed\": 5"));
    verify.expect(0, &[]);
    check.expect(3, &["stale"]);
}

#[test]
fn folders_that_are_not_there() {
    let dir = folder();
    std::fs::write(dir.path().join("file"), "x").unwrap();
    for name in ["nothing", "file"] {
        ptoconf(dir.path(), &format!("verify {name}")).expect(3, &[name]);
        ptoconf(dir.path(), &format!("check --impl x --vectors {name}")).expect(3, &[name]);
        ptoconf(dir.path(), &format!("run --impl builtin:a5 --vectors {name} --out o")).expect(3, &[name]);
    }
    let set = smoke_run("a2a3").join("vectors");
    ptoconf(dir.path(), &format!("check --impl nothing --vectors {}", set.display())).expect(3, &["nothing", "results"]);
}

#[test]
fn results_that_are_none() {
    let made = smoke_run("a2a3");
    let check = |spoil: &dyn Fn(&Path)| {
        let dir = folder();
        copy(&made.join("results"), &dir.path().join("results"));
        spoil(&dir.path().join("results"));
        ptoconf(dir.path(), &format!("check --impl results --vectors {}/vectors", made.display()))
    };
    check(&|r| std::fs::remove_file(r.join("results.json")).unwrap()).expect(3, &["no results.json"]);
    check(&|r| std::fs::remove_file(r.join("results.jsonl")).unwrap()).expect(3, &["results.jsonl", "missing"]);
    check(&|r| std::fs::write(r.join("results.json"), "{}").unwrap()).expect(3, &["results.json", "format is absent"]);
    check(&|r| std::fs::write(r.join("results.json"), "not").unwrap()).expect(3, &["results.json", "not JSON"]);
    check(&|r| std::fs::write(r.join("results.jsonl"), [0xFF; 3000]).unwrap()).expect(1, &[]);
    check(&|r| std::fs::write(r.join("results.jsonl"), vec![b'x'; 5 << 20]).unwrap()).expect(1, &[]);
    check(&|r| std::fs::write(r.join("tcolsum/outputs-000.npz"), "PK").unwrap()).expect(3, &["tcolsum/outputs-000.npz", "not a zip file"]);
    let stray = check(&|r| std::fs::write(r.join("tcolsum/readme.txt"), "x").unwrap()).expect(1, &[]);
    assert!(stray.out.contains("readme.txt"), "{}", stray.out);
}

#[test]
fn folders_that_are_taken() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolexpand --tier smoke --out set").expect(0, &[]);
    let before = files(&dir.path().join("set"));
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --out set").expect(2, &["set", "already", "force"]);
    assert!(files(&dir.path().join("set")) == before, "the set that was there is untouched");
    ptoconf(dir.path(), "gen --op tcolexpand --tier smoke --class wrap --out set --force").expect(4, &[]);
    assert!(files(&dir.path().join("set")) == before, "a set is only replaced by a whole one");
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --out set --force").expect(0, &[]);
    assert!(files(&dir.path().join("set")) != before);
    std::fs::create_dir(dir.path().join("mine")).unwrap();
    std::fs::write(dir.path().join("mine/letter.txt"), "dear").unwrap();
    for force in ["", "--force"] {
        ptoconf(dir.path(), &format!("gen --op tcolsum --tier smoke --out mine {force}")).expect(2, &["mine"]);
        assert_eq!(read(&dir.path().join("mine/letter.txt")), "dear");
    }
    std::fs::write(dir.path().join("file"), "x").unwrap();
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --out file").expect(2, &["file"]);
    ptoconf(dir.path(), "run --op tcolexpand --tier smoke --impl builtin:a5 --out run").expect(0, &[]);
    ptoconf(dir.path(), "run --op tcolexpand --tier smoke --impl builtin:a5 --out run").expect(2, &["force"]);
    let hidden: Vec<_> = std::fs::read_dir(dir.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(!hidden.iter().any(|n| n.to_string_lossy().starts_with('.')), "{hidden:?}");
}
