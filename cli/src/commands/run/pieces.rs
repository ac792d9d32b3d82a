//! The exhaustive tier: made, run and judged some blocks at a time, so that no disk and no memory holds it whole.

use super::Options;
use crate::arguments::Generation;
use crate::error::CliError;
use crate::judge::write;
use crate::output::{Length, Target};
use crate::progress::Progress;
use crate::stdout::say;
use ptoconf_checker::Pieces;
use ptoconf_generator::MOST_BLOCKS;
use ptoconf_report_html::Beside;
use ptoconf_schemas::ExitCode;
use std::cell::RefCell;

/// Blocks that are made at once: of one type of two bytes, 2^23 pairs.
const AT_ONCE: u32 = 8;

impl Options {
    /// Runs and judges piece by piece, and ends with the first one in which a case fails.
    pub(super) fn in_pieces(self) -> Result<ExitCode, CliError> {
        self.check_pieces()?;
        let (pieces, progress) = (RefCell::new(Pieces::default()), Progress::new("judging blocks"));
        let [first, last] = self.generation.blocks.unwrap_or([0, MOST_BLOCKS - 1]);
        let end = last + 1;
        for next in (first..end).step_by(AT_ONCE as usize) {
            let until = end.min(next + AT_ONCE);
            let generation = Generation { blocks: Some([next, until - 1]), ..self.generation.clone() };
            let force = self.force || (self.out.is_some() && next > first);
            match (Options { generation, force, ..self.clone() }).judged(true, Some(&pieces)) {
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
        let options = ptoconf_checker::Options::default();
        let report = pieces.into_inner().report(self.generation.described(), &options)?;
        let Some(mut report) = report else { return Err(CliError::nothing("no case is left by these filters")) };
        (report.regenerated, report.ran) = (true, true);
        write(&report, &self.judging, &Beside::default(), Length::Short, None)
    }

    /// What speaks of a set that is there as a whole is refused.
    fn check_pieces(&self) -> Result<(), CliError> {
        let excuses = self.judging.known.read()?;
        let refused = [
            ("--part", self.part.is_some()),
            ("--retries", self.retries > 0),
            ("--fail-fast", self.fail_fast),
            ("--record", self.judging.record.is_some()),
            ("--report verdicts", self.judging.report.iter().any(Target::is_verdicts)),
            ("--waivers and --baseline", excuses.waivers.is_some() || excuses.baseline.is_some()),
        ];
        match refused.iter().find(|(_, given)| *given) {
            Some((name, _)) => {
                Err(CliError::usage(format!("{name}: the exhaustive tier is made and judged block by block, and never whole"))
                    .next("name one of its cases with --case to look at it closely"))
            }
            None => Ok(()),
        }
    }
}
