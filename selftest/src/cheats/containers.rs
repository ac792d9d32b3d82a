//! Containers in which another reader would find something else.

use super::zip::{end, entries, sign};
use super::{Attempts, Cheat, Grounds, cheat};
use std::fs;
use std::path::{Path, PathBuf};

/// Every cheat of this kind.
pub const CHEATS: &[Cheat] = &[
    cheat(
        "two containers in one file",
        "The right container stands behind or in front of another, behind other bytes, or in front of a comment.",
        |g| {
            contained::<fn(&mut Vec<u8>)>(
                g,
                &[
                    |bytes| *bytes = [zeroed(bytes), bytes.clone()].concat(),
                    |bytes| *bytes = [bytes.clone(), zeroed(bytes)].concat(),
                    |bytes| *bytes = [b"#!/bin/true\n", &bytes[..]].concat(),
                    |bytes| bytes.extend(b"right"),
                    |bytes| {
                        let at = end(bytes) + 20;
                        bytes[at] = 5;
                        bytes.extend(b"right");
                    },
                ],
            )
        },
    ),
    cheat("one name, two members", "Two members of a container have the same name.", |g| {
        contained::<fn(&mut Vec<u8>)>(
            g,
            &[|bytes| {
                let [(from, length), (to, _)] = alike(bytes);
                for (from, to) in from.into_iter().zip(to) {
                    bytes.copy_within(from..from + length, to);
                }
            }],
        )
    }),
    cheat(
        "a directory that leads elsewhere",
        "The directory says that a member is where another one is, or the member itself has another name than there.",
        |g| {
            contained::<fn(&mut Vec<u8>)>(
                g,
                &[
                    |bytes| {
                        let all = entries(bytes);
                        for i in 0..4 {
                            bytes.swap(all[0].at + 42 + i, all[1].at + 42 + i);
                        }
                    },
                    |bytes| {
                        let all = entries(bytes);
                        let first: [u8; 4] = std::array::from_fn(|i| bytes[all[0].at + 42 + i]);
                        all.iter().for_each(|entry| bytes[entry.at + 42..entry.at + 46].copy_from_slice(&first));
                    },
                    |bytes| {
                        let [([_, from], length), ([_, to], _)] = alike(bytes);
                        bytes.copy_within(from..from + length, to);
                    },
                ],
            )
        },
    ),
    cheat(
        "a directory that is not true",
        "The directory or a member says that data is shorter, packed, encrypted, on another disk, or has another checksum.",
        |g| {
            // Field of the directory's first entry, of its local header, or of the end record; its bytes; their value.
            type Field = (fn(&[u8]) -> usize, usize, u8);
            let fields: [Field; 10] = [
                (|b| entries(b)[0].at + 8, 1, 1),
                (|b| entries(b)[0].at + 10, 1, 8),
                (|b| entries(b)[0].at + 10, 1, 99),
                (|b| entries(b)[0].at + 16, 4, 0),
                (|b| entries(b)[0].at + 20, 8, 0xff),
                (|b| entries(b)[0].at + 24, 4, 0),
                (|b| entries(b)[0].local + 8, 1, 8),
                (|b| entries(b)[0].local + 18, 8, 1),
                (|b| end(b) + 4, 2, 1),
                (|b| end(b) + 16, 4, 0xff),
            ];
            contained(
                g,
                &fields.map(|(at, length, value)| {
                    move |bytes: &mut Vec<u8>| {
                        let at = at(bytes);
                        bytes[at..at + length].fill(value);
                    }
                }),
            )
        },
    ),
    cheat("a directory without its last member", "The end of a container counts one member fewer.", |g| {
        contained::<fn(&mut Vec<u8>)>(
            g,
            &[|bytes| {
                let at = end(bytes);
                for field in [at + 8, at + 10] {
                    bytes[field] = bytes[field].wrapping_sub(1);
                }
            }],
        )
    }),
    cheat(
        "members in another spelling",
        "Arrays are named in upper case, with a backslash, a zero or an accent, or as paths that lead elsewhere.",
        |g| {
            contained::<fn(&mut Vec<u8>)>(
                g,
                &[
                    |bytes| names(bytes, <[u8]>::make_ascii_uppercase),
                    |bytes| names(bytes, |name| name[0] = b'/'),
                    |bytes| names(bytes, |name| name[0] = b'\\'),
                    |bytes| names(bytes, |name| name[..2].copy_from_slice(b"./")),
                    |bytes| names(bytes, |name| name[..3].copy_from_slice(b"../")),
                    |bytes| names(bytes, |name| name[..2].copy_from_slice("\u{e9}".as_bytes())),
                    |bytes| names(bytes, <[u8]>::reverse),
                    |bytes| names(bytes, |name| *name.last_mut().unwrap_or(&mut 0) = 0),
                    |bytes| names(bytes, |name| name.iter_mut().filter(|c| **c == b'/').for_each(|c| *c = b'\\')),
                ],
            )
        },
    ),
    cheat(
        "containers in another place",
        "The arrays of an operation lie in a folder of another name, or in a container that is not called one.",
        |g| {
            let ground = &g.small;
            let op = ground.operation();
            let to = |to: String| ground.spoiled(|dir| Ok(fs::rename(dir.join(op), dir.join(to))?));
            let call = |name: &str| {
                ground.spoiled(|dir| {
                    let folder = dir.join(op);
                    Ok(fs::rename(folder.join("outputs-000.npz"), folder.join(name))?)
                })
            };
            let names = ["outputs-000.NPZ", "outputs-000.zip", "answers-000.npz", ".outputs-000.npz", "outputs.npz"];
            let folders = [op.to_uppercase(), format!("{op}s"), format!(".{op}")];
            folders.into_iter().map(to).chain(names.into_iter().map(call)).collect()
        },
    ),
];

/// The right results of the small set with each of these changes to the first container.
pub fn contained<F: Fn(&mut Vec<u8>)>(grounds: &Grounds, changes: &[F]) -> Attempts {
    let attempt = |change: &F| {
        grounds.small.spoiled(|dir| {
            let path = container(grounds, dir);
            let mut bytes = fs::read(&path)?;
            change(&mut bytes);
            Ok(fs::write(&path, bytes)?)
        })
    };
    changes.iter().map(attempt).collect()
}

/// The first container of results.
pub fn container(grounds: &Grounds, results: &Path) -> PathBuf {
    results.join(grounds.small.operation()).join("outputs-000.npz")
}

/// The same container with zeros for data: a reader that takes the wrong one of two is found out by what is in it.
fn zeroed(bytes: &[u8]) -> Vec<u8> {
    let mut zeroed = bytes.to_vec();
    for entry in entries(bytes) {
        let (start, size) = entry.data;
        zeroed[start + 128..start + size.max(128)].fill(0);
        sign(&mut zeroed, &entry);
    }
    zeroed
}

/// Where the names of the first members are whose names are as long as each other, with that length.
fn alike(bytes: &[u8]) -> [([usize; 2], usize); 2] {
    let all = entries(bytes);
    let second = all.iter().skip(1).find(|entry| entry.name == all[0].name).unwrap_or(&all[0]);
    [&all[0], second].map(|entry| (entry.names(), entry.name))
}

/// Changes the names of all members.
fn names(bytes: &mut [u8], change: impl Fn(&mut [u8])) {
    for entry in entries(bytes) {
        entry.names().into_iter().for_each(|at| change(&mut bytes[at..at + entry.name]));
    }
}
