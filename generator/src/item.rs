//! A tuple of a plan, with what is expected of it, and the list of them.

use crate::model::Choice;
use crate::strategy::kind::Kind;
use crate::strategy::perturb::Changed;
use crate::tiers::cases;
use ptoconf_reference::{Class, Contract, Form, Legality, Verdict};
use ptoconf_schemas::{Expectation, SmolStr, Stage, Tier};
use std::collections::HashMap;
use std::sync::Arc;

/// A tuple to be generated.
#[derive(Clone, Debug)]
pub struct Item {
    /// Name, unique in the operation.
    pub name: SmolStr,
    /// Index of the form.
    pub form: usize,
    /// How it was made.
    pub strategy: &'static str,
    /// Tuple and data class.
    pub choice: Arc<Choice>,
    /// Number of cases.
    pub cases: u32,
    /// Which part of all data of the tuple they are, where it is there several times.
    pub block: u32,
    /// What is expected.
    pub expect: Expectation,
    /// Indices of the rules that the tuple does not simply keep.
    pub contested: Vec<usize>,
    /// Why it is in the set.
    pub why: String,
    /// Index of the operand that filters by shape look at.
    pub principal: usize,
    /// Its choice of parameter values, where it was made of one.
    pub row: Option<Vec<usize>>,
}

/// The tuples of a form, each once.
pub(crate) struct Items<'a> {
    contract: &'a Contract<'a>,
    /// Index of the form.
    pub form: usize,
    principal: usize,
    /// The tier whose number of cases new tuples have.
    pub tier: Tier,
    items: Vec<Item>,
    /// Where the first item of each tuple is, by its name, and how many there are of it.
    places: HashMap<SmolStr, (usize, u32)>,
}

