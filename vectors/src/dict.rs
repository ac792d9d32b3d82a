//! The Python dictionary in a `.npy` header: a small strict parser for the three known keys.
//!
//! Written by hand, because what it reads comes from anyone: npyz 0.9 does not end within a minute on a header with 400 nested brackets,
//! and takes the last of two keys of one name. Tests read and write with npyz as well.

/// A parsed header.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dict {
    /// The type string; for a structured type the text of its list.
    pub descr: String,
    pub fortran_order: bool,
    pub shape: Vec<u64>,
}

/// More dimensions than numpy has.
const MAX_DIMENSIONS: usize = 64;

/// Parses `{'descr': .., 'fortran_order': .., 'shape': .., }` in any key order; `None` for anything else.
pub(crate) fn parse_dict(text: &str) -> Option<Dict> {
    let (mut descr, mut fortran_order, mut shape) = (None, None, None);
    let mut p = Parser { rest: text };
    p.eat("{")?;
    while p.eat("}").is_none() {
        let key = p.string()?;
        p.eat(":")?;
        // A key that comes twice is refused: readers would differ in which one they take.
        let fresh = match key {
            "descr" => descr.replace(p.descr()?).is_none(),
            "fortran_order" => fortran_order.replace(p.boolean()?).is_none(),
            "shape" => shape.replace(p.shape()?).is_none(),
            _ => false,
        };
        if !fresh {
            return None;
        }
        if p.eat(",").is_none() {
            p.eat("}")?;
            break;
        }
    }
    p.rest.trim().is_empty().then_some(())?;
    Some(Dict { descr: descr?, fortran_order: fortran_order?, shape: shape? })
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn eat(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(token)?;
        Some(())
    }

    fn string(&mut self) -> Option<&'a str> {
        let quote = if self.eat("'").is_some() { '\'' } else { self.eat("\"").map(|()| '"')? };
        let (text, rest) = self.rest.split_once(quote)?;
        self.rest = rest;
        Some(text)
    }

    fn descr(&mut self) -> Option<String> {
        if self.rest.trim_start().starts_with('[') {
            return self.structured();
        }
        self.string().map(str::to_owned)
    }

    /// The text of a structured type, up to its closing bracket: kept for the error message only.
    fn structured(&mut self) -> Option<String> {
        let text = self.rest.trim_start();
        let mut depth = 0usize;
        for (i, c) in text.char_indices() {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.rest = &text[i + 1..];
                return Some(text[..=i].to_owned());
            }
        }
        None
    }

    fn boolean(&mut self) -> Option<bool> {
        if self.eat("True").is_some() {
            return Some(true);
        }
        self.eat("False").map(|()| false)
    }

    fn shape(&mut self) -> Option<Vec<u64>> {
        let mut shape = Vec::new();
        self.eat("(")?;
        while self.eat(")").is_none() {
            shape.push(self.number()?);
            if shape.len() > MAX_DIMENSIONS {
                return None;
            }
            if self.eat(",").is_none() {
                self.eat(")")?;
                break;
            }
        }
        Some(shape)
    }

    fn number(&mut self) -> Option<u64> {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        self.rest = &text[end..];
        text[..end].parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_numpy_writes() {
        let dict = parse_dict("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 16, 64), }   \n").unwrap();
        assert_eq!(dict, Dict { descr: "<f4".into(), fortran_order: false, shape: vec![3, 16, 64] });
        assert_eq!(parse_dict("{\"shape\":(5,),'fortran_order':True,'descr':'|u1'}").unwrap().shape, [5]);
        assert_eq!(parse_dict("{'descr': '|b1', 'fortran_order': False, 'shape': ()}").unwrap().shape, [0; 0]);
        let structured = parse_dict("{'descr': [('a', '<f4', (2,)), ('b', '|O')], 'fortran_order': False, 'shape': (1,)}");
        assert_eq!(structured.unwrap().descr, "[('a', '<f4', (2,)), ('b', '|O')]");
    }

    #[test]
    fn sixty_four_dimensions_are_the_most() {
        let of = |n: usize| parse_dict(&format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({})}}", "1,".repeat(n)));
        assert_eq!((of(64).map(|d| d.shape.len()), of(65)), (Some(64), None));
    }

    #[test]
    fn refuses_anything_else() {
        for text in [
            "",
            "{",
            "{'descr': '<f4', 'fortran_order': False}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'more': 1}",
            "{'descr': '<f4', 'descr': '<f2', 'fortran_order': False, 'shape': (1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1 2)}",
            "{'descr': '<f4' 'fortran_order': False, 'shape': (1,)}",
            "{'descr': [[, 'fortran_order': False, 'shape': (1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} x",
        ] {
            assert_eq!(parse_dict(text), None, "{text}");
        }
    }
}
