//! What kernels ask of decisions about a whole tuple.
//!
//! A model that decides otherwise about these alone, and answers all that the right one asks as that does, does what that does.
//! So it need not be run to be seen that it returns the same.

use super::decisions::Decisions;
use super::site::Site;
use ptoconf_schemas::DType;
use std::cell::RefCell;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question {
    Rows(usize),
    Columns(DType, usize),
    Lanes(DType, usize),
    Strides(String),
}

/// What the right model asked in the cases of a tuple, each question of a case once.
#[derive(Clone, Debug, Default)]
pub struct Asked(Vec<(u32, Question)>);

thread_local! {
    /// Tables of decisions hold functions, which have no other place to note anything in.
    static NOTED: RefCell<Asked> = RefCell::default();
}

fn note(site: &Site, question: Question) {
    NOTED.with_borrow_mut(|Asked(noted)| {
        let one = (site.slot, question);
        if !noted.iter().rev().take_while(|(slot, _)| *slot == site.slot).any(|known| *known == one) {
            noted.push(one);
        }
    });
}

/// The right decisions, which note what is asked.
pub(crate) const NOTING: Decisions = Decisions {
    rows: |site, valid| {
        note(site, Question::Rows(valid));
        (Decisions::RIGHT.rows)(site, valid)
    },
    columns: |site, dtype, valid| {
        note(site, Question::Columns(dtype, valid));
        (Decisions::RIGHT.columns)(site, dtype, valid)
    },
    lanes: |site, dtype, lanes| {
        note(site, Question::Lanes(dtype, lanes));
        (Decisions::RIGHT.lanes)(site, dtype, lanes)
    },
    strides: |site, operand, tile| {
        note(site, Question::Strides(operand.to_owned()));
        (Decisions::RIGHT.strides)(site, operand, tile)
    },
    ..Decisions::RIGHT
};

impl Asked {
    /// What was noted in this thread since it was last taken.
    pub(crate) fn take() -> Asked {
        NOTED.take()
    }

    /// Whether a table answers all as the right one.
    pub(crate) fn is_answered_alike<'s>(&self, decisions: &Decisions, site: impl Fn(u32) -> Site<'s>) -> bool {
        let right = &Decisions::RIGHT;
        self.0.iter().all(|(slot, question)| {
            let site = site(*slot);
            match question {
                Question::Rows(n) => (decisions.rows)(&site, *n) == (right.rows)(&site, *n),
                Question::Columns(dtype, n) => (decisions.columns)(&site, *dtype, *n) == (right.columns)(&site, *dtype, *n),
                Question::Lanes(dtype, n) => (decisions.lanes)(&site, *dtype, *n) == (right.lanes)(&site, *dtype, *n),
                Question::Strides(operand) => site
                    .tuple
                    .tile(operand)
                    .is_some_and(|tile| (decisions.strides)(&site, operand, tile) == (right.strides)(&site, operand, tile)),
            }
        })
    }
}
