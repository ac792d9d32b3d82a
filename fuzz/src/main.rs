//! `ptoconf-fuzz`: makes attempts with every reader for some seconds each, and says what was found.

use clap::Parser;
use ptoconf_fuzz::{Damage, Target, attempt, limit_memory, targets, worked};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// An attempt that takes more processor time hangs.
const LONGEST: Duration = Duration::from_secs(10);
/// So does one that has not ended after this time, whatever it waits for.
const WAITING: Duration = Duration::from_secs(600);
/// How often that is looked at.
const LOOKED: Duration = Duration::from_secs(1);

/// Tries every reader with damaged documents.
#[derive(Parser)]
struct Arguments {
    /// Seconds of processor time for each reader.
    #[arg(long, default_value_t = 2.0)]
    seconds: f64,
    /// Most attempts for each reader.
    #[arg(long, default_value_t = u64::MAX)]
    most: u64,
    /// Which attempts: another seed makes others.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// In place of chance, every single bit of a document, and every place where it may end.
    #[arg(long, conflicts_with = "seed")]
    every: bool,
    /// Number of the first attempt.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Writes the documents of the readers into this folder instead, undamaged.
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
    /// Readers; none means all.
    targets: Vec<String>,
}

/// The attempt that is being made, for those who wait for its end in vain.
#[derive(Default)]
struct Current {
    name: Mutex<&'static str>,
    number: AtomicU64,
}

impl Current {
    fn place(&self) -> (&'static str, u64) {
        (*self.name.lock().unwrap_or_else(PoisonError::into_inner), self.number.load(Ordering::Relaxed))
    }
}

/// Ends the program if one attempt lasts.
fn watch(current: Arc<Current>) {
    std::thread::spawn(move || {
        let mut since = (current.place(), worked(), Instant::now());
        loop {
            std::thread::sleep(LOOKED);
            let place = current.place();
            if place != since.0 {
                since = (place, worked(), Instant::now());
            } else if worked() - since.1 > LONGEST || since.2.elapsed() > WAITING {
                eprintln!("{}: attempt {} has not ended after {LONGEST:?} of work, or {WAITING:?}", place.0, place.1);
                std::process::exit(1);
            }
        }
    });
}

/// Writes the documents of a reader, numbered.
fn write(folder: &Path, target: &Target) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut documents = (0..).zip(&target.documents);
    documents.try_for_each(|(number, document): (usize, _)| std::fs::write(folder.join(format!("{}-{number}", target.name)), document))
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Err(error) = limit_memory() {
        eprintln!("memory cannot be limited: {error}");
        return ExitCode::from(2);
    }
    let mut all = targets();
    if let Some(unknown) = arguments.targets.iter().find(|name| !all.iter().any(|t| t.name == **name)) {
        eprintln!("no reader {unknown}; there are {}", all.iter().map(|t| t.name).collect::<Vec<_>>().join(", "));
        return ExitCode::from(2);
    }
    all.retain(|t| arguments.targets.is_empty() || arguments.targets.iter().any(|name| *name == t.name));
    if let Some(folder) = &arguments.write {
        return match all.iter().try_for_each(|target| write(folder, target)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{}: {error}", folder.display());
                ExitCode::from(2)
            }
        };
    }
    let current = Arc::new(Current::default());
    watch(current.clone());
    // What is wrong is said once, below.
    std::panic::set_hook(Box::new(|_| ()));
    let damage = if arguments.every { Damage::Every } else { Damage::Chance(arguments.seed) };
    let (mut attempts, mut findings) = (0, 0);
    for target in &mut all {
        *current.name.lock().unwrap_or_else(PoisonError::into_inner) = target.name;
        let time = Duration::from_secs_f64(arguments.seconds);
        let begun = |number| current.number.store(number, Ordering::Relaxed);
        let found = attempt(target, damage, arguments.first, arguments.most, time, begun);
        println!("{:18} {:>10} attempts, the longest {:?} (number {})", target.name, found.attempts, found.slowest.0, found.slowest.1);
        for finding in &found.findings {
            println!("  attempt {} of {damage:?}: {}", finding.number, finding.what);
        }
        attempts += found.attempts;
        findings += found.findings.len();
    }
    println!("{attempts} attempts, {findings} findings");
    if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
