//! Classes of extents and of valid regions: where hardware changes its path.

use ptoconf_schemas::{DType, Tile};

/// The class of a number of rows. With floor halving, the levels of a tree with an odd row are the bits of
/// the number, so its distance to a power of two counts.
pub fn rows(n: u32) -> &'static str {
    match n {
        0 => "zero",
        1 => "one",
        2 => "two",
        _ if n.is_power_of_two() => "power of two",
        _ if (n + 1).is_power_of_two() => "one short of a power of two",
        _ if (n - 1).is_power_of_two() => "one past a power of two",
        _ if is_prime(n) => "prime",
        _ => "other",
    }
}

/// The class of a number of columns, in blocks of 32 bytes and vectors of 256 bytes.
pub fn columns(n: u32, dtype: DType) -> &'static str {
    let (block, vector) = (dtype.block(), dtype.vector());
    match n {
        0 => "zero",
        1 => "one",
        _ if n == block - 1 => "one short of a block",
        _ if n == block => "block",
        _ if n == block + 1 => "one past a block",
        _ if n == vector - 1 => "one short of a vector",
        _ if n == vector => "vector",
        _ if n == vector + 1 => "one past a vector",
        _ if n == 2 * vector - 1 => "one short of two vectors",
        _ if n == 2 * vector => "two vectors",
        _ if n == 2 * vector + 1 => "one past two vectors",
        _ if n.is_multiple_of(vector) => "more vectors",
        _ if n.is_multiple_of(block) => "blocks",
        _ if is_prime(n) => "prime",
        _ => "other",
    }
}

/// The class of the valid region of a tile.
pub fn region(tile: &Tile) -> &'static str {
    let ([rows, cols], [valid_rows, valid_cols]) = (tile.shape, tile.valid);
    match (valid_rows.cmp(&rows), valid_cols.cmp(&cols)) {
        _ if valid_rows == 0 || valid_cols == 0 => "zero",
        (std::cmp::Ordering::Greater, _) | (_, std::cmp::Ordering::Greater) => "past the tile",
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Equal) => "full",
        _ if tile.valid == [1, 1] => "one element",
        _ if valid_rows == 1 => "one row",
        _ if valid_cols == 1 => "one column",
        (std::cmp::Ordering::Less, std::cmp::Ordering::Less) => "tail rows and columns",
        (std::cmp::Ordering::Less, _) => "tail rows",
        _ => "tail columns",
    }
}

fn is_prime(n: u32) -> bool {
    n > 1 && (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_at_blocks_vectors_and_powers_of_two() {
        let names: Vec<&str> = [0, 1, 2, 3, 5, 11, 12, 16, 255, 256, 257].into_iter().map(rows).collect();
        let (short, past, power) = ("one short of a power of two", "one past a power of two", "power of two");
        assert_eq!(names, ["zero", "one", "two", short, past, "prime", "other", power, short, power, past]);
        let names: Vec<&str> = [7, 8, 9, 16, 63, 64, 65, 97, 99, 128, 129, 192].map(|n| columns(n, DType::F32)).into();
        let block = ["one short of a block", "block", "one past a block", "blocks"];
        let vector = ["one short of a vector", "vector", "one past a vector", "prime", "other"];
        assert_eq!(names[..4], block);
        assert_eq!(names[4..9], vector);
        assert_eq!(names[9..], ["two vectors", "one past two vectors", "more vectors"]);
    }

    #[test]
    fn regions() {
        let of = |valid| region(&Tile { valid, ..Tile::nd(DType::F32, 4, 16) });
        let found = [[4, 16], [1, 1], [1, 16], [4, 1], [3, 16], [4, 15], [3, 15], [0, 16], [5, 16]].map(of);
        let tails = ["tail rows", "tail columns", "tail rows and columns"];
        assert_eq!(found[..4], ["full", "one element", "one row", "one column"]);
        assert_eq!(found[4..7], tails);
        assert_eq!(found[7..], ["zero", "past the tile"]);
    }
}
