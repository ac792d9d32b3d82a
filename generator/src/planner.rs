//! The plan of a form: what each strategy makes, each tuple once.

use crate::fill::pairs;
use crate::item::{Item, Items};
use crate::model::{Choice, Extents, Model, is_plainly_legal};
use crate::request::{Request, Step};
use crate::rng::Stream;
use crate::strategy::adopt::{Adopted, adopt};
use crate::strategy::cover::{Array, cover, first_rows};
use crate::strategy::disguise::Donors;
use crate::strategy::kind::Kind;
use crate::strategy::perturb::{Changed, Perturbed, perturb};
use crate::strategy::tall::{self, Tall};
use crate::strategy::triples::{self, Possible};
use crate::strategy::{battery, counts, order};
use crate::tiers::{Volume, cases, volume};
use ptoconf_reference::{Class, Contract, Form};
use ptoconf_schemas::{Coverage, DType, SmolStr, Stage, Tier};
use std::cell::OnceCell;
use std::sync::Arc;

/// What the tuples of a form cover.
pub(crate) struct Covered {
    /// Of all parameters.
    pub coverage: Coverage,
    /// Where combinations of three were looked for, the possible ones.
    pub possible: Option<Possible>,
}

/// Plans one form.
pub(crate) struct Planner<'a> {
    contract: &'a Contract<'a>,
    form: &'a Form,
    request: &'a Request,
    model: Model<'a>,
    array: OnceCell<Array<Choice>>,
    possible: OnceCell<Possible>,
    items: Items<'a>,
    /// Legal tuples that are changed to find illegal ones, and open ones with a legal twin.
    legal: Vec<Arc<Choice>>,
    open: Vec<(Arc<Choice>, Arc<Choice>)>,
    /// Branches of rules that are tried, and all that were met.
    branches: [u64; 2],
}

