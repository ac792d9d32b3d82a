//! The exhaustive tier in blocks: which of them a part has, what it leaves, and the verdict on all parts.

use crate::error::CliError;
use crate::excuses::Excuses;
use crate::judge::{How, Judging, Says, judge, show_alone, write};
use crate::output::{Length, Target, line};
use crate::regenerate::regenerate;
use crate::sink::Sink;
use ptoconf_checker::{Options, Pieces};
use ptoconf_report_html::Beside;
use ptoconf_schemas::{ExitCode, Part, PartFile, SetId};
use ptoconf_vectors::{
    ResultsReader, copy_piece, part_digest, part_file, piece_results, piece_set, read_parts, remove_results, remove_set,
};
use std::path::{Path, PathBuf};

/// Blocks that are made at once: of one type of two bytes, 2^23 pairs.
pub const AT_ONCE: u32 = 8;

const NEXT: &str = "name the folders of all parts of one run of the exhaustive tier, and run again what is missing or damaged; \
                    parts of a set that is there as a whole left results, which ptoconf merge puts together";

/// The blocks of a part: pieces of so many, about as many of these as the other parts have; none where there are fewer pieces than
/// parts.
pub fn of_part([first, last]: [u32; 2], part: Part) -> Option<[u32; 2]> {
    let pieces = (last - first) / AT_ONCE + 1;
    // There are at most 2^9 pieces and 2^8 parts.
    let start = |parts: u32| first + pieces * parts / part.of * AT_ONCE;
    (part.of <= pieces).then(|| [start(part.index - 1), start(part.index).min(last + 1) - 1])
}

/// Writes down what was found of a part, and says that it is no verdict.
///
/// # Errors
/// The file cannot be written.
pub fn leave(part: PartFile, out: &Path) -> Result<(), CliError> {
    let part = written(part, out)?;
    let PartFile { suite, implementation, blocks: [first, last], of_blocks: of, .. } = &part;
    let id = SetId::new(suite, "");
    let ended = part.failed.as_ref().map_or(String::new(), |_| "; it ends with the first ones in which a case fails".to_owned());
    line(format_args!("set             tier {}, seed {}, ptoconf {}", id.tier, id.seed, id.version))?;
    line(format_args!("profile         {}", id.profile_in_words()))?;
    line(format_args!("implementation  {}", format!("{} {}", implementation.name, implementation.version).trim_end()))?;
    line(format_args!("blocks          {first}-{last} of {}-{}{ended}", of[0], of[1]))?;
    line(format_args!("\n{}, and a part alone is not judged: ptoconf check --impl with the folders of all parts does that", part.part))
}

/// Writes a part with its digest.
fn written(mut part: PartFile, out: &Path) -> Result<PartFile, CliError> {
    part.blake3 = part_digest(&part);
    let mut sink = Sink::file("--out", &part_file(out))?;
    ptoconf_checker::report::write_json(&part, &mut sink)?;
    sink.finish()?;
    Ok(part)
}

/// Makes what all parts left into what one part leaves that is the whole, to the byte. If cases fail, that is up to the first piece in
/// which one does, and its set and results are beside it.
///
/// # Errors
/// Parts that do not make a whole, something that is in `out` already, or a file that cannot be read or written.
pub fn merge_parts(dirs: &[PathBuf], out: &Path, force: bool) -> Result<ExitCode, CliError> {
    let parts = read_parts(dirs).map_err(|e| CliError::from(e).next(NEXT))?;
    is_free(out, force)?;
    if let Some(there) = [piece_set(out), piece_results(out)].into_iter().find(|dir| dir.exists() && !force) {
        return Err(CliError::usage(format!("{}: is there already", there.display())).next("--force replaces it, or name another --out"));
    }
    let mut pieces = Pieces::default();
    for (dir, part) in &parts {
        pieces.add(part).map_err(|e| CliError::from(e).at(&dir.display().to_string()).next(NEXT))?;
        if part.failed.is_some() {
            copy_piece(dir, out, force)?;
            break;
        }
    }
    if !pieces.ended() {
        remove_piece(out)?;
    }
    let first = parts.first().map(|(_, part)| part);
    let whole = first.and_then(|first| {
        let (asked, filters) = (first.asked.clone(), first.suite.filters.clone());
        pieces.to_part(Part { index: 1, of: 1 }, [first.of_blocks; 2], asked, filters)
    });
    let Some(whole) = whole else { return Err(CliError::nothing("no part is named")) };
    std::fs::create_dir_all(out).map_err(|e| CliError::input(format!("--out {}: cannot make the folder: {e}", out.display())))?;
    let PartFile { blocks: [first, last], .. } = written(whole, out)?;
    let number = if parts.len() == 1 { "1 part".to_owned() } else { format!("{} parts", parts.len()) };
    line(format_args!("{}: {number}, blocks {first}-{last}", out.display()))?;
    Ok(ExitCode::Conforms)
}

