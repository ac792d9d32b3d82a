//! The readings of a set, by number.

use crate::CheckError;
use crate::padding::{PADDING, Reach};
use ptoconf_schemas::{Alternative, AnswerLine, Names, ReadingInfo, Scope, SmolStr, Suite, Tuple};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// Most alternatives of a tuple and most options of a reading: they are kept as bits.
const BITS: usize = 64;

/// The readings of a set. A reading is its position in this catalog, an option its position in the reading.
pub struct Catalog<'a> {
    readings: Vec<&'a ReadingInfo>,
    /// By reading, a bit for each option: those that are admitted anywhere else, and those at each of its places.
    admitted: Vec<(u64, Vec<u64>)>,
    /// Only asked, so that its order says nothing.
    by_id: HashMap<&'a str, usize>,
}

/// What an alternative asks of the choice: options of a reading, a bit each.
pub type Condition = (usize, u64);

/// Conditions by the place where the choices are kept that they stand for: thousands of alternatives share those. The choices
/// are borrowed, so that nothing else can come to their place.
#[derive(Default)]
pub struct Known<'k>(HashMap<usize, (&'k When, Vec<Condition>)>);

/// The choices that an alternative stands under.
type When = Arc<Names<Vec<SmolStr>>>;

fn address(when: &When) -> usize {
    Arc::as_ptr(when).addr()
}

/// Where one option of a reading has to be followed throughout. It outlives the tuples that it was found by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The reading.
    pub reading: usize,
    /// Operation, form and dtype, as far as the scope of the reading goes.
    at: [SmolStr; 3],
}

impl Place {
    /// The place of a reading that has this operation, form and dtype, each empty where it does not go so far.
    pub fn new(reading: usize, at: &[String; 3]) -> Place {
        Place { reading, at: at.each_ref().map(SmolStr::new) }
    }

    /// Operation, form and dtype, as far as it goes.
    pub fn at(&self) -> [String; 3] {
        self.at.each_ref().map(SmolStr::to_string)
    }

    /// The same place of the reading that has this number elsewhere.
    pub fn with(&self, reading: usize) -> Place {
        Place { reading, at: self.at.clone() }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts: Vec<&str> = self.at.iter().map(SmolStr::as_str).take_while(|part| !part.is_empty()).collect();
        f.write_str(&parts.join("/"))
    }
}

impl<'a> Catalog<'a> {
    /// The readings of the profile and of the operations, and `others`, which earlier pieces of the set had.
    pub fn new(suite: &'a Suite, others: &'a [ReadingInfo]) -> Result<Self, CheckError> {
        let mut catalog = Catalog { readings: Vec::new(), admitted: Vec::new(), by_id: HashMap::new() };
        for reading in suite.profile.readings.iter().chain(suite.operations.iter().flat_map(|o| &o.readings)).chain(others) {
            catalog.add(reading)?;
        }
        Ok(catalog)
    }

    fn add(&mut self, reading: &'a ReadingInfo) -> Result<(), CheckError> {
        let wrong = |what: String| Err(CheckError::Suite(format!("reading `{}`: {what}", reading.id)));
        if reading.options.len() > BITS {
            return wrong(format!("{} options, expected at most {BITS}", reading.options.len()));
        }
        let admitted = reading.admitted.iter().chain(reading.at.iter().flat_map(|place| &place.admitted));
        if let Some(name) = admitted.into_iter().find(|name| option_of(reading, name).is_none()) {
            return wrong(format!("admits `{name}`, which is none of its options"));
        }
        if reading.id == PADDING && reading.options.iter().any(|o| padding_limit(&o.name).is_none()) {
            return wrong("expected options out of untouched, block, row, tile".to_string());
        }
        // Operations may repeat a reading that they share; the first one counts.
        if !self.by_id.contains_key(reading.id.as_str()) {
            self.by_id.insert(&reading.id, self.readings.len());
            self.readings.push(reading);
            let bits = |names: &[String]| names.iter().filter_map(|name| option_of(reading, name)).fold(0, |bits, o| bits | 1 << o);
            self.admitted.push((bits(&reading.admitted), reading.at.iter().map(|place| bits(&place.admitted)).collect()));
        }
        Ok(())
    }

    /// Every reading, by its number.
    pub fn readings(&self) -> &[&'a ReadingInfo] {
        &self.readings
    }

