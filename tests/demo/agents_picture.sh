#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Makes docs/pictures/agents.png anew, by the commands whose results it shows.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
bitvox() { "$root/bitvox" run "$@" >/dev/null; }

bitvox backends # builds, if need be
bitvox sample_foam width=280 height=240 depth=1 radius_min=16 radius_max=34 fraction=0.72 seed=5 \
  output=arena.tif
bitvox agents input=arena.tif radius=6 agents=70 steps=60 motion=persistent step=2 photons=120 \
  blur=1.5 output=movie.tif labels=labels.tif tracks=tracks.csv
java -Djava.awt.headless=true -cp "$root/target/imagej/ij.jar" "$root/tests/demo/AgentsPicture.java" \
  "$root/docs/pictures/agents.png"
