//! Files of a crate do not need each other in a circle: whoever reads one can read upwards, and stop.
//!
//! A folder's `mod.rs` and what it declares are one room, in which the children may use what their parent has.

use crate::common::read;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use syn::visit::Visit;

/// The path of a module from the root of its crate.
type Module = Vec<String>;

/// The paths that a file names, but for its tests.
#[derive(Default)]
struct Named(Vec<Module>);

impl<'ast> Visit<'ast> for Named {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if item.ident != "tests" {
            syn::visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &mut vec![]);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        syn::visit::visit_path(self, path);
    }
}

impl Named {
    fn tree(&mut self, tree: &syn::UseTree, above: &mut Module) {
        match tree {
            syn::UseTree::Path(path) => {
                above.push(path.ident.to_string());
                self.tree(&path.tree, above);
                above.pop();
            }
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.tree(item, above)),
            syn::UseTree::Name(name) => self.0.push([&above[..], &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.0.push([&above[..], &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.0.push(above.clone()),
        }
    }
}

fn files(folder: &Path, module: &Module, into: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let own = [&module[..], std::slice::from_ref(&name)].concat();
        if path.is_dir() {
            files(&path, &own, into);
        } else if path.extension().is_some_and(|e| e == "rs") && name != "tests" {
            let is_root = ["lib", "main", "mod"].contains(&name.as_str());
            into.insert(if is_root { module.clone() } else { own }, read(&path));
        }
    }
}

/// The file that a path leads to, if it begins at the crate or above the module that names it.
fn resolve(path: &[String], from: &Module, files: &BTreeMap<Module, String>) -> Option<Module> {
    let ups = path.iter().take_while(|name| *name == "super").count();
    let (start, rest) = match path.first().map(String::as_str) {
        Some("crate") => (vec![], &path[1..]),
        Some("super") => (from[..from.len().checked_sub(ups)?].to_vec(), &path[ups..]),
        _ => return None,
    };
    let mut found = start;
    for name in rest {
        found.push(name.clone());
        if !files.contains_key(&found) {
            found.pop();
            break;
        }
    }
    (!found.is_empty() && found != *from).then_some(found)
}

/// Everything that a file needs, and what that needs.
fn reached<'a>(from: &'a Module, needs: &'a BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<&'a Module> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        open.extend(needs[module].iter().filter(|next| needs.contains_key(*next) && seen.insert(*next)));
    }
    seen
}

#[test]
fn no_two_files_of_a_crate_need_each_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let (mut circles, mut seen) = (vec![], 0);
    for krate in std::fs::read_dir(root).expect("a workspace").map(|entry| entry.expect("an entry").path().join("src")) {
        if !krate.is_dir() {
            continue;
        }
        let mut sources = BTreeMap::new();
        files(&krate, &vec![], &mut sources);
        let of_file = |(module, text): (&Module, &String)| {
            let mut named = Named::default();
            named.visit_file(&syn::parse_file(text).unwrap_or_else(|e| panic!("{}: {module:?}: {e}", krate.display())));
            (module.clone(), named.0.iter().filter_map(|path| resolve(path, module, &sources)).collect())
        };
        let needs: BTreeMap<Module, BTreeSet<Module>> = sources.iter().map(of_file).collect();
        seen += needs.values().map(BTreeSet::len).sum::<usize>();
        let in_circle = needs.keys().filter(|module| reached(module, &needs).contains(module));
        circles.extend(in_circle.map(|module| format!("{}: {}", krate.display(), module.join("::"))));
    }
    assert!(seen > 500, "only {seen} imports");
    assert!(circles.is_empty(), "in a circle: {circles:#?}");
}
