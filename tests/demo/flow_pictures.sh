#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Makes anew the figures of docs/flow.md that lay flows beside formulas and the literature, and prints
# their numbers. It takes five minutes on two cores, and needs nothing that a build does not;
# flow_pictures.sh NAME... makes those alone.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$root/bitvox" run backends >/dev/null # builds, if need be
jars=$root/target/imagej/ij.jar:$(echo "$root"/target/Bitvox_-*.jar)
javac -cp "$jars" -d "$folder" "$root"/tests/demo/flow_pictures/*.java
java -Djava.awt.headless=true -cp "$jars:$folder" FlowPictures "$folder" "$root/docs/pictures" "$@"
