//! From a tuple, its data and a choice to results.

use crate::checks::{Broken, Checks, Effect, shared};
use crate::choice::{Ask, Unfollowable};
use crate::job::Job;
use crate::memory::{Canvas, arbitrary};
use crate::ops::{self, Call};
use ptoconf_schemas::{Operand, Role};

/// What became of the cases of a tuple.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Followed {
    /// By case, whether it was rejected.
    pub rejected: Vec<bool>,
    /// By output operand, in order, the stack of whole tiles; none where the cases carry no data.
    pub outputs: Vec<Vec<u8>>,
}

/// Runs all cases of a tuple as a choice says.
///
/// # Errors
/// The operation, a reading or an option is unknown.
pub fn follow(job: &Job<'_>, ask: &mut dyn Ask) -> Result<Followed, Unfollowable> {
    let operation = ops::find(&job.tuple.op)?;
    let mut checks = Checks::new(ask);
    shared(&mut checks, job.tuple, job.profile);
    operation.check(&mut checks, job.tuple);
    let broken = checks.done()?;
    let outs: Vec<usize> = (0..job.tuple.operands.len()).filter(|&i| job.tuple.operands[i].role == Role::Out).collect();
    let mut stacks: Vec<Vec<u8>> = outs.iter().map(|&o| job.inputs.map_or_else(Vec::new, |inputs| before(job, inputs, o))).collect();
    let mut rejected = vec![];
    for case in 0..job.cases {
        let call = job.inputs.map(|inputs| Call::new(job, inputs, case));
        let mut own = Checks::new(ask);
        own.broken.extend(broken.iter().cloned());
        if let Some(call) = &call {
            operation.check_values(&mut own, call)?;
        }
        let becomes = combined(&own.done()?, ask);
        rejected.push(becomes == Effect::Rejects);
        let Some(call) = call else { continue };
        let mut canvases: Vec<Canvas<'_>> = outs.iter().zip(&mut stacks).map(|(&o, stack)| canvas(job, o, case, stack)).collect();
        match becomes {
            Effect::Judged => operation.run(&call, &mut canvases, ask)?,
            Effect::Anything => canvases.iter_mut().for_each(|c| arbitrary(c, ask)),
            Effect::Rejects | Effect::Returns => {}
        }
    }
    Ok(Followed { rejected, outputs: stacks })
}

/// What no call gets past, because there is no such tile: it is rejected before anything runs.
const NO_TILE: [&str; 3] = ["tile/rows-positive", "tile/cols-positive", "tile/static-extent-positive"];

/// What becomes of a tuple that breaks these: the first check that rejects it or returns decides.
fn combined(broken: &[Broken], ask: &mut dyn Ask) -> Effect {
    let of = |effect: Effect| broken.iter().filter(move |b| b.effect == effect);
    let (rejects, returns) = (of(Effect::Rejects).count(), of(Effect::Returns).count());
    let no_tile = of(Effect::Rejects).any(|b| NO_TILE.contains(&b.rule.as_str()));
    if rejects > 0 && returns > 0 && !no_tile {
        let deciding: Vec<&Broken> = of(Effect::Rejects).chain(of(Effect::Returns)).collect();
        let rules: Vec<&str> = deciding.iter().map(|b| b.rule.as_str()).collect();
        return deciding[ask.first(&rules)].effect;
    }
    let order = [Effect::Rejects, Effect::Returns, Effect::Anything];
    order.into_iter().find(|&e| of(e).count() > 0).unwrap_or(Effect::Judged)
}

fn canvas<'a>(job: &Job<'a>, operand: usize, case: usize, stack: &'a mut [u8]) -> Canvas<'a> {
    let tile = &job.tuple.operands[operand].tile;
    let size = tile.bytes() as usize;
    Canvas { tile, bytes: &mut stack[case * size..(case + 1) * size] }
}

/// What an output holds before: the canary, or the data of the input whose memory it shares.
fn before(job: &Job<'_>, inputs: &[Vec<u8>], output: usize) -> Vec<u8> {
    let own = &job.tuple.operands[output];
    let home = |o: &Operand| o.tile.same_as.clone().unwrap_or_else(|| o.name.clone());
    let shares = |o: &Operand| home(o) == home(own);
    let size = own.tile.bytes() as usize * job.cases;
    let shared = job.tuple.operands.iter().zip(inputs).find(|(o, data)| o.role == Role::In && shares(o) && data.len() == size);
    shared.map_or_else(|| vec![job.canary; size], |(_, data)| data.clone())
}
