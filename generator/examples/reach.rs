//! Prints how many cases each form has and which rules are not reached.
use ptoconf_generator::{Filter, Request, operation_info, plan};
use ptoconf_reference::{Contract, Profile, ops};
use ptoconf_schemas::{BaseProfile, Tier};
fn main() {
    for &base in BaseProfile::ALL {
        let profile = Profile::builtin(base);
        for op in ops::all() {
            let start = std::time::Instant::now();
            let contract = Contract::new(op, &profile);
            let p = plan(&contract, &Request { seed: 0, tier: Tier::Standard, filter: Filter::default() });
            let t1 = start.elapsed();
            let info = operation_info(&p);
            let mut bytes = 0u64; let mut abytes = 0u64;
            let r: Result<(), ()> = p.run(2, |s| { bytes += s.inputs.iter().map(|a| a.data.len() as u64).sum::<u64>(); abytes += s.answers.iter().map(|a| a.data.len() as u64).sum::<u64>(); Ok(()) });
            r.unwrap();
            println!("== {base} {} tuples {} cases {} plan {:?} all {:?} in {} KB ans {} KB", op.name, info.tuples, info.cases, t1, start.elapsed(), bytes/1000, abytes/1000);
            for f in &info.forms { println!("  {} {:?}", f.name, f.coverage); }
            for (r, reach) in &info.reach { if (reach.illegal + reach.open == 0 || reach.at_limit == 0) && reach.told == 0 && reach.unreachable.is_none() { println!("   NOT REACHED {r} {reach:?}"); } }
        }
    }
}
