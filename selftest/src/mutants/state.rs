//! Results that depend on the case before.

use super::{ALL, Kernel, mutant};
use ptoconf_models::Scene;

pub(super) const MUTANTS: &[Kernel] = &[
    mutant("result_of_case_before", ALL, "Every case but the first gives the result of the case before.", |d| {
        d.after = Some(|scene| {
            let own = scene.bytes("dst").to_vec();
            let before = std::mem::replace(scene.left_over(), own);
            scene.write("dst", 0, &before);
        })
    }),
    mutant("first_block_of_case_before", ALL, "The first block of every case but the first is that of the case before.", |d| {
        d.after = Some(|scene| {
            let own = scene.bytes("dst").get(..32).unwrap_or_default().to_vec();
            let before = std::mem::replace(scene.left_over(), own);
            scene.write("dst", 0, &before);
        })
    }),
    mutant("result_of_first_case", ALL, "Every case gives the result of the first.", |d| {
        d.after = Some(|scene| {
            if scene.left_over().is_empty() {
                *scene.left_over() = scene.bytes("dst").to_vec();
            }
            let first = scene.left_over().clone();
            scene.write("dst", 0, &first);
        })
    }),
    mutant("first_case_wrong", ALL, "The first case after a start is wrong.", |d| {
        d.after = Some(|scene| wrong_if(scene, scene.site.slot == 0))
    }),
    mutant("second_case_wrong", ALL, "The second case after a start is wrong.", |d| {
        d.after = Some(|scene| wrong_if(scene, scene.site.slot == 1))
    }),
    mutant("later_cases_wrong", ALL, "Every case but the first is wrong.", |d| {
        d.after = Some(|scene| wrong_if(scene, scene.site.slot > 0))
    }),
    mutant("input_of_case_before", ALL, "The first byte of the first source is that of the case before.", |d| {
        d.before = Some(|scene| {
            let name = super::source(scene.site.tuple);
            let own = scene.bytes(name).get(..1).unwrap_or_default().to_vec();
            let before = std::mem::replace(scene.left_over(), own);
            scene.write(name, 0, &before);
        })
    }),
];

/// Changes the first byte of the result.
fn wrong_if(scene: &mut Scene, wrong: bool) {
    if wrong && !scene.bytes("dst").is_empty() {
        scene.flip("dst", 0, 1);
    }
}
