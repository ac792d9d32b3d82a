//! Who is blamed in a unit of many tuples: the same as when each is compiled alone.

use crate::common::{folder, open, ptoconf, shared, tuples};
use crate::stand_in::{adapter, compilers, include};
use ptoconf_runner::{Cxx, CxxOptions, Legality};
use ptoconf_schemas::{Attribute, BLayout, DType, Location, Outcome, Pad, SLayout, Tile, Tuple};
use ptoconf_vectors::SetReader;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Legal neighbours, tiles of no legal class, and the two forms and the two operations that share a check.
const MIXED: &str = "gen --op tcolsum,tcolexpand,tcolexpandadd,tconcat,trowargmax,trowexpandexpdif --profile cpu --tier smoke --out set";

/// The set of `MIXED`, and what each compiler makes of it with the headers as they are.
static USUAL: LazyLock<(SetReader, Vec<BTreeMap<String, Legality>>)> = LazyLock::new(|| {
    let set = open(&shared("cxx-mixed", MIXED).join("set"));
    let usual = compilers().iter().map(|compiler| verdicts(&set, compiler, None)).collect();
    (set, usual)
});

/// A tuple in C++, written down here and not by the adapter.
fn program(tuple: &Tuple) -> String {
    let mut text = "#include <pto/pto-inst.hpp>\nusing namespace pto;\nvoid one()\n{\n".to_owned();
    for operand in &tuple.operands {
        let Tile { shape, valid, dynamic, fractal, .. } = &operand.tile;
        let tile = &operand.tile;
        let location = match tile.loc {
            Location::Vec => "Vec",
            Location::Mat => "Mat",
            Location::Left => "Left",
            Location::Right => "Right",
            Location::Acc => "Acc",
            Location::Bias => "Bias",
            Location::Scaling => "Scaling",
            Location::Scalar => unreachable!("no operation of the library has one yet"),
        };
        let order = if tile.blayout == BLayout::RowMajor { "RowMajor" } else { "ColMajor" };
        let boxes = match tile.slayout {
            SLayout::NoneBox => "NoneBox",
            SLayout::RowMajor => "RowMajor",
            SLayout::ColMajor => "ColMajor",
        };
        let pad = match tile.pad {
            Pad::Null => "Null",
            Pad::Zero => "Zero",
            Pad::Max => "Max",
            Pad::Min => "Min",
        };
        let [rows, cols] = [0, 1].map(|i| if dynamic[i] { "-1".to_owned() } else { valid[i].to_string() });
        let values: Vec<String> = (0..2).filter(|&i| dynamic[i]).map(|i| valid[i].to_string()).collect();
        let values = if values.is_empty() { String::new() } else { format!("({})", values.join(", ")) };
        text += &format!(
            "Tile<TileType::{location}, {}, {}, {}, BLayout::{order}, {rows}, {cols}, SLayout::{boxes}, {fractal}, PadValue::{pad}> {}{values};\n",
            tile.dtype.cxx(),
            shape[0],
            shape[1],
            operand.name
        );
        if let Some(address) = tile.address {
            text += &format!("TASSIGN<{address}>({});\n", operand.name);
        }
    }
    let mut arguments: Vec<String> = tuple.operands.iter().map(|o| o.name.to_string()).collect();
    arguments.extend(tuple.attributes.values().map(Attribute::to_string));
    text + &format!("{}({});\n}}\n", tuple.op.to_uppercase(), arguments.join(", "))
}

/// Whether each program compiles alone.
fn alone(compiler: &str, programs: &[String], dir: &Path) -> Vec<bool> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut found = vec![];
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(program) = programs.get(i) else { return found };
            let path = dir.join(format!("{i}.cpp"));
            std::fs::write(&path, program).expect("a source");
            let include = format!("-I{}", include().display());
            let output = Command::new(compiler).args(["-std=c++23", "-fsyntax-only", &include]).arg(&path).output().expect("a compiler");
            found.push((i, output.status.success()));
        }
    };
    let mut verdicts = std::thread::scope(|scope| {
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.into_iter().flat_map(|w| w.join().expect("verdicts")).collect::<Vec<_>>()
    });
    verdicts.sort_unstable();
    verdicts.into_iter().map(|(_, good)| good).collect()
}

