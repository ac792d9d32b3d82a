//! One option for every reading and place, such that every result is explained: a constraint problem.
//!
//! A variable is a reading at a place, its values are the options, a bit each. A constraint is what one
//! result leaves: it holds if one of its cubes does, and a cube holds if every variable that it names has one
//! of the values that it allows. Results are many, but different constraints few: solving costs nothing
//! beside judging.

use std::collections::BTreeSet;

/// Values of a variable, a bit each.
pub type Values = u64;

/// Allowed values of some variables, by variable; all of them have to agree.
pub type Cube = Vec<(usize, Values)>;

/// What one result leaves open: at least one of the cubes holds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    cubes: Vec<Cube>,
    variables: Vec<usize>,
}

/// Steps of a search after which it gives up. Real results need a few; only ones made for it need many.
const PATIENCE: usize = 1 << 20;

/// Choices that are looked for, and steps from result to result, in the search for the fewest that contradict another one.
/// After that some of which none is needless will do.
const SOLVED: usize = 1 << 10;
const STEPS: usize = 1 << 16;

/// The search for a choice took too many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tangled;

impl Constraint {
    /// A constraint in its shortest form; none where it holds whatever the values are. `all` gives the values that a
    /// variable can have at all.
    pub fn new(cubes: impl IntoIterator<Item = Cube>, all: impl Fn(usize) -> Values) -> Option<Constraint> {
        let mut short: Vec<Cube> = vec![];
        for mut cube in cubes {
            cube.sort_unstable();
            cube.retain(|&(variable, values)| values & all(variable) != all(variable));
            // A cube that was put together with another may go together with a third.
            while let Some((at, union)) = short.iter().enumerate().find_map(|(at, other)| Some((at, union(other, &cube)?))) {
                short.swap_remove(at);
                cube = union;
                cube.retain(|&(variable, values)| values & all(variable) != all(variable));
            }
            if cube.is_empty() {
                return None;
            }
            short.push(cube);
        }
        short.sort_unstable();
        let mut variables: Vec<usize> = short.iter().flatten().map(|&(variable, _)| variable).collect();
        variables.sort_unstable();
        variables.dedup();
        Some(Constraint { cubes: short, variables })
    }

    /// Its cubes.
    pub fn cubes(&self) -> &[Cube] {
        &self.cubes
    }

    /// The variables that it names.
    pub fn variables(&self) -> &[usize] {
        &self.variables
    }

    /// Whether some values out of `domains` satisfy it by itself.
    pub fn is_possible(&self, domains: &[Values]) -> bool {
        self.cubes.iter().any(|cube| possible(cube, domains))
    }

    /// Whether some values satisfy it and another one.
    fn goes_with(&self, other: &Constraint, domains: &[Values]) -> bool {
        let in_both = |one: &Cube, two: &Cube| {
            let values =
                |cube: &Cube, variable: usize| cube.iter().find(|(v, _)| *v == variable).map_or(Values::MAX, |(_, values)| *values);
            one.iter().chain(two).all(|&(v, _)| values(one, v) & values(two, v) & domains[v] != 0)
        };
        self.cubes.iter().any(|one| other.cubes.iter().any(|two| in_both(one, two)))
    }

    /// Whether every choice out of `domains` satisfies it, as far as one cube alone shows.
    fn is_certain(&self, domains: &[Values]) -> bool {
        self.cubes.iter().any(|cube| cube.iter().all(|&(v, values)| domains[v] & !values == 0))
    }

    /// Takes out of the domains what no possible cube allows; false where no cube is possible.
    fn narrow(&self, domains: &mut [Values], changed: &mut Vec<usize>) -> bool {
        let live: Vec<&Cube> = self.cubes.iter().filter(|cube| possible(cube, domains)).collect();
        for &variable in &self.variables {
            let allowed = |cube: &&Cube| cube.iter().find(|(v, _)| *v == variable).map_or(Values::MAX, |(_, values)| *values);
            let union = live.iter().map(allowed).fold(0, |bits, values| bits | values);
            if domains[variable] & !union != 0 {
                domains[variable] &= union;
                changed.push(variable);
            }
        }
        !live.is_empty()
    }
}

fn possible(cube: &Cube, domains: &[Values]) -> bool {
    cube.iter().all(|&(v, values)| domains[v] & values != 0)
}

