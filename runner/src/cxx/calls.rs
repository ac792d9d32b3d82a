//! How each form of each operation is called in C++: a line each, as on its page.

use ptoconf_schemas::Tuple;

/// `<operation> <form>`, and the call: operands and attributes by their names, in the intrinsic's order.
const CALLS: &[(&str, &str)] = &[
    ("tcolargmax index", "TCOLARGMAX(dstIdx, src, tmp)"),
    ("tcolargmax value-index", "TCOLARGMAX(dstVal, dstIdx, src, tmp)"),
    ("tcolargmin index", "TCOLARGMIN(dstIdx, src, tmp)"),
    ("tcolargmin value-index", "TCOLARGMIN(dstVal, dstIdx, src, tmp)"),
    ("tcolexpand plain", "TCOLEXPAND(dst, src)"),
    ("tcolexpandadd plain", "TCOLEXPANDADD(dst, src0, src1)"),
    ("tcolexpandmax plain", "TCOLEXPANDMAX(dst, src0, src1)"),
    ("tcolexpandmin plain", "TCOLEXPANDMIN(dst, src0, src1)"),
    ("tcolexpanddiv plain", "TCOLEXPANDDIV(dst, src0, src1)"),
    ("tcolexpandexpdif plain", "TCOLEXPANDEXPDIF(dst, src0, src1)"),
    ("tcolexpandmul plain", "TCOLEXPANDMUL(dst, src0, src1)"),
    ("tcolexpandsub plain", "TCOLEXPANDSUB(dst, src0, src1)"),
    ("tcolmax plain", "TCOLMAX(dst, src)"),
    ("tcolmin plain", "TCOLMIN(dst, src)"),
    ("tcolprod plain", "TCOLPROD(dst, src)"),
    ("tcolsum plain", "TCOLSUM(dst, src)"),
    ("tcolsum tmp", "TCOLSUM(dst, src, tmp, isBinary)"),
    ("tconcat basic", "TCONCAT(dst, src0, src1)"),
    ("tconcat indexed", "TCONCAT(dst, src0, src1, src0Idx, src1Idx)"),
    ("tconcat indexed-count", "TCONCAT(dst, src0, src1, dstIdx, src0Idx, src1Idx)"),
    ("trowargmax index", "TROWARGMAX(dstIdx, src, tmp)"),
    ("trowargmax value-index", "TROWARGMAX(dstVal, dstIdx, src, tmp)"),
    ("trowargmin index", "TROWARGMIN(dstIdx, src, tmp)"),
    ("trowargmin value-index", "TROWARGMIN(dstVal, dstIdx, src, tmp)"),
    ("trowexpand plain", "TROWEXPAND(dst, src)"),
    ("trowexpandadd plain", "TROWEXPANDADD(dst, src0, src1)"),
    ("trowexpandadd tmp", "TROWEXPANDADD(dst, src0, src1, tmp)"),
    ("trowexpandmax plain", "TROWEXPANDMAX(dst, src0, src1)"),
    ("trowexpandmax tmp", "TROWEXPANDMAX(dst, src0, src1, tmp)"),
    ("trowexpandmin plain", "TROWEXPANDMIN(dst, src0, src1)"),
    ("trowexpandmin tmp", "TROWEXPANDMIN(dst, src0, src1, tmp)"),
    ("trowexpanddiv plain", "TROWEXPANDDIV(dst, src0, src1)"),
    ("trowexpanddiv tmp", "TROWEXPANDDIV(dst, src0, src1, tmp)"),
    ("trowexpandexpdif plain", "TROWEXPANDEXPDIF(dst, src0, src1)"),
    ("trowexpandexpdif tmp", "TROWEXPANDEXPDIF(dst, src0, src1, tmp)"),
    ("trowexpandmul plain", "TROWEXPANDMUL(dst, src0, src1)"),
    ("trowexpandmul tmp", "TROWEXPANDMUL(dst, src0, src1, tmp)"),
    ("trowexpandsub plain", "TROWEXPANDSUB(dst, src0, src1)"),
    ("trowexpandsub tmp", "TROWEXPANDSUB(dst, src0, src1, tmp)"),
    ("trowmax plain", "TROWMAX(dst, src, tmp)"),
    ("trowmin plain", "TROWMIN(dst, src, tmp)"),
    ("trowprod plain", "TROWPROD(dst, src, tmp)"),
    ("trowsum plain", "TROWSUM(dst, src, tmp)"),
];

/// How a form is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Call {
    intrinsic: &'static str,
    arguments: &'static str,
}

impl Call {
    /// The call of a form, if there is one.
    pub fn find(op: &str, form: &str) -> Option<Call> {
        let (_, text) = CALLS.iter().find(|(name, _)| name.split_once(' ') == Some((op, form)))?;
        let (intrinsic, arguments) = text.strip_suffix(')')?.split_once('(')?;
        Some(Call { intrinsic, arguments })
    }

    /// Name of the intrinsic.
    pub fn intrinsic(self) -> &'static str {
        self.intrinsic
    }

    /// The call of a tuple: operands are variables of their names, attributes their values.
    /// The error says what the tuple does not have, or has too much.
    pub fn with(self, tuple: &Tuple) -> Result<String, String> {
        let names: Vec<&str> = self.arguments.split(", ").collect();
        let too_much = tuple.operands.iter().map(|o| o.name.as_str()).chain(tuple.attributes.keys()).find(|n| !names.contains(n));
        if let Some(name) = too_much {
            return Err(format!("{} has no {name}", self.text()));
        }
        let value = |name: &&str| match (tuple.operand(name), tuple.attributes.get(name)) {
            (Some(_), _) => Ok((*name).to_owned()),
            (None, Some(attribute)) => Ok(attribute.to_string()),
            (None, None) => Err(format!("the tuple has no {name}, and {} needs it", self.text())),
        };
        Ok(format!("{}({});", self.intrinsic, names.iter().map(value).collect::<Result<Vec<_>, _>>()?.join(", ")))
    }

    /// The call as the page has it.
    pub fn text(self) -> String {
        format!("{}({})", self.intrinsic, self.arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_call() {
        for (name, text) in CALLS {
            let (op, form) = name.split_once(' ').expect("an operation and a form");
            let call = Call::find(op, form).expect("a call");
            assert_eq!(call.text(), *text);
            assert!(call.arguments.split(", ").count() > 1 && !call.arguments.contains("  "), "{text}");
            assert_eq!(call.intrinsic().to_lowercase(), op, "{text}");
        }
        assert_eq!(Call::find("tcolsum", "other"), None);
    }
}
