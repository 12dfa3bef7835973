#!/bin/sh
# Installs what HiGHS needs to compile (cmake, a C++ compiler, libclang), where it is missing, on Debian and its relatives.
set -eu

missing=""
command -v cmake >/dev/null 2>&1 || missing="$missing cmake"
command -v c++ >/dev/null 2>&1 || missing="$missing g++"
ls /usr/lib/llvm-*/lib/libclang*.so* /usr/lib/*/libclang*.so* >/dev/null 2>&1 || missing="$missing libclang-dev"
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "missing:$missing; install them with this system's package manager (see README.md)" >&2
    exit 1
fi
as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
$as_root apt-get update
# shellcheck disable=SC2086 # the names are separate words
$as_root apt-get install -y --no-install-recommends $missing
