#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The bunny of npm's package "bunny" as 512 x 512 x 512 bytes, 0 or 255, 20,710,760 of them
# foreground: tests/bench/bunny.sh RAW. BITVOX_BUNNY=RAW then adds it to the benchmarks of
# Skeleton 3D.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
raw=$(realpath "$1")
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
cd "$package"
npm pack --silent bunny@1.0.1 >/dev/null
tar -xzf bunny-1.0.1.tgz
java "$here/VoxelizeBunny.java" package/index.js 512 "$raw"
