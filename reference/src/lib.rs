//! What each PTO tile operation means.
//!
//! One file per operation under `ops/`, in the order of its page: forms and operands, rules with
//! their sources, readings of what the pages leave open, and the meaning in terms of the shared
//! kernels. Rules are the only place that decides legality, and kernels the only place that
//! computes an expected value.
//!
//! - [`Operation`], [`Form`], [`Rule`], [`Reading`]: the words that an operation's file is written in.
//! - [`Contract`]: an operation under a [`Profile`]; decides legality and builds answers.
//! - [`kernels`]: the arithmetic, shared by all operations.

mod class;
mod contract;
mod families;
mod form;
pub mod kernels;
mod operation;
pub mod ops;
mod profile;
mod reading;
mod rule;
mod sentence;

pub use class::{Class, Fill};
pub use contract::{Answers, Contest, Contract, Glance, Hint, Legality, Runs, Verdict, shared_reading_infos};
pub use form::{AttributeSpec, Combine, DataKind, Extent, Form, IndexScale, Meet, OperandSpec, Shape, Size};
pub use operation::{Behaviour, Operation, Output, OutputValue, Ulps};
pub use profile::{Profile, ProfileError};
pub use ptoconf_schemas::Effect;
pub use reading::{Reading, ReadingOption, reading};
pub use rule::{Query, Rule, rule};
pub use sentence::{Carrier, Section, Sentence, Spelling};
