#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Makes docs/pictures/skeleton_graph.png and skeleton_graph_paths.png anew, by the commands that they
# are about.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
bitvox() { "$root/bitvox" run "$@" >/dev/null; }
draw() { java -Djava.awt.headless=true -cp "$root/target/imagej/ij.jar" "$root/tests/demo/SkeletonGraphPictures.java" "$@"; }

bitvox backends # builds, if need be
draw shape shape.tif
bitvox skeleton2d input=shape.tif output=letters.tif
bitvox skeleton_graph input=letters.tif tags=all.tif
bitvox skeleton_graph input=letters.tif shortest=20 tags=pruned.tif
draw kinds "$root/docs/pictures/skeleton_graph.png" shape.tif all.tif pruned.tif

bitvox sample_foam width=130 height=100 depth=24 seed=3 radius_min=5 radius_max=12 fraction=0.5 output=foam.tif
bitvox skeleton3d input=foam.tif output=lines.tif
bitvox skeleton_graph input=lines.tif projection=tags.tif path=path.tif
bitvox skeleton_graph input=lines.tif loops=shortest shortest=8 path=cut.tif
draw side "$root/docs/pictures/skeleton_graph_paths.png" tags.tif path.tif cut.tif
