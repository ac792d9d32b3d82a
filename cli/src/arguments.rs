//! Options that several subcommands share.

use crate::cases::{self, Listed, tuple_of};
use crate::error::CliError;
use clap::Args;
use ptoconf_generator::{Filter, MOST_BLOCKS};
use ptoconf_reference::{Class, Operation, ops};
use ptoconf_schemas::{DType, Suite, Tier};

/// What to generate.
#[derive(Args, Clone, Debug)]
pub struct Generation {
    /// Operations, separated by commas, or `all`
    #[arg(long, value_name = "OP,…", default_value = "all")]
    pub op: String,

    /// Profile: portable, cpu, a2a3, a5, or a file with your own [default: portable, or the implementation's]
    #[arg(long, value_name = "NAME|FILE")]
    pub profile: Option<String>,

    /// How much: smoke, standard, extensive, stream (any number of cases of one shape), or exhaustive (every pair of two values)
    #[arg(long, default_value = "standard", value_parser = parse_tier)]
    pub tier: Tier,

    /// Seed of all data
    #[arg(long, default_value_t = 0)]
    pub seed: u64,

    /// For the self-test alone: one of every so many tuples, and their twins
    #[arg(skip)]
    pub sample: Option<u32>,

    /// Physical shape of the first full operand: the first input with as many valid rows and columns as the form has
    #[arg(long, value_name = "RxC", value_parser = parse_shape)]
    pub shape: Option<[u32; 2]>,

    /// Valid region of that operand
    #[arg(long, value_name = "RxC", value_parser = parse_shape)]
    pub valid: Option<[u32; 2]>,

    /// At most this many cases; with --tier stream exactly as many
    #[arg(long, value_name = "N")]
    pub cases: Option<u64>,

    /// With --tier exhaustive: only these blocks of 2^20 pairs, of 4096 for types of two bytes
    #[arg(long, value_name = "FIRST-LAST", value_parser = parse_blocks)]
    pub blocks: Option<[u32; 2]>,

    #[command(flatten)]
    pub selection: Selection,
}

impl Default for Generation {
    /// Everything, in the standard tier.
    fn default() -> Self {
        Generation {
            op: "all".to_owned(),
            profile: None,
            tier: Tier::Standard,
            seed: 0,
            sample: None,
            shape: None,
            valid: None,
            cases: None,
            blocks: None,
            selection: Selection::default(),
        }
    }
}

/// Filters by name.
#[derive(Args, Clone, Debug, Default)]
pub struct Selection {
    /// Only these forms
    #[arg(long, value_name = "FORM,…", value_delimiter = ',')]
    pub form: Vec<String>,

    /// Only these dtypes of the first output
    #[arg(long, value_name = "DTYPE,…", value_delimiter = ',')]
    pub dtype: Vec<String>,

    /// Only tuples that these rules concern
    #[arg(long, value_name = "RULE,…", value_delimiter = ',')]
    pub rule: Vec<String>,

    /// Only these cases or tuples, such as tcolsum/plain-f4543d37f8/0; @FILE: those that a file lists, or of a file of
    /// verdicts or a JSON report those that failed
    #[arg(long, value_name = "CASE,…|@FILE", value_delimiter = ',', value_parser = cases::parse)]
    pub case: Vec<Listed>,

    /// Only the cases that failed: of a file of verdicts or a JSON report
    #[arg(long, value_name = "FILE", value_parser = cases::of_file)]
    pub rerun_failures: Option<Listed>,

    /// Only these data classes
    #[arg(long, value_name = "CLASS,…", value_delimiter = ',')]
    pub class: Vec<String>,

    /// Only these operations: of a set that is there. One that is made has its own option.
    #[arg(skip)]
    pub op: Vec<String>,
}

impl Selection {
    /// These cases alone.
    pub fn of_cases(cases: &[String]) -> Selection {
        Selection { case: vec![Listed(cases.to_vec())], ..Selection::default() }
    }
}

/// Number of threads to use.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// Threads; the output does not depend on it [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

impl Threads {
    /// The number asked for, or the number of cores.
    pub fn number(self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get)).clamp(1, 256)
    }
}

