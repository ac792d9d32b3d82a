//! Whole sets, with the models that are judged by them.

use crate::common::{once, ptoconf, ptoconf_with};
use crate::leaks;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A standard set of all operations with the models that are judged by it: `MODEL.json`, and `MODEL.jsonl` with the verdicts.
/// The set is `PTOCONF_SETS/PROFILE` where that is given, and made otherwise. Arrays take gigabytes: one set that is made has them at
/// a time, and none keeps them.
pub fn whole(profile: &str) -> PathBuf {
    static ARRAYS: Mutex<()> = Mutex::new(());
    let models: &[&str] = match profile {
        "a2a3" | "portable" => &["a2a3", "a5", "cpu"],
        "a5" => &["a5", "a2a3"],
        own => &[own],
    };
    once(&format!("whole-{profile}"), |dir| {
        let given = std::env::var_os("PTOCONF_SETS").map(|sets| Path::new(&sets).join(profile));
        let _alone = given.is_none().then(|| ARRAYS.lock().unwrap_or_else(PoisonError::into_inner));
        let set = given.unwrap_or_else(|| {
            ptoconf(dir, &format!("gen --profile {profile} --out made")).expect(0, &[]);
            dir.join("made")
        });
        for model in models {
            let reports = format!("--report json={model}.json --report verdicts={model}.jsonl");
            let code = i32::from(*model != profile && profile != "portable");
            let line = format!("run --impl builtin:{model} --vectors {} {reports}", set.display());
            // Results go where the sets are, which may be in memory.
            ptoconf_with(dir, &line, "TMPDIR", set.parent().unwrap_or(dir)).expect(code, &[]);
        }
        leaks::keep(profile, &set);
        hollow(&set, &dir.join("vectors")).expect("a set without arrays");
        let _ = std::fs::remove_dir_all(dir.join("made"));
    })
}

/// Copies a set with files for its arrays that are as long as they are, and take no room.
fn hollow(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let path = entry?.path();
        let to = to.join(path.file_name().unwrap_or_default());
        match path.extension() {
            _ if path.is_dir() => hollow(&path, &to)?,
            Some(extension) if extension == "npz" => std::fs::File::create(&to)?.set_len(path.metadata()?.len())?,
            _ => drop(std::fs::copy(&path, &to)?),
        }
    }
    Ok(())
}
