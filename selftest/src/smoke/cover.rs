//! Few and cheap candidates that meet many demands: a greedy cover within a budget.

/// Something that can be chosen.
#[derive(Clone, Debug, Default)]
pub struct Candidate {
    /// What it moves, in elements.
    pub cost: u64,
    /// Another candidate that comes with it.
    pub twin: Option<usize>,
}

/// Something that so many of some candidates have to be chosen for.
#[derive(Clone, Debug)]
pub struct Demand {
    /// How many are wanted.
    pub need: usize,
    /// The candidates that count.
    pub met_by: Vec<usize>,
}

/// What it costs to handle a candidate at all, in elements: one that moves nothing is not free.
const PRICE: u64 = 64;

/// A choice in the making.
pub struct Cover<'a> {
    candidates: &'a [Candidate],
    /// Demands that each candidate meets.
    meets: Vec<Vec<usize>>,
    /// Candidates that meet each demand.
    met_by: Vec<Vec<usize>>,
    /// How many of its demands are not met yet, of each candidate: counted along, since all are asked at every pick.
    open: Vec<u64>,
    need: Vec<usize>,
    met: Vec<usize>,
    chosen: Vec<bool>,
    /// What was picked, in order, without the twins that came with it.
    picks: Vec<usize>,
    cost: u64,
}

