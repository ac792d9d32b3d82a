//! Profiles are a lattice: portable accepts what every other profile accepts, rejects what every other one
//! rejects, and leaves open the rest.

use crate::common::Rng;
use ptoconf_reference::{Class, Contract, OperandSpec, Profile, Verdict, ops};
use ptoconf_schemas::{Attribute, BLayout, BaseProfile, DType, Location, Operand, ProfileFile, SLayout, Tile, Tuple};

const TARGETS: [BaseProfile; 3] = [BaseProfile::Cpu, BaseProfile::A2a3, BaseProfile::A5];

#[test]
fn what_a_profile_admits_portable_admits() {
    for reading in ops::readings() {
        let portable = reading.admitted(BaseProfile::Portable);
        for base in TARGETS {
            let more: Vec<_> = reading.admitted(base).iter().filter(|o| !portable.contains(o)).collect();
            assert!(more.is_empty(), "{}: {base} admits {more:?}", reading.id);
        }
        let some: Vec<&str> = TARGETS.iter().flat_map(|b| reading.admitted(*b)).copied().collect();
        let alone: Vec<_> = portable.iter().filter(|o| !some.contains(o)).collect();
        // What only portable admits no profile of a target or simulator documents: each needs a reason.
        let known = ALONE.iter().find(|(id, _)| *id == reading.id).map_or(&[][..], |(_, options)| options);
        assert_eq!(alone, known.iter().collect::<Vec<_>>(), "{}", reading.id);
    }
    let portable = Profile::builtin(BaseProfile::Portable).limits;
    for limits in TARGETS.map(|b| Profile::builtin(b).limits) {
        let within = limits.ub_bytes <= portable.ub_bytes && limits.max_rows <= portable.max_rows && limits.max_cols <= portable.max_cols;
        assert!(within, "{limits:?}");
    }
}

/// Options that portable alone admits: of documents that are neither a page nor a target's.
const ALONE: &[(&str, &[&str])] = &[
    // The assembler's own fractal size.
    ("tile/fractals", &["assembler"]),
    // The formal specification's demand on reductions of columns.
    ("tcolsum/dst-rows", &["rejected"]),
    ("tcolmax/dst-rows", &["rejected"]),
    ("tcolprod/dst-rows", &["rejected"]),
    ("tcolmin/dst-rows", &["rejected"]),
];

/// A tile near the legal ones.
fn tile(spec: &OperandSpec, dtype: DType, dims: &dyn Fn(&str) -> u32, rng: &mut Rng) -> Tile {
    let shape = spec.shape(if spec.arrangements() > 1 { rng.below(spec.arrangements() as u64) as usize } else { 0 });
    let valid = shape.valid.map(|e| e.value(dims, dtype.block()));
    let [rows, cols] = valid.map(|n| n.max(1));
    let [rows, cols] = match shape.blayout {
        BLayout::RowMajor => [rows, cols.next_multiple_of(dtype.block())],
        BLayout::ColMajor => [rows.next_multiple_of(dtype.block()), cols],
    };
    let mut tile = Tile { valid, blayout: shape.blayout, ..Tile::nd(dtype, rows, cols) };
    match rng.below(30) {
        0 => tile.loc = Location::Mat,
        1 => tile.blayout = BLayout::ColMajor,
        2 => tile.slayout = SLayout::RowMajor,
        3 => tile.fractal = rng.pick(&[16, 32, 64, 1024]),
        4 => tile.dtype = rng.pick(DType::ALL),
        5 => tile.address = Some(rng.pick(&[16, 0, 190 << 10, 192 << 10, 250 << 10, 256 << 10, 500 << 10, 512 << 10])),
        6 => tile.shape[0] = rng.pick(&[1, 8192, 8193, 4, 2048]),
        7 => tile.shape[1] = rng.pick(&[8, 4095, 4096, 24, 1]),
        8 => tile.valid[0] = rng.pick(&[0, 1, 2, 99]),
        9 => tile.valid[1] = rng.pick(&[0, 1, 2, 99]),
        10 => tile.same_as = Some("dst".into()),
        _ => {}
    }
    tile.dynamic = [rng.below(2) == 0, rng.below(2) == 0];
    tile
}

