//! Which readings the results follow, and whether they do so throughout.
//!
//! A case counts as evidence on a reading where it matches some known behaviour and the options
//! that agree with it are fewer than those that the tuple tells apart. The option with the most
//! evidence at a place is the one followed there. An option that a tuple does not have is neither
//! supported nor contradicted by its cases.

use crate::CheckError;
use crate::catalog::{Catalog, Tags};
use crate::judge::Operation;
use crate::state::{CaseState, Cause};
use ptoconf_schemas::{ReadingReport, Tuple};
use std::collections::BTreeMap;

/// A case by operation, tuple and slot.
pub type Place = (usize, usize, u32);

/// The evidence on one reading at one place.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// Cases that are evidence and agree, by option.
    agreeing: Vec<u64>,
    /// The first such case, by option.
    example: Vec<Option<Place>>,
    /// Options that some case contradicts, a bit each.
    contradicted: u64,
    /// Cases that tell options apart.
    evidence: u64,
    /// Cases that passed but follow another option.
    inconsistent: u64,
    /// What the profile admits here, its default first.
    admitted: Vec<String>,
}

impl Tally {
    /// Counts a case, unless every option that its tuple tells apart agrees with it.
    fn add(&mut self, options: usize, present: u64, agreeing: u64, case: Place) {
        if agreeing != present {
            self.count(options, present, agreeing, case);
        }
    }

    fn count(&mut self, options: usize, present: u64, agreeing: u64, case: Place) {
        self.agreeing.resize(options, 0);
        self.example.resize(options, None);
        self.evidence += 1;
        self.contradicted |= present & !agreeing;
        for option in (0..options).filter(|o| agreeing >> o & 1 == 1) {
            self.agreeing[option] += 1;
            self.example[option].get_or_insert(case);
        }
    }

    /// The admitted option with the most evidence; of several, the strongest one.
    fn binding(&self, admitted: u64) -> Option<usize> {
        let candidates = (0..self.agreeing.len()).filter(|&o| admitted >> o & 1 == 1 && self.agreeing[o] > 0);
        candidates.min_by_key(|&o| std::cmp::Reverse(self.agreeing[o]))
    }

    /// The option with the most evidence; of several, the strongest one that is admitted.
    fn winner(&self, admitted: u64) -> Option<usize> {
        let most = self.agreeing.iter().max()?;
        let best = || (0..self.agreeing.len()).filter(|&o| self.agreeing[o] == *most);
        best().find(|o| admitted >> o & 1 == 1).or_else(|| best().next())
    }
}

/// The evidence of a whole run.
#[derive(Default)]
pub struct Book {
    tallies: BTreeMap<(usize, String), Tally>,
}

/// What a case that passed follows, against what the others follow.
pub struct Deviation {
    /// Reading id.
    pub reading: String,
    /// The option that the case follows.
    pub own: String,
    /// The option followed at `place`.
    pub winner: String,
    /// Where.
    pub place: String,
    /// Cases at this place that agree with the winner.
    pub agreeing: u64,
    /// One of them.
    pub example: Option<Place>,
}

impl Book {
    /// Adds the cases of one tuple.
    pub fn add(&mut self, operation: &Operation<'_>, at: (usize, usize), states: &[CaseState]) -> Result<(), CheckError> {
        let (catalog, tuple) = (operation.catalog, &operation.reader.tuples[at.1].tuple);
        let informative = |state: &CaseState| state.matched != 0;
        for tags in catalog.tags(operation.name, &operation.answers[at.1])? {
            let tally = self.tally(catalog, tags.reading, tuple);
            let options = catalog.reading(tags.reading).options.len();
            for (slot, state) in (0..).zip(states).filter(|(_, state)| informative(state)) {
                tally.add(options, tags.present, tags.agreeing(state.matched), (at.0, at.1, slot));
            }
        }
        if let Some(padding) = catalog.padding() {
            let options = catalog.reading(padding).options.len();
            let all = (0..options).fold(0, |bits, o| bits | 1 << o);
            let tally = self.tally(catalog, padding, tuple);
            for (slot, state) in (0..).zip(states) {
                // What leaves the padding alone agrees with every option; that is evidence too.
                if let Some(reach) = state.reach {
                    tally.count(options, all, catalog.padding_agreeing(padding, reach), (at.0, at.1, slot));
                }
            }
        }
        Ok(())
    }

    fn tally(&mut self, catalog: &Catalog<'_>, reading: usize, tuple: &Tuple) -> &mut Tally {
        let fresh = || Tally { admitted: catalog.reading(reading).admitted_for(tuple).to_vec(), ..Tally::default() };
        self.tallies.entry((reading, catalog.place(reading, tuple))).or_insert_with(fresh)
    }

