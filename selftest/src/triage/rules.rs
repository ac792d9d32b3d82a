//! The rules, and what is compared, that each check of the models stands for.

/// Of a check: the ends of the names of its rules and readings, and words for what it compares.
type Means = (&'static str, &'static [&'static str]);

/// By the end of the name of a check.
const MEANS: &[Means] = &[
    (
        "/not-empty",
        &["rows-positive", "cols-positive", ".rows = 0", ".cols = 0", ".rows = 1", ".cols = 1", "rows <= 1", "cols <= 1", "bytes of"],
    ),
    ("/static-extent", &["static-extent-positive", "static-zero-extent", "static", "dynamic", "= 0", "not-empty"]),
    ("/valid-within-physical", &["valid-within-physical", "<rows", "<cols"]),
    ("/location", &["/vec", "-vec", "location", ".loc is"]),
    ("/not-boxed", &["boxed", "slayout", "nd-layout", "boxed-vec", "layout"]),
    ("/fractal", &["fractal"]),
    ("/row-bytes", &["line-aligned", "/lines", "bytes of a row", "row of"]),
    ("/box-columns", &["boxes", "fractal"]),
    ("/box-rows", &["boxes", "fractal"]),
    ("/address-aligned", &["address-aligned", "/addresses", "address"]),
    ("/address-in-memory", &["fits-memory", "/memory", "address", "last byte"]),
    ("/capacity", &["fits-memory", "/memory", "bytes of", "last byte", "rows >", "cols >"]),
    ("/same-index-dtype", &["index-same-dtype", "idx.dtype", "index-dtypes"]),
    ("/same-dtype", &["same-dtype", ".dtype is not", "dtype"]),
    ("/columns-equal", &["cols-equal", "<valid_cols"]),
    ("/tmp-columns", &["tmp-stride", "tmp"]),
    ("/tmp-rows", &["tmp-rows", "tmp"]),
    ("/dst-row-major", &["row-major", "nd-layout", "blayout", "layout", "boxed"]),
    ("/full-row-major", &["row-major", "nd-layout", "blayout", "layout"]),
    ("/sources-row-major", &["row-major", "nd-layout", "blayout", "layout"]),
    ("/src-row-major", &["row-major", "nd-layout", "blayout", "layout"]),
    ("/row-major", &["row-major", "nd-layout", "blayout", "layout", "boxed"]),
    ("/no-alias", &["alias", "memory is"]),
    ("/value-dtype", &["value-dtype", "dtype"]),
    ("/index-dtype", &["index-dtype", "dtype"]),
    ("/tmp-dtype", &["tmp-same-dtype", "tmp-dtype", "tmp.dtype"]),
    ("/dtype", &["dtype"]),
    ("/src0-shape", &["src0-like-dst", "<valid_rows", "<valid_cols"]),
    ("/src1-columns", &["src1-covers-cols", "src1-cols-exact", "narrow-src1", "wide-src1", "<valid_cols"]),
    ("/src1-rows", &["src1-not-empty", "empty-src1", "src1.valid_rows"]),
    ("/rows-equal", &["rows-equal", "<valid_rows"]),
    ("/src-not-empty", &["src-not-empty", "empty", "= 0", "= 1"]),
    ("/dst-layout", &["dst-layout", "dst-one-col", "dst-has-col", "blayout", "layout", "dst.valid_cols", "dst.cols"]),
    ("/one-row", &["dst-one-row", "dstidx.valid_rows", "dstval.valid_rows"]),
    ("/bytes", &["no-bytes", "dtype in bytes", "dtype"]),
    ("/one-full", &["one-full", "<valid_rows", "<valid_cols"]),
    ("/rows", &["expanded-shape", "src1-expanded", "<valid_rows"]),
    ("/columns", &["expanded-shape", "src1-expanded", "<valid_cols", "bytes of a valid row", "src1.cols", "src1.valid_cols"]),
    ("/tmp-size", &["tmp"]),
    ("/tmp-mode", &["tmp-mode", "tmp"]),
    ("/index-integer", &["index-dtype", "idx.dtype"]),
    ("/columns-add-up", &["cols-add-up", "<valid_cols", "<cols", " + "]),
    ("/index-extent", &["index-covers-rows", "index-has-column", "src0idx", "src1idx"]),
    ("/count-extent", &["dst-index", "dstidx"]),
];

/// Whether a cause that says this speaks of a check. `<rows` stands for a comparison of rows with another extent.
pub fn speaks_of(check: &str, said: &str) -> bool {
    let words = MEANS.iter().find(|(end, _)| check.ends_with(end)).map_or(&[][..], |(_, words)| words);
    words.iter().any(|word| match word.strip_prefix('<') {
        Some(extent) => ["<", ">", "=", "!=", "<=", ">="].iter().any(|sign| {
            let compared = |(at, own): (usize, &str)| said[at + own.len()..].starts_with(|c: char| c.is_ascii_alphabetic());
            said.match_indices(&format!(".{extent} {sign} ")).any(compared)
        }),
        None => said.contains(word),
    })
}