impl<'a> Cover<'a> {
    /// Nothing chosen yet.
    pub fn new(candidates: &'a [Candidate], demands: &[Demand]) -> Cover<'a> {
        let mut meets = vec![Vec::new(); candidates.len()];
        for (d, demand) in demands.iter().enumerate() {
            demand.met_by.iter().for_each(|&c| meets[c].push(d));
        }
        let need: Vec<usize> = demands.iter().map(|d| d.need.min(d.met_by.len())).collect();
        let open = meets.iter().map(|own| own.iter().filter(|&&d| need[d] > 0).count() as u64).collect();
        let met_by = demands.iter().map(|d| d.met_by.clone()).collect();
        let (met, chosen) = (vec![0; demands.len()], vec![false; candidates.len()]);
        Cover { candidates, meets, met_by, open, need, met, chosen, picks: Vec::new(), cost: 0 }
    }

    /// Whether a demand is met by what is chosen, as far as its candidates go.
    pub fn is_met(&self, demand: usize) -> bool {
        self.met[demand] >= self.need[demand]
    }

    /// What was picked, in order.
    pub fn picks(&self) -> &[usize] {
        &self.picks
    }

    /// What choosing a candidate would add: itself and its twin, unless they are chosen already.
    fn added(&self, candidate: usize) -> impl Iterator<Item = usize> {
        let both = [Some(candidate), self.candidates[candidate].twin];
        both.into_iter().flatten().filter(|&c| !self.chosen[c])
    }

    fn cost_of(&self, candidate: usize) -> u64 {
        self.added(candidate).map(|c| self.candidates[c].cost).sum()
    }

    fn gain(&self, candidate: usize) -> u64 {
        self.added(candidate).map(|c| self.open[c]).sum()
    }

    /// Picks a candidate, with its twin.
    pub fn pick(&mut self, candidate: usize) {
        if self.chosen[candidate] {
            return;
        }
        self.cost += self.cost_of(candidate);
        for c in self.added(candidate).collect::<Vec<_>>() {
            self.chosen[c] = true;
            for &d in &self.meets[c] {
                self.met[d] += 1;
                if self.met[d] == self.need[d] {
                    self.met_by[d].iter().for_each(|&other| self.open[other] -= 1);
                }
            }
        }
        self.picks.push(candidate);
    }

    /// Goes on picking the one of `from` that meets most for what it costs, the first of several, until
    /// nothing more is met or the budget is spent.
    pub fn fill(&mut self, from: &[usize], budget: u64) {
        let mut left: Vec<usize> = from.to_vec();
        loop {
            // What meets nothing now never will.
            left.retain(|&c| self.gain(c) > 0);
            let affordable = left.iter().filter(|&&c| self.cost + self.cost_of(c) <= budget);
            let rated = affordable.map(|&c| (self.gain(c), self.cost_of(c) + PRICE, c));
            // More gain for the cost: a / b > c / d as a d > c b.
            let best = rated.reduce(|a, b| if u128::from(b.0) * u128::from(a.1) > u128::from(a.0) * u128::from(b.1) { b } else { a });
            let Some((_, _, best)) = best else { return };
            self.pick(best);
        }
    }

    /// Those picks that are still needed when the others are there; the last ones are given up first.
    pub fn needed(&self) -> Vec<usize> {
        // A twin may come with several picks: by how many each candidate is brought.
        let mut brought = vec![0_usize; self.candidates.len()];
        self.picks.iter().flat_map(|&pick| self.brings(pick)).for_each(|c| brought[c] += 1);
        let (mut met, mut given_up) = (self.met.clone(), vec![false; self.candidates.len()]);
        for &pick in self.picks.iter().rev() {
            let lost: Vec<usize> = self.brings(pick).filter(|&c| brought[c] == 1).collect();
            let demands = || lost.iter().flat_map(|&c| &self.meets[c]);
            demands().for_each(|&d| met[d] -= 1);
            if demands().all(|&d| met[d] >= self.met[d].min(self.need[d])) {
                self.brings(pick).for_each(|c| brought[c] -= 1);
                given_up[pick] = true;
            } else {
                demands().for_each(|&d| met[d] += 1);
            }
        }
        self.picks.iter().copied().filter(|&pick| !given_up[pick]).collect()
    }

    /// A pick and the twin that comes with it.
    fn brings(&self, pick: usize) -> impl Iterator<Item = usize> {
        [Some(pick), self.candidates[pick].twin].into_iter().flatten()
    }
}

/// A choice within a budget: what must be, then greedy, then without what turned out to be superfluous, in greedy
/// order again.
pub fn cover<'a>(candidates: &'a [Candidate], demands: &[Demand], musts: &[usize], budget: u64) -> Cover<'a> {
    let all: Vec<usize> = (0..candidates.len()).collect();
    let begun = || {
        let mut cover = Cover::new(candidates, demands);
        musts.iter().for_each(|&must| cover.pick(must));
        cover
    };
    let mut first = begun();
    first.fill(&all, budget);
    let mut second = begun();
    second.fill(&first.needed(), budget);
    second
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(costs: &[u64]) -> Vec<Candidate> {
        costs.iter().map(|&cost| Candidate { cost, twin: None }).collect()
    }

    fn demand(need: usize, met_by: &[usize]) -> Demand {
        Demand { need, met_by: met_by.to_vec() }
    }

    #[test]
    fn meets_everything_at_the_least_cost_of_all_choices() {
        let candidates = candidates(&[900, 500, 400, 300, 10]);
        let demands = [demand(1, &[0, 1]), demand(1, &[0, 2]), demand(1, &[0, 3]), demand(2, &[1, 2, 4])];
        let meets = |set: u32| demands.iter().all(|d| d.met_by.iter().filter(|&&c| set >> c & 1 == 1).count() >= d.need);
        let cost = |set: u32| (0..5).filter(|c| set >> c & 1 == 1).map(|c| candidates[c].cost).sum::<u64>();
        let least = (0..32u32).filter(|&set| meets(set)).map(cost).min();
        let choice = cover(&candidates, &demands, &[], u64::MAX);
        let set = choice.picks().iter().fold(0, |set, &c| set | 1 << c);
        assert!(meets(set));
        assert_eq!(Some(cost(set)), least);
    }

    #[test]
    fn two_different_candidates_where_two_are_needed_and_there() {
        let candidates = candidates(&[1, 1, 1]);
        let choice = cover(&candidates, &[demand(2, &[0, 2]), demand(2, &[1])], &[], u64::MAX);
        let mut picks = choice.picks().to_vec();
        picks.sort_unstable();
        assert_eq!(picks, [0, 1, 2]);
        assert!(choice.is_met(0) && choice.is_met(1));
    }

    #[test]
    fn a_twin_comes_along_and_counts_once() {
        let mut candidates = candidates(&[0, 100, 100]);
        candidates[0].twin = Some(1);
        let choice = cover(&candidates, &[demand(1, &[0]), demand(1, &[1, 2])], &[], u64::MAX);
        assert_eq!(choice.picks(), [0]);
        assert!(choice.is_met(1));
        assert_eq!(choice.cost, 100);
    }

    #[test]
    fn the_budget_is_kept_and_what_does_not_fit_is_not_met() {
        let candidates = candidates(&[60, 50, 30]);
        let choice = cover(&candidates, &[demand(1, &[0]), demand(1, &[1]), demand(1, &[2])], &[], 100);
        assert_eq!(choice.cost, 80);
        assert_eq!([0, 1, 2].map(|d| choice.is_met(d)), [false, true, true]);
    }

    #[test]
    fn a_pick_that_later_ones_make_superfluous_is_given_up() {
        // 0 is picked first for what it meets, and then 1 and 2 are needed anyway.
        let candidates = candidates(&[1, 2, 2]);
        let demands = [demand(1, &[0, 1]), demand(1, &[0, 2]), demand(1, &[1]), demand(1, &[2])];
        let mut first = Cover::new(&candidates, &demands);
        first.fill(&[0, 1, 2], u64::MAX);
        assert_eq!(first.picks()[0], 0);
        assert_eq!(cover(&candidates, &demands, &[], u64::MAX).picks(), [1, 2]);
    }

    #[test]
    fn what_is_open_is_counted_along_as_if_counted_anew() {
        let mut state = 1u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % n
        };
        for _ in 0..200 {
            let mut candidates = candidates(&(0..12).map(|_| below(50)).collect::<Vec<_>>());
            candidates.iter_mut().take(6).zip((6..12).rev()).for_each(|(c, twin)| c.twin = (below(2) == 0).then_some(twin));
            let met_by = |below: &mut dyn FnMut(u64) -> u64| (0..12).filter(|_| below(4) == 0).collect::<Vec<_>>();
            let demands: Vec<Demand> = (0..10).map(|_| demand(below(4) as usize, &met_by(&mut below))).collect();
            let mut cover = Cover::new(&candidates, &demands);
            for _ in 0..6 {
                cover.pick(below(12) as usize);
                let anew = |c: usize| demands.iter().enumerate().filter(|(d, own)| own.met_by.contains(&c) && !cover.is_met(*d)).count();
                assert!((0..12).all(|c| cover.open[c] == anew(c) as u64), "{:?} after {:?}", cover.open, cover.picks());
            }
        }
    }

    #[test]
    fn equal_candidates_are_taken_in_their_order() {
        let candidates = candidates(&[5; 6]);
        let demands: Vec<Demand> = (0..3).map(|d| demand(1, &[5 - d, d])).collect();
        assert_eq!(cover(&candidates, &demands, &[], u64::MAX).picks(), [0, 1, 2]);
    }
}
