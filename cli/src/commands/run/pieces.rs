//! The exhaustive tier: made, run and judged some blocks at a time, so that no disk and no memory holds it whole.

use super::Options;
use crate::arguments::Generation;
use crate::blocks::{AT_ONCE, check_judging, is_free, judge_pieces, leave, of_part, remove_piece};
use crate::error::CliError;
use crate::judge::Says;
use crate::progress::Progress;
use crate::stdout::say;
use ptoconf_checker::Pieces;
use ptoconf_generator::MOST_BLOCKS;
use ptoconf_schemas::{ExitCode, Part};
use ptoconf_vectors::part_file;
use std::cell::RefCell;
use std::path::Path;

impl Options {
    /// Runs and judges piece by piece, and ends with the first one in which a case fails by itself.
    pub(super) fn in_pieces(self) -> Result<ExitCode, CliError> {
        check_judging(&self.judging, &[("--retries", self.retries > 0), ("--fail-fast", self.fail_fast)])?;
        let blocks = self.generation.blocks.unwrap_or([0, MOST_BLOCKS - 1]);
        if let (Some(part), Some(out)) = (self.part, &self.out) {
            return self.part_in_pieces(part, blocks, out);
        }
        let pieces = RefCell::new(Pieces::default());
        match self.each_piece(blocks, &pieces, Says::Red)? {
            ExitCode::Conforms => judge_pieces(pieces.into_inner(), self.generation.described(), &self.judging),
            failed => Ok(failed),
        }
    }

    /// Runs the pieces of a part, and leaves what was found for the verdict on all parts; the piece that fails, if one does, stays.
    fn part_in_pieces(&self, part: Part, all: [u32; 2], out: &Path) -> Result<ExitCode, CliError> {
        let [first, last] = all;
        let Some(blocks) = of_part(all, part) else {
            return Err(CliError::usage(format!(
                "--part: {part} has none of the blocks {first}-{last}, which are run {AT_ONCE} at a time"
            ))
            .next(format!("n of --part i/n is at most {} here", (last - first) / AT_ONCE + 1)));
        };
        is_free(out, self.force)?;
        let file = part_file(out);
        if file.exists() {
            std::fs::remove_file(&file).map_err(|e| CliError::input(format!("{}: cannot remove it: {e}", file.display())))?;
        }
        let pieces = RefCell::new(Pieces::default());
        let ended = self.each_piece(blocks, &pieces, Says::Nothing)?;
        let asked = self.generation.operations()?.iter().map(|operation| operation.name.to_owned()).collect();
        let found = pieces.into_inner().to_part(part, [blocks, all], asked, self.generation.described());
        let Some(found) = found else { return Err(self.generation.nothing()) };
        if ended == ExitCode::Conforms {
            remove_piece(out)?;
        }
        // It did what it was asked, which was not to give a verdict.
        leave(found, out).map(|()| ExitCode::Conforms)
    }

    /// Runs and judges these blocks, until a piece fails.
    fn each_piece(&self, [first, last]: [u32; 2], pieces: &RefCell<Pieces>, says: Says) -> Result<ExitCode, CliError> {
        let (progress, end) = (Progress::new("judging blocks"), last + 1);
        for next in (first..end).step_by(AT_ONCE as usize) {
            let until = end.min(next + AT_ONCE);
            let generation = Generation { blocks: Some([next, until - 1]), ..self.generation.clone() };
            let force = self.force || (self.out.is_some() && next > first);
            match (Options { generation, force, part: None, ..self.clone() }).judged(says, Some(pieces)) {
                // Past the last block of the widest type.
                Err(error) if error.is_nothing() && next > first && !crate::signals::came() => break,
                Ok(ExitCode::Conforms) => {}
                failed => {
                    if failed.is_ok() && next > first {
                        say(format_args!("blocks {first}-{} were judged before, and no case failed", next - 1));
                    }
                    return failed;
                }
            }
            progress.show(u64::from(until - first), u64::from(end - first));
        }
        Ok(ExitCode::Conforms)
    }
}
