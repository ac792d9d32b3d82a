//! `ptoconf export`: files that say the same as the set.

use crate::common::{SOME, files, folder, open, ptoconf, read, shared, tuples};
use crate::schema::Schema;
use ptoconf_schemas::{DType, Expectation, ExportContent, ExportHeader, ExportLine, Role};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn set() -> PathBuf {
    shared("export-set", &format!("gen --op {SOME} --profile a2a3 --tier smoke --out set")).join("set")
}

/// Exports the set; the folder, and its index.
fn export(dir: &Path, options: &str) -> Vec<ExportLine> {
    ptoconf(dir, &format!("export --vectors {} --out out --force {options}", set().display())).expect(0, &[]);
    read(&dir.join("out/index.jsonl")).lines().map(|l| serde_json::from_str(l).unwrap()).collect()
}

/// Elements of a file by format.
fn elements(format: &str, dtype: DType, bytes: &[u8]) -> Vec<u64> {
    if format == "hex" {
        return String::from_utf8_lossy(bytes).lines().map(|l| u64::from_str_radix(l, 16).unwrap()).collect();
    }
    let start = if format == "npy" { 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]])) } else { 0 };
    let data = &bytes[start..];
    (0..data.len() / dtype.bytes()).map(|i| dtype.read(data, i)).collect()
}

