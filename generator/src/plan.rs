//! The plan of an operation's cases: every tuple with what is expected of it, before any data.

use crate::adopt::{Adopted, adopt};
use crate::cover::cover;
use crate::disguise::Donors;
use crate::filter::Filter;
use crate::model::{Choice, Model, is_plainly_legal};
use crate::perturb::{Changed, Kind, perturb};
use crate::pipeline::in_order;
use crate::rng::Stream;
use crate::smoke;
use crate::tiers::{cases, volume};
use ptoconf_reference::{Class, Contract, Form, Legality, Verdict};
use ptoconf_schemas::{Coverage, DType, Expectation, Stage, Tier};
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;

/// What to generate of an operation.
#[derive(Clone, Debug)]
pub struct Request {
    /// Seed of all data.
    pub seed: u64,
    /// Volume.
    pub tier: Tier,
    /// What to keep of it.
    pub filter: Filter,
}

/// A tuple to be generated.
#[derive(Clone, Debug)]
pub struct Item {
    /// Name, unique in the operation.
    pub name: String,
    /// Index of the form.
    pub form: usize,
    /// How it was made.
    pub strategy: &'static str,
    /// Tuple and data class.
    pub choice: Choice,
    /// Number of cases.
    pub cases: u32,
    /// What is expected.
    pub expect: Expectation,
    /// Ids of the rules that the tuple does not simply keep.
    pub contested: Vec<String>,
    /// Why it is in the set.
    pub why: String,
    /// Index of the operand that filters by shape look at.
    pub principal: usize,
    /// Its row of the covering array, where it is one.
    pub row: Option<Vec<usize>>,
}

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
pub fn plan<'a>(contract: &'a Contract<'a>, request: &Request) -> Plan<'a> {
    let (mut items, mut coverage) = match (request.tier, smoke::choice(contract.profile, contract.operation.name)) {
        (Tier::Smoke, smoke::Choice::Own(names)) => {
            let (mut items, coverage) = of_forms(contract, request, |planner| planner.tiered(Tier::Standard));
            smoke::keep(&mut items, names);
            (items, coverage)
        }
        (Tier::Smoke, smoke::Choice::Of(profile, names)) => {
            let other = Contract::new(contract.operation, &profile);
            let (mut chosen, _) = of_forms(&other, request, |planner| planner.tiered(Tier::Standard));
            smoke::keep(&mut chosen, names);
            of_forms(contract, request, |planner| planner.adopted(&chosen))
        }
        (tier, _) => of_forms(contract, request, |planner| if tier == Tier::Stream { planner.stream() } else { planner.tiered(tier) }),
    };
    items.sort_by(|a, b| a.name.cmp(&b.name));
    request.filter.keep(&mut items);
    for (index, coverage) in coverage.iter_mut().enumerate().filter(|(_, c)| c.pairs > 0) {
        let rows: Vec<&[usize]> = items.iter().filter(|i| i.form == index).filter_map(|i| i.row.as_deref()).collect();
        let model = Model::new(contract, &contract.operation.forms[index]);
        *coverage = crate::cover::remeasure(&model.sizes(), &rows, coverage);
    }
    Plan { contract, seed: request.seed, items, coverage }
}

/// Plans the forms that are asked for, each on a thread of its own.
fn of_forms(contract: &Contract, request: &Request, of_form: impl Fn(&mut Planner) -> Coverage + Sync) -> (Vec<Item>, Vec<Coverage>) {
    let forms = &contract.operation.forms;
    let planned = |index: usize| {
        let form = &forms[index];
        let mut planner = Planner { contract, form, index, request, items: vec![], places: HashMap::new(), names: HashSet::new() };
        let coverage = if request.filter.form(form.name) { of_form(&mut planner) } else { Coverage::default() };
        (planner.items, coverage)
    };
    let (mut items, mut coverage) = (vec![], vec![]);
    let receive = |(mut of_form, covered): (Vec<Item>, Coverage)| {
        items.append(&mut of_form);
        coverage.push(covered);
        Ok::<(), Infallible>(())
    };
    let Ok(()) = in_order(forms.len(), forms.len(), planned, receive);
    (items, coverage)
}

struct Planner<'a> {
    contract: &'a Contract<'a>,
    form: &'a Form,
    index: usize,
    request: &'a Request,
    items: Vec<Item>,
    /// Where the first item of each tuple is, and how many there are of it.
    places: HashMap<Choice, (usize, u32)>,
    names: HashSet<String>,
}

