//! Every instantiation is worth a share: each choice of element types and attributes has a number of legal tuples of its
//! own and one of every data class, and reductions have structural data at every number of rows.
//!
//! The covering array has each pair of values; a type in which little is legal may have met a single size.

use crate::model::{Choice, Model};
use crate::rng::Stream;
use std::collections::{BTreeMap, BTreeSet};

/// Tuples of an instantiation.
const LEAST: usize = 8;
/// Choices of values that are tried for one tuple.
const TRIES: usize = 64;
/// Most elements of a tuple, so that many cost little.
const SMALL: u64 = 8 << 10;

/// An instantiation: the values of the parameters that choose it.
type Cell = Vec<usize>;

/// Which tuples count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Legal whatever admitted options are followed.
    Legal,
    /// With or without a question.
    Judged,
    /// With any number of them.
    Joint,
}

/// What one tuple of an instantiation has to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Duty {
    /// A data class, with several rows: counts differ by row.
    Class(usize),
    /// Structural data, at this number of elements that meet.
    Structure(usize),
}

/// Rows of values for instantiations that the given ones show too little of.
pub fn rows<'r>(model: &Model, given: impl Iterator<Item = &'r [usize]>, stream: &mut Stream) -> Vec<(Vec<usize>, Choice)> {
    let mut battery = Battery::new(model, given);
    for cell in model.cells() {
        battery.fill(&cell, stream);
    }
    battery.found
}

/// A share of the instantiations of which few are given and that run where several options are followed together, such as one
/// for the type of the data and one for that of the indices: the given legal tuples in these types, each with what it was, and others
/// where those are too few.
pub fn joint<'r>(model: &Model, given: impl Iterator<Item = &'r [usize]>, stream: &mut Stream) -> Vec<(Choice, Choice)> {
    let given: Vec<&[usize]> = given.collect();
    let mut battery = Battery::new(model, given.iter().copied());
    let mut found = vec![];
    for cell in model.cells() {
        let has_enough = |battery: &Battery| battery.number.get(&cell).is_some_and(|number| number[1] >= LEAST);
        if has_enough(&battery) || battery.harmless(&cell, Duty::Class(0), Wanted::Joint).is_none() {
            continue;
        }
        for values in &given {
            let mut own = values.to_vec();
            battery.put(&cell, &mut own);
            let is_new = |duty: &Duty| matches!(duty, Duty::Class(_)) && !battery.has.contains(&(cell.clone(), *duty));
            if has_enough(&battery) && !battery.duties(&own).iter().any(is_new) {
                continue;
            }
            // Several values may give one and the same tuple.
            let is_new = |choice: &Choice| choice.tuple.elements() <= SMALL && found.iter().all(|(known, _)| known != choice);
            let Some(choice) = model.joint(&own).filter(is_new) else { continue };
            if let Some(twin) = model.legal(values) {
                battery.count(&own);
                found.push((choice, twin));
            }
        }
        let mut failures = 0;
        while !has_enough(&battery) && failures < LEAST {
            failures += usize::from(!battery.add(&cell, None, Wanted::Joint, stream));
        }
        found.extend(battery.found.drain(..).filter_map(|(values, choice)| Some((choice, model.twin(&values)?))));
    }
    found
}

struct Battery<'m, 'a> {
    model: &'m Model<'a>,
    places: Vec<usize>,
    has: BTreeSet<(Cell, Duty)>,
    /// Tuples that are legal whatever admitted options are followed, and all that are judged.
    number: BTreeMap<Cell, [usize; 2]>,
    found: Vec<(Vec<usize>, Choice)>,
}