#[test]
fn many_to_a_unit_and_one_to_a_unit_give_the_same_verdicts() {
    let (set, usual) = &*USUAL;
    let (dir, tuples) = (folder(), tuples(set));
    // Every fifteenth, and more of those whose check another operation or form shares: each with one of the compilers, by turns.
    let some = |(i, tuple): &(usize, &Tuple)| i % 15 == 0 || (tuple.op == "tcolsum" && i % 6 == 0);
    let all: Vec<usize> = tuples.iter().map(|(l, _)| &l.tuple).enumerate().filter(some).map(|(i, _)| i).collect();
    let compilers = compilers();
    for (turn, compiler) in compilers.iter().copied().enumerate() {
        let picked: Vec<usize> = all.iter().copied().skip(turn).step_by(compilers.len()).collect();
        let programs: Vec<String> = picked.iter().map(|&i| program(&tuples[i].0.tuple)).collect();
        let found = &usual[turn];
        assert_eq!(found.len(), tuples.len());
        let alone = alone(compiler, &programs, dir.path());
        for (&i, good) in picked.iter().zip(&alone) {
            let expected = if *good { Outcome::Ok } else { Outcome::Rejected };
            let legality = &found[&tuples[i].0.id()];
            assert_eq!(legality.outcome, expected, "{compiler}: {} {:?}", legality.tuple, legality.message);
        }
        let legal = alone.iter().filter(|good| **good).count();
        assert!(legal > 10 && alone.len() - legal > 10, "{compiler}: {legal} of {} compile", alone.len());
    }
}

#[test]
fn a_shared_instantiation_that_fails_is_found_in_every_tuple() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --dtype f32,f16 --form plain --profile cpu --tier standard --out set").expect(0, &[]);
    let set = open(&dir.path().join("set"));
    let tuples = tuples(&set);
    // With this fault a template over dst and src alone refuses f32: it fails once for all that have the same two.
    let is_float = |t: &Tuple| t.operands[1].tile.dtype == DType::F32;
    let mut sharing: BTreeMap<String, usize> = BTreeMap::new();
    for (line, _) in tuples.iter().filter(|(l, _)| is_float(&l.tuple)) {
        let static_part = |t: &Tile| Tile { valid: [0, 1].map(|i| if t.dynamic[i] { 0 } else { t.valid[i] }), ..t.clone() };
        let key: Vec<Tile> = line.tuple.operands.iter().take(2).map(|o| static_part(&o.tile)).collect();
        *sharing.entry(format!("{key:?}")).or_default() += 1;
    }
    assert!(sharing.values().any(|&n| n > 3), "{sharing:?}");
    for compiler in compilers() {
        let defines = vec!["STAND_IN_FAULT_NO_FLOAT".to_owned()];
        let options = CxxOptions { compiler: Some(compiler.to_owned()), defines, ..CxxOptions::default() };
        let found = Cxx::new(&include(), options).expect("headers").classify(&set, 1).expect("verdicts");
        let of = |float: bool| tuples.iter().zip(&found).filter(move |((l, _), _)| is_float(&l.tuple) == float).map(|(_, f)| f);
        assert!(of(true).all(|f| f.outcome == Outcome::Rejected), "{compiler}: {:?}", of(true).find(|f| f.outcome != Outcome::Rejected));
        assert!(of(false).any(|f| f.outcome == Outcome::Ok), "{compiler}: no neighbour is left");
    }
}

