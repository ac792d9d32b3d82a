//! Command lines and profiles that make no sense: exit code 2, and a message that says what and where.

use crate::common::{command, files, folder, ptoconf, run, smoke_run};
use std::path::Path;

#[test]
fn names_that_are_not_known() {
    let dir = folder();
    for (line, words) in [
        ("gen --op tcolsom", &["unknown operation `tcolsom`", "did you mean `tcolsum`?"][..]),
        ("gen --op TCOLSUM", &["did you mean `tcolsum`?"]),
        ("explain TCOLSUM", &["did you mean `tcolsum`?"]),
        ("explain TColSum/Vec", &["did you mean `tcolsum/vec`?"]),
        ("explain tcolsum/valid-cols-equa", &["did you mean `tcolsum/valid-cols-equal`?"]),
        ("run --impl builtin:a5 --report text=.", &["--report text=.: that is no file"]),
        ("run --impl builtin:a5 --report text=", &["that is no file"]),
        ("run --impl builtin:a5 --report json=nowhere/report.json", &["there is no such folder"]),
        ("check --impl x --report json=a --report text=a", &["--report text=a: another report goes to the same file"]),
        ("explain float16", &["did you mean `f16`?"]),
        ("gen --profile A2A3", &["did you mean `a2a3`?"]),
        ("gen --tier SMOKE", &["did you mean `smoke`?"]),
        ("gen --dtype float16", &["did you mean `f16`?"]),
        ("gen --dtype bfloat16", &["did you mean `bf16`?"]),
        ("gen --dtype uint8_t", &["did you mean `u8`?"]),
        ("gen --dtype FP32", &["did you mean `f32`?"]),
        ("gen --profile mine", &["a profile of your own is a JSON file"]),
        ("gen --op tcolsum,nothing", &["unknown operation `nothing`", "known: ", "tconcat"]),
        ("gen --op ,", &["unknown operation ``"]),
        ("gen --profile a6", &["unknown profile `a6`", "portable, cpu, a2a3, a5"]),
        ("gen --tier big", &["--tier", "big", "smoke, standard, extensive, stream, exhaustive"]),
        ("gen --op tcolsum --form basic", &["unknown form `basic`", "plain, tmp"]),
        ("gen --op tcolsum --form plain,plane", &["unknown form `plane`"]),
        ("gen --op tcolsum --dtype f64", &["unknown dtype `f64`", "bf16"]),
        ("gen --op tcolsum --rule tcolsum/vek", &["unknown rule `tcolsum/vek`", "did you mean `tcolsum/vec`?"]),
        ("gen --op tcolsum --class unifrom", &["unknown data class `unifrom`", "did you mean `uniform`?"]),
        ("gen --op tcolsum --case tconcat/basic-2afe3e8a7c", &["no operation `tconcat` is selected"]),
        ("gen --op tcolsum --case tcolsum", &["case `tcolsum` is no case id", "case ids look like"]),
        ("gen --op tcolsum --case tcolsum/a/b/c", &["is no case id"]),
        ("gen --seed=-1", &["--seed"]),
        ("gen --seed 18446744073709551616", &["--seed"]),
        ("gen --shape 16", &["--shape", "such as 16x64"]),
        ("gen --valid 4294967296x1", &["--valid"]),
        ("run --impl builtin:a5 --out x --part 3/2", &["--part", "1 <= i <= n"]),
        ("run --impl builtin:a5 --out x --part 0/0", &["--part"]),
        ("run --impl builtin:a5 --out x --part 1/4000000000", &["--part"]),
        ("run --impl builtin:a5 --part 1/2", &["--out"]),
        ("run --impl builtin:a5 --out x --part 1/2 --report json", &["--part", "--report"]),
        ("run --impl builtin:a5 --force", &["--out"]),
        ("run --impl builtin:a5 --answers x", &["--answers", "next: name the blind set with --vectors"]),
        ("check --impl x --today 2030-01-01", &["--waivers"]),
        ("verify x --floors y", &["--floors", "next: ask for that with --coverage"]),
        ("merge --out x", &["<PART>..."]),
        ("merge one", &["--out"]),
        ("gen --cases many", &["--cases"]),
        ("gen --threads x", &["--threads"]),
        ("run --impl a5", &["--impl a5", "SCHEME:NAME"]),
        ("run --impl builtin:a55", &["unknown embedded implementation `a55`", "did you mean `a5`?"]),
        ("run", &["--impl"]),
        ("check --impl x --report pdf", &["pdf", "text, json, junit, markdown, html, verdicts"]),
        ("selftest --op tcolmax --smoke there-is-none.json", &["--smoke there-is-none.json", "next: ", "without --op"]),
        ("selftest --profile a5 --smoke smoke.json", &["--smoke chooses", "leave out --profile and --mutant"]),
        ("chekc", &["chekc"]),
        ("", &["Usage"]),
    ] {
        ptoconf(dir.path(), line).expect(2, words);
    }
    assert_eq!(files(dir.path()).len(), 0, "nothing was written");
}

