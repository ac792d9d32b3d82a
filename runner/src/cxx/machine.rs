//! What a header tree is compiled for: the library's own simulator, or instructions of an NPU that are emulated.

use ptoconf_schemas::{Operand, Tuple};

/// What a header tree is compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Machine {
    /// The kernels for the CPU.
    #[default]
    Cpu,
    /// The kernels for A2 and A3, on emulated instructions.
    A2a3,
    /// The kernels for A5, on emulated instructions.
    A5,
}

/// The headers of the emulated instructions, by their path in the folder of what is prepared.
pub(super) const INSTRUCTIONS: &[(&str, &str)] = &[
    ("npu/a2a3.hpp", include_str!("../../../npu/include/npu/a2a3.hpp")),
    ("npu/a5.hpp", include_str!("../../../npu/include/npu/a5.hpp")),
    ("npu/absent.hpp", include_str!("../../../npu/include/npu/absent.hpp")),
    ("npu/absent_a5.hpp", include_str!("../../../npu/include/npu/absent_a5.hpp")),
    ("npu/arithmetic.hpp", include_str!("../../../npu/include/npu/arithmetic.hpp")),
    ("npu/broadcast.hpp", include_str!("../../../npu/include/npu/broadcast.hpp")),
    ("npu/computing.hpp", include_str!("../../../npu/include/npu/computing.hpp")),
    ("npu/control.hpp", include_str!("../../../npu/include/npu/control.hpp")),
    ("npu/copy.hpp", include_str!("../../../npu/include/npu/copy.hpp")),
    ("npu/diagnosis.hpp", include_str!("../../../npu/include/npu/diagnosis.hpp")),
    ("npu/ending.hpp", include_str!("../../../npu/include/npu/ending.hpp")),
    ("npu/error.hpp", include_str!("../../../npu/include/npu/error.hpp")),
    ("npu/lanes.hpp", include_str!("../../../npu/include/npu/lanes.hpp")),
    ("npu/library.hpp", include_str!("../../../npu/include/npu/library.hpp")),
    ("npu/loads.hpp", include_str!("../../../npu/include/npu/loads.hpp")),
    ("npu/mask.hpp", include_str!("../../../npu/include/npu/mask.hpp")),
    ("npu/numbers.hpp", include_str!("../../../npu/include/npu/numbers.hpp")),
    ("npu/operands.hpp", include_str!("../../../npu/include/npu/operands.hpp")),
    ("npu/order.hpp", include_str!("../../../npu/include/npu/order.hpp")),
    ("npu/pipes.hpp", include_str!("../../../npu/include/npu/pipes.hpp")),
    ("npu/predicates.hpp", include_str!("../../../npu/include/npu/predicates.hpp")),
    ("npu/registers.hpp", include_str!("../../../npu/include/npu/registers.hpp")),
    ("npu/scalar.hpp", include_str!("../../../npu/include/npu/scalar.hpp")),
    ("npu/seen.hpp", include_str!("../../../npu/include/npu/seen.hpp")),
    ("npu/shadow.hpp", include_str!("../../../npu/include/npu/shadow.hpp")),
    ("npu/spaces.hpp", include_str!("../../../npu/include/npu/spaces.hpp")),
    ("npu/stores.hpp", include_str!("../../../npu/include/npu/stores.hpp")),
    ("npu/vectors.hpp", include_str!("../../../npu/include/npu/vectors.hpp")),
    ("npu/watching.hpp", include_str!("../../../npu/include/npu/watching.hpp")),
];

impl Machine {
    /// What reports have to say of results of emulated instructions.
    pub const EMULATED: &'static str = "emulated instructions, not a device";

    /// The NPU of this name.
    pub fn npu(name: &str) -> Option<Machine> {
        Machine::NPUS.iter().find(|(known, _)| *known == name).map(|(_, machine)| *machine)
    }

