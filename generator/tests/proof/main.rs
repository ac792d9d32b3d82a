//! What the generator promises of its plans, its data and the answers that go with them.

mod answers;
mod blocks;
mod classes;
mod classes_index;
mod common;
mod duties;
mod exponentials;
mod extremes;
mod line_products;
mod lists;
mod nonces;
mod places;
mod plans;
mod poison;
mod products;
mod quotients;
mod twins;
