#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Every example of the manual can be copied. A page's lines "./bitvox run ..." and mkdir run in their
# order, in an empty folder, and find the files that they name; its macros, in ImageJ's window with
# these files open; its Java is compiled.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
with_display
install_plugin
plugins_folder=$work

run_lines() { # PAGE
  local line
  while read -r line; do
    expect_exit 0 bash -c "${line/.\/bitvox/\"$bitvox\"}" </dev/null
  done < <(sed -nE 's%^ *((mkdir|\./bitvox run)( [^#]*)?).*%\1%p' "$1")
}

# The blocks ```ijm of a page, and the commands within its sentences, with a line before each.
macros() { # PAGE
  awk '/^```/ { macro = /^```ijm/; if (macro) print "// Example"; next } macro' "$1"
  # shellcheck disable=SC2016 # the backquotes are Markdown's
  grep -v '^run(' "$1" | grep -oE '`run\("Bitvox [^`]*`' | sed 's%`\(.*\);*`%// Example\n\1;%' || true
}

# The images that the lines made are open, and the one that the last line is about is the current one.
run_macros() { # PAGE
  local image input process seconds=0
  input=$(sed -nE 's/^ *\.\/bitvox run .* ?input=([a-z_]*\.tif).*/\1/p' "$1" | tail -n 1)
  : "${input:=foam.tif}"
  {
    for image in *.tif; do echo "open('$image');"; done
    macros "$1" | sed "s%^// Example%if (isOpen('$input')) selectWindow('$input');%"
    echo "File.saveString('to the end', 'macros.done');"
  } >macros.ijm
  java "-Dplugins.dir=$plugins_folder" -cp "$ij_jar" ij.ImageJ -macro macros.ijm >macros.log 2>&1 &
  process=$!
  until [[ -s macros.done ]]; do
    sleep 0.1
    ((++seconds < 1200)) || fail "$1: a macro stopped: $(cat macros.ijm macros.log)"
  done
  kill "$process"
}

# What the blocks ```java of a page take for granted.
compile_java() { # PAGE
  awk '/^```java/ { block++; java = 1; next } /^```/ { java = 0 }
    java { print > "block" block }' "$1"
  local block
  for block in block*; do
    {
      echo 'import ij.*; import java.util.*; import org.bitvox.*;'
      echo 'class Example { static PixelStack volume; static BinaryVolume skeleton;'
      echo 'static void example() throws Exception {'
      cat "$block"
      echo '} }'
    } >Example.java
    expect_exit 0 javac -Werror -cp "$ij_jar:$bitvox_jar" Example.java
  done
}

for page in "$root"/README.md "$root"/docs/*.md; do
  folder=$work/$(basename "$page" .md)
  mkdir "$folder"
  cd "$folder"
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
  if grep -q 'phases\.csv' "$page"; then
    printf '%s\n' Label,Diffusivity 0,1 255,0.05 >phases.csv
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
  if grep -q '^```java' "$page"; then
    echo "The Java of $page"
    compile_java "$page"
  fi
  cd "$work"
  rm -rf "$folder"
done