impl Planner<'_> {
    /// Covering array, boundaries and illegal tuples, random tuples.
    fn tiered(&mut self, tier: Tier) -> Coverage {
        let volume = volume(tier);
        let model = Model::new(self.contract, self.form);
        // Tuples do not depend on the seed: the same id names the same tuple in every set of a profile.
        let mut stream = Stream::new(0, self.contract.operation.name, self.form.name, "cover", 0);
        let array = cover(&model.sizes(), &mut stream, |values| model.judged(values));
        let (mut legal, mut open): (Vec<Choice>, Vec<(Choice, Choice)>) = (vec![], vec![]);
        let picked = crate::cover::first_rows(&array, volume.cover.unwrap_or(array.rows.len()));
        let (plain, asked): (Vec<_>, Vec<_>) =
            picked.into_iter().map(|at| &array.rows[at]).partition(|(_, choice)| is_plainly_legal(self.contract, choice));
        for (values, choice) in &plain {
            legal.push(choice.clone());
            let at = self.accept("cover", choice, "pairs of parameter values");
            self.items[at].row = Some(values.clone());
        }
        for (values, choice) in asked {
            let Some(twin) = model.twin(values).or_else(|| nearest(&plain, values)) else { continue };
            let at = self.open_cover(choice, &twin);
            open.push((choice.clone(), twin));
            self.items[at].row = Some(values.clone());
        }
        self.random(&model, volume.random);
        for choice in crate::order::choices(&model, &volume) {
            self.accept("order", &choice, "order of additions");
        }
        let bases = spread(&legal, volume.bases);
        let small = smallest(&bases, volume.small_bases);
        self.changed(perturb(self.contract, self.form, &[&bases, &small], &legal, &open, &volume));
        array.coverage
    }

    /// The tuples that were chosen for another profile, as the rules of this one see them.
    fn adopted(&mut self, chosen: &[Item]) -> Coverage {
        let own: Vec<&Item> = chosen.iter().filter(|item| item.form == self.index).collect();
        let Adopted { legal, changed } = adopt(self.contract, self.form, &own, chosen);
        for choice in &legal {
            self.accept("chosen", choice, "chosen for another profile");
        }
        self.changed(changed);
        Coverage::default()
    }

    /// A row of the covering array that some admitted option rejects.
    fn open_cover(&mut self, choice: &Choice, twin: &Choice) -> usize {
        let legality = self.contract.legality(&choice.tuple, choice.class);
        let ids: Vec<String> = legality.contests.iter().map(|c| self.contract.rule(c.rule).id.clone()).collect();
        ids.iter().for_each(|id| drop(self.twin(twin, Some(id))));
        let twin = self.twin(twin, None);
        let why = format!("pairs of parameter values; a question of {}", ids.join(", "));
        self.add("cover-open", choice.clone(), either(&legality, twin), why)
    }

    /// Random legal tuples; these do depend on the seed.
    fn random(&mut self, model: &Model, number: usize) {
        let sizes = model.sizes();
        let mut stream = Stream::new(self.request.seed, self.contract.operation.name, self.form.name, "random", 0);
        let mut left = number;
        // One choice in dozens is legal; the bound only guards against a form without any.
        for _ in 0..number * 2000 {
            if left == 0 {
                break;
            }
            let values: Vec<usize> = sizes.iter().map(|&n| stream.below(n as u64) as usize).collect();
            if let Some(choice) = model.legal(&values) {
                self.accept("random", &choice, "random parameter values");
                left -= 1;
            }
        }
    }

    /// As many cases of one shape as asked for.
    fn stream(&mut self) -> Coverage {
        let filter = &self.request.filter;
        let shape = filter.shape.unwrap_or([16, 64]);
        let valid = filter.valid.unwrap_or(shape);
        let model = Model::new(self.contract, self.form);
        let mut choices = vec![];
        for &dtype in DType::ALL.iter().filter(|d| filter.dtype(**d)) {
            for class in self.form.classes.iter().filter(|c| filter.class(c.name)) {
                for flags in 0..1 << self.form.attributes.len() {
                    let flags: Vec<bool> = (0..self.form.attributes.len()).map(|i| flags >> i & 1 == 1).collect();
                    choices.extend(model.of_shape(dtype, *class, &flags, shape, valid));
                }
            }
        }
        let mut left = filter.cases.unwrap_or(1000);
        while left > 0 && !choices.is_empty() {
            let share = left.div_ceil(choices.len() as u64);
            for choice in &choices {
                let cases = share.min(left).min(cases(Tier::Stream, &choice.tuple).into());
                if cases > 0 {
                    let at = self.accept("stream", choice, "many cases of one shape");
                    self.items[at].cases = cases as u32;
                    left -= cases;
                }
            }
        }
        Coverage::default()
    }

    fn changed(&mut self, changed: Vec<Changed>) {
        let donors = Donors::of(&self.items);
        for mut changed in changed {
            if self.breaks_a_rule_whatever_its_data(&changed.kind) {
                changed.choice = donors.disguise(self.contract, self.form, &changed.kind, changed.choice);
            }
            self.change(changed);
        }
    }

    fn breaks_a_rule_whatever_its_data(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Illegal(rule) => self.contract.rule(*rule).stage != Stage::Value,
            Kind::Several(_) => true,
            _ => false,
        }
    }

    fn change(&mut self, Changed { kind, choice, edit, twin }: Changed) {
        let rule = |r: usize| self.contract.rule(r).id.clone();
        match kind {
            Kind::Told(r) => {
                let why = format!("{edit}: {}", rule(r));
                self.accept("told", &choice, &why);
            }
            Kind::Illegal(r) => {
                let (id, stage) = (rule(r), self.contract.rule(r).stage);
                let twin = self.twin(&twin, Some(&id));
                let why = format!("{edit} violates {id}");
                let expect = Expectation::Reject { rule: Some(id), stage, twin };
                self.add("illegal", choice, expect, why);
            }
            Kind::Open(r, _) => {
                let id = rule(r);
                let twin = self.twin(&twin, Some(&id));
                let why = format!("{edit} is a question of {id}");
                self.add("open", choice, Expectation::Either { twin }, why);
            }
            Kind::Several(rules) => {
                let stage = rules.iter().map(|&r| self.contract.rule(r).stage).min().unwrap_or(Stage::Type);
                let ids = rules.iter().map(|&r| rule(r)).collect::<Vec<_>>().join(", ");
                let twin = self.twin(&twin, None);
                self.add("several", choice, Expectation::Reject { rule: None, stage, twin }, format!("{edit} violates {ids}"));
            }
            Kind::Joint(rules) => {
                let ids = rules.iter().map(|&r| rule(r)).collect::<Vec<_>>();
                ids.iter().for_each(|id| drop(self.twin(&twin, Some(id))));
                let twin = self.twin(&twin, None);
                let ids = ids.join(", ");
                let expect = either(&self.contract.legality(&choice.tuple, choice.class), twin);
                self.add("joint", choice, expect, format!("{edit} is a question of {ids}"));
            }
        }
    }

    /// The name of a legal tuple that stands just inside a rule's limit.
    fn twin(&mut self, choice: &Choice, rule: Option<&String>) -> String {
        let at = match self.places.get(choice) {
            Some(&(at, _)) => at,
            None => self.accept("limit", choice, "just inside a limit"),
        };
        if let (Expectation::Accept { boundary_of }, Some(rule)) = (&mut self.items[at].expect, rule)
            && !boundary_of.contains(rule)
        {
            boundary_of.push(rule.clone());
            boundary_of.sort();
        }
        self.items[at].name.clone()
    }

    fn accept(&mut self, strategy: &'static str, choice: &Choice, why: &str) -> usize {
        let purpose = Class::parse(choice.class).map_or("", |c| c.purpose);
        let why = format!("{why}; {purpose}");
        self.add(strategy, choice.clone(), Expectation::Accept { boundary_of: vec![] }, why)
    }

    /// Adds a tuple; gives its place. One that is there already stays as it is, but in the stream tier, where a
    /// tuple has as many stacks as its cases need.
    fn add(&mut self, strategy: &'static str, choice: Choice, expect: Expectation, why: String) -> usize {
        let at = self.items.len();
        let (first, parts) = self.places.entry(choice.clone()).or_insert((at, 0));
        if *parts > 0 && self.request.tier != Tier::Stream {
            return *first;
        }
        let name = crate::name::name(&choice, *parts);
        *parts += 1;
        let is_new = self.names.insert(name.clone());
        assert!(is_new, "two tuples of {} have the name {name}: more digits of the digest are needed", choice.tuple.op);
        let legality = self.contract.legality(&choice.tuple, choice.class);
        let contested = legality.contests.iter().map(|c| self.contract.rule(c.rule).id.clone()).collect();
        let (form, cases, principal) = (self.index, cases(self.request.tier, &choice.tuple), self.form.principal());
        self.items.push(Item { name, form, strategy, choice, cases, expect, contested, why, principal, row: None });
        at
    }
}