    /// The NPUs with emulated instructions, by their names.
    pub const NPUS: &'static [(&'static str, Machine)] = &[("a2a3", Machine::A2a3), ("a5", Machine::A5)];

    /// Its name, of an NPU.
    pub(super) fn name(self) -> Option<&'static str> {
        Machine::NPUS.iter().find(|(_, machine)| *machine == self).map(|(name, _)| *name)
    }

    /// The macro that the driver and the library know it by.
    pub(super) fn define(self) -> &'static str {
        match self {
            Machine::Cpu => "__CPU_SIM",
            Machine::A2a3 => "PTOCONF_INSTRUCTIONS=\"npu/a2a3.hpp\"",
            Machine::A5 => "PTOCONF_INSTRUCTIONS=\"npu/a5.hpp\"",
        }
    }

    /// More arguments for the compiler. Scalar code is watched by what compilers have for races between threads; the library
    /// that they would link for it is not.
    pub(super) fn flags(self, defines: &[String]) -> &'static [&'static str] {
        let is_watched = !is_defined(defines, "PTOCONF_NPU_IN_ORDER") || is_defined(defines, "PTOCONF_NPU_UNWRITTEN_STOPS");
        if self != Machine::Cpu && is_watched { &["-fsanitize=thread"] } else { &[] }
    }

    /// More arguments for the linker, after all others.
    pub(super) fn linker_flags(self, defines: &[String]) -> &'static [&'static str] {
        if self.flags(defines).is_empty() { &[] } else { &["-fno-sanitize=thread"] }
    }

    /// Why no instruction is there that the kernel of a tuple would need.
    pub(super) fn lacks(self, tuple: &Tuple) -> Option<String> {
        let is = |operand: &Operand, bytes| operand.tile.dtype.bytes() == bytes;
        match self {
            Machine::A5 if tuple.operands.iter().any(|o| is(o, 8)) => Some("instructions for 64-bit elements are not emulated".to_owned()),
            Machine::A5 if tuple.op == "tconcat" && tuple.operand("dst").is_some_and(|o| is(o, 1)) => {
                Some("the instruction that scatters elements of one byte is not emulated".to_owned())
            }
            _ => None,
        }
    }

    /// What emulated instructions take for granted where their descriptions leave something open; switches change it.
    pub(super) fn assumptions(self, defines: &[String]) -> Option<String> {
        let word = |(name, on, off): &(&str, &'static str, &'static str)| if is_defined(defines, name) { *on } else { *off };
        (self != Machine::Cpu).then(|| SWITCHES.iter().map(word).chain(ALWAYS.iter().copied()).collect::<Vec<_>>().join("; "))
    }
}

/// Whether a macro of this name is among those to define.
fn is_defined(defines: &[String], name: &str) -> bool {
    defines.iter().any(|d| d.split('=').next() == Some(name))
}

/// What is assumed whatever the macros.
const ALWAYS: &[&str] = &["a NaN wins in vmax and vmin, and +0 is more than -0"];

/// Macros that change what is assumed, and what is assumed with and without each.
const SWITCHES: &[(&str, &str, &str)] = &[
    ("PTOCONF_NPU_INTEGERS_SATURATE", "integer arithmetic saturates", "integer arithmetic wraps"),
    ("PTOCONF_NPU_SUBNORMALS_FLUSHED", "subnormal numbers are flushed", "subnormal numbers are kept"),
    ("PTOCONF_NPU_EMPTY_MASK_STOPS", "a mask without any lane is an error", "a mask without any lane does nothing"),
    (
        "PTOCONF_NPU_IN_ORDER",
        "instructions run in the order of the program",
        "what a pipe writes is there for a reader after a barrier or flag alone",
    ),
    (
        "PTOCONF_NPU_OVERWRITING_WAITS",
        "a pipe overwrites what it wrote or read before after a barrier alone",
        "a pipe overwrites in the order of the program",
    ),
    ("PTOCONF_NPU_UNWRITTEN_STOPS", "results from memory that nobody wrote are an error", "results may come from memory that nobody wrote"),
    ("PTOCONF_NPU_NO_ASSERTIONS", "assertions of the kernels are off", "assertions of the kernels are on"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_header_of_the_instructions_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../npu/include/npu");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder of the instructions")
            .map(|entry| format!("npu/{}", entry.expect("an entry").file_name().display()))
            .collect();
        files.sort();
        let embedded: Vec<&str> = INSTRUCTIONS.iter().map(|(name, _)| *name).collect();
        assert_eq!(files, embedded);
    }

    #[test]
    fn assumptions_follow_the_switches() {
        assert_eq!(Machine::Cpu.assumptions(&[]), None);
        let plain = Machine::A2a3.assumptions(&[]).expect("assumptions");
        assert!(plain.contains("wraps") && plain.contains("does nothing") && plain.contains("are on"), "{plain}");
        let saturating = Machine::A2a3.assumptions(&["PTOCONF_NPU_INTEGERS_SATURATE=1".to_owned()]).expect("assumptions");
        assert!(saturating.contains("saturates") && !saturating.contains("wraps"), "{saturating}");
    }

    #[test]
    fn scalar_code_is_watched_where_that_finds_something() {
        let flags = |machine: Machine, defines: &[&str]| machine.flags(&defines.iter().map(|d| (*d).to_owned()).collect::<Vec<_>>()).len();
        assert_eq!(flags(Machine::Cpu, &[]), 0);
        assert_eq!(flags(Machine::A5, &[]), 1);
        assert_eq!(flags(Machine::A5, &["PTOCONF_NPU_IN_ORDER"]), 0);
        assert_eq!(flags(Machine::A5, &["PTOCONF_NPU_IN_ORDER", "PTOCONF_NPU_UNWRITTEN_STOPS=1"]), 1);
    }
}
