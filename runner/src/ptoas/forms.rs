//! What is special about the text of some forms: a line each. Any other form needs no entry.

use ptoconf_schemas::Tuple;

/// How a form is written.
#[derive(Clone, Copy)]
pub(super) struct Form {
    op: &'static str,
    form: &'static str,
    /// Whether the page puts the operand types of its SSA form into parentheses.
    pub parentheses: bool,
    /// Whether the page has a synchronous form.
    pub synchronous: bool,
    /// Why today's assembler has no such form.
    pub unknown: Option<&'static str>,
}

const PLAIN: Form = Form { op: "", form: "", parentheses: false, synchronous: true, unknown: None };
const CONCAT: Form = Form { op: "tconcat", parentheses: true, synchronous: false, ..PLAIN };
const NO_INDEXED: Option<&str> = Some("the assembler has no indexed form of this operation, and no page gives a text for it");

const ROW_REDUCTION: Form = Form { form: "plain", parentheses: true, ..PLAIN };

const PLACE: Form = Form { form: "index", parentheses: true, ..PLAIN };
const NO_VALUES: Option<&str> = Some("the assembler has no form of this operation that gives values");

const FORMS: &[Form] = &[
    Form { op: "tcolsum", form: "tmp", parentheses: true, ..PLAIN },
    Form { op: "trowmax", ..ROW_REDUCTION },
    Form { op: "trowmin", ..ROW_REDUCTION },
    Form { op: "tcolargmax", ..PLACE },
    Form { op: "tcolargmin", ..PLACE },
    Form { op: "tcolargmax", form: "value-index", unknown: NO_VALUES, ..PLACE },
    Form { op: "tcolargmin", form: "value-index", unknown: NO_VALUES, ..PLACE },
    Form { op: "trowargmax", ..PLACE },
    Form { op: "trowargmin", ..PLACE },
    Form { op: "trowargmax", form: "value-index", unknown: NO_VALUES, ..PLACE },
    Form { op: "trowargmin", form: "value-index", unknown: NO_VALUES, ..PLACE },
    Form { op: "trowprod", ..ROW_REDUCTION },
    Form { op: "trowsum", ..ROW_REDUCTION },
    Form { form: "basic", ..CONCAT },
    Form { form: "indexed", unknown: NO_INDEXED, ..CONCAT },
    Form { form: "indexed-count", unknown: NO_INDEXED, ..CONCAT },
];

/// How the form of a tuple is written.
pub(super) fn form_of(tuple: &Tuple) -> &'static Form {
    FORMS.iter().find(|f| f.op == tuple.op && f.form == tuple.form).unwrap_or(&PLAIN)
}
