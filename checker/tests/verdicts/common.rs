//! A small laboratory: a set and results for it, written to a temporary folder and checked.
#![allow(missing_docs)]

use ptoconf_checker::{CheckError, Options, check};
use ptoconf_schemas::*;
use ptoconf_vectors::{ResultsReader, ResultsWriter, SetReader, SetWriter};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

pub const OP: &str = "tdemo";

/// The options of `tile/dst-padding`, strongest first.
pub const EXTENTS: [&str; 4] = ["untouched", "block", "row", "tile"];

/// A set of one operation with tuples of one input `src` and one output `dst`, and its results.
#[derive(Default)]
pub struct Lab {
    pub stacks: Vec<Stack>,
    pub readings: Vec<ReadingInfo>,
    pub shared: Vec<ReadingInfo>,
    pub lines: Vec<ResultLine>,
    pub outputs: Vec<Array>,
    pub stale: bool,
    pub judges: Judges,
    pub forms: Vec<FormInfo>,
    pub reach: BTreeMap<String, RuleReach>,
    /// Operations of the profile; none means that the set has all.
    pub profile_operations: Vec<&'static str>,
    pub filters: Vec<String>,
    pub stream: bool,
    /// What a profile of a user's own admits beyond its base; `None` for a built-in profile.
    pub own: Option<Vec<Widening>>,
    /// What the results do not observe.
    pub unseen: Vec<Observes>,
    /// What the profile requires results to observe.
    pub requires_observed: Vec<Observes>,
}

pub fn array(name: &str, dtype: DType, shape: [u64; 3], data: &[u8]) -> Array {
    Array { name: name.to_string(), dtype, shape: shape.to_vec(), data: data.to_vec() }
}

pub fn line(tuple: &str, slot: u32, outcome: Outcome) -> ResultLine {
    let case = format!("{OP}/{tuple}/{slot}");
    ResultLine { case, outcome, stage: None, rule: None, message: None, touched: Vec::new() }
}

pub fn reading(id: &str, scope: Scope, options: &[&str], admitted: &[&str]) -> ReadingInfo {
    let option = |name: &&str| OptionInfo { name: (*name).into(), statement: "said".into(), source: "test".into(), lacks: vec![] };
    let admitted = admitted.iter().map(|a| (*a).to_string()).collect();
    let options = options.iter().map(option).collect();
    ReadingInfo { id: id.into(), question: "which?".into(), register: Vec::new(), scope, options, admitted, at: Vec::new() }
}

/// An alternative whose output `dst` is judged so over the whole of `region`.
pub fn alternative(name: &str, readings: &[(&str, &str)], region: [u32; 2], judge: Judgement) -> Alternative {
    let outputs = Names::from_iter([("dst".to_string(), OutputAnswer { region, judge, mask: None })]);
    Alternative { name: name.into(), when: when(readings).into(), rejects: false, outputs }
}

pub fn rejecting(name: &str, readings: &[(&str, &str)]) -> Alternative {
    Alternative { name: name.into(), when: when(readings).into(), rejects: true, outputs: Names::default() }
}

/// A condition; several options of a reading are joined by `|`.
pub fn when(readings: &[(&str, &str)]) -> Names<Vec<SmolStr>> {
    readings.iter().map(|(id, options)| (*id, options.split('|').map(SmolStr::from).collect())).collect()
}

/// A rule that a reading decides, with the effect of each option.
pub fn contest(rule: &str, reading: &str, effects: &[(&str, Effect)]) -> Contest {
    let effects = effects.iter().map(|(option, effect)| (*option, *effect)).collect();
    Contest { rule: rule.into(), reading: Some(reading.into()), first: false, effects }
}

pub fn bits(member: &str) -> Judgement {
    Judgement::Bits { member: member.into() }
}

pub fn accept() -> Expectation {
    Expectation::Accept { boundary_of: vec!["tdemo/size".into()] }
}

pub fn reject(twin: &str) -> Expectation {
    Expectation::Reject { rule: Some("tdemo/size".into()), stage: Stage::Shape, twin: twin.into() }
}

pub fn either(twin: &str) -> Expectation {
    Expectation::Either { twin: twin.into() }
}

