//! Tile descriptors: location, dtype, physical shape, layouts and valid region.

use crate::DType;
use crate::SmolStr;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The byte that every output is filled with before an implementation runs.
pub const CANARY: u8 = 0xA5;

macro_rules! names {
    ($(#[$meta:meta])* $type:ident { $($variant:ident $name:literal $doc:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
        pub enum $type { $(#[doc = $doc] #[serde(rename = $name)] $variant,)* }

        impl $type {
            /// Every value, in declaration order.
            pub const ALL: &'static [$type] = &[$($type::$variant),*];
            /// The name used in files.
            pub const fn name(self) -> &'static str { match self { $($type::$variant => $name,)* } }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.pad(self.name()) }
        }
    };
}

names! {
    /// Where an operand lives.
    Location {
        Vec "vec" "Vector tile in the Unified Buffer.",
        Mat "mat" "Matrix tile in L1.",
        Left "left" "Left operand of the matrix unit.",
        Right "right" "Right operand of the matrix unit.",
        Acc "acc" "Accumulator of the matrix unit.",
        Bias "bias" "Bias buffer.",
        Scaling "scaling" "Scaling buffer.",
        Scalar "scalar" "One element by value, and no tile: its rows and columns are 1, and no rule of the tile class is about it.",
    }
}

impl Location {
    /// Where tiles live.
    pub fn of_tiles() -> impl Iterator<Item = Location> {
        Location::ALL.iter().copied().filter(|location| *location != Location::Scalar)
    }
}

names! {
    /// Order of the boxes, or of the elements where there are no boxes.
    BLayout {
        RowMajor "row_major" "Row after row.",
        ColMajor "col_major" "Column after column.",
    }
}

names! {
    /// Order of the elements inside a box.
    SLayout {
        NoneBox "none_box" "No boxes.",
        RowMajor "row_major" "Boxes with row-major inside.",
        ColMajor "col_major" "Boxes with column-major inside.",
    }
}

names! {
    /// What the tile asks to be written outside its valid region.
    Pad {
        Null "null" "Nothing.",
        Zero "zero" "Zero.",
        Max "max" "The largest value.",
        Min "min" "The smallest value.",
    }
}

/// A tile descriptor.
///
/// The valid region is always the prefix `[0, valid[0]) x [0, valid[1])` of the physical tile.
/// On disk a tile is an array with logical `[row, col]` indexing, whatever its layout.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Where the tile lives.
    pub loc: Location,
    /// Element type.
    pub dtype: DType,
    /// Physical rows and columns, in elements.
    pub shape: [u32; 2],
    /// Valid rows and columns, in elements.
    pub valid: [u32; 2],
    /// Which valid extents are run-time values (template argument -1) and not static.
    pub dynamic: [bool; 2],
    /// Block layout.
    pub blayout: BLayout,
    /// Stripe layout inside boxes.
    pub slayout: SLayout,
    /// Fractal size in bytes.
    pub fractal: u32,
    /// Pad value.
    pub pad: Pad,
    /// Byte address in its memory, where the tuple fixes one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<u64>,
    /// Name of the operand whose memory this tile shares exactly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<SmolStr>,
}

impl Tile {
    /// A Vec tile in standard ND layout, full and static.
    pub fn nd(dtype: DType, rows: u32, cols: u32) -> Tile {
        Tile {
            loc: Location::Vec,
            dtype,
            shape: [rows, cols],
            valid: [rows, cols],
            dynamic: [false, false],
            blayout: BLayout::RowMajor,
            slayout: SLayout::NoneBox,
            fractal: 512,
            pad: Pad::Null,
            address: None,
            same_as: None,
        }
    }

    /// An operand that is one element and no tile.
    pub fn scalar(dtype: DType) -> Tile {
        Tile { loc: Location::Scalar, ..Tile::nd(dtype, 1, 1) }
    }

    /// Whether it is one element and no tile.
    pub fn is_scalar(&self) -> bool {
        self.loc == Location::Scalar
    }

    /// Physical rows.
    pub fn rows(&self) -> u32 {
        self.shape[0]
    }

    /// Physical columns.
    pub fn cols(&self) -> u32 {
        self.shape[1]
    }

    /// Valid rows.
    pub fn valid_rows(&self) -> u32 {
        self.valid[0]
    }

    /// Valid columns.
    pub fn valid_cols(&self) -> u32 {
        self.valid[1]
    }

    /// Whether this is standard ND layout: row-major and not boxed.
    pub fn is_nd(&self) -> bool {
        self.blayout == BLayout::RowMajor && self.slayout == SLayout::NoneBox
    }

    /// Number of physical elements.
    pub fn elements(&self) -> u64 {
        u64::from(self.shape[0]) * u64::from(self.shape[1])
    }

    /// Size of the physical tile in bytes.
    pub fn bytes(&self) -> u64 {
        self.elements() * self.dtype.bytes() as u64
    }

    /// Rows and columns of one box (library, tile class: box sizes by fractal size).
    ///
    /// A tile without boxes has boxes of one element; with fractal size 1024 or 32 the class still
    /// applies that fractal's box to its divisibility rules, as if the inside were column-major.
    pub fn box_shape(&self) -> [u32; 2] {
        let size = self.dtype.bytes() as u32;
        let oriented = |long: u32| if self.slayout == SLayout::RowMajor { [16, long] } else { [long, 16] };
        match (self.slayout, self.fractal) {
            (_, 1024) => [16, 16],
            (_, 32) => oriented(2),
            (SLayout::NoneBox, _) => [1, 1],
            _ => oriented(32 / size),
        }
    }

    /// Offset in elements of the logical element at `row`, `col` (library, plain block order).
    pub fn offset(&self, row: u32, col: u32) -> u64 {
        let [rows, cols] = self.shape.map(u64::from);
        let (row, col) = (u64::from(row), u64::from(col));
        if self.slayout == SLayout::NoneBox {
            return match self.blayout {
                BLayout::RowMajor => row * cols + col,
                BLayout::ColMajor => col * rows + row,
            };
        }
        let [box_rows, box_cols] = self.box_shape().map(u64::from);
        let (br, ir, bc, ic) = (row / box_rows, row % box_rows, col / box_cols, col % box_cols);
        let start = match self.blayout {
            BLayout::RowMajor => br * cols * box_rows + bc * box_rows * box_cols,
            BLayout::ColMajor => bc * rows * box_cols + br * box_rows * box_cols,
        };
        start
            + match self.slayout {
                SLayout::ColMajor => ic * box_rows + ir,
                _ => ir * box_cols + ic,
            }
    }
}
