//! Many texts in one run of the assembler.
//!
//! The assembler stops at its first error, and that names a line. So a batch runs until it is clean:
//! the function at the line is rejected and taken out, and the rest runs again. Where an error names no
//! line, or the assembler crashes or hangs, the batch is cut in two. It may print an error for what it
//! takes all the same: where there are several, the first of them says nothing, and its function runs
//! alone. What is said of a function does not depend on the others beside it.

use super::process::Program;
use super::said::Said;
use super::text::{Arch, Assembly, module};
use ptoconf_schemas::Outcome;
use std::path::Path;

/// Assembles functions of one architecture.
pub(super) struct Bench<'a> {
    pub program: &'a Program,
    pub arch: Arch,
    pub folder: &'a Path,
    /// Name for the files of this worker.
    pub name: String,
}

impl Bench<'_> {
    /// What is said of each function. All of them are placed, or none.
    ///
    /// # Errors
    /// The assembler cannot be started, in words.
    pub fn judge(&self, functions: &[&Assembly]) -> Result<Vec<Said>, String> {
        let mut said: Vec<Option<Said>> = vec![None; functions.len()];
        let mut groups: Vec<Vec<usize>> = vec![(0..functions.len()).collect()];
        while let Some(mut group) = groups.pop() {
            let Some(&first) = group.first() else { continue };
            let text = module(self.arch, group.iter().map(|&i| functions[i]));
            let whole = self.program.assemble(&text, functions[first].placed, self.folder, &self.name)?;
            let named = whole.line.and_then(|line| function_at(group.iter().map(|&i| functions[i]), line));
            match (whole.outcome, named) {
                (Outcome::Ok, _) => group.iter().for_each(|&i| said[i] = Some(whole.clone())),
                _ if group.len() == 1 => said[first] = Some(whole),
                (Outcome::Rejected | Outcome::Unsupported, Some(at)) => {
                    let of_line = group.remove(at);
                    groups.push(group);
                    match whole.errors {
                        1 => said[of_line] = Some(whole),
                        _ => groups.push(vec![of_line]),
                    }
                }
                _ => {
                    let rest = group.split_off(group.len() / 2);
                    groups.extend([group, rest]);
                }
            }
        }
        Ok(said.into_iter().flatten().collect())
    }
}

/// Which function of a module a line of its text, from 1, belongs to.
fn function_at<'a>(functions: impl Iterator<Item = &'a Assembly>, line: usize) -> Option<usize> {
    // The head of the module is a line; a function has its body, its head, `return` and its end.
    let mut next = 2;
    for (index, function) in functions.enumerate() {
        let end = next + function.body.len() + 3;
        if (next..end).contains(&line) {
            return Some(index);
        }
        next = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_belong_to_the_functions_of_the_text() {
        let function = |lines: usize| Assembly { body: vec!["mark".to_owned(); lines], placed: false, unknown: None };
        let functions = [function(2), function(5), function(1)];
        let text = module(Arch::A3, &functions);
        let mut seen = [0; 3];
        for (number, line) in (1..).zip(text.lines()) {
            let at = function_at(functions.iter(), number);
            assert_eq!(at.is_none(), number == 1 || line == "}", "{number}: {line}");
            if line.trim() == "mark" {
                seen[at.expect("a function")] += 1;
            }
        }
        assert_eq!(seen, [2, 5, 1]);
    }
}
