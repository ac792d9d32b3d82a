//! `ptoconf plan`: the jobs of a run in parts, for an engine that is there already.

use crate::arguments::{Generation, parse_tier};
use crate::error::CliError;
use crate::judge::shell_word;
use crate::output::Sink;
use askama::Template;
use clap::{Args, ValueEnum};
use ptoconf_reference::Operation;
use ptoconf_schemas::{ExitCode, Part, Tier};
use std::io::Write;
use std::path::PathBuf;

/// Write the jobs of a run in parts: make the set, run its parts side by side, merge, judge once
///
/// Of the exhaustive tier each part makes its own blocks, and what the parts left is judged together.
#[derive(Args)]
#[command(after_help = "Examples:
  ptoconf plan --engine slurm --parts 16 --impl 'exec:./worker' --profile a5 --out ptoconf-slurm.sh
  ptoconf plan --engine github --impl 'exec:./worker' --profile a2a3 --out .github/workflows/ptoconf.yml
  ptoconf plan --engine gitlab --impl 'exec:./worker' --profile a2a3 > ptoconf.gitlab-ci.yml
  ptoconf plan --engine slurm --parts 64 --impl 'exec:./worker' --op tcolexpandadd --tier exhaustive --out ptoconf-pairs.sh")]
pub struct Options {
    /// What runs the jobs
    #[arg(long)]
    engine: Engine,

    /// Number of parts
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=i64::from(Part::MOST)))]
    parts: u32,

    /// Implementation, as ptoconf run takes it: SCHEME:NAME, or a name that ptoconf.toml has where the jobs run
    #[arg(long = "impl", value_name = "IMPL", value_parser = implementation)]
    implementation: String,

    /// Profile: portable, cpu, a2a3, a5, or a file with your own
    #[arg(long, value_name = "NAME|FILE", default_value = "portable", value_parser = plain)]
    profile: String,

    /// Operations, separated by commas [default: all, or those of ptoconf.toml where the jobs run]
    #[arg(long, value_name = "OP,…")]
    op: Option<String>,

    /// How much: smoke, standard, extensive or exhaustive
    #[arg(long, default_value = "standard", value_parser = tier)]
    tier: Tier,

    /// Seed of all data, as ptoconf gen takes it
    #[arg(long, default_value_t = 0)]
    seed: u64,

    /// A set that is there already where the jobs run: they verify it, and make none
    #[arg(long, value_name = "DIR", value_parser = path, conflicts_with_all = ["profile", "op", "tier", "seed"])]
    vectors: Option<String>,

    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace a file that is there
    #[arg(long, requires = "out")]
    force: bool,
}

/// Most jobs that `parallel` of GitLab takes.
const MOST_OF_GITLAB: u32 = 200;

/// What runs jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// A script that sends the jobs to Slurm
    Slurm,
    /// A workflow of GitHub Actions
    Github,
    /// Jobs of a GitLab pipeline
    Gitlab,
}

/// A value that stands on one line, whatever reads it.
fn plain(text: &str) -> Result<String, String> {
    // Marks of the direction of writing make a line look like another one.
    let is_mark = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if text.is_empty() {
        return Err("expected a text".to_owned());
    }
    let is_plain = !text.chars().any(|c| c.is_control() || is_mark(c)) && !text.contains("${{");
    is_plain.then(|| text.to_owned()).ok_or_else(|| "expected a text on one line, without tabs, marks of direction and `${{`".to_owned())
}

/// A path that no shell, service or YAML takes for anything else.
fn path(text: &str) -> Result<String, String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    let good = text.starts_with(|c: char| c != '-') && text.chars().all(is_plain);
    good.then(|| text.to_owned()).ok_or_else(|| "expected a path of letters, digits and . _ - /".to_owned())
}

/// An implementation that can be run in parts, as far as this machine can say: the configuration where the jobs run knows names.
fn implementation(text: &str) -> Result<String, String> {
    let text = plain(text)?;
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if is_name(&text) {
        return Ok(text);
    }
    crate::implementations::in_parts(&text).map(|()| text)
}

/// A tier whose size is known.
fn tier(text: &str) -> Result<Tier, String> {
    let tier = parse_tier(text)?;
    match tier {
        Tier::Stream => Err("that has the number of cases that ptoconf gen is told".to_owned()),
        _ => Ok(tier),
    }
}

