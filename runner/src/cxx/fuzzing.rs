//! For those who try the readers of diagnostics and of the driver's file with nonsense.

use super::diagnostics::{Family, diagnose};
use super::endings::Endings;
use super::jobs::Layout;
use ptoconf_schemas::{DType, Names, Operand, Role, Tile, Tuple};

/// What is read of the diagnostics of either family of compilers.
pub fn by_a_compiler(text: &str) -> Vec<String> {
    let found = [Family::Clang, Family::Gcc].map(|family| diagnose(text, "/u.cpp", family));
    found.into_iter().flat_map(|found| found.cases.into_values().map(|d| d.text).chain(found.trouble)).collect()
}

fn tuple() -> Tuple {
    let operand = |name: &str, role| Operand { name: name.into(), role, tile: Tile::nd(DType::U8, 2, 8) };
    let operands = vec![operand("dst", Role::Out), operand("src", Role::In)];
    Tuple { op: "tdemo".into(), form: "plain".into(), attributes: Names::default(), operands }
}

/// The file of a driver that ran some cases.
pub fn by_a_driver() -> Vec<u8> {
    let case = |kind: u32, code: u32, fault: u32, words: &str, outputs: &[u8]| {
        let numbers = [kind, code, fault, 0].map(u32::to_le_bytes).concat();
        let (offset, touched) = (16u64.to_le_bytes(), 1u64.to_le_bytes());
        [&numbers, &offset[..], &touched, &(words.len() as u32).to_le_bytes(), words.as_bytes(), outputs].concat()
    };
    let assertion = "cases: pto/add.hpp:7: void TADD(T): Assertion `rows > 0' failed.\n";
    let cases = [case(0, 0, 0, "", &[3; 16]), case(1, 6, 0, assertion, &[]), case(1, 11, 2, "log", &[]), case(3, 9, 0, "", &[])];
    [cases.concat(), 0x646f_6e65u32.to_le_bytes().to_vec()].concat()
}

/// The messages in the file of a driver.
pub fn read_of_a_driver(bytes: &[u8]) -> Vec<String> {
    let tuple = tuple();
    let Ok(layout) = Layout::of(&tuple) else { return Vec::new() };
    let mut endings = Endings::new(bytes, 5.0, 100);
    let mut messages = Vec::new();
    while let Some(ending) = endings.next(&tuple, &layout) {
        assert!(ending.outputs.iter().all(|memory| memory.len() == 16), "an output of another size");
        messages.extend(ending.message);
    }
    messages
}
