//! What the pieces of a set showed that were judged and let go.

use super::evidence::Testimony;
use super::{CasePlace, Choices};
use crate::catalog::Catalog;
use ptoconf_schemas::ReadingInfo;

/// The choices that earlier pieces leave open. Readings are known by their ids: another piece numbers them otherwise.
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

    /// Choices that go on from it; the catalog has all of its readings.
    pub fn resume(&self, catalog: &Catalog<'_>) -> Choices {
        let mut choices = Choices::default();
        // That of every reading is there.
        let reading = |own: usize| catalog.find(&self.readings[own].id).unwrap_or_default();
        choices.testimony.add_earlier(&self.testimony, reading, |_| String::new());
        choices
    }

    /// What a piece leaves open after all before it, which it went on from; `id` names its cases.
    pub fn after(choices: &Choices, catalog: &Catalog<'_>, id: impl Fn(CasePlace) -> String) -> Carried {
        let mut carried = Carried { readings: catalog.readings().iter().map(|&r| r.clone()).collect(), ..Carried::default() };
        carried.testimony.add_earlier(&choices.testimony, |own| own, id);
        carried
    }
}
