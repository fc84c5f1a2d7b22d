#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every "./bitvox run ..." and mkdir line of the manual can be copied: run in their order, in an empty
# folder, the lines of a page find the files that they name. Only the CT of the demo may be missing.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

for page in "$root"/README.md "$root"/docs/*.md; do
  folder=$work/$(basename "$page" .md)
  mkdir "$folder"
  cd "$folder"
  if [[ -s $root/target/ct/ct.tif ]]; then
    mkdir demo-output
    ln -s "$root/target/ct/ct.tif" demo-output/ct.tif
  fi
  while read -r line; do
    [[ $line != *demo-output/* || -d demo-output ]] || continue
    expect_exit 0 bash -c "${line/.\/bitvox/\"$bitvox\"}"
  done < <(sed -nE 's%^ *((mkdir|\./bitvox run)( [^#]*)?).*%\1%p' "$page")
  rm -rf "$folder"
done