/// Where a part shall be, there is none, or it may be replaced.
///
/// # Errors
/// Usage: there is one.
pub fn is_free(out: &Path, force: bool) -> Result<(), CliError> {
    let file = part_file(out);
    if file.exists() && !force {
        return Err(CliError::usage(format!("{}: there is a part already", file.display())).next("--force replaces it"));
    }
    Ok(())
}

/// Removes the piece with which a part ended, if there is one.
///
/// # Errors
/// A folder cannot be removed, or holds other files.
pub fn remove_piece(out: &Path) -> Result<(), CliError> {
    let (results, set) = (piece_results(out), piece_set(out));
    if results.exists() {
        remove_results(&results)?;
    }
    if set.exists() {
        remove_set(&set)?;
    }
    Ok(())
}

/// What speaks of a set that is there as a whole is refused.
///
/// # Errors
/// Usage: an option of that kind.
pub fn check_judging(judging: &Judging, others: &[(&str, bool)]) -> Result<(), CliError> {
    let excuses = judging.known.read()?;
    let own = [
        ("--record", judging.record.is_some()),
        ("--report verdicts", judging.report.iter().any(Target::is_verdicts)),
        ("--waivers and --baseline", excuses.waivers.is_some() || excuses.baseline.is_some()),
    ];
    match own.iter().chain(others).find(|(_, given)| *given) {
        Some((name, _)) => Err(CliError::usage(format!("{name}: the exhaustive tier is made and judged block by block, and never whole"))
            .next("name one of its cases with --case to look at it closely")),
        None => Ok(()),
    }
}

/// Judges all parts together: the report is that of one run, whatever their number and order.
///
/// # Errors
/// Parts that do not make a whole, or a report that cannot be written.
pub fn judge_parts(dirs: &[PathBuf], judging: &Judging, threads: usize) -> Result<ExitCode, CliError> {
    Target::check(&judging.report, None)?;
    let parts = read_parts(dirs).map_err(|e| CliError::from(e).next(NEXT))?;
    let mut pieces = Pieces::default();
    for (dir, part) in &parts {
        pieces.add(part).map_err(|e| CliError::from(e).at(&dir.display().to_string()).next(NEXT))?;
        if let Some(digest) = &part.failed {
            return judge_failed(dir, digest, judging, threads);
        }
    }
    let filters = parts.first().map_or(vec![], |(_, part)| part.suite.filters.clone());
    judge_pieces(pieces, filters, judging)
}

/// Judges pieces that passed by themselves: one choice has to explain all of them.
///
/// # Errors
/// Nothing checked: there is no piece. Or a report that cannot be written.
pub fn judge_pieces(pieces: Pieces, filters: Vec<String>, judging: &Judging) -> Result<ExitCode, CliError> {
    let options = Options { details: judging.details, ..Options::default() };
    let Some(mut report) = pieces.report(filters, &options)? else { return Err(CliError::nothing("no case is left by these filters")) };
    (report.regenerated, report.ran) = (true, true);
    write(&report, judging, &Beside::default(), Length::Short, None)
}

/// Judges the piece that a part ended with once more, as the run did.
fn judge_failed(dir: &Path, digest: &str, judging: &Judging, threads: usize) -> Result<ExitCode, CliError> {
    let vectors = piece_set(dir);
    let set = crate::set::open(&vectors, None).map_err(|e| e.next("the folder of a part in which a case fails is needed whole"))?;
    if set.digest() != digest {
        let found = format!("{}: the piece {}, expected {digest}, with which the part ended", vectors.display(), set.digest());
        return Err(CliError::input(found).next(NEXT));
    }
    let set = set.verifying_once();
    set.verify_all(threads)?;
    regenerate(&set, threads)?;
    let results = ResultsReader::open(&piece_results(dir))?;
    let drawn = |case: &str| show_alone(set.suite(), &set.suite().profile.name, case);
    let (causes_alone, again, pieces) = (false, None, None);
    let how = How { regenerated: true, ran: true, threads, drawn: &drawn, causes_alone, again, says: Says::Always, pieces };
    judge(&set, &results, judging, &Default::default(), &Excuses::default(), &how)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_all_blocks_in_order() {
        for (whole, of) in [([0, 4095], 256), ([0, 4095], 7), ([1, 17], 3), ([5, 5], 1), ([3, 40], 5)] {
            let parts: Vec<[u32; 2]> = (1..=of).map(|index| of_part(whole, Part { index, of }).expect("a part")).collect();
            assert_eq!((parts[0][0], parts[parts.len() - 1][1]), (whole[0], whole[1]));
            assert!(parts.array_windows().all(|[a, b]| a[1] + 1 == b[0] && (b[0] - whole[0]) % AT_ONCE == 0), "{parts:?}");
        }
        assert_eq!(of_part([0, 7], Part { index: 1, of: 2 }), None);
    }
}
