//! Prints which tuples of a set compile with a tree of C++ headers: a line each, `<tuple> <outcome>`.
//!
//!     classify INCLUDE_DIR SET THREADS COMPILER [FLAG...]

use ptoconf_runner::{Cxx, CxxOptions};
use ptoconf_vectors::SetReader;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [include, set, threads, compiler, flags @ ..] = &arguments[..] else {
        return Err("expected INCLUDE_DIR SET THREADS COMPILER [FLAG...]".into());
    };
    let options = CxxOptions { compiler: Some(compiler.clone()), flags: flags.to_vec(), ..CxxOptions::default() };
    let headers = Cxx::new(Path::new(include), options)?;
    for found in headers.classify(&SetReader::open(Path::new(set))?, threads.parse()?)? {
        println!("{} {}", found.tuple, found.outcome);
    }
    Ok(())
}