/// What the jobs are made of: words as the template's language quotes them.
struct Jobs {
    parts: u32,
    /// All parts.
    list: String,
    implementation: String,
    profile: String,
    /// Options that say which set, each after a space: the operations unless it is all of them, and a seed other than 0.
    set: String,
    tier: Tier,
    /// Whether each part makes its own blocks, and no set is there as a whole.
    in_blocks: bool,
    /// A set that is there.
    vectors: Option<String>,
    /// Where the set is, that or the one that the jobs make.
    folder: String,
    /// The command line that makes the same again.
    made_by: String,
}

#[derive(Template)]
#[template(path = "slurm.sh", escape = "none", syntax = "plan")]
struct Slurm {
    jobs: Jobs,
}

#[derive(Template)]
#[template(path = "github.yml", escape = "none", syntax = "plan")]
struct Github {
    jobs: Jobs,
}

#[derive(Template)]
#[template(path = "gitlab.yml", escape = "none", syntax = "plan")]
struct Gitlab {
    jobs: Jobs,
}

/// A string of YAML.
fn yaml(word: &str) -> String {
    // Without control characters, every string of JSON is one of YAML.
    serde_json::Value::from(word).to_string()
}

impl Options {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        if self.engine == Engine::Gitlab && self.parts > MOST_OF_GITLAB {
            return Err(CliError::usage(format!("--parts {}: GitLab takes {MOST_OF_GITLAB} at most", self.parts)));
        }
        if self.engine != Engine::Slurm && self.tier == Tier::Exhaustive {
            return Err(CliError::usage("--tier exhaustive: takes hours on many machines, for which --engine slurm writes the jobs"));
        }
        // Names that are known need no quotes.
        let named = self.op.as_ref().map(|op| Generation { op: op.clone(), ..Generation::default() }.operations()).transpose()?;
        let names = |known: Vec<&Operation>| known.iter().map(|operation| operation.name).collect::<Vec<_>>().join(",");
        let op = named.map_or_else(String::new, |known| format!(" --op {}", names(known)));
        let seed = if self.seed == 0 { String::new() } else { format!(" --seed {}", self.seed) };
        let set = op + &seed;
        let text = match self.engine {
            Engine::Slurm => Slurm { jobs: self.jobs(&set, r#""$OUT/vectors""#, shell_word) }.render(),
            Engine::Github => Github { jobs: self.jobs(&set, "vectors", yaml) }.render(),
            // GitLab takes what follows a dollar for a variable.
            Engine::Gitlab => Gitlab { jobs: self.jobs(&set, "vectors", |word| yaml(&word.replace('$', "$$"))) }.render(),
        };
        let text = text.map_err(|e| CliError::input(format!("--engine: {e}")))?;
        if let Some(path) = self.out.as_deref().filter(|path| path.is_file() && !self.force) {
            let old = crate::input::read("--out ", path, crate::input::LARGEST, "a file")?;
            if old != format!("{text}\n").into_bytes() {
                return Err(CliError::usage(format!("--out {}: there is a file already, with something else in it", path.display()))
                    .next("--force replaces it"));
            }
        }
        let mut sink = self.out.as_deref().map_or_else(|| Sink::open(None), |path| Sink::file("--out", path))?;
        writeln!(sink, "{text}")?;
        sink.finish()?;
        Ok(ExitCode::Conforms)
    }

    fn jobs(&self, set: &str, made: &str, quote: impl Fn(&str) -> String) -> Jobs {
        let [implementation, profile] = [&self.implementation, &self.profile].map(|word| quote(word));
        let list = format!("{:?}", (1..=self.parts).collect::<Vec<_>>());
        Jobs {
            parts: self.parts,
            list,
            implementation,
            profile,
            set: set.to_owned(),
            tier: self.tier,
            in_blocks: self.tier == Tier::Exhaustive,
            folder: self.vectors.clone().unwrap_or_else(|| made.to_owned()),
            vectors: self.vectors.clone(),
            made_by: self.line(set),
        }
    }

    /// The command line that makes the same again.
    fn line(&self, set: &str) -> String {
        let engine = self.engine.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        let [implementation, profile] = [&self.implementation, &self.profile].map(|word| shell_word(word));
        let (parts, tier) = (self.parts, self.tier);
        let which = match &self.vectors {
            Some(vectors) => format!("--vectors {vectors}"),
            None => format!("--profile {profile}{set} --tier {tier}"),
        };
        format!("ptoconf plan --engine {engine} --parts {parts} --impl {implementation} {which}")
    }
}
