//! What is followed, what contradicts what, and what is followed that the profile does not admit.

use super::evidence::Evidence;
use super::solver::{Constraint, Values, solve};
use super::{CasePlace, Choices, Contradiction};
use crate::CheckError;
use crate::catalog::Catalog;
use ptoconf_schemas::{ContradictionReport, DeviationReport, ReadingReport, SeenCases, Witness};
use std::collections::{BTreeMap, BTreeSet};

/// Contradictions that are reported.
const SHOWN: usize = 24;

/// Deviations that are named, of all operations: each may have its own of one kind.
const NAMED: usize = 200;
/// How many times as much an option explains, for the order of naming, if everything else that was seen goes with it: one that
/// explains nearly all that fails is named even where a few results speak against it.
const CONSISTENT: u64 = 4;
/// Cubes of a constraint that are put into words.
const WAYS: usize = 4;

/// An option that is not admitted, at one place, and what it would explain.
struct Suspect {
    variable: usize,
    option: Values,
    explained: BTreeSet<usize>,
}

/// The single options of some.
fn bits(options: Values) -> impl Iterator<Item = Values> {
    (0..Values::BITS).map(|bit| 1 << bit).filter(move |option| options & option != 0)
}

/// What is followed at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenAt {
    /// Reading id.
    pub reading: String,
    /// Where: empty for the whole run, else operation, form and dtype as far as the scope goes.
    pub place: String,
    /// Options any of which will do.
    pub options: Vec<String>,
}

impl Choices {
    /// The readings on which there is evidence.
    ///
    /// # Errors
    /// The search took too many steps.
    pub fn readings(&self, catalog: &Catalog<'_>) -> Result<Vec<ReadingReport>, CheckError> {
        let mut of_variable: BTreeMap<usize, u64> = BTreeMap::new();
        for evidence in &self.testimony.evidence {
            for &variable in evidence.constraint.variables() {
                *of_variable.entry(variable).or_default() += evidence.passed() + evidence.failed.len() as u64;
            }
        }
        for (&variable, &cases) in self.testimony.shown.iter().filter(|(_, cases)| **cases > 0) {
            of_variable.insert(variable, cases);
        }
        let mut reports = vec![];
        for (variable, evidence) in of_variable {
            let place = &self.testimony.variables[variable].place;
            let followed = self.followed(variable)?;
            reports.push(ReadingReport {
                reading: catalog.reading(place.reading).id.clone(),
                place: place.to_string(),
                follows: self.names(catalog, variable, followed),
                admitted: self.admitted_names(catalog, variable),
                evidence,
                conforms: self.conforms(variable, followed),
            });
        }
        reports.sort_by(|a, b| (self.rank(catalog, &a.reading), &a.place).cmp(&(self.rank(catalog, &b.reading), &b.place)));
        Ok(reports)
    }

    /// One choice that explains all that is kept: any of these options at every place will do.
    pub fn choice(&self, catalog: &Catalog<'_>) -> Vec<ChosenAt> {
        let of = |(variable, &options): (usize, &Values)| {
            let place = &self.testimony.variables[variable].place;
            let options = self.names(catalog, variable, options);
            ChosenAt { reading: catalog.reading(place.reading).id.clone(), place: place.to_string(), options }
        };
        self.solution.iter().enumerate().map(of).collect()
    }

    fn rank(&self, catalog: &Catalog<'_>, id: &str) -> usize {
        self.testimony.variables.iter().map(|v| v.place.reading).find(|&r| catalog.reading(r).id == id).unwrap_or(usize::MAX)
    }

    /// The options of a variable, admitted or not, that explain what speaks of it, where all others are admitted.
    fn followed(&self, variable: usize) -> Result<Values, CheckError> {
        let options = bits(self.testimony.variables[variable].known);
        let speaking = self.speaking(variable);
        let mut followed = 0;
        for option in options {
            let domains = self.with(variable, option);
            if speaking.iter().all(|c| c.is_possible(&domains)) && solve(&domains, &speaking)?.is_some() {
                followed |= option;
            }
        }
        Ok(followed)
    }

