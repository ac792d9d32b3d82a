//! What is compiled once: the precompiled header, and the driver where cases are to run.

use super::compiler::{Compiler, failed, io};
use super::diagnostics::Family;
use super::machine::INSTRUCTIONS;
use crate::run::RunError;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::UNIX_EPOCH;

/// The driver's sources, by name.
const SOURCES: &[(&str, &str)] = &[
    ("case.hpp", include_str!("driver/case.hpp")),
    ("operand.hpp", include_str!("driver/operand.hpp")),
    ("files.hpp", include_str!("driver/files.hpp")),
    ("memory.hpp", include_str!("driver/memory.hpp")),
    ("child.hpp", include_str!("driver/child.hpp")),
    ("main.cpp", include_str!("driver/main.cpp")),
];

/// The one that units include.
const HEADER: &str = "case.hpp";

/// The precompiled header and the driver, in a folder.
#[derive(Debug)]
pub(super) struct Prepared {
    folder: PathBuf,
    /// BLAKE3 of everything that went in: compiler, command line, every header.
    pub digest: String,
    /// BLAKE3 of the headers alone.
    pub headers: String,
    /// Held while the driver is compiled.
    driver: Mutex<()>,
}

/// A file that went into the precompiled header.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    path: PathBuf,
    /// Compilers look at it, so that a header that was only touched makes theirs stale too.
    modified: u128,
    blake3: String,
}

/// What is known of a prepared folder; written last, so that it is whole if this is there.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    folder: PathBuf,
    headers: Vec<Header>,
}

impl Prepared {
    /// Those in `root` from an earlier run, if they are of today's headers.
    pub fn kept(compiler: &Compiler, include: &Path, root: &Path) -> Option<Prepared> {
        let own = own_digest(compiler);
        let manifest: Manifest = serde_json::from_slice(&fs::read(pointer(root, &own)).ok()?).ok()?;
        if manifest.folder.is_dir() && manifest.headers.iter().all(|h| Header::of(&h.path).as_ref() == Some(h)) {
            return Some(Prepared::of(manifest, &own, include));
        }
        let _ = fs::remove_dir_all(&manifest.folder);
        None
    }

    /// Compiles them into a new folder in `root`.
    pub fn compile(compiler: &Compiler, include: &Path, root: &Path) -> Result<Prepared, RunError> {
        let own = own_digest(compiler);
        let manifest = compile(compiler, root)?;
        let text = serde_json::to_vec(&manifest).map_err(|e| failed(e.to_string()))?;
        let (staged, pointer) = (manifest.folder.join("manifest.json"), pointer(root, &own));
        fs::write(&staged, text).map_err(io(&staged))?;
        fs::rename(&staged, &pointer).map_err(io(&pointer))?;
        Ok(Prepared::of(manifest, &own, include))
    }

    fn of(manifest: Manifest, own: &str, include: &Path) -> Prepared {
        let (mut all, mut tree) = (blake3::Hasher::new(), blake3::Hasher::new());
        all.update(own.as_bytes());
        for header in manifest.headers.iter().filter(|h| !h.path.starts_with(&manifest.folder)) {
            if let Ok(below) = header.path.strip_prefix(include) {
                tree.update(below.as_os_str().as_encoded_bytes()).update(header.blake3.as_bytes());
            }
            all.update(header.path.as_os_str().as_encoded_bytes()).update(header.blake3.as_bytes());
        }
        let short = |hasher: &blake3::Hasher| hasher.finalize().to_hex()[..32].to_owned();
        Prepared { digest: short(&all), headers: short(&tree), folder: manifest.folder, driver: Mutex::new(()) }
    }

    /// The header that every unit includes. Compilers take the precompiled one that lies beside it.
    pub fn header(&self) -> PathBuf {
        self.folder.join(HEADER)
    }

    /// The compiled driver; compiled by the first who asks.
    pub fn driver(&self, compiler: &Compiler) -> Result<String, RunError> {
        let object = self.path("main.o");
        let _others_wait = self.driver.lock().unwrap_or_else(PoisonError::into_inner);
        if !Path::new(&object).is_file() {
            // Another run may do the same at the same time.
            let staged = self.path(&format!("main-{}.o", std::process::id()));
            compiler.must("the driver does not compile", &["-c", &self.path("main.cpp"), "-o", &staged].map(String::from))?;
            fs::rename(&staged, &object).map_err(io(Path::new(&object)))?;
        }
        Ok(object)
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }
}

impl Header {
    fn of(path: &Path) -> Option<Header> {
        let modified = fs::metadata(path).ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos();
        let blake3 = blake3::hash(&fs::read(path).ok()?).to_hex().to_string();
        Some(Header { path: path.to_owned(), modified, blake3 })
    }
}

/// Everything that is written into the folder, by its path in there.
fn sources() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    SOURCES.iter().chain(INSTRUCTIONS)
}

/// BLAKE3 of what does not change while headers do.
fn own_digest(compiler: &Compiler) -> String {
    let mut hasher = blake3::Hasher::new();
    let words = [&compiler.program, &compiler.version].into_iter().chain(&compiler.arguments);
    for word in words {
        hasher.update(word.as_bytes()).update(&[0]);
    }
    for (_, text) in sources() {
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex()[..32].to_owned()
}

fn pointer(root: &Path, own: &str) -> PathBuf {
    root.join(format!("prepared-{own}.json"))
}

/// Writes the driver's sources into a folder; gives the header of the units.
pub(super) fn write_sources(folder: &Path) -> Result<PathBuf, RunError> {
    let instructions = folder.join("npu");
    fs::create_dir_all(&instructions).map_err(io(&instructions))?;
    for (name, text) in sources() {
        let place = folder.join(name);
        fs::write(&place, text).map_err(io(&place))?;
    }
    Ok(folder.join(HEADER))
}

/// Compiles the header in a new folder.
fn compile(compiler: &Compiler, root: &Path) -> Result<Manifest, RunError> {
    let folder = tempfile::Builder::new().prefix("prepared-").tempdir_in(root).map_err(io(root))?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let source = write_sources(folder.path())?.display().to_string();
    let extension = if compiler.family == Family::Clang { "pch" } else { "gch" };
    let output = format!("{source}.{extension}");
    let mut header = ["-x", "c++-header", &source, "-o", &output, "-MD", "-MF", &path("case.d")].map(String::from).to_vec();
    if compiler.family == Family::Clang {
        // Else every unit instantiates anew what the headers themselves use.
        header.push("-fpch-instantiate-templates".to_owned());
    }
    compiler.must("#include <pto/pto-inst.hpp> does not compile", &header)?;
    let rule = fs::read_to_string(path("case.d")).map_err(io(folder.path()))?;
    let headers = dependencies(&rule).into_iter().map(|p| Header::of(&p).ok_or_else(|| failed(format!("{}: cannot be read", p.display()))));
    let headers = headers.collect::<Result<_, _>>()?;
    Ok(Manifest { folder: folder.keep(), headers })
}

/// The files after the colon of a rule for make.
fn dependencies(rule: &str) -> Vec<PathBuf> {
    let list = rule.split_once(": ").map_or("", |(_, list)| list).replace("\\\n", " ").replace("\\ ", "\0");
    list.split_whitespace().map(|word| PathBuf::from(word.replace('\0', " "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_rule_of_a_compiler() {
        let rule = "/x/case.pch: /x/case.hpp /a/b\\ c.hpp \\\n  /d.hpp\n";
        assert_eq!(dependencies(rule), ["/x/case.hpp", "/a/b c.hpp", "/d.hpp"].map(PathBuf::from));
    }
}
