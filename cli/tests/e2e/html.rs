//! The report as a page: whole, small, the same every time, and safe whatever an implementation says.

use crate::common::{folder, open, own_run, ptoconf, read, red, report, smoke_run, tuples};
use crate::results::Results;
use ptoconf_schemas::{CANARY, FailureKind, Implementation, Outcome, ResultLine};
use ptoconf_vectors::ResultsReader;

/// Most bytes of a page.
const LARGEST: usize = 2_000_000;

/// Causes with pictures, those of most failing tuples.
const PICTURES: usize = 16;

/// What holds of every page: one file that asks for nothing.
#[track_caller]
fn stands_alone(page: &str) {
    assert!(page.len() <= LARGEST, "{} bytes", page.len());
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    assert!(page.contains("content=\"default-src 'none'; style-src 'sha256-"), "{}", &page[..400]);
    for word in [" src=", "http:", "https:", "url(", "@import", "<link", "<iframe", "javascript:"] {
        assert!(!page.contains(word), "{word}");
    }
    assert_eq!((page.matches("<script").count(), page.matches("<style").count()), (1, 1));
    let handlers = page.split('<').filter(|tag| tag.split('>').next().is_some_and(|tag| tag.contains(" on") && tag.contains("=\"")));
    assert_eq!(handlers.filter(|tag| tag.split('"').step_by(2).any(|part| part.contains(" on"))).count(), 0);
    assert!(!page.chars().any(|c| c.is_control() && c != '\n'));
}

