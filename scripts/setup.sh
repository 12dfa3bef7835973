#!/bin/sh
# Installs what HiGHS needs to compile, where it is missing, on Debian and its relatives:
# cmake and make, a C++ compiler, and libclang with its headers (for bindgen). Installs nothing when all is there.
set -eu

have() { command -v "$1" >/dev/null 2>&1; }

# Does one of these patterns name a file? (ls fails when a single one does not.)
exists() {
    for path in "$@"; do
        [ ! -e "$path" ] || return 0
    done
    return 1
}

missing=""
have cmake || missing="$missing cmake"
# Debian's cmake only recommends make, and nothing recommended is installed below.
have make || missing="$missing make"
have c++ || missing="$missing g++"
# libclang itself, not libclang-cpp, and the headers of clang's own that it reads (stddef.h).
if [ -z "${LIBCLANG_PATH:-}" ]; then
    exists /usr/lib/llvm-*/lib/libclang.so* /usr/lib/llvm-*/lib/libclang-[0-9]*.so* \
        /usr/lib/*/libclang.so* /usr/lib/*/libclang-[0-9]*.so* /usr/lib*/libclang.so* &&
        exists /usr/lib/llvm-*/lib/clang/*/include/stddef.h /usr/lib*/clang/*/include/stddef.h ||
        missing="$missing libclang-dev"
fi
[ -n "$missing" ] || exit 0

if ! have apt-get; then
    echo "missing:$missing; install them with this system's package manager (README.md, \"Building\")" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    have sudo || { echo "missing:$missing; install them as root, or install sudo" >&2; exit 1; }
    as_root="sudo"
fi
echo "installing:$missing"
$as_root apt-get update
# shellcheck disable=SC2086 # the names are separate words
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing </dev/null