impl<'m, 'a> Battery<'m, 'a> {
    fn new<'r>(model: &'m Model<'a>, given: impl Iterator<Item = &'r [usize]>) -> Battery<'m, 'a> {
        let mut battery = Battery { model, places: model.cell_places(), has: BTreeSet::new(), number: BTreeMap::new(), found: vec![] };
        given.for_each(|values| battery.count(values));
        battery
    }

    /// Sets the values that choose an instantiation.
    fn put(&self, cell: &Cell, values: &mut [usize]) {
        self.places.iter().zip(cell).for_each(|(&place, &value)| values[place] = value);
    }

    fn count(&mut self, values: &[usize]) {
        let cell: Cell = self.places.iter().map(|&place| values[place]).collect();
        let number = self.number.entry(cell.clone()).or_default();
        number[0] += usize::from(self.model.is_legal(values));
        number[1] += 1;
        self.has.extend(self.duties(values).into_iter().map(|duty| (cell.clone(), duty)));
    }

    fn fill(&mut self, cell: &Cell, stream: &mut Stream) {
        let lacks = |battery: &Self, which: usize| battery.number.get(cell).is_none_or(|number| number[which] < LEAST);
        // Where nothing is legal without a question, what has one counts instead; where that is not found, nothing runs.
        for (which, wanted) in [(0, Wanted::Legal), (1, Wanted::Judged)] {
            // After some failures nothing is found where nothing was, and what is rare is looked for further.
            let mut failures = 0;
            while lacks(self, which) && failures < if self.number.contains_key(cell) { 8 * LEAST } else { LEAST / 2 } {
                failures += usize::from(!self.add(cell, None, wanted, stream));
            }
        }
        if self.number.contains_key(cell) {
            for duty in self.all_duties() {
                if !self.has.contains(&(cell.clone(), duty)) {
                    self.add(cell, Some(duty), Wanted::Judged, stream);
                }
            }
        }
    }

    /// Adds a tuple of the instantiation that shows what it has to; says whether one was found.
    fn add(&mut self, cell: &Cell, duty: Option<Duty>, wanted: Wanted, stream: &mut Stream) -> bool {
        let found = (0..TRIES).find_map(|_| self.attempt(cell, duty, wanted, stream)).or_else(|| self.harmless(cell, duty?, wanted));
        let is_found = found.is_some();
        if let Some((values, choice)) = found {
            self.count(&values);
            self.found.push((values, choice));
        }
        is_found
    }

    fn attempt(&self, cell: &Cell, duty: Option<Duty>, wanted: Wanted, stream: &mut Stream) -> Option<(Vec<usize>, Choice)> {
        let model = self.model;
        let mut values: Vec<usize> = model.sizes().iter().map(|&n| stream.below(n as u64) as usize).collect();
        self.put(cell, &mut values);
        self.show(&mut values, duty);
        if duty.is_some_and(|duty| !self.duties(&values).contains(&duty)) {
            return None;
        }
        let choice = self.choice(&values, wanted).filter(|choice| choice.tuple.elements() <= SMALL)?;
        Some((values, choice))
    }

    fn choice(&self, values: &[usize], wanted: Wanted) -> Option<Choice> {
        match wanted {
            Wanted::Legal => self.model.legal(values),
            Wanted::Judged => self.model.judged(values),
            Wanted::Joint => self.model.joint(values),
        }
    }

    /// Sets the values that a duty says.
    fn show(&self, values: &mut [usize], duty: Option<Duty>) {
        let model = self.model;
        match duty {
            Some(Duty::Class(class)) => values[model.class_place()] = class,
            Some(Duty::Structure(rows)) => {
                let structural: Vec<usize> = (0..model.form.classes.len()).filter(|&c| model.form.classes[c].is_structural()).collect();
                values[model.class_place()] = structural[rows % structural.len().max(1)];
                model.line_place().into_iter().for_each(|place| values[place] = rows);
            }
            None => {}
        }
    }

    /// What shows a duty where everything else is harmless, or is but for one parameter: some of it is legal if anything is.
    fn harmless(&self, cell: &Cell, duty: Duty, wanted: Wanted) -> Option<(Vec<usize>, Choice)> {
        let sizes = self.model.sizes();
        let others = (0..sizes.len()).flat_map(|place| (1..sizes[place]).map(move |value| Some((place, value))));
        std::iter::once(None).chain(others).find_map(|other| {
            let mut values = vec![0; sizes.len()];
            other.into_iter().for_each(|(place, value)| values[place] = value);
            self.put(cell, &mut values);
            self.show(&mut values, Some(duty));
            let choice = self.choice(&values, wanted).filter(|_| self.duties(&values).contains(&duty))?;
            Some((values, choice))
        })
    }

    fn all_duties(&self) -> Vec<Duty> {
        let classes = (0..self.model.form.classes.len()).map(Duty::Class);
        let rows = if self.model.form.combine.reduces() { self.model.line_values() } else { 0 };
        classes.chain((0..rows).map(Duty::Structure)).collect()
    }

    fn duties(&self, values: &[usize]) -> Vec<Duty> {
        let (model, class) = (self.model, values[self.model.class_place()]);
        let several = model.line_place().is_none_or(|place| !model.is_one(values[place]));
        let shows = model.form.combine.reduces() && model.form.classes[class].is_structural();
        let rows = model.line_place().filter(|_| shows).map(|place| Duty::Structure(values[place]));
        several.then_some(Duty::Class(class)).into_iter().chain(rows).collect()
    }
}
