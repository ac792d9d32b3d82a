//! From the options to a vector set on disk.

use crate::arguments::{Generation, no_such_case};
use crate::cases::missing;
use crate::error::CliError;
use crate::progress::Progress;
use ptoconf_coverage::Floors;
use ptoconf_generator::{Plan, Request, operation_info, plan};
use ptoconf_parallel::in_order;
use ptoconf_reference::{Contract, Operation, Profile, ops, shared_reading_infos};
use ptoconf_schemas::{CANARY, OperationInfo, ProfileInfo, SET_FORMAT, Suite, Tier};
use ptoconf_vectors::{SealedSet, SetWriter, WrittenOperation};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A set to be made.
pub struct Making<'a> {
    /// What of it.
    pub options: &'a Generation,
    /// By which profile.
    pub profile: &'a Profile,
    /// Its folder.
    pub dir: &'a Path,
    /// Whether it takes the place of one that is there.
    pub force: bool,
    /// The folder for its answers, where it is blind.
    pub answers: Option<&'a Path>,
    /// The least that it has to cover.
    pub floors: &'a Floors,
    /// Number of threads.
    pub threads: usize,
}

impl Making<'_> {
    /// Writes it, and gives its head and the digest of that.
    ///
    /// # Errors
    /// Usage: unknown names. Nothing checked: no case is left. Does not conform: the set covers less than the
    /// floor of its tier. Others: the folder cannot be written.
    pub fn generate(&self) -> Result<(Suite, String), CliError> {
        let (suite, sealed) = self.sealed()?;
        Ok((suite, sealed.publish()?))
    }

    /// The same of a set whose folder does not have its name yet, for whoever has to do something before it takes the place
    /// of another.
    ///
    /// # Errors
    /// Those of [`generate`](Self::generate).
    pub fn sealed(&self) -> Result<(Suite, SealedSet), CliError> {
        check(self.options, self.profile)?;
        seal(self)
    }

    /// Writes it for options whose names are known: those in the head of a set, which may name rules of an operation
    /// of which they left nothing.
    ///
    /// # Errors
    /// Those of [`generate`](Self::generate) but unknown names.
    pub fn again(&self) -> Result<(), CliError> {
        seal(self)?.1.publish()?;
        Ok(())
    }
}

/// Whether the options go together, and name what there is.
fn check(options: &Generation, profile: &Profile) -> Result<(), CliError> {
    if options.blocks.is_some() && options.tier != Tier::Exhaustive {
        return Err(CliError::usage("--blocks are of --tier exhaustive").next("leave it out, or choose that tier"));
    }
    options.selection.check(&operations(options, profile)?)
}

fn seal(&Making { options, profile, dir, force, answers, floors, threads }: &Making<'_>) -> Result<(Suite, SealedSet), CliError> {
    let operations = operations(options, profile)?;
    let mut writer = match answers {
        Some(answers) => SetWriter::create_blind(dir, answers, force)?,
        None => SetWriter::create(dir, force)?,
    };
    let mut requests = vec![];
    for operation in operations {
        let Some(filter) = options.filter(operation)? else { continue };
        requests.push((Contract::new(operation, profile), Request { seed: options.seed, tier: options.tier, filter }));
    }
    let (mut infos, mut there) = (vec![], BTreeMap::new());
    for Written { operation, info, named } in all_written(&writer, &requests, options, threads)? {
        writer.add(operation);
        infos.push(info);
        there.extend(named);
    }
    if let Some(id) = missing(options.selection.cases(), &there) {
        return Err(no_such_case(id, "the set that these options make"));
    }
    if infos.is_empty() {
        return Err(options.nothing());
    }
    let suite = suite(options, profile, infos);
    let sealed = writer.seal(suite.clone())?;
    if floors.hold_for(&suite) {
        let set = crate::set::open(sealed.path(), sealed.answers_path())?;
        // Of the largest tier memory holds one operation at a time.
        let threads = if suite.tier == Tier::Extensive { 1 } else { threads };
        crate::coverage::demand(&crate::coverage::measure(&set, floors, threads)?)?;
    }
    Ok((suite, sealed))
}

