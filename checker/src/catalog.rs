//! The readings of a set, by number.

use crate::CheckError;
use crate::padding::{PADDING, Reach};
use ptoconf_schemas::{Alternative, AnswerLine, ReadingInfo, Scope, Suite, Tuple};
use std::collections::BTreeMap;

/// Most alternatives of a tuple and most options of a reading: they are kept as bits.
const BITS: usize = 64;

/// The readings of a set. A reading is its position in this catalog, an option its position in the reading.
pub struct Catalog<'a> {
    readings: Vec<&'a ReadingInfo>,
    by_id: BTreeMap<&'a str, usize>,
}

/// What the alternatives of a tuple say of one reading.
pub struct Tags {
    /// The reading.
    pub reading: usize,
    /// The option of each alternative; none where it does not mention the reading.
    pub options: Vec<Option<usize>>,
    /// The options that occur, a bit each.
    pub present: u64,
}

impl Tags {
    /// The options that agree with a case that matches these alternatives.
    pub fn agreeing(&self, matched: u64) -> u64 {
        let mut agreeing = 0;
        for index in (0..self.options.len()).filter(|i| matched >> i & 1 == 1) {
            match self.options[index] {
                Some(option) => agreeing |= 1 << option,
                None => return self.present,
            }
        }
        agreeing
    }
}

impl<'a> Catalog<'a> {
    /// The readings of the profile and of the operations.
    pub fn new(suite: &'a Suite) -> Result<Self, CheckError> {
        let mut catalog = Catalog { readings: Vec::new(), by_id: BTreeMap::new() };
        for reading in suite.profile.readings.iter().chain(suite.operations.iter().flat_map(|o| &o.readings)) {
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
        }
        Ok(())
    }

    /// The reading.
    pub fn reading(&self, reading: usize) -> &'a ReadingInfo {
        self.readings[reading]
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
        let options = self.readings[padding].options.iter().enumerate();
        options.filter(|(_, o)| padding_limit(&o.name).is_some_and(|limit| reach <= limit)).map(|(i, _)| 1 << i).sum()
    }

    /// The options of a reading that are admitted for a tuple, a bit each.
    pub fn admitted_options(&self, reading: usize, tuple: &Tuple) -> u64 {
        let reading = self.readings[reading];
        reading.admitted_for(tuple).iter().filter_map(|name| option_of(reading, name)).fold(0, |bits, o| bits | 1 << o)
    }

    /// Whether an option of a reading is admitted for a tuple.
    pub fn admits(&self, id: &str, option: &str, tuple: &Tuple) -> bool {
        self.by_id.get(id).is_some_and(|&r| self.readings[r].admitted_for(tuple).iter().any(|name| name == option))
    }

    /// The alternatives that follow admitted options only, a bit each.
    pub fn admitted_alternatives(&self, tuple: &Tuple, answer: &AnswerLine) -> Result<u64, CheckError> {
        let op = &tuple.op;
        if answer.alternatives.len() > BITS {
            let reason = format!("{} alternatives, expected at most {BITS}", answer.alternatives.len());
            return Err(CheckError::Answers { op: op.to_string(), tuple: answer.tuple.clone(), reason });
        }
        let mut bits = 0;
        for (index, alternative) in answer.alternatives.iter().enumerate() {
            let mut admitted = true;
            for (id, name) in &alternative.readings {
                let (reading, option) = self.resolve(op, answer, alternative, id, name)?;
                admitted &= self.admitted_options(reading, tuple) >> option & 1 == 1;
            }
            bits |= u64::from(admitted) << index;
        }
        Ok(bits)
    }

    /// What the alternatives of a tuple say, reading by reading.
    pub fn tags(&self, op: &str, answer: &AnswerLine) -> Result<Vec<Tags>, CheckError> {
        let mut tags: BTreeMap<usize, Tags> = BTreeMap::new();
        for (index, alternative) in answer.alternatives.iter().enumerate() {
            for (id, name) in &alternative.readings {
                let (reading, option) = self.resolve(op, answer, alternative, id, name)?;
                let none = || Tags { reading, options: vec![None; answer.alternatives.len()], present: 0 };
                let entry = tags.entry(reading).or_insert_with(none);
                entry.options[index] = Some(option);
                entry.present |= 1 << option;
            }
        }
        Ok(tags.into_values().collect())
    }

    fn resolve(
        &self,
        op: &str,
        answer: &AnswerLine,
        alternative: &Alternative,
        id: &str,
        name: &str,
    ) -> Result<(usize, usize), CheckError> {
        let reading = self.by_id.get(id).copied();
        let found = reading.and_then(|r| Some((r, option_of(self.readings[r], name)?)));
        found.ok_or_else(|| CheckError::Answers {
            op: op.to_string(),
            tuple: answer.tuple.clone(),
            reason: format!("alternative `{}` follows `{name}` of reading `{id}`, which suite.json does not have", alternative.name),
        })
    }

    /// Over what one option of the reading must be followed, for a case of this tuple.
    pub fn place(&self, reading: usize, tuple: &Tuple) -> String {
        let dtype = crate::words::dtype_name(tuple);
        match self.readings[reading].scope {
            Scope::Run => String::new(),
            Scope::Operation => tuple.op.clone(),
            Scope::Form => format!("{}/{}", tuple.op, tuple.form),
            Scope::FormDtype => format!("{}/{}/{dtype}", tuple.op, tuple.form),
        }
    }
}

fn option_of(reading: &ReadingInfo, name: &str) -> Option<usize> {
    reading.options.iter().position(|o| o.name == name)
}

fn padding_limit(option: &str) -> Option<Reach> {
    Reach::ALL.into_iter().find(|r| r.option() == option)
}
