#!/usr/bin/env bash
# Makes what is handed out, in dist/: for each target an archive to be unpacked below a prefix such as /usr/local, with a
# program that needs nothing of the system's libraries, manual pages, completions and the C++ header, and a wheel with the
# same program; and the digests of all of them. The same commit gives the same archives.
#
#   ci/release.sh                             x86_64 and aarch64 Linux
#   ci/release.sh x86_64-unknown-linux-musl   one of them
#   ci/release.sh host                        what this machine builds for itself, as an archive alone
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- x86_64-unknown-linux-musl aarch64-unknown-linux-musl
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)
cargo build -q --release --locked
rm -rf dist && mkdir dist
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The linker and the C compiler for other systems come with zig.
tools() {
    [ -x target/release-tools/bin/maturin ] || python3 -m venv target/release-tools
    target/release-tools/bin/python3 -m pip install -q 'cargo-zigbuild>=0.20,<1' 'maturin>=1.7,<2' 'wheel>=0.45,<1' 'ziglang>=0.13,<1'
    export PATH="$PWD/target/release-tools/bin:$PATH"
}

# An archive of the program in $1, for the system $2.
archive() {
    local name="ptoconf-$version-$2" to
    to="$work/$name"
    mkdir -p "$to"/{bin,include,share/{doc/ptoconf,man/man1,bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}}
    install -m 755 "$1" "$to/bin/ptoconf"
    install -m 644 cpp/ptoconf.hpp "$to/include"
    install -m 644 README.md LICENSE CHANGELOG.md "$to/share/doc/ptoconf"
    target/release/ptoconf man "$to/share/man/man1" > /dev/null
    target/release/ptoconf completions bash > "$to/share/bash-completion/completions/ptoconf"
    target/release/ptoconf completions zsh > "$to/share/zsh/site-functions/_ptoconf"
    target/release/ptoconf completions fish > "$to/share/fish/vendor_completions.d/ptoconf.fish"
    # Nothing in it depends on when and by whom it was made.
    tar -C "$work" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -c "$name" | gzip -n9 > "dist/$name.tar.gz"
}

for target in "$@"; do
    system="${target%%-*}-linux"
    if [ "$target" = host ]; then
        archive target/release/ptoconf "$(uname -m)-linux"
        continue
    fi
    tools
    rustup target add "$target" > /dev/null 2>&1
    cargo zigbuild -q --release --locked -p ptoconf --target "$target"
    archive "target/$target/release/ptoconf" "$system"
    (cd python && maturin build -q --release --locked --zig --target "$target" --compatibility linux --out "$work/wheels")
    # A program without the system's libraries runs with those of every distribution.
    wheel tags --remove --platform-tag "manylinux2014_${target%%-*}.musllinux_1_1_${target%%-*}" "$work"/wheels/*.whl > /dev/null
    mv "$work"/wheels/*.whl dist/
done
(cd dist && sha256sum -- * > SHA256SUMS && cat SHA256SUMS)