/// What is expected of a tuple with open questions: that it runs, where whatever is admitted runs it.
fn either(legality: &Legality, twin: String) -> Expectation {
    match legality.verdict {
        Verdict::Accept => Expectation::Accept { boundary_of: vec![] },
        Verdict::Either | Verdict::Reject => Expectation::Either { twin },
    }
}

/// The legal row that shares most values with another one.
fn nearest(plain: &[&(Vec<usize>, Choice)], values: &[usize]) -> Option<Choice> {
    let apart = |row: &[usize]| row.iter().zip(values).filter(|(a, b)| a != b).count();
    plain.iter().min_by_key(|(row, _)| apart(row)).map(|(_, choice)| choice.clone())
}

/// At most `number` of the tuples, evenly spread.
fn spread(all: &[Choice], number: usize) -> Vec<Choice> {
    let step = all.len().div_ceil(number.max(1)).max(1);
    all.iter().step_by(step).cloned().collect()
}

/// The smallest tuples of some: what is illegal moves nothing, but its twin does.
fn smallest(some: &[Choice], number: usize) -> Vec<Choice> {
    let mut some = some.to_vec();
    some.sort_by_key(|choice| choice.tuple.operands.iter().map(|o| o.tile.bytes()).sum::<u64>());
    some.truncate(number);
    some
}

impl Plan<'_> {
    /// What the rules say of an item.
    pub fn legality(&self, item: &Item) -> Legality {
        self.contract.legality(&item.choice.tuple, item.choice.class)
    }
}
