//! Mistakes that ptoconf itself once made: in what it called legal, in what it admitted, in what no set had.

/// Names of the mutants that repeat them, and what was wrong.
pub const OURS: [(&str, &str); 7] = [
    (
        "tile/box-columns: boxes of 16x2 for 2x16",
        "The reference gave tiles without boxes and of fractal size 32 boxes of 16 x 2: 62 legal tuples had to be rejected. The C++ library showed it.",
    ),
    (
        "tile/capacity: memory of 256 KiB",
        "Profile `cpu` had the memory of A5, and the simulator documents 512 KiB: 146 legal tuples had to be rejected, by their sizes or addresses. The C++ library showed it.",
    ),
    ("tile/address-in-memory: memory of 256 KiB", "The same."),
    (
        "is_binary_ignored",
        "Profiles `portable` and `cpu` admitted every order of additions, whatever isBinary said. A review of the pages showed it.",
    ),
    (
        "tile/not-boxed: row-major boxes accepted",
        "TCOLEXPAND on `a2a3` and `a5` might take tiles with boxes, which its page rules out. A review of the pages showed it.",
    ),
    ("tcolsum/row-major: NZ tiles accepted", "No set had a tile with column-major blocks and boxes. A review of the sets showed it."),
    (
        "index_row_zero",
        "In 51 of the 108 combinations of form and types of TCONCAT in `portable` no tuple had counts that differ by row. A review of the sets showed it.",
    ),
];

#[cfg(test)]
mod tests {
    use super::OURS;
    use ptoconf_models::builtin;

    #[test]
    fn each_is_a_mutant() {
        let model = builtin("cpu").unwrap_or_else(|| panic!("there is a model of the CPU"));
        let all = crate::mutants::mutants(&model);
        for (name, _) in OURS {
            assert!(all.iter().any(|m| m.name == name), "{name}");
        }
    }
}
