//! A simple classifier: boosted stumps, trained on one half of the tuples and tried on the other.

use super::seen::Seen;
use std::collections::BTreeMap;

/// Stumps that are added up.
const ROUNDS: usize = 24;
/// Thresholds that are tried of each feature.
const THRESHOLDS: usize = 8;

/// How often the classifier is right on the half that it was not trained on.
pub struct Guess {
    /// Mean of the shares of legal and of illegal tuples that it recognises.
    pub accuracy: f64,
    /// What somebody who tosses a coin stays below all but once in ten thousand times.
    pub bound: f64,
    /// The features that it uses, most important first.
    pub by: Vec<(&'static str, f64)>,
}

struct Stump {
    feature: usize,
    above: f64,
    vote: f64,
}

struct Half<'a> {
    rows: Vec<Vec<f64>>,
    seen: Vec<&'a Seen>,
    weights: Vec<f64>,
}

/// Learns to tell legal from illegal tuples by what is seen of them.
pub fn guess(all: &[Seen]) -> Guess {
    let names: Vec<&'static str> =
        all.iter().flat_map(|s| s.features.keys().copied()).collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    // By name in the order of the names, as those of a tuple are, of which some may lack.
    let values = |seen: &Seen| -> Vec<Option<f64>> {
        let mut own = seen.features.iter().peekable();
        names.iter().map(|name| own.next_if(|(own, _)| *own == name).map(|(_, value)| *value)).collect()
    };
    let all_values: Vec<Vec<Option<f64>>> = all.iter().map(values).collect();
    let means: Vec<f64> = (0..names.len()).map(|at| mean(all_values.iter().filter_map(|values| values[at]))).collect();
    let half = |part: usize| {
        let seen: Vec<&Seen> = all.iter().skip(part).step_by(2).collect();
        let weights = weights(&seen);
        let row = |values: &Vec<Option<f64>>| values.iter().zip(&means).map(|(value, mean)| value.unwrap_or(*mean)).collect();
        Half { rows: all_values.iter().skip(part).step_by(2).map(row).collect(), seen, weights }
    };
    let (train, test) = (half(0), half(1));
    let stumps = train.boost(names.len());
    let right = |legal: bool| {
        let own = || (0..test.seen.len()).filter(|&i| test.seen[i].legal == legal);
        let score = |i: usize| match vote(&stumps, &test.rows[i]) {
            0.0 => 0.5,
            vote => f64::from(u8::from((vote > 0.0) == legal)),
        };
        own().map(|i| test.weights[i] * score(i)).sum::<f64>() / own().map(|i| test.weights[i]).sum::<f64>()
    };
    let effective = test.weights.iter().sum::<f64>().powi(2) / test.weights.iter().map(|w| w * w).sum::<f64>();
    let mut by = BTreeMap::<&str, f64>::new();
    stumps.iter().for_each(|s| *by.entry(names[s.feature]).or_default() += s.vote.abs());
    let mut by: Vec<_> = by.into_iter().collect();
    by.sort_by(|a, b| b.1.total_cmp(&a.1));
    // 3.72 standard deviations of the mean of as many tosses.
    Guess { accuracy: (right(true) + right(false)) / 2.0, bound: 0.5 + 3.72 * 0.5 / effective.sqrt(), by }
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, number) = values.fold((0.0, 0.0), |(sum, number), value| (sum + value, number + 1.0));
    if number == 0.0 { 0.0 } else { sum / number }
}

/// Where tuples look alike, legal and illegal ones weigh the same; where there is but one kind, nothing.
fn weights(seen: &[&Seen]) -> Vec<f64> {
    let mut numbers: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    seen.iter().for_each(|s| numbers.entry(&s.alike).or_default()[usize::from(s.legal)] += 1.0);
    let weight = |s: &&Seen| {
        let numbers = numbers[s.alike.as_str()];
        numbers[0].min(numbers[1]) / numbers[usize::from(s.legal)]
    };
    seen.iter().map(weight).collect()
}

fn vote(stumps: &[Stump], row: &[f64]) -> f64 {
    stumps.iter().map(|s| if row[s.feature] > s.above { s.vote } else { -s.vote }).sum()
}

impl Half<'_> {
    fn boost(&self, features: usize) -> Vec<Stump> {
        let (mut stumps, mut weights) = (vec![], self.weights.clone());
        let thresholds: Vec<Vec<f64>> = (0..features).map(|f| self.thresholds(f)).collect();
        let steps: Vec<Vec<usize>> = thresholds.iter().enumerate().map(|(f, list)| self.steps(f, list)).collect();
        for _ in 0..ROUNDS {
            let total: f64 = weights.iter().sum();
            let errors = |f: usize| {
                let above = self.errors(&steps[f], &weights).into_iter().zip(&thresholds[f]);
                above.map(move |(error, above)| (error / total, f, *above)).collect::<Vec<_>>()
            };
            let (error, feature, above) =
                (0..features).flat_map(errors).max_by(|a, b| (a.0 - 0.5).abs().total_cmp(&(b.0 - 0.5).abs())).expect("features");
            let error = error.clamp(1e-6, 1.0 - 1e-6);
            let stump = Stump { feature, above, vote: 0.5 * ((1.0 - error) / error).ln() };
            for ((weight, row), seen) in weights.iter_mut().zip(&self.rows).zip(&self.seen) {
                let said = vote(std::slice::from_ref(&stump), row);
                *weight *= (if seen.legal { -said } else { said }).exp();
            }
            stumps.push(stump);
        }
        stumps
    }

    /// How many of the thresholds of a feature each row is above.
    fn steps(&self, feature: usize, thresholds: &[f64]) -> Vec<usize> {
        self.rows.iter().map(|row| thresholds.iter().filter(|above| row[feature] > **above).count()).collect()
    }

    /// By threshold, the weight of those that are wrong, if what is above it is called legal.
    fn errors(&self, steps: &[usize], weights: &[f64]) -> [f64; THRESHOLDS] {
        let mut of_step = [[0.0; 2]; THRESHOLDS + 1];
        for ((step, weight), seen) in steps.iter().zip(weights).zip(&self.seen) {
            of_step[*step][usize::from(seen.legal)] += weight;
        }
        std::array::from_fn(|at| {
            let (below, above) = of_step.split_at(at + 1);
            below.iter().map(|own| own[1]).chain(above.iter().map(|own| own[0])).sum()
        })
    }

    fn thresholds(&self, feature: usize) -> Vec<f64> {
        let mut values: Vec<f64> = self.rows.iter().map(|row| row[feature]).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let between: Vec<f64> = values.windows(2).map(|w| (w[0] + w[1]) / 2.0).collect();
        let step = between.len().div_ceil(THRESHOLDS).max(1);
        between.into_iter().step_by(step).collect()
    }
}
