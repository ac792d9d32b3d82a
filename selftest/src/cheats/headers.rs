//! Arrays whose headers say something else than is there, in containers whose checksums are right.

use super::containers::contained;
use super::zip::{entries, sign, u16_at};
use super::{Attempts, Cheat, Grounds, cheat};

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat("another byte order", "Arrays say that they are big-endian, in the order of the machine, or say nothing of it.", |g| {
        headed(g, &[|h| h.replace("'<", "'>"), |h| h.replace("'<", "'="), |h| h.replace("'<", "'")])
    }),
    cheat(
        "another type of the same size",
        "Arrays say that they hold integers in place of numbers with fractions, signed in place of unsigned ones, or raw bytes.",
        |g| {
            headed(
                g,
                &[
                    |h| h.replace("'<f", "'<i").replace("'<u", "'<i").replace("'|u", "'|i"),
                    |h| h.replace("'<f", "'<u").replace("'<i", "'<u").replace("'|i", "'|u"),
                    |h| ["f", "i", "u"].iter().fold(h.to_owned(), |h, kind| h.replace(&format!("'<{kind}"), "'|V")),
                    |h| h.replace("'<f4'", "'<c8'").replace("'<i4'", "'<m8'").replace("'<u4'", "'|O'"),
                ],
            )
        },
    ),
    cheat("columns first", "Arrays say that their columns come first.", |g| {
        headed(g, &[|h| h.replace("False", "True"), |h| h.replace("False", "0")])
    }),
    cheat("another shape", "Arrays say that rows and columns, or cases and rows, changed places, or have other numbers of extents.", |g| {
        headed(
            g,
            &[
                |h| shaped(h, |s| s.swap(1, 2)),
                |h| shaped(h, |s| s.rotate_left(1)),
                |h| shaped(h, |s| s.insert(0, "1".to_owned())),
                |h| shaped(h, |s| s.truncate(2)),
                |h| shaped(h, |s| s[0] = "0".to_owned()),
                |h| shaped(h, |s| s[1] = "-1".to_owned()),
            ],
        )
    }),
    cheat("numbers that are none", "Extents of arrays are written with fractions, as sums, or past the end of counters.", |g| {
        headed(
            g,
            &[
                |h| shaped(h, |s| s[0] += ".0"),
                |h| shaped(h, |s| s[0] += "L"),
                |h| shaped(h, |s| s[0] += "+0"),
                |h| shaped(h, |s| s[0] += "e0"),
                |h| shaped(h, |s| s[0].insert(0, '+')),
                |h| shaped(h, |s| s[0] = "18446744073709551617".to_owned()),
            ],
        )
    }),
    cheat(
        "a header that says two things",
        "The header of each array has a type, a shape or an order twice, one right and one wrong, or a key that no array has.",
        |g| {
            headed(
                g,
                &[
                    |h| h.replace("{'descr'", "{'descr':'<f8','descr'"),
                    |h| h.replace("'shape'", "'shape':(1,),'shape'"),
                    |h| h.replace("{", "{'fortran_order':True,"),
                    |h| h.replace("{", "{'ok':True,"),
                    |h| h.replace("'fortran_order': False, ", ""),
                ],
            )
        },
    ),
];

/// The right results of the small set with each of these changes to the header of every array of the first container,
/// where there is room for it.
fn headed(grounds: &Grounds, changes: &[fn(&str) -> String]) -> Attempts {
    let of_change = |&change: &fn(&str) -> String| {
        move |bytes: &mut Vec<u8>| {
            for entry in entries(bytes) {
                let (start, end) = (entry.data.0 + 10, entry.data.0 + 10 + u16_at(bytes, entry.data.0 + 8));
                let new = change(String::from_utf8_lossy(&bytes[start..end]).trim_end());
                if new.len() < end - start {
                    bytes[start..end - 1].fill(b' ');
                    bytes[start..start + new.len()].copy_from_slice(new.as_bytes());
                    sign(bytes, &entry);
                }
            }
        }
    };
    contained(grounds, &changes.iter().map(of_change).collect::<Vec<_>>())
}

/// A header with other extents, of which there are three.
fn shaped(header: &str, change: impl Fn(&mut Vec<String>)) -> String {
    let Some((before, rest)) = header.split_once('(') else { return header.to_owned() };
    let Some((shape, after)) = rest.split_once(')') else { return header.to_owned() };
    let mut extents: Vec<String> = shape.split(", ").map(str::to_owned).collect();
    change(&mut extents);
    format!("{before}({}){after}", extents.join(", "))
}