#[test]
fn a_red_page_has_the_verdict_the_causes_with_pictures_and_every_operation() {
    let (page, report) = (read(&red().join("report.html")), report(&red().join("report.json")));
    stands_alone(&page);
    assert!(page.contains(r#"<h1 class="verdict bad">does not conform to profile a2a3</h1>"#));
    assert_eq!(page.matches(r#"<article class="cause""#).count(), report.causes.len());
    assert!(report.causes.len() > 5);
    for cause in &report.causes {
        let statement = cause.statement.as_deref().unwrap_or_default();
        let statement = [('<', "&#60;"), ('>', "&#62;"), ('"', "&#34;"), ('\'', "&#39;")]
            .iter()
            .fold(statement.to_owned(), |s, (c, is)| s.replace(*c, is));
        assert!(page.contains(&statement), "{cause:?}");
    }
    let drawn = page.split(r#"<article class="cause""#).skip(1).take(PICTURES);
    for (cause, drawn) in report.causes.iter().zip(drawn) {
        let wrong = cause.kind == FailureKind::Mismatch;
        assert!(drawn.contains(r#"<rect class="tile""#), "{}: its tiles", cause.smallest);
        assert_eq!(drawn.contains(r#"<svg class="heat""#), wrong, "{}: what is wrong in them", cause.smallest);
    }
    for operation in &report.operations {
        assert!(page.contains(&format!(r#"<th scope="row">{}</th>"#, operation.name)));
    }
    assert!(page.contains(r#"<svg class="tree""#), "an order of additions");
    let failed = report.totals.failed;
    assert!(failed > 1000 && page.contains(&format!("{},{:03}", failed / 1000, failed % 1000)), "failing cases: {failed}");
}

#[test]
fn pictures_show_what_the_report_says_of_the_case() {
    let (dir, set, page) = (folder(), own_run("a2a3").join("vectors"), read(&red().join("report.html")));
    let drawn = page.split(r#"<article class="cause""#).skip(1);
    let causes = report(&red().join("report.json")).causes;
    let wrong = causes.iter().zip(drawn).filter(|(cause, _)| cause.kind == FailureKind::Mismatch);
    for (cause, drawn) in wrong.take(2) {
        let line = format!("check --impl {}/results --vectors {} --case {}", red().display(), set.display(), cause.smallest);
        ptoconf(dir.path(), &format!("{line} --report json=one.json")).expect(1, &[]);
        let failure = &report(&dir.path().join("one.json")).failures[0].first[0];
        assert!(drawn.contains(&format!(": {} element", failure.wrong)), "{failure:?}");
        let first = &failure.elements[0];
        let row = [first.row.to_string(), first.col.to_string()].map(|n| format!(r#"<td class="n">{n}</td>"#)).concat();
        let expected =
            first.expected.iter().map(|[_, value]| format!("{row}<td><code>{value}</code></td><td><code>{}</code></td>", first.actual));
        assert!(expected.into_iter().any(|words| drawn.contains(&words)), "{first:?}");
    }
}

#[test]
fn the_same_results_give_the_same_bytes() {
    let (dir, set) = (folder(), own_run("a2a3").join("vectors"));
    let check = |threads: u32| {
        let line = format!("check --impl {}/results --vectors {} --threads {threads} --report html=page", red().display(), set.display());
        ptoconf(dir.path(), &line).expect(1, &[]);
        read(&dir.path().join("page"))
    };
    assert!(check(1) == check(2));
}

#[test]
fn a_green_page_says_so_and_has_nothing_of_failures() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let line = format!("check --impl {0}/results --vectors {0}/vectors --report html=page", made.display());
    ptoconf(dir.path(), &line).expect(0, &[]);
    let page = read(&dir.path().join("page"));
    stands_alone(&page);
    assert!(page.contains(r#"<h1 class="verdict good">conforms to profile a2a3, tier smoke</h1>"#));
    assert!(!page.contains(r#"id="causes""#) && !page.contains(r#"id="failures""#));
}

#[test]
fn a_page_says_what_it_speaks_for() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let line = format!("check --impl {0}/results --vectors {0}/vectors --dtype f16 --report html=page", made.display());
    ptoconf(dir.path(), &line).expect(0, &[]);
    let page = read(&dir.path().join("page"));
    assert!(page.contains(r#"<h1 class="verdict part">no failure in this part of profile a2a3, tier smoke</h1>"#));
    assert!(page.contains("--dtype f16"));
}

#[test]
fn a_write_outside_the_result_is_drawn() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let mut results = Results::of(&made);
    let untouched = |tile: &[u8]| tile.last_chunk::<8>() == Some(&[CANARY; 8]);
    for array in results.arrays.values_mut().flatten() {
        let tile = array.data.len() / array.shape[0] as usize;
        array.data.chunks_mut(tile).filter(|tile| untouched(tile)).for_each(|data| data[tile - 8..].fill(0));
    }
    results.write(&dir.path().join("results"));
    let line = format!("check --impl results --vectors {}/vectors --report html=page --report json=report.json", made.display());
    ptoconf(dir.path(), &line).expect(1, &[]);
    let causes = report(&dir.path().join("report.json")).causes;
    assert!(causes.iter().any(|cause| cause.kind == FailureKind::GuardTouched), "{causes:#?}");
    let page = read(&dir.path().join("page"));
    assert!(page.contains("outside the result, written") && page.contains(r#"<path class="written""#));
}

#[test]
fn words_of_an_implementation_are_words() {
    let (dir, made) = (folder(), smoke_run("a2a3"));
    let hostile = "</style><script>alert(1)</script><img src=x onerror=alert(2)>\" onclick=\"alert(3)\u{1b}[31m\u{202e}&amp;";
    let mut results = Results::of(&made).all(Outcome::Rejected);
    results.lines.iter_mut().for_each(|line| line.message = Some(hostile.to_owned()));
    results.header.implementation.name = hostile.to_owned();
    results.write(&dir.path().join("results"));
    let waiver = serde_json::json!({ "waivers": [{ "case": "none/such", "failure": "crashed", "says": "nothing", "owner": hostile, "reason": hostile, "expires": "9999-12-31", "most_cases": 1 }] });
    std::fs::write(dir.path().join("waivers.json"), waiver.to_string()).unwrap();
    let line = format!("check --impl results --vectors {}/vectors --waivers waivers.json --report html=page", made.display());
    ptoconf(dir.path(), &line).expect(1, &[]);
    let page = read(&dir.path().join("page"));
    assert!(page.matches("&#60;script&#62;alert(1)").count() > 3, "the name, a cause and a waiver have it");
    assert!(!page.contains("<script>alert") && !page.contains("<img"));
    // What follows the name of a file that is asked for is text here.
    stands_alone(&page.replace(" src=x", " x"));
}

/// A page where every case of a whole tier crashes, each with words of its own.
#[test]
fn a_page_stays_small_and_says_what_it_leaves_out() {
    let (dir, made) = (folder(), own_run("a2a3"));
    let set = open(&made.join("vectors"));
    let words = "the stack of this crash is long; ".repeat(10);
    let line = |case: String| ResultLine {
        message: Some(format!("{case}: {words}")),
        case,
        outcome: Outcome::Crashed,
        stage: None,
        rule: None,
        touched: vec![],
    };
    let lines = tuples(&set).into_iter().flat_map(|(tuple, _)| (0..tuple.cases).map(move |slot| format!("{}/{slot}", tuple.id())));
    let header = ResultsReader::open(&made.join("results")).unwrap().header().clone();
    let header = ptoconf_schemas::ResultsHeader {
        implementation: Implementation { name: "crash".into(), ..header.implementation.clone() },
        ..header
    };
    Results { header, lines: lines.map(line).collect(), arrays: Default::default() }.write(&dir.path().join("results"));
    let line =
        format!("check --impl results --vectors {}/vectors --details 1000 --report html=page --report json=report.json", made.display());
    ptoconf(dir.path(), &line).expect(1, &[]);
    let (page, report) = (read(&dir.path().join("page")), report(&dir.path().join("report.json")));
    assert!(report.totals.failed > 10_000);
    stands_alone(&page);
    assert!(page.contains(" more cases</p>"), "cases of a group");
    assert_eq!(page.contains("more causes; <code>ptoconf triage</code> and the JSON report"), report.causes.len() > 65, "causes");
    assert!(report.failures.len() <= 400 || page.contains("of fewer cases; the JSON report has them all"));
}