#[test]
fn sets_that_were_made_before_have_to_be_those_that_would_be_made() {
    let dir = folder();
    for how in ["--mutant last_row_dropped", "--choices 1 --tier standard"] {
        let line = format!("selftest --op tcolmax --profile a5 {how} --sets sets");
        ptoconf(dir.path(), &line).expect(3, &["sets/a5", "suite.json"]);
        for other in ["--tier smoke", "--seed 1", "--dtype f16", "--profile cpu"] {
            let profile = if other.contains("--profile") { "" } else { "--profile a5" };
            ptoconf(dir.path(), &format!("gen --op tcolmax {profile} {other} --out sets/a5 --force")).expect(0, &[]);
            ptoconf(dir.path(), &line).expect(3, &["sets/a5", "not the standard set of a5", "next: ptoconf gen --op tcolmax --profile a5"]);
        }
        ptoconf(dir.path(), "gen --op tcolmax --profile a5 --out sets/a5 --force").expect(0, &[]);
        ptoconf(dir.path(), &line).expect(0, &[]);
        ptoconf(dir.path(), &line.replace("tcolmax", "tcolmax,tcolmin")).expect(3, &["not the standard set of a5"]);
        std::fs::remove_dir_all(dir.path().join("sets")).unwrap();
    }
}