impl Generation {
    /// The operations asked for, by name order.
    ///
    /// # Errors
    /// Usage: an unknown operation, or none that the filter by case leaves.
    pub fn operations(&self) -> Result<Vec<&'static Operation>, CliError> {
        let all = ops::all();
        if self.op == "all" {
            return Ok(all.iter().collect());
        }
        let names: Vec<&str> = self.op.split(',').map(str::trim).collect();
        for name in &names {
            if ops::find(name).is_none() {
                return Err(unknown("operation", name, all.iter().map(|o| o.name)));
            }
        }
        Ok(all.iter().filter(|o| names.contains(&o.name)).collect())
    }

    /// Whether it is too much to be made at once.
    pub fn is_in_pieces(&self) -> bool {
        self.tier == Tier::Exhaustive && !self.selection.names_cases()
    }

    /// The filter for one operation; `None` where the filter by case leaves nothing of it.
    ///
    /// # Errors
    /// Usage: a name that is not known.
    pub fn filter(&self, operation: &Operation) -> Result<Option<Filter>, CliError> {
        let tuples = self.selection.tuples_of(operation.name)?;
        if tuples.as_ref().is_some_and(Vec::is_empty) {
            return Ok(None);
        }
        Ok(Some(Filter {
            forms: self.selection.form.clone(),
            dtypes: self.selection.dtypes()?,
            rules: self.selection.rule.clone(),
            tuples: tuples.unwrap_or_default(),
            classes: self.selection.class.clone(),
            shape: self.shape,
            valid: self.valid,
            cases: self.cases,
            blocks: self.blocks,
            sample: self.sample,
        }))
    }

    /// The filters as they were given, for the head of the set.
    pub fn described(&self) -> Vec<String> {
        let mut list = self.selection.described();
        if let Some([rows, cols]) = self.shape {
            list.push(format!("--shape {rows}x{cols}"));
        }
        if let Some([rows, cols]) = self.valid {
            list.push(format!("--valid {rows}x{cols}"));
        }
        if let Some(cases) = self.cases {
            list.push(format!("--cases {cases}"));
        }
        if let Some([first, last]) = self.blocks {
            list.push(format!("--blocks {first}-{last}"));
        }
        if let Some(every) = self.sample {
            list.push(format!("one of every {every} tuples"));
        }
        list
    }

    /// The error where they leave no case.
    pub fn nothing(&self) -> CliError {
        let next = match self.tier {
            Tier::Exhaustive => "tier exhaustive has all pairs of two values, of operations that compute with two",
            _ => "ptoconf list shows operations, forms, rules and classes",
        };
        CliError::nothing(format!("no case of {} is left by {}", self.op, self.described().join(" "))).next(next)
    }
}

impl Selection {
    /// Checks the names against what the operations have.
    ///
    /// # Errors
    /// Usage: a name that none of them has.
    pub fn check(&self, operations: &[&Operation]) -> Result<(), CliError> {
        let forms = || operations.iter().flat_map(|o| o.forms.iter().map(|f| f.name));
        known("form", &self.form, forms)?;
        let rules = || ops::shared().rules.iter().chain(operations.iter().flat_map(|o| &o.rules)).map(|r| r.id.as_str());
        known("rule", &self.rule, rules)?;
        known("data class", &self.class, || Class::all().into_iter().map(|c| c.name))?;
        self.dtypes()?;
        for id in self.cases() {
            let op = id.split('/').next().unwrap_or_default();
            if !operations.iter().any(|o| o.name == op) {
                return Err(CliError::usage(format!("case `{id}`: no operation `{op}` is selected"))
                    .next("case ids look like tcolsum/plain-f4543d37f8/0"));
            }
        }
        Ok(())
    }

    /// Checks the names against what a set has.
    ///
    /// # Errors
    /// Usage: a name that the set does not have, or a case id that is none.
    pub fn check_in(&self, suite: &Suite) -> Result<(), CliError> {
        let operations = || suite.operations.iter();
        known("operation", &self.op, || operations().map(|o| o.name.as_str()))?;
        known("form", &self.form, || operations().flat_map(|o| o.forms.iter().map(|f| f.name.as_str())))?;
        known("rule", &self.rule, || operations().flat_map(|o| o.rules.iter().map(|r| r.id.as_str())))?;
        known("data class", &self.class, || Class::all().into_iter().map(|c| c.name))?;
        operations().try_for_each(|o| self.tuples_of(&o.name).map(|_| ()))
    }

    /// The dtypes asked for.
    ///
    /// # Errors
    /// Usage: an unknown dtype.
    pub fn dtypes(&self) -> Result<Vec<DType>, CliError> {
        let parse = |name: &String| DType::parse(name).ok_or_else(|| unknown("dtype", name, DType::ALL.iter().map(|d| d.name())));
        self.dtype.iter().map(parse).collect()
    }