    /// The evidence on a variable: what is kept; what contradicts it in this variable; and of what failed, what some
    /// option of it would explain.
    fn speaking(&self, variable: usize) -> Vec<&Constraint> {
        let anything = self.with(variable, self.testimony.variables[variable].all);
        let evidence = self.testimony.evidence.iter().enumerate();
        let speaks = |(at, e): &(usize, &Evidence)| match e.passed() == 0 {
            _ if !e.constraint.variables().contains(&variable) => false,
            true => e.constraint.is_possible(&anything),
            false => match self.contradictions.iter().find(|c| c.left == *at) {
                Some(contradiction) => self.is_about(contradiction, variable),
                None => true,
            },
        };
        evidence.filter(speaks).map(|(_, e)| &e.constraint).collect()
    }

    /// Whether the results of a contradiction name the variable on both sides.
    fn is_about(&self, contradiction: &Contradiction, variable: usize) -> bool {
        let names = |evidence: usize| self.testimony.evidence[evidence].constraint.variables().contains(&variable);
        names(contradiction.left) && contradiction.against.iter().any(|&e| names(e))
    }

    /// What every variable may be, and this one.
    fn with(&self, variable: usize, options: Values) -> Vec<Values> {
        let mut domains = self.testimony.admitted();
        domains[variable] = options;
        domains
    }

    /// What every variable may be, and this option of a reading at all places.
    fn throughout(&self, reading: usize, option: Values) -> Vec<Values> {
        let of = |v: &super::evidence::Variable| if v.place.reading == reading { option } else { v.admitted };
        self.testimony.variables.iter().map(of).collect()
    }

    /// Whether nothing that was seen contradicts the admitted options of a variable.
    fn conforms(&self, variable: usize, followed: Values) -> bool {
        let contradicted = self.contradictions.iter().any(|c| self.is_about(c, variable));
        followed & self.testimony.variables[variable].admitted != 0 && !contradicted
    }

    fn names(&self, catalog: &Catalog<'_>, variable: usize, options: Values) -> Vec<String> {
        let reading = catalog.reading(self.testimony.variables[variable].place.reading);
        reading.options.iter().enumerate().filter(|(i, _)| options >> i & 1 == 1).map(|(_, o)| o.name.clone()).collect()
    }

    /// The admitted options of a variable, the default of the profile first.
    fn admitted_names(&self, catalog: &Catalog<'_>, variable: usize) -> Vec<String> {
        let variable = &self.testimony.variables[variable];
        let reading = catalog.reading(variable.place.reading);
        let lists = std::iter::once(&reading.admitted).chain(reading.at.iter().map(|place| &place.admitted));
        let bits = |names: &[String]| catalog.bits(variable.place.reading, |o| names.iter().any(|n| n == o));
        lists.into_iter().find(|list| bits(list) == variable.admitted).cloned().unwrap_or_default()
    }

    /// The first contradictions between results.
    pub fn contradictions(&self, catalog: &Catalog<'_>, id: impl Fn(CasePlace) -> String) -> Vec<ContradictionReport> {
        let report = |c: &Contradiction| {
            let case = |e: usize| self.testimony.evidence[e].first(&id).map(|case| self.witness(catalog, e, case));
            ContradictionReport {
                witnesses: [c.left].iter().chain(&c.against).filter_map(|&e| case(e)).collect(),
                cases: self.testimony.evidence[c.left].passed(),
            }
        };
        self.contradictions.iter().take(SHOWN).map(report).collect()
    }

    /// The contradiction that a case is left out by, each result with what it allows.
    pub fn contradiction(&self, catalog: &Catalog<'_>, case: CasePlace, id: impl Fn(CasePlace) -> String) -> Vec<Witness> {
        let left = |c: &&Contradiction| self.testimony.evidence[c.left].passed.contains(&case);
        let Some(found) = self.contradictions.iter().find(left) else { return vec![] };
        let first = |e: usize| self.testimony.evidence[e].first(&id).unwrap_or_else(|| id(case));
        let against = found.against.iter().map(|&e| self.witness(catalog, e, first(e)));
        std::iter::once(self.witness(catalog, found.left, id(case))).chain(against).collect()
    }

