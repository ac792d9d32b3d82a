//! Every tuple of a plan is what the plan says: legal, illegal by exactly its rule, open by its
//! question.

use crate::common::{PLANS, few_of_the_large, place, side_by_side};
use ptoconf_generator::{Filter, Item, Plan, Request, cases, operation_info, plan};
use ptoconf_reference::{Combine, Contract, DataKind, Form, Glance, Hint, OperandSpec, Runs, Verdict, ops};
use ptoconf_schemas::{
    Attribute, BLayout, BaseProfile, DType, Expectation, Operand, Role, SLayout, Stack, Tier, Tile, Tuple, is_safe_name,
};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::Path;

#[test]
fn tuples_are_what_the_plan_expects() {
    for plan in PLANS.iter() {
        for item in &plan.items {
            let legality = plan.contract.legality(&item.choice.tuple, item.choice.class);
            let id = |rule: usize| plan.contract.rule(rule).id.as_str();
            let place = place(plan, item);
            let contested: Vec<usize> = legality.contests.iter().map(|c| c.rule).collect();
            assert_eq!(item.contested, contested, "{place}");
            match &item.expect {
                Expectation::Accept { boundary_of } => {
                    assert_eq!(legality.verdict, Verdict::Accept, "{place}: {legality:?}");
                    assert!(boundary_of.iter().all(|b| plan.contract.rules().any(|r| r.id == *b)), "{place}: {boundary_of:?}");
                }
                Expectation::Reject { rule: Some(rule), stage, .. } => {
                    let violated = legality.single_violation().expect(&place);
                    assert_eq!((id(violated), plan.contract.rule(violated).stage), (rule.as_str(), *stage), "{place}");
                }
                // Several rules, or one rule by one option and another by the next.
                Expectation::Reject { rule: None, .. } => {
                    assert!(legality.verdict == Verdict::Reject && legality.contests.len() > 1, "{place}: {legality:?}");
                }
                Expectation::Either { .. } => assert_eq!(legality.verdict, Verdict::Either, "{place}: {legality:?}"),
            }
        }
    }
}

