//! The content of answers: what each alternative of a tuple says of each case, as a digest.

use ptoconf_schemas::{AnswerLine, DType, Judgement, OutputAnswer, TupleLine};
use ptoconf_vectors::{Error, OperationReader};
use std::collections::BTreeMap;

/// Digests of what the alternatives of a tuple say.
pub struct Contents {
    /// By alternative and case. A rejection is a content of its own.
    pub digests: Vec<Vec<u64>>,
    /// Bytes of output that are judged, by alternative and case; 0 where no arrays are expected.
    pub bytes: Vec<Vec<u64>>,
}

impl Contents {
    /// Reads every array that the alternatives name.
    ///
    /// # Errors
    /// An array is missing or damaged, or an alternative names an operand that the tuple does not have.
    pub fn read(reader: &OperationReader, line: &TupleLine, answer: &AnswerLine) -> Result<Contents, Error> {
        let mut members = Members { reader, line, answer, digests: BTreeMap::new(), buffer: vec![] };
        let mut contents = Contents { digests: vec![], bytes: vec![] };
        for alternative in &answer.alternatives {
            let mut said = Said { of_all: vec![u8::from(alternative.rejects)], of_each: vec![vec![]; line.cases as usize] };
            let mut bytes = vec![0; line.cases as usize];
            for (operand, output) in &alternative.outputs {
                members.add(operand, output, &mut said, &mut bytes)?;
            }
            contents.digests.push(said.digests());
            contents.bytes.push(bytes);
        }
        Ok(contents)
    }
}

/// What an alternative says.
struct Said {
    /// Of every case the same.
    of_all: Vec<u8>,
    /// Of each case: digests of its arrays, one after another.
    of_each: Vec<Vec<u8>>,
}

impl Said {
    fn digests(&self) -> Vec<u64> {
        self.of_each.iter().map(|own| short(&blake3::hash(&[&self.of_all[..], own].concat()))).collect()
    }
}

/// The arrays of a tuple, each read once.
struct Members<'a> {
    reader: &'a OperationReader,
    line: &'a TupleLine,
    answer: &'a AnswerLine,
    /// By name, and whether it is a mask; of each case a digest, and of a mask how many elements are judged.
    digests: BTreeMap<(&'a str, bool), Vec<(u64, u64)>>,
    buffer: Vec<u8>,
}

impl<'a> Members<'a> {
    /// Adds what an output holds to the digest of each case, and what is judged of it to its bytes.
    fn add(&mut self, operand: &str, output: &'a OutputAnswer, said: &mut Said, bytes: &mut [u64]) -> Result<(), Error> {
        let Some(dtype) = self.line.tuple.tile(operand).map(|t| t.dtype) else { return Ok(()) };
        let elements = u64::from(output.region[0]) * u64::from(output.region[1]);
        let (mode, members): (&[u8], Vec<(&str, DType)>) = match &output.judge {
            // What differs between these two is a NaN at most: they expect the same array.
            Judgement::Bits { member } | Judgement::Value { member } => (b"exact", vec![(member, dtype)]),
            Judgement::Within { lowest, highest, special } => (b"within", vec![(lowest, dtype), (highest, dtype), (special, DType::U8)]),
            Judgement::Ulps { nearest, ulps } => (b"ulps", vec![(nearest, dtype), (ulps, DType::U8)]),
            Judgement::Unchanged => (b"unchanged", vec![]),
            Judgement::Unspecified => (b"unspecified", vec![]),
        };
        let judged = !members.is_empty();
        let [rows, cols] = output.region.map(u32::to_le_bytes);
        [operand.as_bytes(), &[0], mode, &rows, &cols].into_iter().for_each(|part| said.of_all.extend(part));
        let mask = output.mask.as_deref().filter(|_| elements > 0);
        for (member, dtype) in members.into_iter().filter(|_| elements > 0).chain(mask.map(|mask| (mask, DType::U8))) {
            let digests = self.read(member, dtype, output.region, mask == Some(member))?;
            for (own, (digest, _)) in said.of_each.iter_mut().zip(digests) {
                own.extend(digest.to_le_bytes());
            }
        }
        if judged {
            let masked = mask.map(|mask| &self.digests[&(mask, true)]);
            for (slot, bytes) in bytes.iter_mut().enumerate() {
                *bytes += masked.map_or(elements, |cases| cases[slot].1) * dtype.bytes() as u64;
            }
        }
        Ok(())
    }

    /// What is known of each case of a member.
    fn read(&mut self, member: &'a str, dtype: DType, region: [u32; 2], is_mask: bool) -> Result<&[(u64, u64)], Error> {
        let key = (member, is_mask);
        if !self.digests.contains_key(&key) {
            let shape = [self.line.cases.into(), region[0].into(), region[1].into()];
            self.reader.answer_array(self.answer, member, dtype, &shape, &mut self.buffer)?;
            let size = self.buffer.len() / self.line.cases as usize;
            let judged = |case: &[u8]| if is_mask { case.iter().filter(|byte| **byte != 0).count() as u64 } else { 0 };
            let known = |case: &[u8]| (short(&blake3::hash(case)), judged(case));
            let digests = self.buffer.chunks_exact(size.max(1)).map(known).collect();
            self.digests.insert(key, digests);
        }
        Ok(&self.digests[&key])
    }
}

/// The first eight bytes of a digest: enough to keep millions of arrays apart.
pub fn short(hash: &blake3::Hash) -> u64 {
    hash.as_bytes().iter().take(8).fold(0, |bits, &byte| bits << 8 | u64::from(byte))
}
