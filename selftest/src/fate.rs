//! What becomes of a mutant in a profile.

use crate::Error;
use crate::arena::{Arena, Changed, LARGE, ProfileSets, right};
use crate::kills::Kill;
use crate::mutants::Mutant;
use crate::survivors;
use ptoconf_models::Model;
use ptoconf_schemas::{Fate, OperationInfo, Tier};
use ptoconf_vectors::SetReader;
use std::collections::BTreeMap;
use std::path::Path;

/// How many tuples of the smoke tier are to kill each mutant.
pub const TWICE: usize = 2;

/// How many killing tuples are enough to look at no further operation, unless the whole of the tier is asked for.
pub const ENOUGH: usize = 4;

/// The tuples of an arena that kill.
pub type Kills = BTreeMap<usize, Kill>;

/// The arenas of one profile.
pub struct Stage {
    /// Profile.
    pub profile: String,
    /// Its right model.
    pub model: Model,
    /// By operation.
    pub arenas: Vec<Arena>,
}

/// What became of a mutant in one profile, before tuples are numbered.
pub struct Outcome {
    /// In short.
    pub fate: Fate,
    /// The tier that was judged: smoke, where enough of it kills, and no more was asked for.
    pub tier: Tier,
    /// What kills it there, by arena.
    pub kills: Vec<Kills>,
    /// How many tuples of the smoke tier kill it.
    pub in_smoke: u64,
    /// Cases that differ, of those run, of a mutant that survives.
    pub differs: Option<u64>,
}

/// Opens a set of a profile, with its right model.
///
/// # Errors
/// The set cannot be used.
pub fn stage(sets: &ProfileSets, dir: &Path) -> Result<Stage, Error> {
    let (model, set) = (right(&sets.profile), SetReader::open(dir)?.keeping_what_was_read());
    let arena = |operation: &OperationInfo| Arena::new(&set, &operation.name, &model, sets.smoke);
    let arenas = set.suite().operations.iter().map(arena).collect::<Result<_, _>>()?;
    Ok(Stage { profile: sets.profile.clone(), model, arenas })
}

/// What becomes of a mutant of the model of a profile: where the smoke tier kills it twice, that is all that is judged,
/// unless the whole of the tier is asked for.
///
/// # Errors
/// Something cannot be read or written.
pub fn fate(stage: &Stage, mutant: &Mutant, whole: bool) -> Result<Outcome, Error> {
    let model = stage.model.clone().changed(mutant.change.clone());
    let enough = if whole { usize::MAX } else { ENOUGH };
    let kills = look(stage, mutant, enough, |arena| arena.kills_in_smoke(&stage.model, &model))?;
    let in_smoke = kills.iter().map(BTreeMap::len).sum::<usize>();
    if in_smoke >= TWICE && !whole {
        return Ok(Outcome { fate: Fate::Killed, tier: Tier::Smoke, kills, in_smoke: in_smoke as u64, differs: None });
    }
    let largest = if mutant.needs_large { u64::MAX } else { LARGE };
    let mut changed = BTreeMap::new();
    let kills = look(stage, mutant, enough, |arena| {
        let (kills, own) = first_look(arena, &stage.model, mutant, &model, largest)?;
        changed.insert(arena.op.as_str(), own);
        Ok(kills)
    })?;
    let others: u64 = changed.values().map(|own| own.len() as u64).sum();
    // Before it is called a survivor, all that may speak against it is run, unless it is known why it is one.
    let is_known = !whole && survivors::is_known(&mutant.name, &stage.profile);
    let (kills, differs) = match kills.iter().any(|k| !k.is_empty()) {
        true => (kills, 0),
        false if is_known && others > 0 => (kills, others),
        false => second_look(stage, mutant, &model, is_known, largest, &changed)?,
    };
    let fate = match (kills.iter().any(|k| !k.is_empty()), differs) {
        (true, _) => Fate::Killed,
        (false, 0) => Fate::Same,
        (false, _) => Fate::Survived,
    };
    let differs = (fate == Fate::Survived).then_some(differs);
    Ok(Outcome { fate, tier: Tier::Standard, kills, in_smoke: in_smoke as u64, differs })
}

/// What kills in every arena that the mutant concerns, up to that with which there is enough of it.
fn look<'a>(
    stage: &'a Stage,
    mutant: &Mutant,
    enough: usize,
    mut kills: impl FnMut(&'a Arena) -> Result<Kills, Error>,
) -> Result<Vec<Kills>, Error> {
    let mut number = 0;
    let one = |arena: &'a Arena| {
        if number >= enough || !mutant.operations.contains(&arena.op.as_str()) {
            return Ok(Kills::new());
        }
        let found = kills(arena)?;
        number += found.len();
        Ok(found)
    };
    stage.arenas.iter().map(one).collect()
}

/// What kills of all cases of all sizes that differ, with what may contradict them; and the number of those that differ. What the
/// first look has `changed`, by operation, is not run once more.
///
/// Of a mutant that is known to survive no case is judged.
fn second_look(
    stage: &Stage,
    mutant: &Mutant,
    model: &Model,
    is_known: bool,
    largest: u64,
    changed: &BTreeMap<&str, Changed>,
) -> Result<(Vec<Kills>, u64), Error> {
    let (mut differs, none) = (0, Changed::new());
    let kills = look(stage, mutant, usize::MAX, |arena| {
        let (names, cases) = match mutant.check {
            None => arena.differing(&stage.model, model, largest, changed.get(arena.op.as_str()).unwrap_or(&none))?,
            Some(_) => arena.decided_otherwise(model),
        };
        differs += cases;
        if is_known || names.is_empty() {
            return Ok(Kills::new());
        }
        let related = arena.related(&names, mutant.check.is_none());
        arena.kills(model, &related, &|line| line.cases)
    })?;
    Ok((kills, differs))
}

/// The tuples that the mutation concerns, by their first cases: for a kernel those for which it returns something else,
/// large ones where it takes them, which are given, too; for a check those that it decides otherwise, with their twins.
fn first_look(arena: &Arena, right: &Model, mutant: &Mutant, model: &Model, largest: u64) -> Result<(Kills, Changed), Error> {
    let (names, changed) = match mutant.check {
        None => {
            let changed = arena.changed(right, model, largest)?;
            (arena.to_be_judged(&changed, largest), changed)
        }
        Some(_) => (arena.decided_otherwise(model).0, Changed::new()),
    };
    let kills = if names.is_empty() { Kills::new() } else { arena.kills(model, &names, &|_| 1)? };
    Ok((kills, changed))
}
