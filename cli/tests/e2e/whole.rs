//! Whole sets, with the models that are judged by them.

use crate::common::{once, ptoconf};
use crate::leaks;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A standard set of all operations with the models that are judged by it: `MODEL.json`, and `MODEL.jsonl` with the verdicts.
/// Arrays take gigabytes: one set at a time has them, and none keeps them.
pub fn whole(profile: &str) -> PathBuf {
    static ARRAYS: Mutex<()> = Mutex::new(());
    let models: &[&str] = match profile {
        "a2a3" | "portable" => &["a2a3", "a5", "cpu"],
        "a5" => &["a5", "a2a3"],
        own => &[own],
    };
    once(&format!("whole-{profile}"), |dir| {
        let _alone = ARRAYS.lock().unwrap_or_else(PoisonError::into_inner);
        ptoconf(dir, &format!("gen --profile {profile} --out vectors")).expect(0, &[]);
        for model in models {
            let reports = format!("--report json={model}.json --report verdicts={model}.jsonl");
            let code = i32::from(*model != profile && profile != "portable");
            ptoconf(dir, &format!("run --impl builtin:{model} --vectors vectors {reports}")).expect(code, &[]);
        }
        leaks::keep(profile, &dir.join("vectors"));
        let below = |path: &Path| std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
        let folders = below(&dir.join("vectors")).filter(|path| path.is_dir());
        let arrays = folders.flat_map(|folder| below(&folder)).filter(|path| path.extension().is_some_and(|e| e == "npz"));
        arrays.for_each(|path| hollow(&path).expect("arrays to free"));
    })
}

/// Makes a file of the same length that takes no room.
fn hollow(path: &Path) -> std::io::Result<()> {
    let file = std::fs::OpenOptions::new().write(true).open(path)?;
    let length = file.metadata()?.len();
    file.set_len(0)?;
    file.set_len(length)
}
