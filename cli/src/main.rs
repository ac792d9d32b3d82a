//! ptoconf.
fn main() {}
