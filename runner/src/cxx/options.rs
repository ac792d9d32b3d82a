//! What the user can choose.

use std::path::PathBuf;

/// How a header tree is compiled and run.
#[derive(Clone, Debug)]
pub struct CxxOptions {
    /// The compiler, clang or gcc; none for the first one found.
    pub compiler: Option<String>,
    /// Language standard, such as `c++23`.
    pub standard: String,
    /// More arguments for the compiler, after those of the adapter.
    pub flags: Vec<String>,
    /// Macros to define, beside [`CxxOptions::DEFINES`].
    pub defines: Vec<String>,
    /// A folder that keeps what was compiled for later runs; none keeps nothing.
    pub cache: Option<PathBuf>,
    /// Longest time for one run of the compiler, in seconds.
    pub compile_seconds: f64,
    /// Longest time for one case, in seconds.
    pub case_seconds: f64,
    /// Memory that everything started at the same time may take together, in MiB.
    pub memory: u64,
}

impl CxxOptions {
    /// Macros that are always defined: the library takes its simulator by this one.
    pub const DEFINES: &'static [&'static str] = &["__CPU_SIM"];
}

impl Default for CxxOptions {
    fn default() -> Self {
        CxxOptions {
            compiler: None,
            standard: "c++23".to_owned(),
            flags: Vec::new(),
            defines: Vec::new(),
            cache: None,
            compile_seconds: 300.0,
            case_seconds: 5.0,
            memory: 2048,
        }
    }
}