fn tuple(op: &ptoconf_reference::Operation, rng: &mut Rng) -> (Tuple, &'static str) {
    let form = &op.forms[rng.below(op.forms.len() as u64) as usize];
    let dtype = rng.pick(DType::ALL);
    let index = rng.pick(&[DType::I32, DType::U16, DType::I8]);
    let sizes: Vec<u32> = form.dims().iter().map(|_| rng.pick(&[0, 1, 2, 5, 16, 33])).collect();
    let dims = |name: &str| form.dims().iter().position(|(d, _)| *d == name).map_or(1, |i| sizes[i]);
    let operand = |spec: &OperandSpec| {
        let dtype = if spec.kind == ptoconf_reference::DataKind::Index { index } else { dtype };
        Operand { name: spec.name.into(), role: spec.role, tile: tile(spec, dtype, &dims, rng) }
    };
    let operands = form.operands.iter().map(operand).collect();
    let attributes = form.attributes.iter().map(|a| (a.name.to_owned(), Attribute::Bool(rng.below(2) == 0))).collect();
    let classes: Vec<Class> = form.classes.iter().copied().filter(|c| c.applies(dtype)).collect();
    let class = if classes.is_empty() { Class::EXACT_WINDOW } else { rng.pick(&classes) };
    (Tuple { op: op.name.into(), form: form.name.into(), attributes, operands }, class.name)
}

#[test]
fn what_portable_says_every_profile_says() {
    let mut rng = Rng(21);
    let profiles = BaseProfile::ALL.iter().map(|b| Profile::builtin(*b)).collect::<Vec<_>>();
    let mut seen = [0u32; 3];
    for op in ops::all() {
        let contracts: Vec<Contract> = profiles.iter().map(|p| Contract::new(op, p)).collect();
        for _ in 0..20_000 {
            let (tuple, class) = tuple(op, &mut rng);
            let [portable, others @ ..] = &contracts[..] else { unreachable!("portable comes first") };
            let first = portable.legality(&tuple, class).verdict;
            seen[first as usize] += 1;
            for other in others {
                let own = other.legality(&tuple, class).verdict;
                let name = &other.profile.name;
                assert!(first == Verdict::Either || own == first, "portable {first:?}, {name} {own:?}: {class} {tuple:?}");
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 1000), "{seen:?}");
}

/// A profile that admits one option of each reading that the base admits several of.
fn one_of_each(base: BaseProfile, rng: &mut Rng) -> Profile {
    let readings = ops::readings().into_iter().map(|reading| (reading.id.clone(), vec![rng.pick(reading.admitted(base)).to_owned()]));
    let file = ProfileFile { name: "own".to_owned(), readings: readings.collect(), ..Profile::builtin(base).file() };
    Profile::from_file(&file).expect("a narrower profile")
}

#[test]
fn narrower_readings_settle_what_is_open_and_nothing_else() {
    let mut rng = Rng(22);
    let (mut kept, mut settled) = (0, 0);
    for base in BaseProfile::ALL {
        let wide = Profile::builtin(*base);
        for _ in 0..12 {
            let narrow = one_of_each(*base, &mut rng);
            for op in ops::all() {
                let [wide, narrow] = [&wide, &narrow].map(|profile| Contract::new(op, profile));
                for _ in 0..250 {
                    let (tuple, class) = tuple(op, &mut rng);
                    let [first, own] = [&wide, &narrow].map(|contract| contract.legality(&tuple, class).verdict);
                    assert!(first == Verdict::Either || own == first, "{base} {first:?}, narrowed {own:?}: {class} {tuple:?}");
                    kept += u32::from(first == Verdict::Either && own == first);
                    settled += u32::from(own != first);
                }
            }
        }
    }
    assert!(settled > 10_000 && kept < settled, "{settled} settled, {kept} not");
}
