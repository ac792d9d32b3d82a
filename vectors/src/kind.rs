//! The kinds of folders that are written, and what makes a folder one of them.

use crate::entries::MAX_HEAD;
use crate::tree::{format_of, read_head};
use std::path::Path;

/// How a kind of folder tells which files belong to it, beside its head.
pub(crate) enum Belongings {
    /// The head lists them.
    Listed,
    /// The lines of `index.jsonl` name them.
    Indexed,
    /// By the names that files of results have: an implementation writes these, and no list.
    Results,
}

/// What kind of folder is written, so that only its like is ever replaced.
pub(crate) struct Kind {
    /// In words.
    pub name: &'static str,
    /// The article before that.
    pub article: &'static str,
    /// The file that makes it one.
    pub head: &'static str,
    /// How the `format` in that file begins.
    pub format: &'static str,
    /// Which files belong to it.
    pub has: Belongings,
}

pub(crate) const ANSWERS: Kind =
    Kind { name: "folder of answers", article: "a", head: "answers.json", format: "ptoconf-answers/", has: Belongings::Listed };
pub(crate) const SET: Kind = Kind { name: "vector set", article: "a", head: "suite.json", format: "ptoconf-set/", has: Belongings::Listed };
pub(crate) const RESULTS: Kind =
    Kind { name: "results folder", article: "a", head: "results.json", format: "ptoconf-results/", has: Belongings::Results };
pub(crate) const EXPORT: Kind =
    Kind { name: "export", article: "an", head: "export.json", format: "ptoconf-export/", has: Belongings::Indexed };

impl Kind {
    /// Whether a folder has a head of this kind's format.
    pub fn is_of(&self, folder: &Path) -> bool {
        let head = read_head(&folder.join(self.head), MAX_HEAD).ok();
        let format = head.and_then(|text| format_of(&text).ok().flatten());
        format.is_some_and(|format| format.starts_with(self.format))
    }
}