impl Lab {
    /// A tuple with `dst` and `src` of type u8 and shape 2 x 64; `src` holds zeros.
    pub fn tuple(&mut self, name: &str, cases: u32, expect: Expectation, alternatives: Vec<Alternative>, answers: Vec<Array>) {
        self.tuple_of(&Tile::nd(DType::U8, 2, 64), name, cases, expect, alternatives, answers);
    }

    pub fn tuple_of(
        &mut self,
        tile: &Tile,
        name: &str,
        cases: u32,
        expect: Expectation,
        alternatives: Vec<Alternative>,
        answers: Vec<Array>,
    ) {
        let operand = |name: &str, role| Operand { name: name.into(), role, tile: tile.clone() };
        let operands = vec![operand("dst", Role::Out), operand("src", Role::In)];
        let tuple = Tuple { op: OP.into(), form: "plain".into(), attributes: Names::default(), operands };
        let line = TupleLine { name: name.into(), tuple, cases, inputs: None };
        let shape = [u64::from(cases), u64::from(tile.rows()), u64::from(tile.cols())];
        let zeros = vec![0; shape.iter().product::<u64>() as usize * tile.dtype.bytes()];
        let inputs = vec![array(&line.member("src"), tile.dtype, shape, &zeros)];
        let [class, strategy, why] = ["test"; 3].map(SmolStr::from);
        let open = matches!(expect, Expectation::Either { .. });
        let contests = Arc::new(open.then(|| contest("tdemo/open", "tdemo/open", &[])).into_iter().collect());
        let answer = AnswerLine { tuple: name.into(), class, strategy, why, expect, contests, file: None, alternatives };
        self.stacks.push(Stack { line, answer, inputs, answers });
    }

    /// A legal tuple whose whole output is `value`, over all of the tile.
    pub fn legal(&mut self, name: &str, cases: u32, value: u8) {
        let member = format!("{name}/dst@plain.npy");
        let answers = vec![array(&member, DType::U8, [cases.into(), 2, 64], &vec![value; cases as usize * 128])];
        self.tuple(name, cases, accept(), vec![alternative("plain", &[], [2, 64], bits(&member))], answers);
    }

    /// Results of a tuple that ran: one line per case, and the output stack.
    pub fn ran(&mut self, name: &str, data: &[u8]) {
        let stack = self.stacks.iter().find(|s| s.line.name == name).unwrap();
        let (tile, cases) = (stack.line.tuple.tile("dst").unwrap().clone(), stack.line.cases);
        let shape = [cases.into(), tile.rows().into(), tile.cols().into()];
        self.outputs.push(array(&format!("{name}/dst.npy"), tile.dtype, shape, data));
        self.lines.extend((0..cases).map(|slot| line(name, slot, Outcome::Ok)));
    }

    /// A result line without arrays.
    pub fn ended(&mut self, name: &str, outcome: Outcome) {
        self.lines.push(line(name, 0, outcome));
    }

    pub fn suite(&self) -> Suite {
        let rule = |id: &str, stage| RuleInfo {
            id: id.into(),
            stage,
            statement: format!("{id} holds"),
            sources: Vec::new(),
            duty: Duty::MustReject,
        };
        let operation = OperationInfo {
            name: OP.into(),
            page: "demo".into(),
            tuples: self.stacks.len() as u64,
            cases: self.stacks.iter().map(|s| u64::from(s.line.cases)).sum(),
            counts: BTreeMap::new(),
            forms: self.forms.clone(),
            rules: vec![rule("tdemo/size", Stage::Shape), rule("tdemo/open", Stage::Value), rule("tdemo/never", Stage::Shape)],
            reach: self.reach.clone(),
            readings: self.readings.clone(),
        };
        let profile = ProfileInfo {
            name: if self.own.is_some() { "mine".into() } else { "a2a3".into() },
            base: "a2a3".into(),
            beyond_base: self.own.clone().unwrap_or_default(),
            limits: Limits { ub_bytes: 1 << 17, max_rows: 4095, max_cols: 4095 },
            max_unsupported: 10,
            requires_observed: self.requires_observed.clone(),
            operations: self.profile_operations.iter().map(|&name| name.into()).collect(),
            dtypes: BTreeMap::new(),
            forms: BTreeMap::new(),
            readings: self.shared.clone(),
            file: None,
        };
        Suite {
            format: SET_FORMAT.into(),
            version: "0".into(),
            seed: 1,
            tier: if self.stream { Tier::Stream } else { Tier::Smoke },
            filters: self.filters.clone(),
            canary: CANARY,
            blind: false,
            profile,
            operations: vec![operation],
            files: Vec::new(),
        }
    }

