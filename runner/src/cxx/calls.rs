//! How each form of each operation is called in C++: as its set says, which has it from the page.
//!
//! The text becomes part of a program: nothing but the names of an intrinsic and of its arguments gets there.

use super::compiler::unusable;
use crate::run::RunError;
use ptoconf_schemas::{Attribute, OperationInfo, Suite, Tuple};
use std::collections::BTreeMap;

/// The calls of a set by operation and form.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls(BTreeMap<String, BTreeMap<String, Call>>);

/// How a form is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Call {
    intrinsic: String,
    /// Operands and attributes in the intrinsic's order, each with what stands before its value, such as `RoundMode::`.
    arguments: Vec<(String, String)>,
}

impl Calls {
    /// The calls of every form of a set.
    ///
    /// # Errors
    /// One is none.
    pub fn of(suite: &Suite) -> Result<Calls, RunError> {
        let of_operation = |o: &OperationInfo| {
            let no_call = |text: &str| {
                let expected = format!("{}(names of operands and attributes)", o.name.to_uppercase());
                unusable(format!("suite.json: {text:?} is no call of {}, expected {expected}", o.name))
            };
            let call = |text: &str| Call::parse(&o.name, text).ok_or_else(|| no_call(text));
            let forms = o.forms.iter().map(|form| Ok((form.name.clone(), call(&form.call)?)));
            Ok((o.name.clone(), forms.collect::<Result<_, RunError>>()?))
        };
        suite.operations.iter().map(of_operation).collect::<Result<_, _>>().map(Calls)
    }

    /// The call of a form, if there is one.
    pub fn find(&self, op: &str, form: &str) -> Option<&Call> {
        self.0.get(op)?.get(form)
    }
}

impl Call {
    /// `INTRINSIC(operand, attribute, ENUMERATION::attribute)`: the intrinsic is named like its operation.
    fn parse(op: &str, text: &str) -> Option<Call> {
        let (intrinsic, arguments) = text.strip_suffix(')')?.split_once('(')?;
        let argument = |text: &str| {
            let name = text.rsplit("::").next()?;
            text.split("::").all(is_identifier).then(|| (text[..text.len() - name.len()].to_owned(), name.to_owned()))
        };
        let arguments = arguments.split(", ").map(argument).collect::<Option<_>>()?;
        let is_own = is_identifier(intrinsic) && intrinsic.to_lowercase() == op && intrinsic.to_uppercase() == intrinsic;
        is_own.then(|| Call { intrinsic: intrinsic.to_owned(), arguments })
    }

    /// Name of the intrinsic.
    pub fn intrinsic(&self) -> &str {
        &self.intrinsic
    }

    /// The call of a tuple: operands are variables of their names, attributes their values.
    /// The error says what the tuple does not have, or has too much.
    pub fn with(&self, tuple: &Tuple) -> Result<String, String> {
        let is_there = |n: &str| self.arguments.iter().any(|(_, name)| name == n);
        if let Some(name) = tuple.operands.iter().map(|o| o.name.as_str()).chain(tuple.attributes.keys()).find(|n| !is_there(n)) {
            return Err(format!("{} has no {name}", self.text()));
        }
        let value = |(before, name): &(String, String)| match (tuple.operand(name), tuple.attributes.get(name)) {
            (Some(_), _) => Ok(name.clone()),
            (None, Some(Attribute::Word(word))) if !is_identifier(word) => Err(format!("{name} is no word of C++: {word:?}")),
            (None, Some(attribute)) => Ok(format!("{before}{attribute}")),
            (None, None) => Err(format!("the tuple has no {name}, and {} needs it", self.text())),
        };
        Ok(format!("{}({});", self.intrinsic, self.arguments.iter().map(value).collect::<Result<Vec<_>, _>>()?.join(", ")))
    }

    /// The call as the page has it.
    pub fn text(&self) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(|(before, name)| format!("{before}{name}")).collect();
        format!("{}({})", self.intrinsic, arguments.join(", "))
    }
}

/// Whether a text is a name in C++.
fn is_identifier(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(is_letter) && text.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ptoconf_schemas::{DType, Names, Operand, Role, Tile};

    #[test]
    fn a_call_is_names_and_nothing_else() {
        for text in ["TDEMO(dst, src)", "TDEMO(dst, src, Mode::mode)", "TDEMO(dst)"] {
            assert_eq!(Call::parse("tdemo", text).map(|call| call.text()).as_deref(), Some(text));
        }
        for text in
            ["TDEMO", "TDEMO()", "TOTHER(dst)", "tdemo(dst)", "TDEMO(dst,src)", "TDEMO(dst, f())", "TDEMO(dst); f(dst)", "TDEMO(::dst)"]
        {
            assert_eq!(Call::parse("tdemo", text), None, "{text}");
        }
    }

    #[test]
    fn operands_are_their_names_and_attributes_their_values() {
        let call = Call::parse("tdemo", "TDEMO(dst, Mode::mode, fast)").expect("a call");
        let operands = vec![Operand { name: "dst".into(), role: Role::Out, tile: Tile::nd(DType::F32, 1, 8) }];
        let with = |attributes: &[(&str, Attribute)]| {
            let attributes: Names<Attribute> = attributes.iter().cloned().collect();
            call.with(&Tuple { op: "tdemo".into(), form: "plain".into(), attributes, operands: operands.clone() })
        };
        let [mode, fast] = [("mode", Attribute::Word("RINT".into())), ("fast", Attribute::Bool(true))];
        assert_eq!(with(&[mode.clone(), fast.clone()]).as_deref(), Ok("TDEMO(dst, Mode::RINT, true);"));
        assert_eq!(with(std::slice::from_ref(&mode)), Err("the tuple has no fast, and TDEMO(dst, Mode::mode, fast) needs it".into()));
        assert!(with(&[mode, fast.clone(), ("other", Attribute::Int(1))]).is_err_and(|why| why.ends_with("has no other")));
        assert!(with(&[("mode", Attribute::Word("0);f(".into())), fast]).is_err());
    }
}
