//! The decisions that kernels make, as a table: each can be made otherwise, one at a time.
//!
//! Kernels ask the table and know nothing of who changed it. [`Decisions::RIGHT`] is the model as it
//! should be; mutants and conforming variants of the self-test replace an entry.

use super::arith::{Op, Picks};
use super::scene::Scene;
use super::site::Site;
use ptoconf_schemas::{BLayout, DType, Tile};

/// One lane of an operation on two elements.
pub struct Lane {
    /// Which operation.
    pub op: Op,
    /// Element type.
    pub dtype: DType,
    /// Bits of the left operand.
    pub a: u64,
    /// Bits of the right operand.
    pub b: u64,
    /// Bits of the right result.
    pub right: u64,
}

/// An element of an operand.
pub struct Element {
    /// Operand.
    pub operand: &'static str,
    /// Element type.
    pub dtype: DType,
    /// Row and column.
    pub at: [usize; 2],
    /// Its bits.
    pub bits: u64,
}

/// An element that may take the place of the best one so far.
pub struct Candidate {
    /// Whether the larger or the smaller is the better.
    pub op: Op,
    /// Element type.
    pub dtype: DType,
    /// Bits of the best one so far.
    pub best: u64,
    /// Bits of the candidate.
    pub next: u64,
    /// Where both are in their line.
    pub at: [usize; 2],
    /// Whether it rightly takes the place.
    pub right: bool,
}

/// A level of a tree of additions.
pub struct Level {
    /// Rows that go in.
    pub rows: usize,
    /// Whether they are the rows of the source.
    pub first: bool,
}

/// In which order a sum is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Row 0, then every other row in turn, in memory.
    LeftFold,
    /// Row 0, then sums of two rows.
    Pairs,
    /// +0, then every row in turn.
    FoldFromZero,
    /// Of a product: one, then every row in turn.
    FoldFromOne,
    /// Neighbours level by level in tmp.
    Tree,
    /// Of a row: vectors two by two, and the lanes of the one that is left.
    Vectors,
    /// Of a row: +0, then the lanes of one vector after another.
    VectorByVector,
    /// Of a row of integers that are added, or of any that are multiplied: the lanes of a block, then lane after lane.
    Block,
    /// Of a row that is multiplied: the lanes of a vector, then their halves.
    Halves,
}

/// What the counts of one row of an indexed concatenation are made of.
pub struct Counts {
    /// Columns that the index values ask for.
    pub asked: [u64; 2],
    /// Valid columns of the destination.
    pub limit: u64,
    /// Valid columns of the sources.
    pub valid: [u64; 2],
    /// Element type of the destination.
    pub dtype: DType,
}

/// What the elements of a column, or of a row, give, as a function of their bits.
pub type ColumnSum = fn(&Site, DType, &[u64]) -> Option<u64>;

/// Whether two entries of a table are the same, by kind.
macro_rules! is_same {
    (asked $one:expr, $other:expr) => {
        true
    };
    (other $one:expr, $other:expr) => {
        $one as *const () == $other as *const ()
    };
    (maybe $one:expr, $other:expr) => {
        $one.map(|f| f as *const ()) == $other.map(|f| f as *const ())
    };
    (flag $one:expr, $other:expr) => {
        $one == $other
    };
}