impl<'a> Planner<'a> {
    pub fn new(contract: &'a Contract<'a>, form: &'a Form, index: usize, request: &'a Request) -> Planner<'a> {
        let model = Model::new(contract, form);
        let items = Items::new(contract, form, index, request.tier);
        let (array, possible) = (OnceCell::new(), OnceCell::new());
        Planner { contract, form, request, model, array, possible, items, legal: vec![], open: vec![], branches: [0; 2] }
    }

    /// The tuples, and what their rows cover.
    pub fn end(self) -> (Vec<Item>, Covered) {
        let mut coverage = self.array.get().map(|array| array.coverage(self.items.rows())).unwrap_or_default();
        [coverage.branches_covered, coverage.branches] = self.branches;
        (self.items.into_vec(), Covered { coverage, possible: self.possible.into_inner() })
    }

    /// Adds what a step of a tier adds.
    ///
    /// # Panics
    /// Where a tuple of the steps before is not there any more, or has another number of cases: tiers are nested.
    pub fn take(&mut self, step: Step) {
        let below: Vec<(SmolStr, u32)> = self.items.as_slice().iter().map(|item| (item.name.clone(), item.cases)).collect();
        // What a larger tier adds has as many cases there as that tier says; the rest has as many as below.
        self.items.tier = match (step, self.request.tier) {
            (Step::Extensive, tier) => tier,
            (_, Tier::Extensive) => Tier::Standard,
            (_, tier) => tier,
        };
        match step {
            Step::Adopted(chosen) => self.adopted(chosen),
            Step::Few => self.tiered(&volume(Tier::Smoke)),
            Step::Standard => self.tiered(&volume(Tier::Standard)),
            Step::Extensive => self.tiered(&volume(Tier::Extensive)),
            Step::Stream => self.stream(),
            Step::Exhaustive => self.exhaustive(),
        }
        let same = |(item, (name, cases)): (&Item, &(SmolStr, u32))| item.name == *name && item.cases == *cases;
        let now = self.items.as_slice();
        let stays = below.len() <= now.len() && now.iter().zip(&below).all(same);
        assert!(stays, "{}: a tuple of the tier below is not there, or has other cases", self.contract.operation.name);
    }

    /// Covering array, instantiations, limits of extents, orders, and what is changed of them.
    fn tiered(&mut self, volume: &Volume) {
        (self.legal, self.open) = (vec![], vec![]);
        self.cover(volume);
        if volume.battery {
            let rows = battery::rows(&self.model, self.items.rows(), &mut self.stream_for("battery", 0));
            self.judged(rows, ["battery", "open"], "a share of every instantiation");
            for Tall { choice, twin, why } in tall::choices(&self.model) {
                match twin {
                    Some(twin) => self.items.open_row("tall-open", choice.into(), &twin.into(), why),
                    None => self.items.accept("tall", choice.into(), why),
                };
            }
            for (choice, twin) in counts::choices(&self.model) {
                let why = "counts of this type at every edge";
                match twin {
                    Some(twin) => self.items.open_row("counts-open", choice.into(), &twin.into(), why),
                    None => self.items.accept("counts", choice.into(), why),
                };
            }
        }
        self.random(volume.random);
        for choice in order::choices(&self.model, volume) {
            self.items.accept("order", choice.into(), "order of additions");
        }
        if volume.triples {
            let possible = self.possible.get_or_init(|| Possible::of(&self.model));
            let rows = triples::rows(&self.model, possible, self.items.rows(), &mut self.stream_for("triples", 0));
            for (values, choice) in rows {
                let at = self.items.accept("triples", choice.into(), "three parameter values");
                self.items.set_row(at, values);
            }
        }
        if volume.cover.is_none() {
            self.lost();
        }
        let bases = spread(&self.legal, volume.bases);
        let small = smallest(&bases, volume.small_bases);
        let Perturbed { changed, branches } = perturb(self.contract, self.form, &[&bases, &small], &self.legal, &self.open, volume);
        if volume.branches {
            self.branches = branches;
        }
        self.changed(changed);
        if volume.cover.is_none() {
            self.far();
        }
        if volume.battery {
            self.joint();
        }
    }

    /// Tuples do not depend on the seed, but for random ones: the same id names the same tuple in every set of a profile.
    fn stream_for(&self, purpose: &str, seed: u64) -> Stream {
        Stream::new(seed, self.contract.operation.name, self.form.name, purpose, 0)
    }

    fn cover(&mut self, volume: &Volume) {
        let mut stream = self.stream_for("cover", 0);
        let model = &self.model;
        let array =
            self.array.get_or_init(|| cover(&model.sizes(), &mut stream, |values| model.is_judged(values), |values| model.judged(values)));
        let picked = first_rows(array, volume.cover.unwrap_or(array.rows.len()));
        let rows = picked.into_iter().map(|at| array.rows[at].clone()).collect();
        self.judged(rows, ["cover", "cover-open"], "pairs of parameter values");
    }

    /// Rows with so many questions that no legal tuple is near are none of the set: their pairs come in harmless ones.
    fn lost(&mut self) {
        let lost = self.array.get().map(|array| array.lost(self.items.rows())).unwrap_or_default();
        let rows = lost.into_iter().filter_map(|values| self.model.judged(&values).map(|choice| (values, choice))).collect();
        self.judged(rows, ["cover", "cover-open"], "pairs of parameter values");
    }

    /// Pairs of which no row is near a legal tuple: put into the first tuple of the set that is judged with them.
    fn far(&mut self) {
        let rows: Vec<Vec<usize>> = self.items.rows().map(<[usize]>::to_vec).collect();
        let rows: Vec<&[usize]> = rows.iter().map(Vec::as_slice).collect();
        let lost = self.array.get().map(|array| array.put_in(&rows)).unwrap_or_default();
        let is_there = |values: Vec<usize>| {
            let choice = self.model.judged(&values)?;
            (is_plainly_legal(self.contract, &choice) || self.model.twin(&values).is_some()).then_some((values, choice))
        };
        let found = lost.into_iter().filter_map(|mut changed| changed.find_map(is_there)).collect();
        self.judged(found, ["cover", "cover-open"], "pairs of parameter values");
    }

    /// A share of the instantiations that only several options together let run. Nothing else is made of these.
    fn joint(&mut self) {
        for (choice, twin) in battery::joint(&self.model, self.items.rows(), &mut self.stream_for("joint", 0)) {
            self.items.open_row("joint", choice.into(), &twin.into(), "a share of every instantiation");
        }
    }

    /// Adds rows of values: the legal ones, then those with a question, each with a legal twin. Both have a strategy.
    fn judged(&mut self, rows: Vec<(Vec<usize>, Choice)>, [legal, open]: [&'static str; 2], why: &'static str) {
        let (plain, asked): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, choice)| is_plainly_legal(self.contract, choice));
        for (values, choice) in plain {
            let choice = Arc::new(choice);
            self.legal.push(Arc::clone(&choice));
            let at = self.items.accept(legal, choice, why);
            self.items.set_row(at, values);
        }
        for (values, choice) in asked {
            let Some(twin) = self.model.twin(&values) else { continue };
            let (choice, twin) = (Arc::new(choice), Arc::new(twin));
            self.open.push((Arc::clone(&choice), Arc::clone(&twin)));
            let at = self.items.open_row(open, choice, &twin, why);
            self.items.set_row(at, values);
        }
    }

    /// The tuples that were chosen for another profile, as the rules of this one see them.
    fn adopted(&mut self, chosen: &[Item]) {
        let own: Vec<&Item> = chosen.iter().filter(|item| item.form == self.items.form).collect();
        let Adopted { legal, changed } = adopt(self.contract, self.form, &own, chosen);
        for choice in legal {
            self.items.accept("chosen", choice, "chosen for another profile");
        }
        self.changed(changed);
    }

    /// Random legal tuples; these do depend on the seed.
    fn random(&mut self, number: usize) {
        let sizes = self.model.sizes();
        let mut stream = self.stream_for("random", self.request.seed);
        let mut left = number;
        // One choice in dozens is legal; the bound only guards against a form without any.
        for _ in 0..number * 2000 {
            if left == 0 {
                break;
            }
            let values: Vec<usize> = sizes.iter().map(|&n| stream.below(n as u64) as usize).collect();
            if let Some(choice) = self.model.legal(&values) {
                self.items.accept("random", choice.into(), "random parameter values");
                left -= 1;
            }
        }
    }

    /// As many cases of one shape as asked for.
    fn stream(&mut self) {
        let filter = &self.request.filter;
        let shape = filter.shape.unwrap_or([16, 64]);
        let valid = filter.valid.unwrap_or(shape);
        let mut choices = vec![];
        for &dtype in DType::ALL.iter().filter(|d| filter.dtype(**d)) {
            for class in self.form.classes.iter().filter(|c| filter.class(c.name)) {
                choices.extend(
                    self.model
                        .attributes()
                        .iter()
                        .filter_map(|attributes| self.model.of_shape(dtype, *class, attributes, Extents::new(shape, valid)))
                        .map(Arc::new),
                );
            }
        }
        let mut left = filter.cases.unwrap_or(1000);
        while left > 0 && !choices.is_empty() {
            let share = left.div_ceil(choices.len() as u64);
            for choice in &choices {
                let cases = share.min(left).min(cases(Tier::Stream, &choice.tuple).into());
                if cases > 0 {
                    let at = self.items.accept("stream", Arc::clone(choice), "many cases of one shape");
                    self.items.set_cases(at, cases as u32);
                    left -= cases;
                }
            }
        }
    }

    /// Every pair of two values, as far as the blocks are asked for. Where documents differ on a type, beside a twin of another.
    fn exhaustive(&mut self) {
        if !self.form.combine.has_pairs() {
            return;
        }
        let extents = Extents::new(pairs::SHAPE, pairs::SHAPE);
        for attributes in self.model.attributes() {
            let legal = |dtype: DType, class: Class| self.model.of_shape(dtype, class, &attributes, extents);
            let twin = DType::ALL.iter().find_map(|&dtype| legal(dtype, Class::EXACT_WINDOW)).map(Arc::new);
            for &dtype in DType::ALL.iter().filter(|d| Class::PAIRS.applies(**d) && self.request.filter.dtype(**d)) {
                let open = || Some((self.model.judged_of_shape(dtype, Class::PAIRS, &attributes, extents)?, Some(twin.as_ref()?)));
                let found = legal(dtype, Class::PAIRS).map(|choice| (choice, None)).or_else(open);
                let Some((choice, twin)) = found else { continue };
                let choice = Arc::new(choice);
                for block in self.request.filter.blocks_of(pairs::blocks(dtype)) {
                    self.items.block(&choice, twin, block, pairs::cases(dtype));
                }
            }
        }
    }

    /// Adds changed tuples: those that break a rule last, with data as all the legal ones have them.
    fn changed(&mut self, changed: Vec<Changed>) {
        let (broken, others): (Vec<_>, Vec<_>) = changed.into_iter().partition(|c| self.breaks_a_rule_whatever_its_data(&c.kind));
        others.into_iter().for_each(|changed| self.items.change(changed));
        broken.iter().for_each(|changed| drop(self.items.twin(&changed.twin, &[])));
        let donors = Donors::of(self.items.as_slice());
        for changed in broken {
            for choice in donors.disguises(self.contract, self.form, &changed.kind, changed.choice.clone()) {
                self.items.change(Changed { choice, ..changed.clone() });
            }
        }
    }

    fn breaks_a_rule_whatever_its_data(&self, kind: &Kind) -> bool {
        match kind {
            Kind::Illegal(rule) => self.contract.rule(*rule).stage != Stage::Value,
            Kind::Several(_) => true,
            _ => false,
        }
    }
}

/// At most `number` of the tuples, evenly spread.
fn spread(all: &[Arc<Choice>], number: usize) -> Vec<Arc<Choice>> {
    let step = all.len().div_ceil(number.max(1)).max(1);
    all.iter().step_by(step).cloned().collect()
}

/// The smallest tuples of some: what is illegal moves nothing, but its twin does.
fn smallest(some: &[Arc<Choice>], number: usize) -> Vec<Arc<Choice>> {
    let mut some = some.to_vec();
    some.sort_by_key(|choice| choice.tuple.operands.iter().map(|o| o.tile.bytes()).sum::<u64>());
    some.truncate(number);
    some
}
