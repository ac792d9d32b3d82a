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