/// One cube for two, where they differ in the values of at most one variable, or one implies the other.
fn union(a: &Cube, b: &Cube) -> Option<Cube> {
    let implies = |a: &Cube, b: &Cube| b.iter().all(|(v, values)| a.iter().any(|(w, own)| v == w && own & !values == 0));
    if implies(a, b) {
        return Some(b.clone());
    }
    if implies(b, a) {
        return Some(a.clone());
    }
    let alike = a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.0 == y.0);
    let different = a.iter().zip(b).filter(|(x, y)| x != y).count();
    (alike && different == 1).then(|| a.iter().zip(b).map(|(x, y)| (x.0, x.1 | y.1)).collect())
}

/// Values for every variable out of `domains` under which all of `constraints` hold, if there are any: of each
/// variable, any of the values given will do.
pub fn solve(domains: &[Values], constraints: &[&Constraint]) -> Result<Option<Vec<Values>>, Tangled> {
    let mut watching: Vec<Vec<usize>> = vec![vec![]; domains.len()];
    for (at, constraint) in constraints.iter().enumerate() {
        constraint.variables.iter().for_each(|&v| watching[v].push(at));
    }
    let mut search = Search { constraints, watching, steps: 0 };
    let mut domains = domains.to_vec();
    let all = (0..constraints.len()).collect();
    if !search.propagate(&mut domains, all) {
        return Ok(None);
    }
    search.branch(domains)
}

struct Search<'a> {
    constraints: &'a [&'a Constraint],
    /// By variable, the constraints that name it.
    watching: Vec<Vec<usize>>,
    steps: usize,
}

impl Search<'_> {
    /// Narrows the domains until nothing changes; false where a constraint cannot hold any more.
    fn propagate(&self, domains: &mut [Values], mut queue: Vec<usize>) -> bool {
        let mut changed = vec![];
        while let Some(at) = queue.pop() {
            if !self.constraints[at].narrow(domains, &mut changed) {
                return false;
            }
            for variable in changed.drain(..) {
                queue.extend(self.watching[variable].iter().filter(|&&other| other != at));
            }
        }
        true
    }

    /// Tries the cubes of a constraint that is not certain yet, one after another.
    fn branch(&mut self, domains: Vec<Values>) -> Result<Option<Vec<Values>>, Tangled> {
        self.steps += 1;
        if self.steps > PATIENCE {
            return Err(Tangled);
        }
        let uncertain = self.constraints.iter().filter(|c| !c.is_certain(&domains));
        let Some(constraint) = uncertain.min_by_key(|c| c.cubes.iter().filter(|cube| possible(cube, &domains)).count()) else {
            return Ok(Some(domains));
        };
        for cube in constraint.cubes.iter().filter(|cube| possible(cube, &domains)) {
            let mut narrowed = domains.clone();
            cube.iter().for_each(|&(v, values)| narrowed[v] &= values);
            let queue = cube.iter().flat_map(|&(v, _)| self.watching[v].iter().copied()).collect();
            if self.propagate(&mut narrowed, queue)
                && let Some(solution) = self.branch(narrowed)?
            {
                return Ok(Some(solution));
            }
        }
        Ok(None)
    }
}

/// As many of the constraints as hold together, the earlier ones first: their places, and values that satisfy them.
pub fn most(domains: &[Values], constraints: &[&Constraint]) -> Result<(Vec<usize>, Vec<Values>), Tangled> {
    if let Some(solution) = solve(domains, constraints)? {
        return Ok(((0..constraints.len()).collect(), solution));
    }
    let (mut kept, mut solution) = (vec![], domains.to_vec());
    for (at, constraint) in constraints.iter().enumerate() {
        if !constraint.is_certain(&solution) {
            let with: Vec<&Constraint> = kept.iter().chain([&at]).map(|&k: &usize| constraints[k]).collect();
            let Some(other) = solve(domains, &with)? else { continue };
            solution = other;
        }
        kept.push(at);
    }
    Ok((kept, solution))
}

/// The fewest of `others` that cannot hold together with `constraint`. Where these take too long to find, a few of which
/// none is named in vain. All of them together cannot hold; this is asked of no others.
pub fn contradicting(domains: &[Values], constraint: &Constraint, others: &[&Constraint]) -> Result<Vec<usize>, Tangled> {
    if let Some(at) = others.iter().position(|other| !constraint.goes_with(other, domains)) {
        return Ok(vec![at]);
    }
    // What has no part in it, by no variable and over none, need not be looked at.
    let near = near(constraint, others);
    let others: Vec<&Constraint> = near.iter().map(|&at| others[at]).collect();
    let proof = match fewest(domains, constraint, &others)? {
        Some(fewest) => fewest,
        None => irreducible(domains, constraint, &others)?,
    };
    Ok(proof.into_iter().map(|at| near[at]).collect())
}

