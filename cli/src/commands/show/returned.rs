//! What results hold of a case, beside what is accepted and how far it is from it.

use super::window::Window;
use crate::arguments::Selection;
use crate::cases::Listed;
use crate::error::CliError;
use crate::excuses::Excuses;
use crate::judge::{Judgement, judged};
use ptoconf_checker::report::seen;
use ptoconf_checker::{DrawnElement, DrawnMark, DrawnTile, Taken, drawings};
use ptoconf_schemas::{DType, Report, Tile, Verdict, VerdictLine};
use ptoconf_triage::wrong_elements;
use ptoconf_vectors::{ResultsReader, SetReader};
use std::fmt::Write;
use std::ops::Range;
use std::path::Path;

/// Where results are drawn: around the first wrong element.
#[derive(Default)]
pub struct Focus {
    /// The first row and column.
    from: [u32; 2],
    /// Rows and columns of the result.
    region: [u32; 2],
}

impl Focus {
    fn of(tile: &DrawnTile, rows: &Range<usize>, cols: &Range<usize>) -> Focus {
        Focus { from: [tile.rows.start + rows.start as u32, tile.cols.start + cols.start as u32], region: tile.region }
    }

    /// Where an input is drawn: beside the result along an axis on which both are as long.
    pub fn of_input(&self, tile: &Tile) -> [u32; 2] {
        [0, 1].map(|axis| if tile.valid[axis] == self.region[axis] { self.from[axis] } else { 0 })
    }

    /// Where an accepted result is drawn.
    pub fn of_output(&self, region: [u32; 2]) -> [u32; 2] {
        [0, 1].map(|axis| if self.from[axis] < region[axis] { self.from[axis] } else { 0 })
    }
}

/// What is between two pictures of a row.
const BETWEEN: &str = "  |  ";

/// The verdict on a case of results, and its outputs that have something wrong around the first wrong element.
///
/// # Errors
/// Results that cannot be used, or that are of another set.
pub fn returned(set: &SetReader, results: &Path, case: &str, window: &Window) -> Result<(String, Focus), CliError> {
    let results = ResultsReader::open(results)?;
    let selection = Selection { case: vec![Listed(vec![case.to_owned()])], ..Selection::default() };
    let by = Judgement { selection: &selection, excuses: &Excuses::default(), details: 1, listed: false, threads: 1, pieces: None };
    let mut verdicts = vec![];
    let judged = judged(set, &results, &by, Some(&mut verdicts))?;
    let mut text = verdict(&verdicts, case, &judged.report);
    let mut focus = Focus::default();
    for drawing in drawings(set, &results, &judged.disproved, &[case], Taken::Whole)?.values() {
        let shown: Vec<Focus> = drawing.outputs.iter().map(|tile| draw(tile, window, &mut text)).collect();
        focus = shown.into_iter().next().unwrap_or(focus);
        if !drawing.outputs.is_empty() {
            let _ = writeln!(text, "{SIGNS}");
        }
        if let Some(seen) = wrong_elements(drawing, set.suite().canary).as_ref().and_then(seen) {
            let _ = writeln!(text, "wrong elements: {seen}");
        }
    }
    Ok((text, focus))
}

fn verdict(verdicts: &[u8], case: &str, report: &Report) -> String {
    let lines = verdicts.split(|b| *b == b'\n').filter_map(|line| serde_json::from_slice::<VerdictLine>(line).ok());
    let verdict = lines.into_iter().find(|line| line.case == case);
    let mut text = match verdict {
        None => "results: nothing of this case is judged\n".to_owned(),
        Some(line) => format!("results: {}\n", words(&line)),
    };
    let failures = report.failures.iter().flat_map(|group| &group.first).filter(|failure| failure.case == case);
    // In one line each: it may quote the implementation, whose lines could look like others.
    failures.for_each(|failure| text.push_str(&format!("  {}\n", failure.message.lines().collect::<Vec<_>>().join(" "))));
    text
}