#[test]
fn arrays_are_those_of_the_set_in_every_format() {
    let (dir, set) = (folder(), open(&set()));
    for format in ["npy", "bin", "hex"] {
        let index = export(dir.path(), &format!("--format {format}"));
        assert_eq!(index.len() as u64, set.suite().cases());
        let by_case: BTreeMap<&str, &ExportLine> = index.iter().map(|l| (l.case.as_str(), l)).collect();
        let (mut compared, mut data) = (0, vec![]);
        for operation in &set.suite().operations {
            let reader = set.operation(&operation.name).unwrap();
            for line in reader.tuples.iter().filter(|l| l.inputs.is_some()) {
                for operand in line.tuple.with_role(Role::In) {
                    reader.inputs(line, &operand.name, &mut data).unwrap();
                    let (dtype, per_case) = (operand.tile.dtype, operand.tile.elements() as usize);
                    for slot in 0..line.cases as usize {
                        let exported = by_case[format!("{}/{slot}", line.id()).as_str()];
                        let file = exported
                            .files
                            .iter()
                            .find(|f| f.content == ExportContent::Input && f.operand.as_deref() == Some(&operand.name));
                        let file = file.unwrap();
                        assert_eq!((file.dtype, file.shape), (Some(dtype), Some(operand.tile.shape)));
                        let content = std::fs::read(dir.path().join("out").join(&file.file)).unwrap();
                        let expected: Vec<u64> = (0..per_case).map(|i| dtype.read(&data, slot * per_case + i)).collect();
                        assert!(elements(format, dtype, &content) == expected, "{}", file.file);
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 300, "{compared}");
    }
}

/// What an implementation that conforms returned lies in every answer that was exported.
#[test]
fn answers_hold_what_a_conforming_implementation_returned() {
    let portable = shared("export-portable", "gen --op tcolsum --profile portable --class reveal,wrap --out set").join("set");
    let seen: BTreeSet<&str> = answers_hold("a2a3", &set()).union(&answers_hold("cpu", &portable)).copied().collect();
    assert_eq!(seen.len(), 4, "{seen:?}");
}

/// Compares the results of a model with the exported answers; which kinds of answers there were.
fn answers_hold(model: &str, set: &Path) -> BTreeSet<&'static str> {
    let (dir, path) = (folder(), set.display());
    ptoconf(dir.path(), &format!("run --impl builtin:{model} --vectors {path} --out run")).expect(0, &[]);
    ptoconf(dir.path(), &format!("export --format bin --vectors {path} --out out")).expect(0, &[]);
    let index: Vec<ExportLine> = read(&dir.path().join("out/index.jsonl")).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let results = ptoconf_vectors::ResultsReader::open(&dir.path().join("run/results")).unwrap();
    let (set, mut seen) = (open(set), BTreeSet::new());
    for operation in &set.suite().operations {
        let (reader, outputs) = (set.operation(&operation.name).unwrap(), results.outputs(&operation.name).unwrap());
        for line in index.iter().filter(|l| l.tuple.op == operation.name && matches!(l.expect, Some(Expectation::Accept { .. }))) {
            let id = ptoconf_schemas::CaseId::parse(&line.case).unwrap();
            let tuple = &reader.tuples[reader.index_of(id.tuple).unwrap()];
            for operand in line.tuple.with_role(Role::Out) {
                let file = |content| {
                    let own = line.files.iter().find(|f| f.content == content && f.operand.as_deref() == Some(operand.name.as_str()))?;
                    let bytes = std::fs::read(dir.path().join("out").join(&own.file)).unwrap();
                    Some((elements("bin", own.dtype.unwrap(), &bytes), own.shape.unwrap()))
                };
                let mut returned = vec![];
                assert!(outputs.read(tuple, &operand.name, 0, &mut returned).all_ok());
                let (dtype, [rows, cols]) = (operand.tile.dtype, operand.tile.shape.map(|n| n as usize));
                let at = |row: usize, col: usize| dtype.read(&returned, (id.slot as usize * rows + row) * cols + col);
                let mask = file(ExportContent::Mask);
                let judged = |i: usize| mask.as_ref().is_none_or(|(mask, _)| mask[i] != 0);
                if let Some((values, [_, width])) = file(ExportContent::Expected) {
                    for (i, value) in values.iter().enumerate().filter(|(i, _)| judged(*i)) {
                        let actual = at(i / width as usize, i % width as usize);
                        assert!(actual == *value || is_nan(dtype, *value) && is_nan(dtype, actual), "{} {}[{i}]", line.case, operand.name);
                    }
                    seen.insert("expected");
                } else if let Some((lowest, [_, width])) = file(ExportContent::Lowest) {
                    let (highest, special) = (file(ExportContent::Highest).unwrap().0, file(ExportContent::Special).unwrap().0);
                    for i in 0..lowest.len() {
                        let actual = at(i / width as usize, i % width as usize);
                        let between = (rank(dtype, lowest[i])..=rank(dtype, highest[i])).contains(&rank(dtype, actual));
                        let more = line.undecided.iter().any(|name| operand.name == *name);
                        assert!(between || special[i] != 0 || more, "{} {}[{i}]", line.case, operand.name);
                    }
                    seen.insert(if line.undecided.iter().any(|name| operand.name == *name) { "part" } else { "enclosure" });
                } else {
                    assert!(line.undecided.iter().any(|name| operand.name == *name), "{}", line.case);
                    seen.insert("undecided");
                }
            }
        }
    }
    seen
}

fn is_nan(dtype: DType, bits: u64) -> bool {
    match dtype {
        DType::F32 => f32::from_bits(bits as u32).is_nan(),
        DType::F16 => bits & 0x7fff > 0x7c00,
        DType::Bf16 => bits & 0x7fff > 0x7f80,
        _ => false,
    }
}

/// The order of enclosures: that of integers, and of floats by their bits, -0 just below +0.
fn rank(dtype: DType, bits: u64) -> i64 {
    let sign = 1u64 << (dtype.bits() - 1);
    match dtype.is_signed() || dtype.is_float() {
        false => bits as i64,
        true if bits & sign == 0 => bits as i64,
        true if dtype.is_float() => -1 - (bits ^ sign) as i64,
        true => (bits ^ sign) as i64 - sign as i64,
    }
}

#[test]
fn illegal_cases_have_an_expectation_and_inputs_alone() {
    let dir = folder();
    let index = export(dir.path(), "--format npy");
    let illegal: Vec<_> = index.iter().filter(|l| matches!(l.expect, Some(Expectation::Reject { .. }))).collect();
    let inputs_alone = |l: &&ExportLine| !l.files.is_empty() && l.files.iter().all(|f| f.content == ExportContent::Input);
    assert!(illegal.len() > 50 && illegal.iter().all(inputs_alone));
    let header: ExportHeader = serde_json::from_str(&read(&dir.path().join("out/export.json"))).unwrap();
    assert_eq!((header.cases, header.suite.as_str()), (index.len() as u64, open(&set()).digest()));
}

#[test]
fn every_file_is_in_the_index_and_the_index_follows_its_schema() {
    let dir = folder();
    for format in ["pto", "npy"] {
        let index = export(dir.path(), &format!("--format {format}"));
        let named: BTreeSet<String> = index.iter().flat_map(|l| l.files.iter().map(|f| f.file.clone())).collect();
        let mut found: BTreeSet<String> = files(&dir.path().join("out")).into_keys().collect();
        assert!(found.remove("export.json") && found.remove("index.jsonl"));
        assert_eq!(named, found);
        let schema = ptoconf_schemas::documents().into_iter().find(|d| d.name == "export-line").unwrap();
        let schema = Schema::new(schema.schema.as_value());
        for line in read(&dir.path().join("out/index.jsonl")).lines().step_by(7) {
            assert_eq!(schema.errors(&serde_json::from_str(line).unwrap()), [], "{line}");
        }
    }
}

#[test]
fn assembly_text_is_what_the_assembler_gets() {
    let dir = folder();
    let index = export(dir.path(), "--format pto --arch a5");
    for (line, _) in tuples(&open(&set())) {
        let text = read(&dir.path().join(format!("out/{}/{}.pto", line.tuple.op, line.name)));
        let module = ptoconf_runner::ptoas::module(ptoconf_runner::ptoas::Arch::A5, [&ptoconf_runner::ptoas::assembly(&line.tuple)]);
        let (comments, rest): (Vec<&str>, Vec<&str>) = text.lines().partition(|l| l.starts_with("//"));
        assert_eq!(rest.join("\n") + "\n", module);
        let marked = comments.iter().filter(|l| l.contains("not accepted by today's assembler")).count();
        assert!(comments[0].ends_with(&line.id()) && marked >= 1, "{text}");
    }
    let unknown = index.iter().filter(|l| l.not_accepted.is_some()).count();
    assert!(unknown > 0 && unknown < index.len());
}

#[test]
fn filters_narrow_an_export_and_nothing_left_is_exit_4() {
    let dir = folder();
    let index = export(dir.path(), "--format hex --case tcolsum/plain-f4543d37f8/0");
    assert_eq!(index.iter().map(|l| l.case.as_str()).collect::<Vec<_>>(), ["tcolsum/plain-f4543d37f8/0"]);
    let index = export(dir.path(), "--format bin --rule tcolsum/same-dtype --dtype f32");
    assert!(!index.is_empty() && index.iter().all(|l| l.tuple.operands[0].tile.dtype == DType::F32));
    let base = format!("export --vectors {} --out none", set().display());
    ptoconf(dir.path(), &format!("{base} --format npy --form plain --rule tconcat/same-dtype")).expect(4, &["no case"]);
    ptoconf(dir.path(), &format!("{base} --format npy --arch a5")).expect(2, &["assembly"]);
    ptoconf(dir.path(), &format!("{base} --format elf")).expect(2, &["elf"]);
    assert!(!dir.path().join("none").exists());
}

#[test]
fn an_export_is_whole_or_not_there_and_replaces_only_its_like() {
    let dir = folder();
    let line = format!("export --format bin --vectors {} --out out --case tcolsum/plain-f4543d37f8", set().display());
    ptoconf(dir.path(), &line).expect(0, &[]);
    let before = files(&dir.path().join("out"));
    ptoconf(dir.path(), &line).expect(2, &["holds an export already"]);
    ptoconf(dir.path(), &format!("{line} --force")).expect(0, &[]);
    assert!(files(&dir.path().join("out")) == before, "the same command writes the same bytes");
    std::fs::create_dir(dir.path().join("own")).unwrap();
    std::fs::write(dir.path().join("own/notes"), "mine").unwrap();
    ptoconf(dir.path(), &format!("{} --force", line.replace("--out out", "--out own"))).expect(2, &["never replaced"]);
    // A damaged set leaves what was there.
    crate::common::copy(&set(), &dir.path().join("damaged"));
    let container = dir.path().join("damaged/tcolsum/inputs-000.npz");
    let mut bytes = std::fs::read(&container).unwrap();
    let length = bytes.len();
    bytes[length / 3..length / 3 + 4096].fill(0x55);
    std::fs::write(&container, bytes).unwrap();
    ptoconf(dir.path(), "export --format npy --vectors damaged --out out --force").expect(3, &["inputs-000.npz"]);
    assert!(files(&dir.path().join("out")) == before);
    let left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().filter_map(|e| e.unwrap().file_name().into_string().ok()).collect();
    assert!(left.iter().all(|n| !n.starts_with('.')), "{left:?}");
}

#[test]
fn numpy_reads_what_is_exported() {
    let dir = folder();
    let index = export(dir.path(), "--format npy --class bits");
    let (python, script) = ("python3", "import numpy, sys; a = numpy.load(sys.argv[1]); print(a.shape, a.dtype)");
    let file = &index[0].files[0];
    let path = dir.path().join("out").join(&file.file);
    let Ok(output) = std::process::Command::new(python).arg("-c").arg(script).arg(&path).output() else { return };
    if !output.status.success() && String::from_utf8_lossy(&output.stderr).contains("No module named 'numpy'") {
        eprintln!("skipped: python3 has no numpy");
        return;
    }
    let [rows, cols] = file.shape.unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).starts_with(&format!("({rows}, {cols})")));
}