    /// Writes everything. The folder has the set as `set` and the results as `out`.
    pub fn write(&self) -> TempDir {
        let dir = tempfile::tempdir().unwrap();
        let mut writer = SetWriter::create(&dir.path().join("set"), false).unwrap();
        writer.operation(OP).unwrap();
        for stack in &self.stacks {
            writer.put(stack.clone()).unwrap();
        }
        let digest = writer.finish(self.suite()).unwrap();
        let suite = if self.stale { "0".repeat(64) } else { digest };
        let observes = Observes::ALL.iter().copied().filter(|what| !self.unseen.contains(what)).collect();
        let implementation = Implementation { name: "demo".into(), judges: self.judges, observes, ..Implementation::default() };
        let header = ResultsHeader { format: ResultsHeader::FORMAT.into(), suite, part: None, implementation };
        let mut writer = ResultsWriter::create(&dir.path().join("out"), &header, false).unwrap();
        writer.lines(&self.lines).unwrap();
        if !self.outputs.is_empty() {
            writer.outputs(OP, &self.outputs).unwrap();
        }
        writer.finish().unwrap();
        dir
    }

    pub fn check_with(&self, options: &Options<'_>) -> Result<Checked, CheckError> {
        let dir = self.write();
        check_in(&dir, options)
    }

    /// Checks everything on two threads.
    pub fn check(&self) -> Checked {
        self.check_with(&Options { threads: 2, ..Options::default() }).unwrap()
    }
}

pub fn check_in(dir: &TempDir, options: &Options<'_>) -> Result<Checked, CheckError> {
    let set = SetReader::open(&dir.path().join("set"))?;
    let results = ResultsReader::open(&dir.path().join("out"))?;
    let mut verdicts = Vec::new();
    let report = check(&set, &results, options, Some(&mut verdicts))?;
    let lines = verdicts.split(|b| *b == b'\n').filter(|l| !l.is_empty());
    let verdicts = lines.map(|line| serde_json::from_slice(line).unwrap()).collect();
    Ok(Checked { report, verdicts })
}

pub struct Checked {
    pub report: Report,
    pub verdicts: Vec<VerdictLine>,
}

impl Checked {
    /// `pass`, the kind of failure, or the reason for skipping.
    pub fn of(&self, tuple: &str, slot: u32) -> &'static str {
        let id = format!("{OP}/{tuple}/{slot}");
        let line = self.verdicts.iter().find(|v| v.case == id).unwrap();
        match (line.verdict, line.failure, line.skipped) {
            (Verdict::Pass, None, None) => "pass",
            (Verdict::Fail, Some(kind), None) => kind.name(),
            (Verdict::Skipped, None, Some(reason)) => reason.name(),
            other => panic!("{id}: {other:?}"),
        }
    }

    /// The failure of this case in detail.
    pub fn failure(&self, tuple: &str, slot: u32) -> &Failure {
        let id = format!("{OP}/{tuple}/{slot}");
        self.report.failures.iter().flat_map(|g| &g.first).find(|f| f.case == id).unwrap()
    }

    /// The message of this failing case.
    pub fn message(&self, tuple: &str, slot: u32) -> &str {
        &self.failure(tuple, slot).message
    }
}

/// Compares a whole report with the one in `tests/pages`; with `PTOCONF_BLESS` set, writes it.
pub fn is_as_committed(name: &str, text: &[u8]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../checker/tests/pages").join(name);
    if std::env::var_os("PTOCONF_BLESS").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let committed = std::fs::read(&path).unwrap_or_default();
    assert_eq!(String::from_utf8_lossy(text), String::from_utf8_lossy(&committed), "{name}");
}

/// Something that goes wrong with a set or results.
pub type Damage = fn(&mut Lab);
