//! The readings of a set at their places, and choices of an option for each.

use ptoconf_checker::ChosenAt;
use ptoconf_follower::{Numbers, place};
use ptoconf_schemas::{ReadingInfo, Suite, Tuple};
use ptoconf_vectors::OperationReader;
use std::collections::BTreeMap;

/// A reading at a place.
pub struct Variable<'a> {
    /// The reading.
    pub reading: &'a ReadingInfo,
    /// Where one option of it is followed throughout.
    pub place: String,
    /// The options that are admitted there, the default first.
    pub admitted: Vec<usize>,
}

/// The variables of a set.
pub struct Variables<'a> {
    /// All of them, in the order of the set.
    pub all: Vec<Variable<'a>>,
    /// By operation and tuple, which of `groups` has its variables.
    pub group_of: Vec<Vec<usize>>,
    /// Variables by reading.
    pub groups: Vec<BTreeMap<&'a str, usize>>,
}

/// An option for every variable, and a seed for all that is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// By variable, the position of the option in its reading.
    pub options: Vec<usize>,
    /// Decides the order of the checks, and what no reading asks.
    pub seed: u64,
}

impl<'a> Variables<'a> {
    /// The variables of a set.
    pub fn of(suite: &'a Suite, readers: &[OperationReader]) -> Variables<'a> {
        let mut variables = Variables { all: vec![], group_of: vec![], groups: vec![] };
        let mut known: BTreeMap<(&str, String), usize> = BTreeMap::new();
        for (info, reader) in suite.operations.iter().zip(readers) {
            let readings: Vec<&ReadingInfo> = suite.profile.readings.iter().chain(&info.readings).collect();
            let mut groups: BTreeMap<(&str, &str), usize> = BTreeMap::new();
            let mut own = vec![];
            for line in reader.tuples.iter() {
                let dtype = line.tuple.operands.first().map_or("", |o| o.tile.dtype.name());
                let group = *groups.entry((&line.tuple.form, dtype)).or_insert_with(|| {
                    let of = |reading: &&'a ReadingInfo| (reading.id.as_str(), variables.find(&mut known, reading, &line.tuple));
                    let group = readings.iter().map(of).collect();
                    variables.groups.push(group);
                    variables.groups.len() - 1
                });
                own.push(group);
            }
            variables.group_of.push(own);
        }
        variables
    }

    fn find(&mut self, known: &mut BTreeMap<(&'a str, String), usize>, reading: &'a ReadingInfo, tuple: &Tuple) -> usize {
        let place = place(reading, tuple);
        *known.entry((&reading.id, place.clone())).or_insert_with(|| {
            let position = |name: &String| reading.options.iter().position(|o| o.name == *name);
            let admitted = reading.admitted_for(tuple).iter().filter_map(position).collect();
            self.all.push(Variable { reading, place, admitted });
            self.all.len() - 1
        })
    }

    /// The default of the profile everywhere.
    pub fn default(&self) -> Choice {
        Choice { options: self.all.iter().map(|v| v.admitted.first().copied().unwrap_or(0)).collect(), seed: 0 }
    }

    /// An admitted option of everything, at random.
    pub fn random(&self, seed: u64) -> Choice {
        let mut numbers = Numbers::new(seed, "options");
        let mut draw = |v: &Variable<'_>| v.admitted[numbers.below(v.admitted.len() as u64) as usize];
        Choice { options: self.all.iter().map(&mut draw).collect(), seed }
    }

    /// The same with this option of a reading at all places.
    pub fn with(&self, choice: &Choice, reading: &str, option: usize) -> Choice {
        let mut choice = choice.clone();
        for (variable, own) in self.all.iter().zip(&mut choice.options).filter(|(v, _)| v.reading.id == reading) {
            debug_assert!(option < variable.reading.options.len());
            *own = option;
        }
        choice
    }

    /// The same with this option of a reading at the places where both of two are admitted.
    pub fn with_where_both(&self, choice: &Choice, reading: &str, option: usize, both: [usize; 2]) -> Choice {
        let mut choice = choice.clone();
        let here = |v: &Variable<'_>| v.reading.id == reading && both.iter().all(|o| v.admitted.contains(o));
        for (_, own) in self.all.iter().zip(&mut choice.options).filter(|(v, _)| here(v)) {
            *own = option;
        }
        choice
    }

    /// The same with what results were found to follow, where that is something else.
    pub fn as_found(&self, choice: &Choice, found: &[ChosenAt]) -> Choice {
        let of = |(v, &own): (&Variable<'_>, &usize)| {
            let here = found.iter().find(|f| f.reading == v.reading.id && f.place == v.place);
            let mut follows = here.iter().flat_map(|f| &f.options);
            let name = |option: usize| &v.reading.options[option].name;
            match follows.clone().any(|o| o == name(own)) {
                true => own,
                false => follows.find_map(|o| v.admitted.iter().copied().find(|&a| name(a) == o)).unwrap_or(own),
            }
        };
        Choice { options: self.all.iter().zip(&choice.options).map(of).collect(), seed: choice.seed }
    }

    /// The readings, each once.
    pub fn readings(&self) -> Vec<&'a ReadingInfo> {
        let mut readings: Vec<&ReadingInfo> = vec![];
        for variable in &self.all {
            if !readings.iter().any(|r| r.id == variable.reading.id) {
                readings.push(variable.reading);
            }
        }
        readings
    }

    /// The options that are admitted at some place.
    pub fn admitted(&self, reading: &str) -> Vec<usize> {
        let mut admitted: Vec<usize> = vec![];
        for variable in self.all.iter().filter(|v| v.reading.id == reading) {
            admitted.extend(variable.admitted.iter().filter(|o| !admitted.contains(o)).copied().collect::<Vec<_>>());
        }
        admitted
    }

    /// What a choice has that is not the default, in words.
    pub fn words(&self, choice: &Choice) -> Vec<String> {
        let of = |(v, &option): (&Variable<'_>, &usize)| {
            let at = if v.place.is_empty() { String::new() } else { format!(" at {}", v.place) };
            (v.admitted.first() != Some(&option)).then(|| format!("{} = {}{at}", v.reading.id, v.reading.options[option].name))
        };
        self.all.iter().zip(&choice.options).filter_map(of).collect()
    }
}