/// The verdicts on a set with something defined, by tuple.
fn verdicts(set: &SetReader, compiler: &str, define: Option<&str>) -> BTreeMap<String, Legality> {
    let defines = define.map(str::to_owned).into_iter().collect();
    let options = CxxOptions { compiler: Some(compiler.to_owned()), defines, ..CxxOptions::default() };
    let found = Cxx::new(&include(), options).expect("headers").classify(set, 2).expect("verdicts");
    found.into_iter().map(|legality| (legality.tuple.clone(), legality)).collect()
}

#[test]
fn no_verdict_depends_on_a_guess() {
    let ((set, usual), compilers) = (&*USUAL, compilers());
    let outcomes = |all: &BTreeMap<String, Legality>| all.values().map(|f| (f.tuple.clone(), f.outcome)).collect::<Vec<_>>();
    assert!(usual.iter().all(|own| outcomes(own) == outcomes(&usual[0])), "{compilers:?}");
    let usual = &usual[0];
    // The compilers take turns.
    let turn = |number: usize, define: &str| verdicts(set, compilers[number % compilers.len()], Some(define));
    // Tiles that are likely to be no types are types to these headers.
    let loose = turn(1, "STAND_IN_FAULT_LINES");
    let (lines, others): (Vec<_>, Vec<_>) =
        usual.values().partition(|f| f.message.as_deref().is_some_and(|m| m.contains("a line is a multiple of 32 bytes")));
    assert!(lines.iter().any(|f| loose[&f.tuple].outcome == Outcome::Ok), "{lines:?}");
    assert!(others.iter().all(|f| loose[&f.tuple].outcome == f.outcome), "a neighbour of {lines:?}");
    // Tiles cannot be placed: cases are not written as for most headers.
    let copied = turn(0, "STAND_IN_OWN_STORAGE");
    assert!(usual.values().all(|f| copied[&f.tuple].outcome == f.outcome));
    // What is not there is seen beside tuples that need it.
    let without = turn(1, "STAND_IN_FAULT_NO_CONCAT");
    for f in usual.values() {
        let expected = if f.tuple.starts_with("tconcat") { Outcome::Unsupported } else { f.outcome };
        assert_eq!(without[&f.tuple].outcome, expected, "{}", f.tuple);
    }
}

#[test]
fn the_stand_in_conforms_and_results_do_not_depend_on_threads_or_on_the_cache() {
    let dir = folder();
    let compilers = compilers();
    for (turn, compiler) in compilers.iter().enumerate() {
        // Each operation with one of the compilers, by turns.
        let own: Vec<&str> = ptoconf_reference::ops::all().iter().skip(turn).step_by(compilers.len()).map(|o| o.name).collect();
        let line = |more: &str| format!("--tier smoke --cxx-compiler {compiler} --cxx-cache cache {more}");
        let all = |threads: u32| line(&format!("--op {} --threads {threads}", own.join(",")));
        let ran = adapter(dir.path(), &include(), &all(2)).expect(0, &[]);
        assert!(!ran.out.contains("not observed"), "{}", ran.out);
        let first = crate::common::files(&dir.path().join("out/results"));
        assert!(first.len() > 5, "{:?}", first.keys());
        adapter(dir.path(), &include(), &all(1)).expect(0, &[]);
        assert!(first == crate::common::files(&dir.path().join("out/results")), "{compiler}: other bytes from the cache and one thread");
        assert!(crate::stand_in::lines(dir.path()).iter().any(|l| l.outcome == Outcome::Rejected && l.message.is_some()));
        let own_storage = line("--op tcolsum,tconcat,trowargmax --threads 2 --cxx-define STAND_IN_OWN_STORAGE");
        let ran = adapter(dir.path(), &include(), &own_storage).expect(0, &[]);
        let words = "not observed: writes around tiles, writes around scratch tiles";
        assert!(ran.out.trim_end().ends_with(words), "guards are no use around copies: {}", ran.out);
        assert!(crate::common::read(&dir.path().join("out/results/results.json")).contains("\"copied\""), "{compiler}");
    }
}
