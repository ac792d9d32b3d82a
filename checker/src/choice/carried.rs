//! What the pieces of a set showed that were judged and let go.

use super::Choices;
use super::evidence::{CasePlace, Testimony};
use crate::CheckError;
use crate::catalog::Catalog;
use ptoconf_schemas::{PartEvidence, PartFile, PartVariable, ReadingInfo, SeenCases};

/// The choices that pieces leave open. Readings are known by their ids: each piece numbers them otherwise.
#[derive(Default)]
pub struct Carried {
    readings: Vec<ReadingInfo>,
    testimony: Testimony,
}

impl Carried {
    /// The readings that it speaks of.
    pub fn readings(&self) -> &[ReadingInfo] {
        &self.readings
    }

    /// Adds what a piece that passed leaves open; `seen` describes its cases.
    pub fn add(&mut self, choices: &Choices, catalog: &Catalog<'_>, seen: impl Fn(CasePlace) -> SeenCases) {
        self.include(&choices.testimony, catalog.readings(), |case| Some(seen(case)));
    }

    /// Adds what the pieces of a part leave open.
    ///
    /// # Errors
    /// It names a reading or a variable that it does not have.
    pub fn add_part(&mut self, part: &PartFile) -> Result<(), CheckError> {
        let unknown = "its evidence names a reading or a variable that it does not list";
        let testimony = Testimony::of_part(part).ok_or_else(|| CheckError::PartFile(unknown.to_owned()))?;
        self.include(&testimony, &part.readings.iter().collect::<Vec<_>>(), |_| None);
        Ok(())
    }

    fn include(&mut self, testimony: &Testimony, readings: &[&ReadingInfo], seen: impl Fn(CasePlace) -> Option<SeenCases>) {
        let own = &mut self.readings;
        let number = |reading: &&ReadingInfo| {
            own.iter().position(|r| r.id == reading.id).unwrap_or_else(|| {
                own.push((*reading).clone());
                own.len() - 1
            })
        };
        let numbers: Vec<usize> = readings.iter().map(number).collect();
        self.testimony.add_earlier(testimony, |reading| numbers[reading], seen);
    }

    /// The choices that all of it leaves open; the catalog has all of its readings.
    pub fn choices(&self, catalog: &Catalog<'_>) -> Choices {
        let mut choices = Choices::default();
        // That of every reading is there.
        let reading = |own: usize| catalog.find(&self.readings[own].id).unwrap_or_default();
        choices.testimony.add_earlier(&self.testimony, reading, |_| None);
        choices
    }

    /// It as a part of the set writes it down.
    pub fn to_part(&self) -> (Vec<PartVariable>, Vec<PartEvidence>) {
        self.testimony.to_part(|reading| self.readings[reading].id.clone())
    }
}