    /// What the cases allow that contradict others and are left out, in words.
    pub fn left_out(&self, catalog: &Catalog<'_>) -> BTreeMap<CasePlace, String> {
        let of = |found: &Contradiction| {
            let words = self.witness(catalog, found.left, String::new()).allows.join(", or ");
            self.testimony.evidence[found.left].passed.iter().map(move |case| (*case, words.clone()))
        };
        self.contradictions.iter().flat_map(of).collect()
    }

    /// Cases of pieces that were let go and that the choice does not explain, each kind with the contradiction.
    pub fn unexplained(&self, catalog: &Catalog<'_>) -> Vec<(&SeenCases, Vec<Witness>)> {
        let earlier = |e: usize| &self.testimony.evidence[e].earlier;
        let witness = |e: usize, seen: &SeenCases| self.witness(catalog, e, seen.first.clone());
        let of = |found: &'_ Contradiction, seen: &SeenCases| {
            let against = found.against.iter().filter_map(|&e| Some(witness(e, earlier(e).first()?)));
            std::iter::once(witness(found.left, seen)).chain(against).collect()
        };
        self.contradictions.iter().flat_map(|found| earlier(found.left).iter().map(move |seen| (seen, of(found, seen)))).collect()
    }

    fn witness(&self, catalog: &Catalog<'_>, evidence: usize, case: String) -> Witness {
        let domains = self.testimony.admitted();
        let cubes = self.testimony.evidence[evidence].constraint.cubes().iter();
        let ways = cubes.filter(|cube| cube.iter().all(|&(v, values)| values & domains[v] != 0)).map(|cube| {
            let condition = |&(v, values): &(usize, Values)| {
                let reading = &catalog.reading(self.testimony.variables[v].place.reading).id;
                format!("{reading} = {}", self.names(catalog, v, values & domains[v]).join(" or "))
            };
            cube.iter().map(condition).collect::<Vec<_>>().join(" and ")
        });
        let mut allows: Vec<String> = ways.collect();
        if allows.len() > WAYS {
            let more = allows.len() - WAYS;
            allows.truncate(WAYS);
            allows.push(format!("{more} more"));
        }
        Witness { case, allows }
    }

    /// Options that the profile does not admit and that explain failing cases, those that explain most first. What goes with
    /// all that passes counts for more.
    ///
    /// # Errors
    /// The search took too many steps.
    pub fn deviations(&self, catalog: &Catalog<'_>, id: impl Fn(CasePlace) -> String) -> Result<Vec<DeviationReport>, CheckError> {
        let mut unexplained: BTreeSet<usize> = self.contradictions.iter().map(|c| c.left).collect();
        unexplained.extend((0..self.testimony.evidence.len()).filter(|&e| !self.testimony.evidence[e].failed.is_empty()));
        let (mut deviations, mut domains) = (vec![], self.testimony.admitted());
        while deviations.len() < NAMED && !unexplained.is_empty() {
            let Some((report, explained)) = self.best(catalog, &unexplained, &mut domains, &id)? else { break };
            deviations.push(report);
            unexplained.retain(|e| !explained.contains(e));
        }
        Ok(deviations)
    }

    /// The option, or options that nothing tells apart, that explain most of some evidence, wherever they are followed.
    /// What is assumed to be followed grows by them.
    fn best(
        &self,
        catalog: &Catalog<'_>,
        unexplained: &BTreeSet<usize>,
        assumed: &mut [Values],
        id: impl Fn(CasePlace) -> String,
    ) -> Result<Option<(DeviationReport, BTreeSet<usize>)>, CheckError> {
        let mut by_option: BTreeMap<(usize, Values), Vec<Suspect>> = BTreeMap::new();
        for suspect in self.suspects(unexplained) {
            let reading = self.testimony.variables[suspect.variable].place.reading;
            by_option.entry((reading, suspect.option)).or_default().push(suspect);
        }
        let cases = |e: &usize| self.testimony.evidence[*e].failed.len() as u64 + self.testimony.evidence[*e].passed();
        let mut ranked = vec![];
        for ((reading, option), suspects) in by_option {
            let explained: BTreeSet<usize> = suspects.iter().flat_map(|s| s.explained.iter().copied()).collect();
            let count: u64 = explained.iter().map(cases).sum();
            let consistent = self.is_consistent(&suspects, assumed)?;
            let weight = if consistent { count.saturating_mul(CONSISTENT) } else { count };
            ranked.push((std::cmp::Reverse(weight), count, reading, option, suspects, explained));
        }
        // Of options that explain as much, the one that goes with most of the rest: what it does there may be unknown.
        let goes_with = |reading: usize, option: Values| -> u64 {
            let domains = self.throughout(reading, option);
            unexplained.iter().filter(|e| self.testimony.evidence[**e].constraint.is_possible(&domains)).map(cases).sum()
        };
        ranked.sort_by_cached_key(|(rank, _, reading, option, ..)| {
            (*rank, std::cmp::Reverse(goes_with(*reading, *option)), *reading, *option)
        });
        let Some((rank, count, reading, _, suspects, explained)) = ranked.first() else { return Ok(None) };
        let alike = ranked.iter().filter(|(r, _, other, _, _, e)| r == rank && other == reading && e == explained);
        let options = alike.fold(0, |bits, (_, _, _, option, ..)| bits | option);
        suspects.iter().for_each(|s| assumed[s.variable] = options);
        let example = |&e: &usize| {
            let evidence = &self.testimony.evidence[e];
            evidence.failed.first().map(|&case| id(case)).or_else(|| evidence.first(&id))
        };
        let report = DeviationReport {
            reading: catalog.reading(*reading).id.clone(),
            options: self.names(catalog, suspects[0].variable, options),
            statement: self.statement(catalog, suspects[0].variable, options),
            places: suspects.iter().map(|s| self.testimony.variables[s.variable].place.to_string()).collect(),
            admitted: self.admitted_names(catalog, suspects[0].variable),
            cases: *count,
            example: explained.iter().find_map(example).unwrap_or_default(),
        };
        Ok(Some((report, explained.clone())))
    }

    /// The question, what the first of some options says, and what is admitted instead.
    fn statement(&self, catalog: &Catalog<'_>, variable: usize, options: Values) -> String {
        let reading = catalog.reading(self.testimony.variables[variable].place.reading);
        let option = reading.options.get(options.trailing_zeros() as usize);
        option.map(|option| reading.answered(option, true, &self.admitted_names(catalog, variable))).unwrap_or_default()
    }

    /// Every option that is not admitted with the evidence that it would explain by itself.
    fn suspects(&self, unexplained: &BTreeSet<usize>) -> Vec<Suspect> {
        let mut suspects: BTreeMap<(usize, Values), BTreeSet<usize>> = BTreeMap::new();
        for &evidence in unexplained {
            let constraint = &self.testimony.evidence[evidence].constraint;
            for &variable in constraint.variables() {
                let own = &self.testimony.variables[variable];
                let other = own.known & !own.admitted;
                for option in bits(other) {
                    if constraint.is_possible(&self.with(variable, option)) {
                        suspects.entry((variable, option)).or_default().insert(evidence);
                    }
                }
            }
        }
        suspects.into_iter().map(|((variable, option), explained)| Suspect { variable, option, explained }).collect()
    }

    /// Whether everything that was seen of these variables goes with the options suspected, and with what is assumed.
    fn is_consistent(&self, suspects: &[Suspect], assumed: &[Values]) -> Result<bool, CheckError> {
        let mut domains = assumed.to_vec();
        suspects.iter().for_each(|s| domains[s.variable] = s.option);
        let concerned = |c: &Constraint| c.variables().iter().any(|v| suspects.iter().any(|s| s.variable == *v));
        let constraints: Vec<&Constraint> = self.testimony.evidence.iter().map(|e| &e.constraint).filter(|c| concerned(c)).collect();
        Ok(constraints.iter().all(|c| c.is_possible(&domains)) && solve(&domains, &constraints)?.is_some())
    }
}
