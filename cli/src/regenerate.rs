//! Is a set what this version generates? It is made again from its head, and compared.

use crate::arguments::Generation;
use crate::error::CliError;
use crate::generate::Making;
use clap::Parser;
use ptoconf_coverage::Floors;
use ptoconf_reference::Profile;
use ptoconf_schemas::{BaseProfile, FileEntry, Suite, Tier};
use ptoconf_vectors::SetReader;

/// Makes a set again, whose files are known to be those that it lists, and compares.
///
/// # Errors
/// Unusable input: this version cannot make it, or makes another one, and which file differs first.
pub fn regenerate(set: &SetReader, threads: usize) -> Result<(), CliError> {
    let (options, profile) = request(set).map_err(|reason| CliError::input(format!("{}: {reason}", set.dir().display())))?;
    let folder = tempfile::tempdir().map_err(|e| CliError::input(format!("cannot make a temporary folder: {e}")))?;
    let [again, answers] = ["set", "answers"].map(|name| folder.path().join(name));
    let answers = set.suite().blind.then_some(answers.as_path());
    let (options, profile, floors) = (&options, &profile, &Floors::none());
    let written = Making { options, profile, dir: &again, force: false, answers, floors, threads }.again();
    let other = |file: &str| CliError::input(format!("{}: not what this version generates: {file} differs", set.dir().display()));
    written.map_err(|_| other("suite.json"))?;
    match difference(set, &crate::set::open(&again, answers)?) {
        Some(file) => Err(other(&file)),
        None => Ok(()),
    }
}

/// What the set was made with, by its head.
fn request(set: &SetReader) -> Result<(Generation, Profile), String> {
    let suite = set.suite();
    let own = env!("CARGO_PKG_VERSION");
    if suite.version != own {
        return Err(format!("made by ptoconf {}, and this is {own}: only that version can make it again", suite.version));
    }
    if suite.blind && !set.has_answers() {
        return Err("a blind set can be made again only with its answers, which hold the seed: --answers DIR".to_owned());
    }
    let profile = profile(suite)?;
    let mut options = filters(suite)?;
    options.op = suite.operations.iter().map(|o| o.name.as_str()).collect::<Vec<_>>().join(",");
    (options.seed, options.tier) = (suite.seed, suite.tier);
    match options.cases {
        Some(cases) if suite.tier == Tier::Stream && cases > suite.cases() => Err(format!("suite.json: fewer cases than {cases}")),
        _ => Ok((options, profile)),
    }
}

fn profile(suite: &Suite) -> Result<Profile, String> {
    let info = &suite.profile;
    let unknown = |why: String| format!("suite.json: this version does not know the profile {}: {why}", info.name);
    match &info.file {
        Some(file) => Profile::from_file(file).map_err(|e| unknown(e.to_string())),
        None => BaseProfile::ALL
            .iter()
            .find(|b| b.name() == info.name)
            .map(|&base| Profile::builtin(base))
            .ok_or_else(|| unknown("none of the built-in ones, and suite.json does not hold its file".to_owned())),
    }
}

/// The filters, as they are written on the command line; but a file of cases is the user's to name, and not a set's.
fn filters(suite: &Suite) -> Result<Generation, String> {
    if let Some(filter) = suite.filters.iter().find(|filter| filter.contains('@')) {
        return Err(format!("suite.json: `{filter}` is no filter of a set: its cases are listed in it, and in no file"));
    }
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        generation: Generation,
    }
    let words = suite.filters.iter().flat_map(|filter| filter.splitn(2, ' '));
    let line = Line::try_parse_from(std::iter::once("filters").chain(words));
    line.map(|line| line.generation).map_err(|e| {
        let text = e.to_string();
        format!("suite.json: filters that this version does not know: {}", text.lines().next().unwrap_or_default())
    })
}

/// The first file that differs.
fn difference(set: &SetReader, again: &SetReader) -> Option<String> {
    let files = first(&set.suite().files, &again.suite().files).or_else(|| first(set.answer_files(), again.answer_files()));
    // With the same files, the heads can still differ.
    let heads = [(set.digest() != again.digest(), "suite.json"), (set.suite() != again.suite(), "answers.json")];
    files.or_else(|| heads.iter().find(|(differ, _)| *differ).map(|(_, name)| (*name).to_owned()))
}

/// The first file of two sorted lists that is not in both, or not the same.
fn first(ours: &[FileEntry], theirs: &[FileEntry]) -> Option<String> {
    let at = ours.iter().zip(theirs).position(|(a, b)| a != b).unwrap_or(ours.len().min(theirs.len()));
    [ours.get(at), theirs.get(at)].into_iter().flatten().map(|f| f.path.clone()).min()
}