/// Operations that are made at a time, with few threads and with many; each takes some 20 MiB.
const AT_ONCE: [usize; 2] = [2, 8];

/// An operation that was written.
struct Written {
    operation: WrittenOperation,
    info: OperationInfo,
    /// The tuples and their cases, if options name some.
    named: BTreeMap<String, u32>,
}

/// Plans and writes operations side by side, as one thread plans one; those of which something is left, in their order.
fn all_written(
    writer: &SetWriter,
    requests: &[(Contract, Request)],
    options: &Generation,
    threads: usize,
) -> Result<Vec<Written>, CliError> {
    let at_once = threads.min((threads / 2).clamp(AT_ONCE[0], AT_ONCE[1]));
    let (busy, mut all) = (AtomicUsize::new(0), vec![]);
    let make = |(): &mut (), at: usize| {
        let (contract, request) = &requests[at];
        busy.fetch_add(1, Ordering::Relaxed);
        let plan = plan(contract, request);
        // What is the last one, or the only one, has all the threads.
        let own = (threads / busy.load(Ordering::Relaxed)).max(1);
        let written = written(writer, plan, options, own, requests.len() == 1);
        busy.fetch_sub(1, Ordering::Relaxed);
        written
    };
    let progress = (requests.len() > 1).then(|| Progress::by("generating", "operations"));
    in_order(
        at_once,
        requests.len(),
        requests.len(),
        || (),
        make,
        |at, written| {
            if let Some(progress) = &progress {
                progress.show(at as u64 + 1, requests.len() as u64);
            }
            all.extend(written);
            Ok::<_, CliError>(())
        },
    )?;
    Ok(all)
}

/// Writes what was planned of an operation; nothing where nothing was.
fn written(writer: &SetWriter, plan: Plan, options: &Generation, threads: usize, is_shown: bool) -> Result<Option<Written>, CliError> {
    if plan.items.is_empty() {
        return Ok(None);
    }
    let name = plan.contract.operation.name;
    let named = plan.items.iter().filter(|_| options.selection.names_cases());
    let named = named.map(|item| (format!("{name}/{}", item.name), item.cases)).collect();
    let info = operation_info(&plan);
    let (mut operation, mut done) = (writer.begin(name)?, 0);
    let progress = is_shown.then(|| Progress::new("generating"));
    plan.run(threads, |stack| {
        done += u64::from(stack.line.cases);
        if let Some(progress) = &progress {
            progress.show(done, info.cases);
        }
        operation.put(stack).map(|_| ())
    })?;
    Ok(Some(Written { operation: operation.finish()?, info, named }))
}

fn operations(options: &Generation, profile: &Profile) -> Result<Vec<&'static Operation>, CliError> {
    Ok(options.operations()?.into_iter().filter(|o| profile.has_operation(o.name)).collect())
}

fn suite(options: &Generation, profile: &Profile, operations: Vec<OperationInfo>) -> Suite {
    Suite {
        format: SET_FORMAT.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        seed: options.seed,
        tier: options.tier,
        filters: options.described(),
        canary: CANARY,
        blind: false,
        profile: ProfileInfo {
            name: profile.name.clone(),
            base: profile.base.name().to_owned(),
            beyond_base: profile.beyond_base(),
            limits: profile.limits,
            max_unsupported: profile.max_unsupported,
            requires_observed: profile.requires_observed.clone(),
            operations: ops::all().iter().map(|o| o.name.to_owned()).filter(|name| profile.has_operation(name)).collect(),
            dtypes: profile.dtypes.clone(),
            forms: profile.forms.clone(),
            readings: shared_reading_infos(profile),
            file: (!profile.is_builtin()).then(|| profile.file()),
        },
        operations,
        files: vec![],
    }
}