fn words(line: &VerdictLine) -> String {
    match (line.verdict, line.failure, line.skipped) {
        (Verdict::Pass, ..) => "passed".to_owned(),
        (Verdict::Fail, failure, _) => format!("failed: {}", failure.map_or("", |f| f.name())),
        (Verdict::Skipped, _, reason) => format!("not judged: {}", reason.map_or("", |r| r.name())),
    }
}

/// What the pictures say with a sign.
const SIGNS: &str = "difference: in steps from one number of the type to the next; -: as before the run; any: not judged";

/// Three pictures side by side: what was returned, what is accepted, and the difference.
fn draw(tile: &DrawnTile, window: &Window, text: &mut String) -> Focus {
    let columns = tile.cols.len();
    let is_wrong = |e: &&DrawnElement| matches!(e.mark, DrawnMark::Wrong | DrawnMark::Written);
    let first = tile.elements.iter().position(|e| is_wrong(&e)).unwrap_or_default();
    let rows = around(first / columns.max(1), window.rows, tile.rows.len());
    let cols = around(first % columns.max(1), window.cols, columns);
    let pictures = [returned_word, accepted_word, difference_word].map(|word: fn(&Window, DType, &DrawnElement) -> String| {
        let words = |row: usize| cols.clone().map(move |col| row * columns + col);
        let lines = rows.clone().map(|row| words(row).map(|at| word(window, tile.tile.dtype, &tile.elements[at])).collect::<Vec<_>>());
        Picture::of(&lines.collect::<Vec<_>>())
    });
    let [of_rows, of_cols] = [(&tile.rows, &rows), (&tile.cols, &cols)].map(|(all, shown)| {
        let [first, last] = [shown.start, shown.end.saturating_sub(1)].map(|at| all.start as usize + at);
        format!("{first} to {last}")
    });
    let (wrong, row, col) =
        (tile.wrong, tile.rows.start as usize + first / columns.max(1), tile.cols.start as usize + first % columns.max(1));
    let place = format!("{wrong} wrong, the first in row {row}, column {col}");
    let _ = writeln!(text, "{}: {place}; shown: rows {of_rows}, columns {of_cols}; beside {}", tile.operand, tile.beside());
    let titles = pictures.iter().zip(["returned", "accepted", "difference"]).map(|(p, title)| format!("{title:width$}", width = p.width));
    let _ = writeln!(text, "  {}", titles.collect::<Vec<_>>().join(BETWEEN).trim_end());
    for row in 0..rows.len() {
        let _ = writeln!(text, "  {}", pictures.iter().map(|p| p.lines[row].as_str()).collect::<Vec<_>>().join(BETWEEN).trim_end());
    }
    Focus::of(tile, &rows, &cols)
}

/// At most `most` of `all`, with the wanted one second, where that is possible.
fn around(wanted: usize, most: u32, all: usize) -> std::ops::Range<usize> {
    let most = (most as usize).clamp(1, all.max(1));
    let start = wanted.saturating_sub(1).min(all.saturating_sub(most));
    start..(start + most).min(all)
}

struct Picture {
    width: usize,
    lines: Vec<String>,
}

impl Picture {
    fn of(words: &[Vec<String>]) -> Picture {
        let width = words.iter().flatten().map(|w| w.chars().count()).max().unwrap_or_default();
        let line = |row: &Vec<String>| row.iter().map(|w| format!("{w:>width$}")).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = words.iter().map(line).collect();
        let width = lines.iter().map(|l| l.chars().count()).max().unwrap_or_default().max("difference".len());
        Picture { width, lines: lines.into_iter().map(|line| format!("{line:width$}")).collect() }
    }
}

fn returned_word(window: &Window, dtype: DType, element: &DrawnElement) -> String {
    match element.mark {
        DrawnMark::Untouched => "-".to_owned(),
        _ => window.word(dtype, element.actual),
    }
}

