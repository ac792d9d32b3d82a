//! What several operations' files say alike.

pub(crate) mod broadcast;
pub(crate) mod column_broadcast;
pub(crate) mod column_place;
pub(crate) mod column_reduction;
pub(crate) mod copies;
pub(crate) mod division;
mod element_types;
pub(crate) mod exponential;
pub(crate) mod picks;
pub(crate) mod places;
pub(crate) mod policies;
pub(crate) mod product;
pub(crate) mod row_broadcast;
pub(crate) mod row_place;
pub(crate) mod row_reduction;
pub(crate) mod sentences;
pub(crate) mod sum;