/// Those that name a variable of a constraint, or one of another that does, and so on.
fn near(constraint: &Constraint, others: &[&Constraint]) -> Vec<usize> {
    let mut reached: BTreeSet<usize> = constraint.variables.iter().copied().collect();
    let mut near = BTreeSet::new();
    loop {
        let before = near.len();
        for (at, other) in others.iter().enumerate() {
            if !near.contains(&at) && other.variables.iter().any(|v| reached.contains(v)) {
                near.insert(at);
                reached.extend(&other.variables);
            }
        }
        if near.len() == before {
            return near.into_iter().collect();
        }
    }
}

/// The fewest where one is not enough. Whatever cannot hold has one of those outside of every set that holds: so the fewest
/// that have one outside of all such sets known so far are either the proof, or part of another set that holds.
fn fewest(domains: &[Values], constraint: &Constraint, others: &[&Constraint]) -> Result<Option<Vec<usize>>, Tangled> {
    let (mut outside, mut size, mut steps, mut solved) = (Vec::<Vec<usize>>::new(), 2, STEPS, 0);
    let mut holding = |some: &[usize]| {
        solved += 1;
        let with: Vec<&Constraint> = some.iter().map(|&at| others[at]).chain([constraint]).collect();
        Ok((solve(domains, &with)?, solved < SOLVED))
    };
    loop {
        let mut few = vec![];
        if !meet(&outside, size, &mut few, &mut steps) {
            size += 1;
            if steps == 0 {
                return Ok(None);
            }
            continue;
        }
        let (Some(mut solution), _) = holding(&few)? else {
            few.sort_unstable();
            return Ok(Some(few));
        };
        let mut left = vec![];
        for at in (0..others.len()).filter(|at| !few.contains(at)).collect::<Vec<_>>() {
            few.push(at);
            if others[at].is_certain(&solution) {
                continue;
            }
            match holding(&few)? {
                (_, false) => return Ok(None),
                (Some(other), _) => solution = other,
                (None, _) => {
                    few.pop();
                    left.push(at);
                }
            }
        }
        outside.push(left);
    }
}

/// Adds to `few`, up to `size`, until every set has one of them.
fn meet(sets: &[Vec<usize>], size: usize, few: &mut Vec<usize>, steps: &mut usize) -> bool {
    *steps = steps.saturating_sub(1);
    let Some(missed) = sets.iter().find(|set| !set.iter().any(|at| few.contains(at))) else { return true };
    if few.len() == size || *steps == 0 {
        return false;
    }
    missed.iter().any(|&at| {
        few.push(at);
        let met = meet(sets, size, few, steps);
        if !met {
            few.pop();
        }
        met
    })
}

