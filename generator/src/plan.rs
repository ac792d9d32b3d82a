//! The plan of an operation's cases: every tuple with what is expected of it, before any data.

use crate::item::Item;
use crate::model::Model;
use crate::planner::{Covered, Planner};
use crate::request::{Request, Step};
use crate::strategy::{cover, kept, smoke, triples};
use ptoconf_reference::{Contract, Legality};
use ptoconf_schemas::{Coverage, Tier};

/// The plan of an operation.
pub struct Plan<'a> {
    /// The operation under its profile.
    pub contract: &'a Contract<'a>,
    /// Seed of all data.
    pub seed: u64,
    /// The tuples, in the order of the set: that of their names.
    pub items: Vec<Item>,
    /// Coverage by form, in the order of the operation's forms; none where it was not planned.
    pub coverage: Vec<Coverage>,
}

/// Plans an operation's cases.
///
/// Tiers are nested: each begins as the one below it, so that a larger tier has every tuple of a smaller one, with the
/// same name and the same data.
///
/// # Panics
/// Where a tuple that was chosen for the smoke tier is none of the tier: it has to be taken out of `smoke.json`, after which
/// `ptoconf selftest --smoke` can choose anew, or the files of `smoke/` have to be made anew.
pub fn plan<'a>(contract: &'a Contract<'a>, request: &Request) -> Plan<'a> {
    let choice = smoke::choice(contract.profile, contract.operation.name);
    let kept = |base| kept::tuples(base, contract.operation, |form| request.filter.form(form));
    let (mut items, covered) = match (request.tier, &choice) {
        (Tier::Smoke, smoke::Choice::Own(_)) => asked(contract, kept(contract.profile.base)),
        _ => {
            let adopted = if let smoke::Choice::Of(base) = choice { kept(base).items } else { vec![] };
            let steps = steps(request.tier, &choice, &adopted);
            of_forms(contract, request, |planner| steps.iter().for_each(|step| planner.take(*step)))
        }
    };
    let planned = items.len();
    if let smoke::Choice::Own(names) = &choice
        && !matches!(request.tier, Tier::Stream | Tier::Exhaustive)
        && request.filter.forms.is_empty()
    {
        smoke::are_there(names, &items, contract.operation.name);
    }
    items.sort_by(|a, b| a.name.cmp(&b.name));
    request.filter.keep(contract, &mut items);
    let mut coverage: Vec<Coverage> =
        covered.into_iter().enumerate().map(|(index, covered)| remeasure(contract, index, &items, covered)).collect();
    if items.len() < planned {
        // Which branches were left out with the tuples is not counted.
        coverage.iter_mut().for_each(|c| [c.branches_covered, c.branches] = [0; 2]);
    }
    Plan { contract, seed: request.seed, items, coverage }
}

/// What is left of the coverage of a form after items were left out.
fn remeasure(contract: &Contract, form: usize, items: &[Item], Covered { coverage, possible }: Covered) -> Coverage {
    if coverage.pairs == 0 {
        return coverage;
    }
    let rows: Vec<&[usize]> = items.iter().filter(|i| i.form == form).filter_map(|i| i.row.as_deref()).collect();
    let model = Model::new(contract, &contract.operation.forms[form]);
    let mut coverage = cover::remeasure(&model.sizes(), &rows, &coverage);
    if let Some(possible) = possible {
        coverage.main_triples = possible.number();
        coverage.main_triples_covered = triples::covered(&model, &possible, rows.into_iter());
    }
    coverage
}

/// Tuples of a smoke tier that was chosen for a profile, with the rules that they do not simply keep.
fn asked(contract: &Contract, kept::Tuples { mut items, covered }: kept::Tuples) -> (Vec<Item>, Vec<Covered>) {
    for item in &mut items {
        let contests = contract.legality(&item.choice.tuple, item.choice.class).contests;
        item.contested = contests.iter().map(|c| c.rule).collect();
    }
    (items, covered)
}

/// The steps of a tier, the smallest tier first. The chosen tuples of a smoke tier are of the standard one.
fn steps<'c>(tier: Tier, choice: &smoke::Choice, adopted: &'c [Item]) -> Vec<Step<'c>> {
    let smoke = match choice {
        smoke::Choice::Own(_) => Step::Standard,
        smoke::Choice::Of(_) => Step::Adopted(adopted),
        smoke::Choice::None => Step::Few,
    };
    let own = matches!(choice, smoke::Choice::Own(_));
    let standard = [Step::Standard];
    let below = standard.into_iter().skip(own.into());
    match tier {
        Tier::Smoke => vec![smoke],
        Tier::Standard => [smoke].into_iter().chain(below).collect(),
        Tier::Extensive => [smoke].into_iter().chain(below).chain([Step::Extensive]).collect(),
        Tier::Stream => vec![Step::Stream],
        Tier::Exhaustive => vec![Step::Exhaustive],
    }
}

/// Plans the forms that are asked for, on this thread: what others take for a plan the allocator keeps for them, and
/// then the memory of a run grows with the number of forms.
fn of_forms(contract: &Contract, request: &Request, of_form: impl Fn(&mut Planner)) -> (Vec<Item>, Vec<Covered>) {
    let (mut items, mut coverage) = (vec![], vec![]);
    for (index, form) in contract.operation.forms.iter().enumerate() {
        let mut planner = Planner::new(contract, form, index, request);
        if request.filter.form(form.name) {
            of_form(&mut planner);
        }
        let (mut own, covered) = planner.end();
        items.append(&mut own);
        coverage.push(covered);
    }
    (items, coverage)
}

impl Plan<'_> {
    /// What has to be kept of the smoke tier, of the plan of a standard tier: the lines of the operation in a file of `smoke/`, none
    /// where no smoke tier was chosen in the profile.
    pub fn smoke_lines(&self) -> String {
        kept::text(self.contract, &self.items, &self.coverage)
    }

    /// What the rules say of an item.
    pub fn legality(&self, item: &Item) -> Legality {
        self.contract.legality(&item.choice.tuple, item.choice.class)
    }
}
