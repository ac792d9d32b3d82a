//! Writes `schemas/v1`: `cargo run -p ptoconf-schemas --example schemas`.

fn main() -> std::io::Result<()> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/v1");
    for document in ptoconf_schemas::documents() {
        std::fs::write(format!("{folder}/{}.schema.json", document.name), document.text())?;
    }
    Ok(())
}