    /// The admitted option that the alternatives of a tuple have to follow; none where there is
    /// no evidence, or the tuple does not have it. Results that follow none throughout have to
    /// follow the admitted one with the most evidence: else they would pass option by option.
    fn binding(&self, catalog: &Catalog<'_>, tags: &Tags, tuple: &Tuple) -> Option<usize> {
        let admitted = catalog.admitted_options(tags.reading, tuple);
        let winner = self.tallies.get(&(tags.reading, catalog.place(tags.reading, tuple)))?.binding(admitted)?;
        (tags.present >> winner & 1 == 1).then_some(winner)
    }

    /// Marks the cases of a tuple that passed, but with other readings than the rest.
    pub fn settle(&mut self, operation: &Operation<'_>, tuple: usize, states: &mut [CaseState]) -> Result<(), CheckError> {
        let (catalog, answer) = (operation.catalog, &operation.answers[tuple]);
        let tuple = &operation.reader.tuples[tuple].tuple;
        let all_tags = catalog.tags(operation.name, answer)?;
        if all_tags.is_empty() {
            return Ok(());
        }
        let admitted = catalog.admitted_alternatives(tuple, answer)?;
        let followers: Vec<u64> = all_tags.iter().map(|tags| followers(tags, self.binding(catalog, tags, tuple))).collect();
        let consistent = followers.iter().fold(admitted, |bits, f| bits & f);
        for state in states.iter_mut().filter(|s| s.cause == Cause::Pass && s.matched != 0 && s.matched & consistent == 0) {
            state.cause = Cause::Inconsistent;
            for (tags, _) in all_tags.iter().zip(&followers).filter(|(_, f)| state.matched & admitted & **f == 0) {
                self.tally(catalog, tags.reading, tuple).inconsistent += 1;
            }
        }
        Ok(())
    }

    /// Why a case was marked by [`Book::settle`]: the first reading that it does not share.
    pub fn deviation(&self, operation: &Operation<'_>, tuple: usize, matched: u64) -> Result<Option<Deviation>, CheckError> {
        let (catalog, answer) = (operation.catalog, &operation.answers[tuple]);
        let line = &operation.reader.tuples[tuple].tuple;
        let matched = matched & catalog.admitted_alternatives(line, answer)?;
        for tags in catalog.tags(operation.name, answer)? {
            let binding = self.binding(catalog, &tags, line);
            let own = tags.options.iter().enumerate().filter(|(i, _)| matched >> i & 1 == 1).find_map(|(_, o)| *o);
            let (Some(winner), Some(own)) = (binding, own) else { continue };
            if matched & followers(&tags, binding) == 0 {
                let (reading, place) = (catalog.reading(tags.reading), catalog.place(tags.reading, line));
                let tally = &self.tallies[&(tags.reading, place.clone())];
                return Ok(Some(Deviation {
                    reading: reading.id.clone(),
                    own: reading.options[own].name.clone(),
                    winner: reading.options[winner].name.clone(),
                    agreeing: tally.agreeing[winner],
                    example: tally.example[winner],
                    place,
                }));
            }
        }
        Ok(None)
    }

    /// The readings on which there is evidence.
    pub fn report(&self, catalog: &Catalog<'_>) -> Vec<ReadingReport> {
        let with_evidence = self.tallies.iter().filter(|(_, tally)| tally.evidence > 0);
        with_evidence.map(|((reading, place), tally)| report(catalog, *reading, place, tally)).collect()
    }
}

/// The alternatives that follow `option`, or do not mention the reading; all where there is none.
fn followers(tags: &Tags, option: Option<usize>) -> u64 {
    let follows = |own: &Option<usize>| option.is_none() || own.is_none() || *own == option;
    tags.options.iter().enumerate().fold(0, |bits, (i, own)| bits | u64::from(follows(own)) << i)
}

fn report(catalog: &Catalog<'_>, reading: usize, place: &str, tally: &Tally) -> ReadingReport {
    let info = catalog.reading(reading);
    let uncontradicted = |o: &usize| tally.contradicted >> o & 1 == 0 && tally.agreeing[*o] > 0;
    let is_admitted = |option: usize| tally.admitted.contains(&info.options[option].name);
    let admitted = (0..info.options.len()).filter(|&o| is_admitted(o)).fold(0, |bits, o| bits | 1 << o);
    let conforms = tally.winner(admitted).is_some_and(is_admitted) && tally.inconsistent == 0;
    ReadingReport {
        reading: info.id.clone(),
        place: place.to_string(),
        follows: (0..info.options.len()).filter(uncontradicted).map(|o| info.options[o].name.clone()).collect(),
        admitted: tally.admitted.clone(),
        evidence: tally.evidence,
        conforms,
    }
}