/// Where rows of one operand meet another's, whoever answers a question about their shapes finds both in memory.
#[test]
fn questions_about_shapes_stay_within_memory() {
    let mut seen = 0;
    for plan in PLANS.iter().filter(|p| p.contract.operation.forms.iter().all(|f| matches!(f.combine, Combine::Pair(_)))) {
        for item in &plan.items {
            let question = plan.contract.legality(&item.choice.tuple, item.choice.class);
            let Some(contest) = question.single_question() else { continue };
            let operands = &item.choice.tuple.operands;
            let (dst, matrix, vector) = (&operands[0].tile, &operands[1].tile, &operands[2].tile);
            let room = matrix.rows() >= dst.valid_rows() && matrix.cols() >= dst.valid_cols() && vector.cols() >= dst.valid_cols();
            assert!(plan.contract.is_asked(contest.rule, &item.choice.tuple, item.choice.class) && room, "{}", place(plan, item));
            seen += u32::from(matrix.valid != dst.valid);
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn names_are_unique_and_safe() {
    for plan in PLANS.iter() {
        let names: BTreeSet<&str> = plan.items.iter().map(|i| i.name.as_str()).collect();
        assert_eq!(names.len(), plan.items.len(), "{}", plan.contract.operation.name);
        assert!(names.iter().all(|n| is_safe_name(n)));
        assert!(plan.items.iter().all(|i| i.cases > 0 && !i.why.is_empty()));
        assert!(plan.items.is_sorted_by_key(|i| &i.name), "{}", plan.contract.operation.name);
    }
}

/// The same tuple with the same class has the same name whatever the profile, and the same data but for counts; its
/// size alone decides on the number of cases.
#[test]
fn names_data_and_numbers_follow_from_the_tuple() {
    let (mut stacks, mut again) = (HashMap::<_, (&str, Stack)>::new(), 0);
    for plan in PLANS.iter() {
        for item in few_of_the_large(plan).step_by(5) {
            let key = (item.choice.clone(), plan.contract.operation.name);
            assert_eq!(item.cases, cases(Tier::Standard, &item.choice.tuple), "{}", place(plan, item));
            let Some((name, stack)) = stacks.get(&key) else {
                stacks.insert(key, (&item.name, plan.stack(item)));
                continue;
            };
            assert_eq!(*name, item.name, "{}", place(plan, item));
            // The unit of counts is the profile's to say.
            let counts = plan.contract.operation.forms[item.form].operands.iter().any(|o| o.kind == DataKind::Index);
            assert!(counts || stack.inputs == plan.stack(item).inputs, "{}", place(plan, item));
            again += 1;
        }
    }
    assert!(again > 100, "{again}");
}

/// The tuples of the smoke tier are kept as the standard tier has them. `PTOCONF_BLESS=1` writes them.
#[test]
fn what_is_kept_of_the_smoke_tier_is_of_the_standard_one() {
    for base in [BaseProfile::A2a3, BaseProfile::A5, BaseProfile::Cpu] {
        let text: String = PLANS.iter().filter(|plan| plan.contract.profile.base == base).map(Plan::smoke_lines).collect();
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("smoke").join(format!("{}.jsonl", base.name()));
        if std::env::var_os("PTOCONF_BLESS").is_some() {
            std::fs::write(&file, &text).expect("the file");
        }
        let kept = std::fs::read_to_string(&file).expect("the file");
        assert!(kept == text, "{} is to be made anew: PTOCONF_BLESS=1 cargo test -p ptoconf-generator --test proof kept", file.display());
    }
}

/// A larger tier has every tuple of a smaller one, with the same data in the cases that both have. Each operation is looked at
/// in one profile: planning itself stops in any where a tuple is lost, and data are the same in all.
#[test]
fn tiers_are_nested() {
    let (operations, profiles) = (ops::all().len(), BaseProfile::ALL.len());
    let is_in_turn = |at: usize| (at / operations + at % operations).is_multiple_of(profiles);
    let in_turn: Vec<&Plan> = PLANS.iter().enumerate().filter(|(at, _)| is_in_turn(*at)).map(|(_, plan)| plan).collect();
    assert_eq!(in_turn.len(), operations);
    side_by_side(&in_turn, |&standard| {
        let tier = |tier| plan(standard.contract, &Request { seed: 1, tier, filter: Filter::default() });
        let smoke = tier(Tier::Smoke);
        let extensive = tier(Tier::Extensive);
        for (small, large) in [(&smoke, standard), (standard, &extensive)] {
            let of_name: HashMap<&str, &Item> = large.items.iter().map(|i| (i.name.as_str(), i)).collect();
            for (at, item) in small.items.iter().enumerate() {
                let same = of_name.get(item.name.as_str()).copied();
                assert!(same.is_some_and(|s| s.choice == item.choice && s.cases >= item.cases), "{}", place(small, item));
                let Some(same) = same.filter(|_| at % 16 == 0) else { continue };
                let (few, many) = (small.stack(item).inputs, large.stack(same).inputs);
                assert!(few.iter().zip(&many).all(|(few, many)| many.data.starts_with(&few.data)), "{}", place(small, item));
            }
            // Nor the other way round: what a larger tier adds is no tuple of the smaller one under another name.
            let own: HashSet<&str> = small.items.iter().map(|i| i.name.as_str()).collect();
            let added = large.items.iter().filter(|i| !own.contains(i.name.as_str())).count();
            assert_eq!(added, large.items.len() - small.items.len(), "{}", small.contract.operation.name);
            assert!(added > 0, "{}", small.contract.operation.name);
        }
    });
}

/// Every form has tiles at the ends of counters, of more than 256 rows and of more than 1024 columns among them, and of as many
/// rows as there is room for where every tile is one block wide.
#[test]
fn every_form_has_tall_and_wide_tiles() {
    for plan in PLANS.iter() {
        for (index, form) in plan.contract.operation.forms.iter().enumerate() {
            let tall = plan.items.iter().filter(|i| i.form == index && i.strategy.starts_with("tall"));
            let valid: Vec<[u32; 2]> = tall.flat_map(|i| i.choice.tuple.operands.iter().map(|o| o.tile.valid)).collect();
            let [rows, cols] = [0, 1].map(|axis| valid.iter().map(|v| v[axis]).max().unwrap_or_default());
            let place = format!("{} {} form {index}: {rows}x{cols}", plan.contract.profile.name, plan.contract.operation.name);
            assert!(rows > 256 && cols > 1024, "{place}");
            let most = most_rows(plan.contract, form);
            assert!(most > 256 && rows >= most, "{place}, there is room for {most}");
        }
    }
}

/// The most rows that a form's tiles can have, by trying: without a question where any are, and with one elsewhere.
fn most_rows(contract: &Contract, form: &Form) -> u32 {
    let most = |wanted: fn(Runs) -> bool| {
        let dtypes = DType::ALL.iter().filter(|d| d.bytes() <= 4);
        let runs = |dtype: DType, rows: u32| wanted(contract.runs(&one_block(contract, form, dtype, rows), form.classes[0].name));
        let of_dtype = |&dtype: &DType| if runs(dtype, 2) { partition(1 << 18, |rows| runs(dtype, rows)) } else { 0 };
        dtypes.map(of_dtype).max().unwrap_or_default()
    };
    Some(most(|runs| runs == Runs::Always)).filter(|&rows| rows > 0).unwrap_or_else(|| most(|runs| runs != Runs::Never))
}

/// The largest number below a bound that holds, where all below it do.
fn partition(bound: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut below, mut above) = (1, bound);
    while above - below > 1 {
        let middle = u32::midpoint(below, above);
        *(if holds(middle) { &mut below } else { &mut above }) = middle;
    }
    below
}

/// So many rows of two columns, which take a block of each tile; scratch in the shape that is always enough.
fn one_block(contract: &Contract, form: &Form, dtype: DType, rows: u32) -> Tuple {
    let dims = form.dims();
    let dim = |name: &str| if dims.contains(&(name, true)) { rows } else { 2 };
    let operand = |spec: &OperandSpec| {
        let dtype = if spec.kind == DataKind::Index { DType::I32 } else { dtype };
        let arrangement = if spec.role == Role::Scratch { spec.arrangements().saturating_sub(1) } else { 0 };
        let (shape, block) = (spec.shape(arrangement), dtype.block());
        let valid = shape.valid.map(|extent| extent.value(dim, block));
        let physical = match shape.blayout {
            BLayout::RowMajor => [valid[0], valid[1].next_multiple_of(block)],
            BLayout::ColMajor => [valid[0].next_multiple_of(block), valid[1]],
        };
        let tile = Tile { valid, blayout: shape.blayout, ..Tile::nd(dtype, physical[0], physical[1]) };
        Operand { name: spec.name.into(), role: spec.role, tile }
    };
    Tuple {
        op: contract.operation.name.into(),
        form: form.name.into(),
        attributes: form.attributes.iter().map(|a| (a.name.to_owned(), Attribute::Bool(false))).collect(),
        operands: form.operands.iter().map(operand).collect(),
    }
}

/// Where a tile stored by columns is legal or a question, some has more rows than a document allows: it takes little memory.
#[test]
fn some_tiles_stored_by_columns_have_more_rows_than_a_document_allows() {
    let mut seen = BTreeSet::new();
    for plan in PLANS.iter() {
        let runs = |i: &&Item| !matches!(i.expect, Expectation::Reject { .. });
        let is_tall = |i: &&Item| i.choice.tuple.operands.iter().any(|o| o.tile.blayout == BLayout::ColMajor && o.tile.rows() > 8192);
        if plan.items.iter().filter(runs).any(|i| is_tall(&i)) {
            seen.insert((&plan.contract.profile.name, plan.contract.operation.name));
        }
        for form in plan.contract.operation.forms.iter().filter(|_| plan.contract.profile.base == BaseProfile::A5) {
            let always = form.operands.iter().any(|o| o.role == Role::In && o.shape(0).blayout == BLayout::ColMajor);
            let place = (&plan.contract.profile.name, plan.contract.operation.name);
            assert!(!always || seen.contains(&place), "{place:?}");
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
}

/// Tuples to be rejected have data, like others: all but those that no memory holds.
#[test]
fn every_tuple_has_data_unless_it_is_huge() {
    let (mut huge, mut rejected) = (0, 0);
    for plan in PLANS.iter() {
        for item in plan.items.iter().filter(|i| matches!(i.expect, Expectation::Reject { .. })) {
            let tuple = &item.choice.tuple;
            let bytes: u64 = tuple.operands.iter().map(|o| o.tile.bytes()).sum();
            let inputs = if bytes > 64 << 10 { vec![] } else { plan.stack(item).inputs };
            assert!(bytes > 64 << 10 || inputs.len() == tuple.with_role(Role::In).count(), "{}", place(plan, item));
            huge += u32::from(bytes > 1 << 20);
            rejected += 1;
        }
        let fits = |i: &Item| i.choice.tuple.operands.iter().map(|o| o.tile.bytes()).sum::<u64>() <= 1 << 20;
        let runs = |i: &&Item| !matches!(i.expect, Expectation::Reject { .. });
        assert!(plan.items.iter().filter(runs).all(fits), "what runs has data");
    }
    assert!(huge * 50 < rejected, "{huge} of {rejected}");
}

/// A glance says what the rules say, whatever tuple was looked at before.
#[test]
fn a_glance_agrees_with_the_rules() {
    let mut rejected = 0;
    for plan in PLANS.iter() {
        let mut hint = Hint::default();
        for item in plan.items.iter().step_by(5) {
            let (tuple, class) = (&item.choice.tuple, item.choice.class);
            let legality = plan.contract.loud_legality(tuple, class);
            let after_another = !legality.contests.is_empty() && hint != Hint::default();
            let [alone, after] = [&mut Hint::default(), &mut hint].map(|hint| plan.contract.glance_after(hint, tuple, class));
            let place = place(plan, item);
            assert_eq!(format!("{after:?}"), format!("{alone:?}"), "{place}");
            match after {
                Glance::Legal => assert!(legality.contests.is_empty(), "{place}"),
                Glance::One(contest) => assert!(legality.contests.iter().any(|c| c.rule == contest.rule), "{place}"),
                Glance::Rejected => {
                    assert!(legality.contests.len() > 1 && legality.verdict == Verdict::Reject, "{place}");
                    rejected += usize::from(after_another);
                }
                Glance::Several(found) => {
                    assert_eq!(format!("{:?}", plan.contract.together(found)), format!("{legality:?}"), "{place}");
                }
            }
        }
    }
    assert!(rejected > 1000, "{rejected}");
}

/// A rule is tried by tuples, or has a reason why no tuple breaks it alone; never both. Grows and shrinks show.
#[test]
fn rules_are_reached_unless_there_is_a_reason() {
    let mut wrong = vec![];
    for plan in PLANS.iter() {
        let profile = plan.contract.profile.name.as_str();
        let id = |rule: usize| plan.contract.rule(rule).id.as_str();
        let alone: BTreeSet<&str> = plan.items.iter().filter(|i| i.contested.len() == 1).map(|i| id(i.contested[0])).collect();
        for (rule, reach) in operation_info(plan).reach {
            let tried = reach.illegal + reach.open + reach.told;
            let inside = reach.at_limit > 0 || reach.illegal + reach.open == 0;
            let as_said = if reach.unreachable.is_some() { !alone.contains(rule.as_str()) } else { tried > 0 };
            if !as_said || !inside {
                wrong.push(format!("{profile} {} {rule}: {reach:?}", plan.contract.operation.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_reasons_are_those_that_are_known() {
    let mut found = vec![];
    for plan in PLANS.iter() {
        for rule in plan.contract.rules().filter(|r| plan.contract.unreachable(r).is_some() && !r.id.starts_with("profile/")) {
            found.push(format!("{} {} {}", plan.contract.profile.name, plan.contract.operation.name, rule.id));
        }
    }
    found.sort();
    let row_reductions = ["trowsum", "trowprod", "trowmax", "trowmin", "trowargmax", "trowargmin"];
    let others = ["tcolmax", "tcolmin", "tcolprod", "tcolsum", "trowexpand", "tcolargmax", "tcolargmin"];
    let without_boxes: Vec<&str> = row_reductions.into_iter().chain(others).collect();
    let boxed = ["a2a3", "a5", "cpu", "portable"].map(|p| without_boxes.iter().map(move |op| format!("{p} {op} tile/vec-not-boxed")));
    let ragged = ["cpu", "portable"].map(|p| format!("{p} tconcat tconcat/index-whole-elements"));
    let enough = ["a2a3", "a5", "cpu", "portable"].map(|p| format!("{p} trowsum trowsum/tmp-is-enough"));
    let any_cols = ["a2a3", "cpu"].map(|p| format!("{p} trowexpand trowexpand/src-static-cols"));
    let mut known: Vec<String> = boxed.into_iter().flatten().chain(ragged).chain(enough).chain(any_cols).collect();
    known.push("a5 tcolexpand tcolexpand/dtype-supported".to_owned());
    for op in ["add", "sub", "mul", "div", "max", "min", "expdif"] {
        known.push(format!("cpu tcolexpand{op} tcolexpand{op}/src1-dtype-supported"));
    }
    for op in ["tcolargmax", "tcolargmin"] {
        known.extend(["a2a3", "a5", "cpu", "portable"].map(|p| format!("{p} {op} {op}/src-not-boxed")));
        known.push(format!("a2a3 {op} {op}/no-bytes-with-values"));
    }
    known.sort();
    assert_eq!(found, known);
}

/// Questions meet: what each of them makes of a tuple by itself is not all that there is to see.
#[test]
fn some_tuples_put_several_rules_in_question() {
    for plan in PLANS.iter() {
        let several = plan.items.iter().filter(|i| i.contested.len() > 1 && !matches!(i.expect, Expectation::Reject { .. }));
        let sets: BTreeSet<&[usize]> = several.map(|i| &i.contested[..]).collect();
        assert!(sets.len() > 10, "{} {}: {}", plan.contract.profile.name, plan.contract.operation.name, sets.len());
    }
    assert_eq!(PLANS.len(), 4 * ops::all().len());
}

/// Where the second source is stored by rows or by columns, whatever may run is tried with boxes of both kinds: beside no other
/// question where there is a legal tuple, and with a question of the layout's own elsewhere.
#[test]
fn operands_that_may_be_stored_either_way_are_boxed_in_both() {
    let mut seen = 0;
    for plan in PLANS.iter() {
        let profile = plan.contract.profile.base;
        for (index, form) in plan.contract.operation.forms.iter().enumerate().filter(|(_, f)| matches!(f.combine, Combine::PairByRow(_))) {
            let has_tmp = form.operands.iter().any(|o| o.role == Role::Scratch);
            let runs = |i: &&Item| i.form == index && !matches!(i.expect, Expectation::Reject { .. });
            // Expanded blocks: the others have the region of what is written.
            let blocks = |i: &&Item| {
                let [dst, src0, src1] = [0, 1, 2].map(|at| &i.choice.tuple.operands[at].tile);
                src1.blayout == BLayout::RowMajor && src0.valid == dst.valid && src1.valid != dst.valid
            };
            for slayout in [SLayout::RowMajor, SLayout::ColMajor] {
                let boxed = |i: &&Item| i.choice.tuple.operands[2].tile.slayout == slayout;
                let tried =
                    plan.items.iter().filter(runs).filter(blocks).filter(boxed).filter(|i| has_tmp || i.contested.len() == 1).count();
                let none = has_tmp && profile == BaseProfile::A2a3;
                assert_eq!(tried == 0, none, "{profile:?} {} {} {slayout:?}", plan.contract.operation.name, form.name);
                seen += tried;
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

/// Every instantiation that runs under some choice, however many questions that answers, has eight tuples that do.
#[test]
fn open_instantiations_have_a_share_too() {
    let mut joint = 0;
    for plan in PLANS.iter() {
        let mut found: HashMap<_, [usize; 2]> = HashMap::new();
        for item in &plan.items {
            let tuple = &item.choice.tuple;
            let operands = || plan.contract.operation.forms[item.form].operands.iter().zip(&tuple.operands);
            let of = |data: bool| -> BTreeSet<&str> {
                operands().filter(|(o, _)| (o.kind == DataKind::Data) == data).map(|(_, o)| o.tile.dtype.name()).collect()
            };
            let (data, others) = (of(true), of(false));
            if data.len() == 1 && others.len() <= 1 && plan.contract.may_run(tuple, item.choice.class) {
                let number = found.entry((item.form, data, others, format!("{:?}", tuple.attributes))).or_default();
                number[0] += 1;
                number[1] += usize::from(plan.contract.runs(tuple, item.choice.class) != Runs::Never);
            }
        }
        for (instantiation, [all, single]) in found {
            assert!(all >= 8, "{} {} {instantiation:?}: {all}", plan.contract.profile.name, plan.contract.operation.name);
            joint += usize::from(single == 0);
        }
    }
    assert!(joint > 10, "{joint}");
}

/// Types of one byte of pairs have tall tuples around every power of two where documents differ on them, too.
#[test]
fn open_types_of_one_byte_have_tall_tuples() {
    let mut seen = 0;
    for plan in PLANS.iter() {
        for (index, _) in plan.contract.operation.forms.iter().enumerate().filter(|(_, form)| form.combine.has_pairs()) {
            let runs = |i: &&Item| i.form == index && plan.contract.may_run(&i.choice.tuple, i.choice.class);
            let rows = |bytes: usize, tall: bool| -> BTreeSet<u32> {
                let all = plan.items.iter().filter(runs).filter(|i| i.choice.tuple.operands[0].tile.dtype.bytes() == bytes);
                all.filter(|i| !tall || i.strategy.starts_with("tall")).map(|i| i.choice.tuple.operands[0].tile.valid_rows()).collect()
            };
            if rows(1, false).is_empty() {
                continue;
            }
            let (one, two) = (rows(1, true), rows(2, true));
            let ends = (3..).flat_map(|k| [(1 << k) - 1, 1 << k, (1 << k) + 1]).take_while(|n| Some(n) <= two.last());
            let missing: Vec<u32> = ends.filter(|n| two.contains(n) && !one.contains(n)).collect();
            assert!(missing.is_empty(), "{} {}: {missing:?}", plan.contract.profile.name, plan.contract.operation.name);
            seen += one.len();
        }
    }
    assert!(seen > 400, "{seen}");
}
