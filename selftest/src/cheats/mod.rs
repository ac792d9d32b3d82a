//! Results that nobody computed.

mod claims;
mod containers;
mod files;
mod forged;
mod headers;
mod heads;
mod lines;
mod odd;
mod results;
mod sets;
mod values;
mod zip;

pub use results::Results;

use crate::arena::right;
use crate::options::{Options, parallel};
use crate::{Error, ProfileSets};
use ptoconf_checker::{CheckError, check};
use ptoconf_runner::{Called, Reach, Run};
use ptoconf_schemas::CheatReport;
use ptoconf_vectors::{ResultsReader, SetReader};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A set, and the right results for it.
pub struct Ground {
    /// Folder of the set.
    pub dir: PathBuf,
    /// The set.
    pub set: SetReader,
    /// What the right model returns.
    pub honest: Results,
}

impl Ground {
    /// Runs the right model of a profile on a set.
    ///
    /// # Errors
    /// The set cannot be read, or results cannot be written.
    pub fn new(profile: &str, dir: &Path) -> Result<Ground, Error> {
        let set = SetReader::open(dir)?.keeping_what_was_read();
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("results");
        run_right(profile, &set, &out)?;
        let honest = Results::read(&set, &out)?;
        Ok(Ground { dir: dir.to_owned(), set, honest })
    }

    /// The name of the first operation: the folder of its files in the set and in results.
    fn operation(&self) -> &str {
        self.set.suite().operations.first().map_or("", |o| o.name.as_str())
    }

    /// The right results in a folder.
    fn honest_folder(&self) -> Result<(tempfile::TempDir, PathBuf), Error> {
        let folder = tempfile::tempdir()?;
        let dir = folder.path().join("results");
        self.honest.write(&dir)?;
        Ok((folder, dir))
    }

    /// How the right results are found out after something was done to their folder.
    fn spoiled(&self, spoil: impl FnOnce(&Path) -> Result<(), Error>) -> Result<Vec<String>, Error> {
        let (_folder, dir) = self.honest_folder()?;
        spoil(&dir)?;
        Ok(found_in(&self.set, &dir))
    }
}

/// Runs the right model of a profile on a set.
fn run_right(profile: &str, set: &SetReader, out: &Path) -> Result<(), Error> {
    right(profile).run(&Run {
        set,
        out,
        force: false,
        threads: 1,
        select: &|_, _| true,
        part: None,
        called: Called::default(),
        reach: &Reach::default(),
        progress: None,
    })?;
    Ok(())
}

/// How an attempt was found out; `conforms` where it was not.
pub fn found(set: &Path, results: &Path) -> Vec<String> {
    SetReader::open(set).map_or_else(|_| vec![REFUSED.to_owned()], |set| found_in(&set, results))
}

/// The same, for a set that is open.
pub fn found_in(set: &SetReader, results: &Path) -> Vec<String> {
    let options = ptoconf_checker::Options { details: 0, ..Default::default() };
    let judged = ResultsReader::open(results).map_err(CheckError::from).and_then(|results| check(set, &results, &options, None));
    match judged {
        Ok(report) if report.exit_code == 0 => vec![CONFORMS.to_owned()],
        Ok(report) => {
            let extra = (!report.extra.is_empty()).then(|| "extra".to_owned());
            let kinds: BTreeSet<String> = report.failures.iter().map(|g| g.kind.name().to_owned()).chain(extra).collect();
            kinds.into_iter().collect()
        }
        Err(CheckError::Stale { .. }) => vec!["stale".to_owned()],
        Err(_) => vec![REFUSED.to_owned()],
    }
}

const REFUSED: &str = "refused";
const CONFORMS: &str = "conforms";

/// How each attempt was found out.
type Attempts = Result<Vec<Vec<String>>, Error>;

/// A cheat: name, what it does, and how its attempts were found out.
pub struct Cheat {
    name: &'static str,
    what: &'static str,
    attempt: fn(&Grounds) -> Attempts,
}

const fn cheat(name: &'static str, what: &'static str, attempt: fn(&Grounds) -> Attempts) -> Cheat {
    Cheat { name, what, attempt }
}

/// What is tried in every profile: it is about values and legality.
const EVERYWHERE: [&[Cheat]; 3] = [forged::CHEATS, values::CHEATS, claims::CHEATS];

/// What is tried in one profile: it is about how files are written, which is the same in all of them.
const ONCE: [&[Cheat]; 7] = [files::CHEATS, lines::CHEATS, heads::CHEATS, containers::CHEATS, headers::CHEATS, odd::CHEATS, sets::CHEATS];

/// The sets that cheats are tried on.
pub struct Grounds {
    /// All operations, a small set.
    pub small: Ground,
    /// A few cases.
    pub tiny: Ground,
    /// The small set with other data.
    pub other: Ground,
    /// A set of one operation with several cases to a tuple.
    pub stacks: Ground,
}

impl Grounds {
    /// The sets of a profile.
    fn new(sets: &ProfileSets) -> Result<Grounds, Error> {
        let ground = |dir: &Path| Ground::new(&sets.profile, dir);
        Ok(Grounds { small: ground(&sets.small)?, tiny: ground(&sets.tiny)?, other: ground(&sets.other)?, stacks: ground(&sets.stacks)? })
    }
}

/// Tries every cheat on the small sets of every profile.
///
/// # Errors
/// Something cannot be read or written.
pub fn run(profiles: &[ProfileSets], options: &Options) -> Result<Vec<CheatReport>, Error> {
    let grounds: Vec<Grounds> = profiles.iter().map(Grounds::new).collect::<Result<_, _>>()?;
    let everywhere: usize = EVERYWHERE.iter().map(|cheats| cheats.len()).sum();
    let cheats: Vec<&Cheat> = EVERYWHERE.iter().chain(&ONCE).copied().flatten().collect();
    let grounds_of = |at: usize| if at < everywhere { &grounds[..] } else { &grounds[grounds.len().saturating_sub(1)..] };
    let steps: Vec<(usize, &Grounds)> = (0..cheats.len()).flat_map(|at| grounds_of(at).iter().map(move |g| (at, g))).collect();
    let attempts = parallel("cheats", &steps, options, |(at, grounds)| (cheats[*at].attempt)(grounds))?;
    let of_cheat = |(at, cheat): (usize, &&Cheat)| {
        let own = steps.iter().zip(&attempts).filter(|((step, _), _)| *step == at).flat_map(|(_, attempts)| attempts.clone());
        report(cheat, &own.collect::<Vec<_>>())
    };
    Ok(cheats.iter().enumerate().map(of_cheat).collect())
}

fn report(cheat: &Cheat, attempts: &[Vec<String>]) -> CheatReport {
    let mut found_as = BTreeMap::new();
    for kind in attempts.iter().flatten().filter(|k| *k != CONFORMS) {
        *found_as.entry(kind.clone()).or_default() += 1;
    }
    let passed = attempts.iter().filter(|a| a.iter().any(|k| k == CONFORMS)).count() as u64;
    let (name, what) = (cheat.name.to_owned(), cheat.what.to_owned());
    CheatReport { name, what, attempts: attempts.len() as u64, passed, found_as }
}

/// Judges results against the set that they are for.
fn judged(ground: &Ground, results: &Results) -> Result<Vec<String>, Error> {
    let folder = tempfile::tempdir()?;
    let dir = folder.path().join("results");
    results.write(&dir)?;
    Ok(found(&ground.dir, &dir))
}