/// Each decision is of a kind: what is `asked` a few times for a tuple, so that it can be kept what was asked; `other` functions;
/// what `maybe` is a function; and a `flag`.
macro_rules! decisions {
    ($($(#[$doc:meta])* $kind:ident $name:ident: $type:ty = $right:expr;)*) => {
        /// The decisions of a model.
        #[derive(Clone, Copy)]
        pub struct Decisions { $($(#[$doc])* pub $name: $type,)* }

        impl Decisions {
            /// Every decision as it should be.
            pub const RIGHT: Decisions = Decisions { $($name: $right,)* };

            /// Whether all that is not kept when it is asked is the same as in the table that this one was made from.
            pub(crate) fn is_of_asked(&self, from: &Decisions) -> bool {
                true $(&& is_same!($kind self.$name, from.$name))*
            }
        }
    };
}

decisions! {
    /// How many of the valid rows to visit.
    asked rows: fn(&Site, usize) -> usize = |_, valid| valid;
    /// How many of the valid columns to work on.
    asked columns: fn(&Site, DType, usize) -> usize = |_, _, valid| valid;
    /// How many lanes a vector has that could have as many.
    asked lanes: fn(&Site, DType, usize) -> usize = |_, _, lanes| lanes;
    /// Elements from one row of an operand to the next, and from one column to the next.
    asked strides: fn(&Site, &str, &Tile) -> [usize; 2] = |_, _, tile| match tile.blayout {
        BLayout::RowMajor => [tile.cols() as usize, 1],
        BLayout::ColMajor => [1, tile.rows() as usize],
    };
    /// Row and column that are read in place of these.
    other read_at: fn(&Site, &str, [usize; 2]) -> [usize; 2] = |_, _, at| at;
    /// Row and column that are written in place of these.
    other write_at: fn(&Site, &str, [usize; 2]) -> [usize; 2] = |_, _, at| at;
    /// Byte from the start of an operand that is written in place of this one.
    other write_byte: fn(&Site, &str, usize) -> usize = |_, _, byte| byte;
    /// How many bytes of a vector with so many in use are stored; those beyond are zero.
    other stored: fn(&Site, usize) -> usize = |_, used| used;
    /// What an element is read as.
    maybe read_as: Option<fn(&Site, &Element) -> u64> = None;
    /// What an element is written as; none where its lane is masked off.
    maybe written_as: Option<fn(&Site, &Element) -> Option<u64>> = None;
    /// The row that is broadcast to a row.
    other vector_row: fn(&Site, usize) -> usize = |_, _| 0;
    /// The column of the broadcast row that serves for a column.
    maybe vector_col: Option<fn(&Site, DType, usize) -> usize> = None;
    /// Whether a copy goes on to the end of the block.
    other whole_blocks: fn(&Site, bool) -> bool = |_, right| right;
    /// Whether sources that share memory with a destination are read as they were.
    flag snapshot: bool = true;
    /// Whether subnormals are flushed.
    other flushes: fn(&Site, DType, bool) -> bool = |_, _, right| right;
    /// Whether the difference in an exponential is not rounded first.
    other fuses: fn(&Site, DType, bool) -> bool = |_, _, right| right;
    /// What a lane of an operation on two elements gives.
    maybe combined: Option<fn(&Site, &Lane) -> u64> = None;
    /// What a copied element becomes.
    maybe copied: Option<fn(&Site, DType, u64) -> u64> = None;
    /// Whether the operands of an expanding operation change places.
    other swapped: fn(&Site, Op) -> bool = |_, _| false;
    /// How maxima and minima are picked.
    other picks: fn(&Site, Picks) -> Picks = |_, right| right;
    /// Whether an element takes the place of the best one so far.
    other replaces: fn(&Site, &Candidate) -> bool = |_, candidate| candidate.right;
    /// The index that is written for a place in a line of elements of this type.
    other place: fn(&Site, DType, usize) -> u64 = |_, _, place| place as u64;
    /// What a maximum or minimum of a column begins with; none where it begins with row 0.
    maybe initial: Option<fn(&Site, Op, DType) -> u64> = None;
    /// Row and column of the source that serve for an element where a column is repeated; none for column 0 of its row.
    maybe repeated: Option<fn(&Site, DType, [usize; 2]) -> [usize; 2]> = None;
    /// Row and column of the source that serve for an element where blocks are repeated; none for the block of its row.
    maybe block_at: Option<fn(&Site, DType, [usize; 2]) -> [usize; 2]> = None;
    /// Whether the tree was asked for.
    other is_binary: fn(&Site, bool) -> bool = |_, asked| asked;
    /// The order of a sum.
    other order: fn(&Site, Order) -> Order = |_, right| right;
    /// A reduction of a column made in some other way altogether; none where it is made as usual.
    maybe column_sum: Option<ColumnSum> = None;
    /// Whether a reduction begins with row 0, or with zero, and not with what the destination holds.
    other seeded: fn(&Site) -> bool = |_| true;
    /// The row at which a reduction goes on, after row 0 was copied.
    other second_row: fn(&Site) -> usize = |_| 1;
    /// The row that a sequential reduction takes in place of this one, of so many.
    other visited: fn(&Site, usize, usize) -> usize = |_, row, _| row;
    /// The two rows of a level that make row `out` of the next.
    other tree_pair: fn(&Site, &Level, usize) -> [usize; 2] = |_, _, out| [2 * out, 2 * out + 1];
    /// The row of the next level to which the odd row of a level is added.
    other tree_odd: fn(&Site, &Level, usize) -> Option<usize> = |_, _, right| Some(right);
    /// What one instruction makes of the lanes of a vector whose neighbours it adds level by level; and the scalar unit of
    /// A2A3 of lanes of f16 that it multiplies.
    maybe reduced: Option<fn(&Site, DType, &[u64]) -> u64> = None;
    /// Whether the rows of a few shapes are summed up block by block first, where the target does.
    other blocks_first: fn(&Site, bool) -> bool = |_, right| right;
    /// Which operand a reduction accumulates in, in place of dst.
    other accumulator: fn(&Site) -> &'static str = |_| "dst";
    /// Whether a reduction of no rows writes zeros.
    other empty_sum: fn(&Site) -> bool = |_| false;
    /// Which source stands at a place of a concatenation.
    other source: fn(&Site, usize) -> usize = |_, place| place;
    /// Element of an index tile that serves for a row.
    other index_at: fn(&Site, usize) -> [usize; 2] = |_, row| [row, 0];
    /// Columns that an index value stands for, of this type, with these bits, and rightly this.
    other index_value: fn(&Site, DType, u64, u64) -> u64 = |_, _, _, right| right;
    /// Columns that are taken from the sources.
    other clamp: fn(&Site, &Counts) -> [u64; 2] = |_, c| {
        let first = c.asked[0].min(c.limit);
        [first, c.asked[1].min(c.limit - first)]
    };
    /// Column at which the second source begins, after so many of the first.
    other second_at: fn(&Site, DType, usize) -> usize = |_, _, first| first;
    /// Column of the second source that comes first.
    other second_from: fn(&Site, usize) -> usize = |_, _| 0;
    /// The index output of a row, where it is written, and rightly this.
    other count: fn(&Site, &Counts, u64) -> Option<u64> = |_, _, right| Some(right);
    /// Element of the index output that is written in place of this one.
    other count_at: fn(&Site, [usize; 2]) -> [usize; 2] = |_, at| at;
    /// What happens before a case.
    maybe before: Option<fn(&mut Scene)> = None;
    /// What happens after a case.
    maybe after: Option<fn(&mut Scene)> = None;
}

impl std::fmt::Debug for Decisions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Decisions")
    }
}