impl<'a> Items<'a> {
    pub fn new(contract: &'a Contract<'a>, form: &Form, index: usize, tier: Tier) -> Items<'a> {
        Items { contract, form: index, principal: form.principal(), tier, items: vec![], places: HashMap::new() }
    }

    pub fn as_slice(&self) -> &[Item] {
        &self.items
    }

    pub fn into_vec(self) -> Vec<Item> {
        self.items
    }

    /// The choices of parameter values that there are tuples of.
    pub fn rows(&self) -> impl Iterator<Item = &[usize]> {
        self.items.iter().filter_map(|item| item.row.as_deref())
    }

    pub fn set_row(&mut self, at: usize, values: Vec<usize>) {
        self.items[at].row = Some(values);
    }

    pub fn set_cases(&mut self, at: usize, cases: u32) {
        self.items[at].cases = cases;
    }

    /// Adds a legal tuple; gives its place.
    pub fn accept(&mut self, strategy: &'static str, choice: Arc<Choice>, why: &str) -> usize {
        let purpose = Class::parse(choice.class).map_or("", |c| c.purpose);
        let why = format!("{why}; {purpose}");
        self.add(strategy, choice, Expectation::Accept { boundary_of: vec![] }, why)
    }

    /// Adds a tuple with a block of all of its data; one that some admitted option rejects has a twin.
    pub fn block(&mut self, choice: &Arc<Choice>, twin: Option<&Arc<Choice>>, block: u32, cases: u32) {
        let (strategy, why) = ("exhaustive", "every pair of two values");
        let at = match twin {
            Some(twin) => self.open_row(strategy, Arc::clone(choice), twin, why),
            None => self.accept(strategy, Arc::clone(choice), why),
        };
        let item = &mut self.items[at];
        (item.name, item.block, item.cases) = (crate::name::name(choice, block), block, cases);
    }

    /// Adds a tuple that some admitted option rejects, and its twin.
    pub fn open_row(&mut self, strategy: &'static str, choice: Arc<Choice>, twin: &Arc<Choice>, why: &str) -> usize {
        let legality = self.contract.legality(&choice.tuple, choice.class);
        let ids: Vec<String> = legality.contests.iter().map(|c| self.contract.rule(c.rule).id.clone()).collect();
        let twin = self.twin(twin, &ids);
        let why = format!("{why}; a question of {}", ids.join(", "));
        self.add(strategy, choice, either(&legality, twin), why)
    }

    /// Adds a changed tuple and its twin.
    pub fn change(&mut self, Changed { kind, choice, edit, twin }: Changed) {
        let choice = Arc::new(choice);
        let edit = edit.map_or_else(|| "a choice for another profile".to_owned(), |edit| edit.to_string());
        let rule = |r: usize| self.contract.rule(r).id.clone();
        match kind {
            Kind::Legal => {
                self.accept("slack", choice, &edit);
            }
            Kind::Told(r) => {
                let why = format!("{edit}: {}", rule(r));
                self.accept("told", choice, &why);
            }
            Kind::Illegal(r) => {
                let (id, stage) = (rule(r), self.contract.rule(r).stage);
                let twin = self.twin(&twin, std::slice::from_ref(&id));
                let why = format!("{edit} violates {id}");
                let expect = Expectation::Reject { rule: Some(id.into()), stage, twin };
                self.add("illegal", choice, expect, why);
            }
            Kind::Open(r, _) => {
                let id = rule(r);
                let twin = self.twin(&twin, std::slice::from_ref(&id));
                let why = format!("{edit} is a question of {id}");
                self.add("open", choice, Expectation::Either { twin }, why);
            }
            Kind::Several(rules) => {
                let stage = rules.iter().map(|&r| self.contract.rule(r).stage).min().unwrap_or(Stage::Type);
                let ids = rules.iter().map(|&r| rule(r)).collect::<Vec<_>>().join(", ");
                let twin = self.twin(&twin, &[]);
                self.add("several", choice, Expectation::Reject { rule: None, stage, twin }, format!("{edit} violates {ids}"));
            }
            Kind::Joint(rules) => {
                let ids = rules.iter().map(|&r| rule(r)).collect::<Vec<_>>();
                let twin = self.twin(&twin, &ids);
                let ids = ids.join(", ");
                let expect = either(&self.contract.legality(&choice.tuple, choice.class), twin);
                self.add("joint", choice, expect, format!("{edit} is a question of {ids}"));
            }
        }
    }

    /// The name of a legal tuple that stands just inside the limits of some rules.
    pub fn twin(&mut self, choice: &Arc<Choice>, rules: &[String]) -> SmolStr {
        let at = match self.places.get(&crate::name::name(choice, 0)) {
            Some(&(at, _)) => at,
            None => self.accept("limit", Arc::clone(choice), "just inside a limit"),
        };
        if let Expectation::Accept { boundary_of } = &mut self.items[at].expect {
            for rule in rules {
                if !boundary_of.contains(rule) {
                    boundary_of.push(rule.clone());
                }
            }
            boundary_of.sort();
        }
        self.items[at].name.clone()
    }

    /// Adds a tuple; gives its place. One that is there already stays as it is, but in the stream and the exhaustive tier, where
    /// a tuple has as many stacks as its cases need.
    fn add(&mut self, strategy: &'static str, choice: Arc<Choice>, expect: Expectation, why: String) -> usize {
        let at = self.items.len();
        let name = crate::name::name(&choice, 0);
        let (first, parts) = self.places.entry(name.clone()).or_insert((at, 0));
        if *parts > 0 {
            let same = self.items[*first].choice == choice;
            assert!(same, "two tuples of {} have one name: more digits of the digest are needed", choice.tuple.op);
            if !matches!(self.tier, Tier::Stream | Tier::Exhaustive) {
                return *first;
            }
        }
        let name = crate::name::numbered(name, *parts);
        *parts += 1;
        let legality = self.contract.legality(&choice.tuple, choice.class);
        let contested = legality.contests.iter().map(|c| c.rule).collect();
        let (form, cases, principal) = (self.form, cases(self.tier, &choice.tuple), self.principal);
        self.items.push(Item { name, form, strategy, choice, cases, expect, block: 0, contested, why, principal, row: None });
        at
    }
}

/// What is expected of a tuple with open questions: that it runs, where whatever is admitted runs it.
fn either(legality: &Legality, twin: SmolStr) -> Expectation {
    match legality.verdict {
        Verdict::Accept => Expectation::Accept { boundary_of: vec![] },
        Verdict::Either | Verdict::Reject => Expectation::Either { twin },
    }
}
