//! The part of a set that an implementation may see: its questions, without the answers.

use crate::Error;
use crate::entries::holds_answers;
use crate::kind::SET;
use crate::set_read::SetReader;
use std::fs;
use std::path::Path;

impl SetReader {
    /// Takes the answers of this set from the disk. What is left is a set without answers, with the same digest.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn remove_answers(self) -> Result<SetReader, Error> {
        for file in self.suite().files.iter().filter(|f| holds_answers(f)) {
            let path = self.dir().join(&file.path);
            fs::remove_file(&path).map_err(Error::io(&path, "remove"))?;
        }
        SetReader::open(self.dir())
    }

    /// Makes a folder with all of this set but its answers. Its files are copies: a program that writes to them does not
    /// write to the set.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn questions_in(&self, dir: &Path) -> Result<SetReader, Error> {
        fs::create_dir(dir).map_err(Error::io(dir, "create the folder"))?;
        for operation in &self.suite().operations {
            let folder = dir.join(&operation.name);
            fs::create_dir(&folder).map_err(Error::io(&folder, "create the folder"))?;
        }
        let questions = self.suite().files.iter().filter(|f| !holds_answers(f)).map(|f| f.path.as_str());
        for path in questions.chain([SET.head]) {
            let (from, to) = (self.dir().join(path), dir.join(path));
            fs::copy(&from, &to).map_err(Error::io(&to, "write"))?;
        }
        SetReader::open(dir)
    }
}