    /// The tuples of an operation that the filter by case names; `None` where there is no such filter.
    fn tuples_of(&self, op: &str) -> Result<Option<Vec<String>>, CliError> {
        if !self.names_cases() {
            return Ok(None);
        }
        let mut names = vec![];
        for id in self.cases() {
            let Some((case_op, tuple)) = tuple_of(id) else {
                return Err(CliError::usage(format!("case `{id}` is no case id")).next("case ids look like tcolsum/plain-f4543d37f8/0"));
            };
            if case_op == op {
                names.push(tuple.to_owned());
            }
        }
        Ok(Some(names))
    }

    /// The ids of cases and tuples.
    pub fn cases(&self) -> impl Iterator<Item = &str> {
        self.case.iter().chain(&self.rerun_failures).flat_map(|listed| &listed.0).map(String::as_str)
    }

    /// Whether cases are chosen by name.
    pub fn names_cases(&self) -> bool {
        self.cases().next().is_some()
    }

    /// The filters as they were given.
    pub fn described(&self) -> Vec<String> {
        let cases = self.cases().map(str::to_owned).collect();
        let lists = [
            ("op", &self.op),
            ("form", &self.form),
            ("dtype", &self.dtype),
            ("rule", &self.rule),
            ("case", &cases),
            ("class", &self.class),
        ];
        lists.iter().filter(|(_, l)| !l.is_empty()).map(|(name, l)| format!("--{name} {}", l.join(","))).collect()
    }
}

/// A usage error for a case that is not there.
pub fn no_such_case(id: &str, place: &str) -> CliError {
    CliError::usage(format!("{place}: no case `{id}`"))
        .next("case ids are in <op>/cases.jsonl of the set; what a small tier does not have, a larger one may")
}

fn known<'a, I: Iterator<Item = &'a str>>(what: &str, names: &[String], list: impl Fn() -> I) -> Result<(), CliError> {
    match names.iter().find(|n| !list().any(|k| k == n.as_str())) {
        Some(name) => Err(unknown(what, name, list())),
        None => Ok(()),
    }
}

/// A usage error for a name that is not known, with the nearest known name.
pub fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> CliError {
    unknown_or(what, name, known, "ptoconf list shows every name")
}

/// The same; says `otherwise` where no name is near.
pub fn unknown_or<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>, otherwise: &str) -> CliError {
    let known: Vec<&str> = known.collect();
    let list = if known.len() <= 32 { format!("; known: {}", known.join(", ")) } else { String::new() };
    let error = CliError::usage(format!("unknown {what} `{name}`{list}"));
    match meant(name, &known) {
        Some(near) => error.next(format!("did you mean `{near}`?")),
        None => error.next(otherwise),
    }
}

/// The known name that was probably meant. Names are in lower case.
fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let name = name.to_lowercase();
    let other = dtype_of(&name).and_then(|dtype| known.iter().find(|k| **k == dtype));
    // Half of a short name is not enough.
    let is_near = |k: &&&str| distance(k, &name) <= 2.min(name.len() / 2);
    let near = known.iter().min_by_key(|k| distance(k, &name)).filter(is_near);
    other.or(near).copied()
}

/// The dtype that other programs call so.
fn dtype_of(name: &str) -> Option<String> {
    let end = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
    let kind = match &name[..end] {
        "half" => return Some(DType::F16.name().to_owned()),
        "float" if end == name.len() => return Some(DType::F32.name().to_owned()),
        "float" | "fp" => "f",
        "bfloat" => "bf",
        "int" | "s" => "i",
        "uint" => "u",
        _ => return None,
    };
    Some(format!("{kind}{}", name[end..].trim_end_matches("_t")))
}

/// Number of letters to change, add or drop.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let next = (diagonal + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = row[j + 1];
            row[j + 1] = next;
        }
    }
    row[b.len()]
}

/// A tier.
pub fn parse_tier(text: &str) -> Result<Tier, String> {
    let names: Vec<&str> = Tier::ALL.iter().map(|t| t.name()).collect();
    let near = || meant(text, &names).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    let found = Tier::ALL.iter().copied().find(|t| t.name() == text);
    found.ok_or_else(|| format!("known tiers: {}{}", names.join(", "), near()))
}

fn parse_shape(text: &str) -> Result<[u32; 2], String> {
    let parts = text.split_once('x').and_then(|(r, c)| Some([r.parse().ok()?, c.parse().ok()?]));
    parts.ok_or_else(|| "expected rows x columns, such as 16x64".to_owned())
}

fn parse_blocks(text: &str) -> Result<[u32; 2], String> {
    let parts = text.split_once('-').and_then(|(first, last)| Some([first.parse().ok()?, last.parse().ok()?]));
    let known = parts.filter(|[first, last]| first <= last && *last < MOST_BLOCKS);
    known.ok_or_else(|| format!("expected the first block and the last, such as 0-63; there are {MOST_BLOCKS}, from 0 on"))
}
