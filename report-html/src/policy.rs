//! Style and script of the page, and the policy that admits them and nothing else.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// Style of the page.
pub const STYLE: &str = include_str!("../templates/style.css");
/// Script of the page.
pub const SCRIPT: &str = include_str!("../templates/script.js");

/// A Content-Security-Policy: no request at all, and the one style and the one script by their digests.
pub fn policy() -> String {
    let [style, script] = [STYLE, SCRIPT].map(|text| STANDARD.encode(Sha256::digest(text)));
    format!("default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'")
}