#[test]
fn a_smoke_tier_is_changed_where_the_file_is_one() {
    let dir = folder();
    for (text, word) in
        [("no JSON", "expected the choice of a smoke tier"), (r#"{"format":"ptoconf-smoke/9","profiles":{}}"#, "ptoconf-smoke/9")]
    {
        std::fs::write(dir.path().join("smoke.json"), text).unwrap();
        ptoconf(dir.path(), "selftest --op tcolmax --smoke smoke.json").expect(2, &["--smoke smoke.json", word, "without --op"]);
        assert_eq!(crate::common::read(&dir.path().join("smoke.json")), text);
    }
}

#[test]
fn a_case_that_no_set_has_leaves_nothing() {
    let dir = folder();
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --case tcolsum/plain-0000000000/0")
        .expect(2, &["no case `tcolsum/plain-0000000000/0`"]);
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --shape 1x1").expect(4, &["no case of tcolsum is left"]);
    ptoconf(dir.path(), "gen --op tcolsum --tier smoke --cases 0").expect(4, &["no case of tcolsum is left by --cases 0"]);
    ptoconf(dir.path(), "run --op tcolexpand --tier exhaustive --impl builtin:a5")
        .expect(4, &["no case of tcolexpand", "that compute with two"]);
    assert_eq!(files(dir.path()).len(), 0);
}

#[test]
fn a_reader_that_stops_early_changes_no_exit_code() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let set = made.join("vectors").display().to_string();
    let results = made.join("results").display().to_string();
    for line in [
        &["gen", "--op", "tcolsum", "--tier", "smoke"][..],
        &["verify", &set],
        &["check", "--impl", &results, "--vectors", &set],
        &["list", "readings"],
        &["completions", "bash"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command(dir.path(), line).stdout(writer).output().expect("the command starts");
        assert_eq!(output.status.code(), Some(0), "{line:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn names_that_a_set_does_not_have() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let check = |filter: &str| ptoconf(dir.path(), &format!("check --impl {0}/results --vectors {0}/vectors {filter}", made.display()));
    check("--dtype f64").expect(2, &["unknown dtype `f64`"]);
    check("--form plane").expect(2, &["unknown form `plane`"]);
    check("--rule tcolsum/vek").expect(2, &["unknown rule `tcolsum/vek`"]);
    check("--class unifrom").expect(2, &["unknown data class `unifrom`"]);
    check("--case tcolsum").expect(2, &["no case id"]);
}

/// Generates with a profile of this text.
fn with_profile(dir: &Path, text: &str) -> crate::common::Ran {
    std::fs::write(dir.join("own.json"), text).unwrap();
    ptoconf(dir, "gen --tier smoke --op tcolsum --profile own.json")
}

#[test]
fn profiles_that_make_no_sense() {
    let dir = folder();
    for (text, words) in [
        ("", &["own.json", "EOF", "profile.schema.json"][..]),
        ("{", &["own.json", "line 1"]),
        ("[]", &["own.json"]),
        ("\u{0}\u{1}", &["own.json"]),
        (r#"{"name":"x","base":"a7"}"#, &["own.json", "a7", "portable"]),
        (r#"{"name":"x","base":"a5","colour":1}"#, &["own.json", "colour"]),
        (r#"{"base":"a5"}"#, &["own.json", "name"]),
        (r#"{"name":"x","base":"a5","dtypes":{"tcolsum":["f64"]}}"#, &["own.json", "f64"]),
        (r#"{"name":"x","base":"a5","dtypes":{"tcolsum":[]}}"#, &["dtypes.tcolsum", "empty"]),
        (r#"{"name":"x","base":"a5","dtypes":{"tother":["f32"]}}"#, &["dtypes", "tother", "known: "]),
        (r#"{"name":"x","base":"a5","forms":{"tcolsum":["basic"]}}"#, &["forms.tcolsum", "basic", "plain, tmp"]),
        (r#"{"name":"x","base":"a5","operations":["tother"]}"#, &["operations", "tother"]),
        (r#"{"name":"x","base":"a5","operations":[]}"#, &["operations", "empty"]),
        (r#"{"name":"x","base":"a5","readings":{"tcolsum/order":["left-fold"]}}"#, &["readings", "tcolsum/order"]),
        (r#"{"name":"x","base":"a5","readings":{"tcolsum/tree-order":["right"]}}"#, &["readings.tcolsum/tree-order", "right"]),
        (r#"{"name":"x","base":"a5","readings":{"tcolsum/tree-order":[]}}"#, &["readings.tcolsum/tree-order", "empty"]),
    ] {
        with_profile(dir.path(), text).expect(2, words);
    }
    std::fs::write(dir.path().join("own.json"), vec![b' '; 2 << 20]).unwrap();
    ptoconf(dir.path(), "gen --profile own.json").expect(2, &["own.json", "at most"]);
    run(dir.path(), &["gen", "--profile", "."]).expect(2, &["JSON file"]);
    assert!(!dir.path().join("ptoconf_vectors").exists());
}

#[test]
fn profiles_only_narrow() {
    let dir = folder();
    let limits = |ub: u64, rows: u64, cols: u64| {
        format!(r#"{{"name":"x","base":"a2a3","limits":{{"ub_bytes":{ub},"max_rows":{rows},"max_cols":{cols}}}}}"#)
    };
    with_profile(dir.path(), &limits(262_144, 8192, 4095)).expect(2, &["limits.ub_bytes", "262144", "196608", "only narrow"]);
    with_profile(dir.path(), &limits(196_608, 8193, 4095)).expect(2, &["limits.max_rows", "8193", "8192"]);
    with_profile(dir.path(), &limits(196_608, 8192, 4096)).expect(2, &["limits.max_cols", "4096", "4095"]);
    let no_memory = with_profile(dir.path(), &limits(0, 1, 1));
    assert!(matches!(no_memory.code, 2 | 4), "{no_memory:?}");
    // A dtype that the base does not have stays illegal, however the profile lists it.
    let wide = r#"{"name":"x","base":"a2a3","dtypes":{"tcolsum":["i64","f32"]}}"#;
    with_profile(dir.path(), wide).expect(0, &[]);
    let suite = crate::common::open(&dir.path().join("ptoconf_vectors")).suite().clone();
    let legal = crate::common::tuples(&crate::common::open(&dir.path().join("ptoconf_vectors")));
    let accepted = legal.iter().filter(|(_, a)| matches!(a.expect, ptoconf_schemas::Expectation::Accept { .. }));
    let dtypes: std::collections::BTreeSet<_> = accepted.map(|(l, _)| l.tuple.operands[0].tile.dtype.name()).collect();
    assert_eq!(dtypes.into_iter().collect::<Vec<_>>(), ["f32"], "{:?}", suite.profile.dtypes);
}

#[test]
fn waivers_that_make_no_sense() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let check = |text: &str| {
        std::fs::write(dir.path().join("w.json"), text).unwrap();
        ptoconf(dir.path(), &format!("check --impl {0}/results --vectors {0}/vectors --waivers w.json", made.display()))
    };
    check("{").expect(2, &["--waivers w.json"]);
    check(r#"{"waivers":[{"case":"*"}]}"#).expect(2, &["w.json", "failure", "next: a waiver has case, failure, owner"]);
    check(r#"{"waivers":[{"case":"*","failure":"odd","reason":"x"}]}"#).expect(2, &["w.json", "odd"]);
    let waiver = r#""owner":"me","reason":"was broken","expires":"9999-12-31","most_cases":1"#;
    let one = |more: &str| check(&format!(r#"{{"waivers":[{{{more},{waiver}}}]}}"#));
    let stale = one(r#""case":"tcolsum/*","failure":"mismatch","wrong":"far off everywhere""#).expect(1, &[]);
    for pattern in ["tcolsum/*", "nothing"] {
        one(&format!(r#""case":"tcolsum/*","failure":"mismatch","follows":"{pattern}""#)).expect(1, &[]);
    }
    let every = |field: &str| format!(r#""case":"tcolsum/*","failure":"accepted-illegal","rule":"tile/*","{field}":"*""#);
    one(&every("follows")).expect(2, &["waivers[0].follows: `*` stands for every cause", "as in tile/*"]);
    one(&every("rule").replace(r#""rule":"tile/*","#, "")).expect(2, &["waivers[0].rule: `*` stands for every cause"]);
    let words = [
        "waivers[0].wrong: not there, nor follows",
        "tcolsum/*",
        "`never written`, `close`, `far off`",
        "`in the last row`",
        "cases[].fails.wrong",
    ];
    one(r#""case":"tcolsum/*","failure":"mismatch""#).expect(2, &words);
    one(r#""case":"tcolsum/*","failure":"mismatch","rule":"tile/*","dtype":"f32""#).expect(2, &words);
    one(r#""case":"tcolsum/*","failure":"mismatch","wrong":"*""#).expect(2, &["w.json: `*`, expected one of `never written`"]);
    one(r#""case":"tcolsum/*","failure":"crashed","wrong":"close everywhere""#).expect(2, &["waivers[0].wrong: `close everywhere`"]);
    one(r#""case":"tcolsum/*","failure":"accepted-illegal""#).expect(2, &["waivers[0].rule: not there", "tile/fits-memory"]);
    assert!(stale.out.contains("was broken"), "{}", stale.out);
}

#[test]
fn reports_that_cannot_be_written() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let line = |to: &str| format!("check --impl {0}/results --vectors {0}/vectors --report json={to}", made.display());
    ptoconf(dir.path(), &line("no/such/folder/report.json")).expect(2, &["no/such/folder/report.json"]);
    assert_eq!(files(dir.path()).len(), 0);
}
