//! Which names from data may become paths or members.

/// Whether `name` can be one component of a member name or of the path of a loose file.
///
/// Wider than [`ptoconf_schemas::is_safe_name`], because members of answers have a sign between
/// operand and alternative (`dst@left-fold`).
pub(crate) fn is_safe_component(name: &str) -> bool {
    (1..=200).contains(&name.len())
        && !name.starts_with('.')
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.' | b'@' | b'+'))
}

/// Whether `name` is a relative path of safe components that ends in `.npy`.
pub(crate) fn is_safe_member(name: &str) -> bool {
    name.len() <= 1000 && name.ends_with(".npy") && name.split('/').all(is_safe_component)
}

/// `<kind>-<number>.npz`.
pub(crate) fn container_name(kind: &str, number: u32) -> String {
    format!("{kind}-{number:03}.npz")
}

/// Whether `name` is `<kind>-<anything>.npz` and safe.
pub(crate) fn is_container(name: &str, kind: &str) -> bool {
    let rest = name.strip_prefix(kind).and_then(|r| r.strip_prefix('-')).and_then(|r| r.strip_suffix(".npz"));
    rest.is_some_and(|r| !r.is_empty()) && is_safe_component(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_stay_below_their_folder() {
        for name in ["a.npy", "plain-cover-1/src0Idx.npy", "t/dst@left-fold.npy"] {
            assert!(is_safe_member(name), "{name}");
        }
        for name in
            ["", "a", "/a.npy", "../a.npy", "a/../b.npy", "a//b.npy", "a/.npy", "a\\b.npy", "a/b.npy/", "ä.npy", "c:/a.npy", "a\0.npy"]
        {
            assert!(!is_safe_member(name), "{name}");
        }
        assert!(is_container("outputs-000.npz", "outputs") && is_container("outputs-shard7.npz", "outputs"));
        assert!(!is_container("outputs-.npz", "outputs") && !is_container("outputs000.npz", "outputs"));
    }
}
