//! Which options the results follow, and whether one admitted choice explains them all.
//!
//! Results conform if there is one admitted option of every reading at every place such that each result is what that
//! choice leads to. Where there is none, as many results as possible are kept, the commonest first, and each of the
//! others comes with the few results that it contradicts: a proof.

mod carried;
mod evidence;
mod report;
mod solver;

pub use carried::Carried;
pub use evidence::CasePlace;
pub use report::ChosenAt;

use crate::CheckError;
use crate::catalog::Catalog;
use crate::plan::Plan;
use crate::state::CaseState;
use evidence::Testimony;
use ptoconf_schemas::Tuple;
use solver::{Constraint, Tangled, Values, contradicting, most};

/// What the results of a run follow.
#[derive(Default)]
pub struct Choices {
    testimony: Testimony,
    /// Evidence that one choice explains.
    kept: Vec<usize>,
    /// That choice: any of these options of every variable will do.
    solution: Vec<Values>,
    /// Evidence that it does not explain, each with evidence out of `kept` that contradicts it.
    contradictions: Vec<Contradiction>,
}

/// Results that no admitted choice explains together.
pub struct Contradiction {
    /// The evidence that was left out.
    pub left: usize,
    /// What it contradicts.
    pub against: Vec<usize>,
}

impl From<Tangled> for CheckError {
    fn from(_: Tangled) -> CheckError {
        CheckError::Internal("the results contradict each other in too many ways to find a choice that explains most of them".to_owned())
    }
}

impl Choices {
    /// Adds the cases of one tuple.
    pub fn add(&mut self, catalog: &Catalog<'_>, plan: &Plan<'_>, tuple: &Tuple, at: (usize, usize), states: &[CaseState]) {
        self.testimony.add(catalog, plan, tuple, at, states);
    }

    /// Looks for a choice that explains every case that passed so far, and gives the cases that it does not.
    ///
    /// # Errors
    /// The search took too many steps.
    pub fn solve(&mut self) -> Result<Vec<CasePlace>, CheckError> {
        let evidence = &self.testimony.evidence;
        let mut order: Vec<usize> = (0..evidence.len()).filter(|&e| evidence[e].passed() > 0).collect();
        order.sort_by_key(|&e| std::cmp::Reverse(evidence[e].passed()));
        let constraints: Vec<&Constraint> = order.iter().map(|&e| &evidence[e].constraint).collect();
        let domains = self.testimony.admitted();
        let (kept, solution) = most(&domains, &constraints)?;
        let retained: Vec<&Constraint> = kept.iter().map(|&k| constraints[k]).collect();
        for left in (0..order.len()).filter(|at| kept.binary_search(at).is_err()) {
            let against = contradicting(&domains, constraints[left], &retained)?;
            self.contradictions.push(Contradiction { left: order[left], against: against.into_iter().map(|at| order[kept[at]]).collect() });
        }
        self.kept = kept.into_iter().map(|at| order[at]).collect();
        self.solution = solution;
        Ok(self.contradictions.iter().flat_map(|c| evidence[c.left].passed.iter().copied()).collect())
    }
}
