//! `--force` replaces what ptoconf wrote, and deletes no file of anybody else.

use crate::common::{files, folder, ptoconf, read};
use std::path::Path;

/// Runs a command that is refused because of a file, and changes nothing.
#[track_caller]
fn refused(dir: &Path, line: &str, file: &str) {
    let before = files(dir);
    ptoconf(dir, &format!("{line} --force")).expect(2, &[file, "not replaced"]);
    assert!(files(dir) == before, "{line}: nothing changed");
}

#[test]
fn a_folder_that_only_begins_like_a_set_is_kept() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --out set").expect(0, &[]);
    for (head, format) in [("suite.json", "set"), ("results.json", "results"), ("export.json", "export"), ("answers.json", "answers")] {
        let taken = dir.path().join("taken");
        std::fs::create_dir_all(taken.join("Documents")).unwrap();
        std::fs::write(taken.join(head), format!(r#"{{"format":"ptoconf-{format}/"}}"#)).unwrap();
        std::fs::write(taken.join("Documents/letter"), "dear").unwrap();
        let line = match format {
            "set" => "gen --op tcolsum --tier smoke --out taken".to_owned(),
            "answers" => "gen --op tcolsum --tier smoke --blind --seed 7 --out blind --answers taken".to_owned(),
            "export" => "export --format bin --vectors set --out taken".to_owned(),
            _ => {
                std::fs::create_dir(dir.path().join("run")).unwrap();
                std::fs::rename(&taken, dir.path().join("run/results")).unwrap();
                "run --impl builtin:a2a3 --vectors set --out run".to_owned()
            }
        };
        refused(dir.path(), &line, "Documents/letter");
        let _ = std::fs::remove_dir_all(&taken);
    }
}

#[test]
fn notes_beside_results_or_in_a_set_are_kept() {
    let dir = folder();
    let made = "run --impl builtin:a2a3 --op tcolsum --tier smoke --out run";
    ptoconf(dir.path(), made).expect(0, &[]);
    ptoconf(dir.path(), &format!("{made} --force")).expect(0, &[]);
    let judged = format!("{} --vectors run/vectors", "run --impl builtin:a2a3 --out run");
    for (note, line) in [("run/results/notes.txt", judged.as_str()), ("run/vectors/tcolsum/notes.txt", made)] {
        std::fs::write(dir.path().join(note), "mine").unwrap();
        refused(dir.path(), line, note.split_once("s/").unwrap().1);
        assert_eq!(read(&dir.path().join(note)), "mine");
        std::fs::remove_file(dir.path().join(note)).unwrap();
    }
}

/// What has the names that files of results have, and is of no line of them, is somebody else's.
#[test]
fn arrays_of_no_line_are_kept() {
    let dir = folder();
    let made = "run --impl builtin:a2a3 --op tcolsum --tier smoke --out run";
    ptoconf(dir.path(), made).expect(0, &[]);
    let judged = "run --impl builtin:a2a3 --vectors run/vectors --out run";
    for array in ["thesis/measured/1/figure.npy", "mydata/outputs-000.npz", "tcolsum/measured/0/dst.npy", "tcolsum/other/outputs-000.npz"] {
        let place = dir.path().join("run/results").join(array);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(&place, "mine").unwrap();
        refused(dir.path(), judged, array);
        std::fs::remove_file(&place).unwrap();
    }
    // That of a case is of these results, wherever it came from.
    let text = std::fs::read_to_string(dir.path().join("run/results/results.jsonl")).unwrap();
    let case = text.split('"').nth(3).unwrap();
    let place = dir.path().join("run/results").join(case);
    std::fs::create_dir_all(&place).unwrap();
    std::fs::write(place.join("dst.npy"), "its own").unwrap();
    ptoconf(dir.path(), &format!("{judged} --force")).expect(0, &[]);
    assert!(!place.exists());
}
