//! A schema, and what it finds wrong with a document.

use boon::{Compiler, SchemaIndex, Schemas, ValidationError};
use serde_json::Value;

/// The schema of a kind of document.
pub struct Schema {
    compiled: Schemas,
    at: SchemaIndex,
}

impl Schema {
    pub fn new(schema: &Value) -> Schema {
        // A name that nothing refers to: what a schema names lies within it.
        const PLACE: &str = "file:///schema.json";
        let (mut compiler, mut compiled) = (Compiler::new(), Schemas::new());
        compiler.add_resource(PLACE, schema.clone()).expect("a schema");
        let at = compiler.compile(PLACE, &mut compiled).unwrap_or_else(|e| panic!("{e:#}"));
        Schema { compiled, at }
    }

    /// Where a document is wrong, and by which keyword of the schema.
    pub fn errors(&self, document: &Value) -> Vec<(String, String)> {
        let mut errors = Vec::new();
        if let Err(error) = self.compiled.validate(document, self.at) {
            collect(&error, &mut errors);
        }
        errors
    }
}

fn collect(error: &ValidationError, errors: &mut Vec<(String, String)>) {
    if let Some(path) = error.kind.keyword_path() {
        // The library calls this one by another name.
        let keyword = if path.keyword == "additionalProperty" { "additionalProperties" } else { path.keyword };
        errors.push((error.instance_location.to_string(), keyword.to_owned()));
    }
    error.causes.iter().for_each(|cause| collect(cause, errors));
}