/// What is left of `others` after leaving out one after another, as long as the rest cannot hold with `constraint`.
fn irreducible(domains: &[Values], constraint: &Constraint, others: &[&Constraint]) -> Result<Vec<usize>, Tangled> {
    let mut needed: Vec<usize> = (0..others.len()).collect();
    let mut at = 0;
    while at < needed.len() {
        let without = needed.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &k)| others[k]);
        let with: Vec<&Constraint> = without.chain([constraint]).collect();
        match solve(domains, &with)? {
            None => drop(needed.remove(at)),
            Some(_) => at += 1,
        }
    }
    Ok(needed)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Values = 0b1111;

    fn constraint(cubes: &[&[(usize, Values)]]) -> Constraint {
        Constraint::new(cubes.iter().map(|c| c.to_vec()), |_| ALL).expect("a constraint")
    }

    /// Every choice of values for three variables of four, tried.
    fn brute(domains: &[Values], constraints: &[&Constraint]) -> bool {
        let values = |bits: Values| (0..4).map(|i| 1 << i).filter(move |v: &Values| bits & v != 0);
        values(domains[0])
            .any(|a| values(domains[1]).any(|b| values(domains[2]).any(|c| constraints.iter().all(|k| k.is_certain(&[a, b, c])))))
    }

    /// A stream of numbers for the tests, the same in every run.
    fn numbers() -> impl FnMut(u64) -> u64 {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        move |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        }
    }

    fn random_cubes(next: &mut impl FnMut(u64) -> u64, most: u64) -> Vec<Cube> {
        let mut cubes = vec![];
        for _ in 0..1 + next(most) {
            let mut cube = vec![];
            for variable in 0..3 {
                if next(2) == 0 {
                    cube.push((variable, 1 + next(15)));
                }
            }
            cubes.push(cube);
        }
        cubes
    }

    fn random_constraints(next: &mut impl FnMut(u64) -> u64) -> Vec<Constraint> {
        let number = 2 + next(7);
        (0..number).filter_map(|_| Constraint::new(random_cubes(next, 3), |_| ALL)).collect()
    }

    #[test]
    fn the_answer_is_that_of_trying_everything() {
        let mut next = numbers();
        let (mut yes, mut no) = (0, 0);
        for _ in 0..4000 {
            let own = random_constraints(&mut next);
            let constraints: Vec<&Constraint> = own.iter().collect();
            let domains = [1 + next(15), 1 + next(15), 1 + next(15)];
            let solution = solve(&domains, &constraints).expect("solved");
            assert_eq!(solution.is_some(), brute(&domains, &constraints), "{domains:?} {constraints:?}");
            match solution {
                None => no += 1,
                Some(solution) => {
                    yes += 1;
                    assert!(constraints.iter().all(|c| c.is_certain(&solution)), "any value of a solution will do");
                    assert!(solution.iter().zip(&domains).all(|(s, d)| s & !d == 0 && *s != 0));
                }
            }
        }
        assert!(yes > 500 && no > 500, "{yes} {no}");
    }

    #[test]
    fn short_forms_say_the_same() {
        let mut next = numbers();
        for _ in 0..4000 {
            let cubes = random_cubes(&mut next, 5);
            let short = Constraint::new(cubes.clone(), |_| ALL);
            for choice in 0..64u64 {
                let point = [0, 2, 4].map(|shift| 1 << (choice >> shift & 3));
                let long = cubes.iter().any(|cube| cube.iter().all(|&(v, values)| point[v] & !values == 0));
                assert_eq!(short.as_ref().is_none_or(|s| s.is_certain(&point)), long, "{cubes:?}");
            }
        }
    }

    #[test]
    fn what_holds_together_is_kept_and_the_rest_is_contradicted() {
        let mut next = numbers();
        let mut sizes = [0; 4];
        for _ in 0..1000 {
            let own = random_constraints(&mut next);
            let constraints: Vec<&Constraint> = own.iter().collect();
            let domains = [ALL; 3];
            let (kept, solution) = most(&domains, &constraints).expect("solved");
            assert!(kept.iter().all(|&k| constraints[k].is_certain(&solution)));
            let retained: Vec<&Constraint> = kept.iter().map(|&k| constraints[k]).collect();
            for left in (0..constraints.len()).filter(|at| !kept.contains(at)) {
                let proof = contradicting(&domains, constraints[left], &retained).expect("solved");
                let with = |skip: Option<usize>| {
                    let some = proof.iter().enumerate().filter(|(i, _)| Some(*i) != skip).map(|(_, &k)| retained[k]);
                    some.chain([constraints[left]]).collect::<Vec<_>>()
                };
                assert!(!brute(&domains, &with(None)), "a proof proves");
                assert!((0..proof.len()).all(|i| brute(&domains, &with(Some(i)))), "and says nothing in vain");
                let some = |bits: u32| (0..retained.len()).filter(move |at| bits >> at & 1 == 1);
                let proves =
                    |bits: &u32| !brute(&domains, &some(*bits).map(|k| retained[k]).chain([constraints[left]]).collect::<Vec<_>>());
                let fewest = (0..1u32 << retained.len()).filter(proves).map(u32::count_ones).min();
                assert_eq!(fewest, Some(proof.len() as u32), "no fewer prove it");
                sizes[proof.len().min(3)] += 1;
            }
        }
        assert!(sizes[1..].iter().all(|&n| n > 10), "proofs of one, two and more: {sizes:?}");
    }

    #[test]
    fn two_that_contradict_each_other_are_named_though_others_do_too() {
        let [a, b] = [0b01, 0b10];
        let others = [constraint(&[&[(1, a)]]), constraint(&[&[(0, b), (1, a)], &[(0, b), (2, a)]]), constraint(&[&[(0, b)]])];
        let others: Vec<&Constraint> = others.iter().collect();
        assert_eq!(contradicting(&[0b11; 3], &constraint(&[&[(0, a)]]), &others), Ok(vec![1]));
    }
}
