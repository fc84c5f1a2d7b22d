#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every example of the manual can be copied. A page's lines "./bitvox run ...", "./bitvox plan ...",
# "./bitvox zarr ..." and mkdir run in their order, in an empty folder, and find the files that they
# name; its macros, in ImageJ's window with these files open; its Java is compiled. The tutorial has a
# test of its own.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display
install_plugin
mkdir page java samples

# Flows are ten times as short as on their page, with as few pictures of them.
shorter() { sed -E 's/( steps=[0-9]+)0( frames=[0-9]+)0/\1\2/g'; }

run_line() { expect_exit 0 bash -c "${1/.\/bitvox/\"$bitvox\"}" </dev/null; }

# Pages that begin alike share what is made.
make_sample() { # LINE
  local file=${1##*output=} made
  made="$work/samples/$(cksum <<<"$1")"
  if [[ -e $made ]]; then
    ln "$made" "$file"
  else
    run_line "$1"
    ln "$file" "$made"
  fi
}

run_lines() { # PAGE
  local line
  while read -r line; do
    case $line in
      *' run sample_foam '*) make_sample "$line" ;;
      *) run_line "$line" ;;
    esac
  done < <(sed -nE 's%^ *((mkdir|\./bitvox (run|plan|zarr))( [^#]*)?).*%\1%p' "$1" | shorter)
}

# The blocks ```ijm of a page, and the commands within its sentences, with a line before each.
macros() { # PAGE
  awk '/^```/ { macro = /^```ijm/; if (macro) print "// Example"; next } macro' "$1"
  # shellcheck disable=SC2016 # the backquotes are Markdown's
  grep -v '^run(' "$1" | grep -oE '`run\("Bitvox [^`]*`' | sed 's%`\(.*\);*`%// Example\n\1;%' || true
}

# One ImageJ for all pages, in the folder of each: it does macros.ijm as often as there is a file "next",
# and leaves nothing open.
start_imagej() {
  cat >pages.ijm <<MACRO
while (true) {
  while (!File.exists("$work/next")) wait(20);
  File.rename("$work/next", "$work/begun");
  runMacro("$work/macros.ijm");
  close("*");
  run("Clear Results");
  windows = getList("window.titles");
  for (i = 0; i < windows.length; i++) close(windows[i]);
  File.rename("$work/begun", "$work/done");
}
MACRO
  (cd page && exec "${imagej[@]}" ij.ImageJ -macro "$work/pages.ijm") >imagej.log 2>&1 &
}

# What the last line is about.
last_input() { sed -nE 's/^ *\.\/bitvox run .* ?input=([a-z_]*\.tif).*/\1/p' | tail -n 1; }

# The images that the lines made are open. The current one is that of the last line before the first
# macro, else of the page.
run_macros() { # PAGE
  local image input tenths=0
  # shellcheck disable=SC2016 # the backquotes are Markdown's
  input=$(awk '/^```ijm|`run\("Bitvox/ { exit } 1' "$1" | last_input)
  : "${input:=$(last_input <"$1")}" "${input:=foam.tif}"
  {
    for image in *.tif; do echo "open('$image');"; done
    macros "$1" | shorter | sed "s%^// Example%if (isOpen('$input')) selectWindow('$input');%"
  } >"$work/macros.ijm"
  rm -f "$work/done"
  touch "$work/next"
  until [[ -e $work/done ]]; do
    sleep 0.1
    ((++tenths < 3000)) || fail "$1: a macro stopped: $(cat "$work/macros.ijm" "$work/imagej.log")"
  done
}

# The blocks ```java of a page as classes, with what they take for granted.
java_blocks() { # PAGE
  awk -v page="$(basename "$1" .md)" -v folder="$work/java" '
    /^```/ {
      if (java) print "} }" > file
      java = /^```java/
      if (java) {
        name = "Example_" page "_" ++block
        file = folder "/" name ".java"
        print "import ij.*; import java.util.*; import org.bitvox.*;" > file
        print "class " name " { static PixelStack volume; static BinaryVolume skeleton;" > file
        print "static void example() throws Exception {" > file
      }
      next
    }
    java { print > file }' "$1"
}

start_imagej
cd page
for page in "$root"/README.md "$root"/docs/*.md; do
  [[ $page != */tutorial.md ]] || continue
  [[ $page != */zarr.md && $page != */scale.md ]] || has_java_17 || continue
  if grep -q demo-output/ct.tif "$page"; then
    ct_here
  fi
  if grep -q drifting.tif "$page"; then
    java -Djava.awt.headless=true -cp "$ij_jar" "$root/tests/launch/SeriesImage.java" drifting.tif
  fi
  if grep -q 'a\.mtx' "$page"; then
    printf '%s\n' '%%MatrixMarket matrix coordinate real symmetric' '2 2 3' '1 1 2' '2 1 -1' '2 2 2' \
      >a.mtx
    printf '%s\n' '%%MatrixMarket matrix array real general' '2 1' 1 0 >b.mtx
  fi
  if grep -q 'roads\.csv' "$page"; then
    printf '%s\n' from,to,weight 1,2,0.5 2,3,1.25 1,3,2 4,3,1 >roads.csv
  fi
  if grep -q 'ends\.csv' "$page"; then
    printf '%s\n' x,y,z 10,10,80 20,25,80 >ends.csv
  fi
  if grep -q 'points\.csv' "$page"; then
    printf '%s\n' x,y,z 3,4,2 60,50,12 20,60,8 >points.csv
  fi
  if grep -q 'phases\.csv' "$page"; then
    printf '%s\n' Label,Diffusivity 0,1 255,0.05 >phases.csv
  fi
  if grep -q 'materials\.csv' "$page"; then
    printf '%s\n' 'Label,Modulus (MPa),Poisson' 1,3000,0.3 256,1,0.45 >materials.csv
  fi
  if grep -q 'match\.tif' "$page"; then
    head -c 9216 /dev/urandom | rgb_tiff 64 48 >match.tif
    { bytes 1536 1 && bytes 1536 7; } >labels.raw
    expect_exit 0 "$bitvox" run convert input=labels.raw width=64 height=48 output=labels.tif
  fi
  if grep -q 'movie\.tif' "$page"; then
    bytes 9216 101 >movie.raw
    expect_exit 0 "$bitvox" run convert input=movie.raw width=64 height=48 depth=3 output=movie.tif
  fi
  if grep -q '@words\.txt' "$page"; then
    printf '%s\n' input=scans/a.tif 'save=all curves.csv' >words.txt
  fi
  if grep -q 'bodies=bodies\.txt' "$page"; then # the page has it
    awk '/^# Two spheres/ { text = 1 } /^```/ { text = 0 } text' "$page" >bodies.txt
  fi
  run_lines "$page"
  if [[ -n $(macros "$page") ]]; then
    [[ -n $(ls ./*.tif 2>/dev/null) ]] ||
      expect_exit 0 "$bitvox" run sample_foam width=64 height=64 depth=16 output=foam.tif
    echo "The macros of $page"
    run_macros "$page"
  fi
  java_blocks "$page"
  rm -rf ./*
done

echo "The Java of all pages"
cd "$work/java"
expect_exit 0 javac -Werror -cp "$ij_jar:$bitvox_jar" ./*.java