    /// The reading.
    pub fn reading(&self, reading: usize) -> &'a ReadingInfo {
        self.readings[reading]
    }

    /// The reading of this id.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// What an option of a reading says.
    pub fn statement(&self, id: &str, option: &str) -> Option<&'a str> {
        let reading = self.readings[*self.by_id.get(id)?];
        reading.options.iter().find(|o| o.name == option).map(|o| o.statement.as_str())
    }

    /// The reading of how far an operation may write outside its result, where the set has it.
    pub fn padding(&self) -> Option<usize> {
        self.by_id.get(PADDING).copied()
    }

    /// The options of the padding reading that agree with what was seen, a bit each.
    pub fn padding_agreeing(&self, padding: usize, reach: Reach) -> u64 {
        self.bits(padding, |name| padding_limit(name).is_some_and(|limit| reach <= limit))
    }

    /// The options of a reading that are admitted for a tuple, a bit each.
    pub fn admitted_options(&self, reading: usize, tuple: &Tuple) -> u64 {
        let (anywhere, at) = &self.admitted[reading];
        let place = self.readings[reading].at.iter().position(|place| place.fits(tuple));
        place.map_or(*anywhere, |place| at[place])
    }

    /// Whether an option of a reading is admitted for a tuple.
    pub fn admits(&self, id: &str, option: &str, tuple: &Tuple) -> bool {
        self.by_id.get(id).is_some_and(|&r| self.readings[r].admitted_for(tuple).iter().any(|name| name == option))
    }

    /// The conditions under which alternatives of an operation stand.
    pub fn known<'k>(&self, answers: &'k [AnswerLine]) -> Known<'k> {
        let mut known = Known::default();
        for when in answers.iter().flat_map(|answer| &answer.alternatives).map(|alternative| &alternative.when) {
            if let Entry::Vacant(vacant) = known.0.entry(address(when)) {
                // Whoever asks for those that are wrong is told what is.
                if let Ok(conditions) = self.under(when, |_, _| ()) {
                    vacant.insert((when, conditions));
                }
            }
        }
        known
    }

    /// The conditions of the alternatives of a tuple.
    pub fn conditions(&self, op: &str, answer: &AnswerLine, known: &Known<'_>) -> Result<Vec<Vec<Condition>>, CheckError> {
        if answer.alternatives.len() > BITS {
            let reason = format!("{} alternatives, expected at most {BITS}", answer.alternatives.len());
            return Err(CheckError::Answers { op: op.to_string(), tuple: answer.tuple.to_string(), reason });
        }
        let of = |alternative: &Alternative| match known.0.get(&address(&alternative.when)) {
            Some((_, conditions)) => Ok(conditions.clone()),
            None => self.condition(op, answer, alternative),
        };
        answer.alternatives.iter().map(of).collect()
    }

    fn condition(&self, op: &str, answer: &AnswerLine, alternative: &Alternative) -> Result<Vec<Condition>, CheckError> {
        let unknown = |id: &str, name: &str| CheckError::Answers {
            op: op.to_string(),
            tuple: answer.tuple.to_string(),
            reason: format!("alternative `{}` follows `{name}` of reading `{id}`, which suite.json does not have", alternative.name),
        };
        self.under(&alternative.when, unknown)
    }

    /// What choices ask; `unknown` is what is wrong with a reading or an option that is not there.
    fn under<E>(&self, when: &Names<Vec<SmolStr>>, unknown: impl Fn(&str, &str) -> E) -> Result<Vec<Condition>, E> {
        let options = |(id, names): (&str, &Vec<SmolStr>)| {
            let reading = *self.by_id.get(id).ok_or_else(|| unknown(id, names.first().map_or("", SmolStr::as_str)))?;
            let mut bits = 0;
            for name in names {
                bits |= 1 << option_of(self.readings[reading], name).ok_or_else(|| unknown(id, name))?;
            }
            Ok((reading, bits))
        };
        when.iter().map(options).collect()
    }

    /// The alternatives that some admitted choice leads to, a bit each.
    pub fn admitted_alternatives(&self, tuple: &Tuple, conditions: &[Vec<Condition>]) -> u64 {
        let admitted = |&(reading, options): &Condition| self.admitted_options(reading, tuple) & options != 0;
        conditions.iter().enumerate().fold(0, |bits, (i, all)| bits | u64::from(all.iter().all(admitted)) << i)
    }

    /// All options of a reading, a bit each.
    pub fn all_options(&self, reading: usize) -> u64 {
        self.bits(reading, |_| true)
    }

    /// The options of a reading of this name, a bit each.
    pub fn bits(&self, reading: usize, wanted: impl Fn(&str) -> bool) -> u64 {
        let options = self.readings[reading].options.iter().enumerate();
        options.filter(|(_, o)| wanted(&o.name)).fold(0, |bits, (i, _)| bits | 1 << i)
    }

    /// Over what one option of the reading must be followed, for a case of this tuple.
    pub fn place(&self, reading: usize, tuple: &Tuple) -> Place {
        let at: [&str; 3] = match self.readings[reading].scope {
            Scope::Run => [""; 3],
            Scope::Operation => [&tuple.op, "", ""],
            Scope::Form => [&tuple.op, &tuple.form, ""],
            Scope::FormDtype => [&tuple.op, &tuple.form, crate::words::dtype_name(tuple)],
        };
        Place { reading, at: at.map(SmolStr::new) }
    }
}

fn option_of(reading: &ReadingInfo, name: &str) -> Option<usize> {
    reading.options.iter().position(|o| o.name == name)
}

fn padding_limit(option: &str) -> Option<Reach> {
    Reach::ALL.into_iter().find(|r| r.option() == option)
}