fn accepted_word(window: &Window, dtype: DType, element: &DrawnElement) -> String {
    match (element.mark, element.accepted) {
        (DrawnMark::Untouched | DrawnMark::Written, _) => "-".to_owned(),
        (_, Some(bits)) => window.word(dtype, bits),
        (_, None) => "any".to_owned(),
    }
}

/// How far an element is from the accepted one: for floating-point types in steps from one number to the next.
fn difference_word(_: &Window, dtype: DType, element: &DrawnElement) -> String {
    match (element.mark, element.accepted) {
        (DrawnMark::Written, _) => "written".to_owned(),
        (DrawnMark::Wrong, Some(accepted)) if dtype.is_nan(element.actual) || dtype.is_nan(accepted) => "NaN".to_owned(),
        (DrawnMark::Wrong, Some(accepted)) => {
            let steps = i128::from(dtype.order_key(element.actual)) - i128::from(dtype.order_key(accepted));
            format!("{steps:+}")
        }
        _ => ".".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Window = Window { rows: 3, cols: 2, bits: false };

    fn tile() -> DrawnTile {
        let element = |mark, actual, accepted| DrawnElement { mark, actual, accepted };
        let right = element(DrawnMark::Right, 7, Some(7));
        let mut elements = vec![right; 12];
        elements[6] = element(DrawnMark::Wrong, 0xfff9, Some(3));
        elements[7] = element(DrawnMark::Free, 1, None);
        elements[10] = element(DrawnMark::Untouched, 0xcdcd, None);
        elements[11] = element(DrawnMark::Written, 5, None);
        DrawnTile {
            operand: "dst".into(),
            tile: Tile::nd(DType::I16, 30, 4),
            against: "accepted 1".into(),
            wrong: 1,
            region: [30, 4],
            rows: 8..11,
            cols: 0..4,
            elements,
        }
    }

    #[test]
    fn three_pictures_stand_side_by_side_around_the_first_wrong_element() {
        let mut text = String::new();
        draw(&tile(), &Window { cols: 3, ..WINDOW }, &mut text);
        assert!(text.starts_with("dst: 1 wrong, the first in row 9, column 2; shown: rows 8 to 10, columns 1 to 3; beside accepted 1, the closest accepted result\n"), "{text}");
        let rows: Vec<Vec<&str>> = text.lines().skip(2).map(|l| l.split_whitespace().collect()).collect();
        assert_eq!(rows[0], ["7", "7", "7", "|", "7", "7", "7", "|", ".", ".", "."]);
        assert_eq!(rows[1], ["7", "-7", "1", "|", "7", "3", "any", "|", ".", "-10", "."]);
        assert_eq!(rows[2], ["7", "-", "5", "|", "7", "-", "-", "|", ".", ".", "written"]);
        let bars: Vec<usize> = text.lines().skip(1).filter_map(|l| l.find('|')).collect();
        assert!(bars.len() == 4 && bars.iter().all(|b| *b == bars[0]), "{text}");
    }

    #[test]
    fn the_window_stays_in_the_tile() {
        assert_eq!([around(0, 3, 9), around(5, 3, 9), around(8, 3, 9), around(1, 8, 4)], [0..3, 4..7, 6..9, 0..4]);
        assert_eq!(around(0, 8, 0), 0..0);
    }

    #[test]
    fn a_nan_is_no_number_of_steps_away() {
        let nan = DrawnElement { mark: DrawnMark::Wrong, actual: 0x7fc0_0000, accepted: Some(0) };
        assert_eq!(difference_word(&WINDOW, DType::F32, &nan), "NaN");
        let next = DrawnElement { mark: DrawnMark::Wrong, actual: 0x3f80_0001, accepted: Some(0x3f80_0000) };
        assert_eq!(difference_word(&WINDOW, DType::F32, &next), "+1");
    }
}
