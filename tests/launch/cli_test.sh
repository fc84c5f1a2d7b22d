#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# The command line, through ./bitvox run and through plain java.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

bytes 125 377 >full.raw
cube=(granulometry input=full.raw width=5 height=5 depth=5 element=cube)
expect_exit 0 "$bitvox" run "${cube[@]}" save=full.csv
expect_quiet

# Plain java, from another folder with relative paths, in a locale with a decimal comma.
mkdir elsewhere
(
  cd elsewhere
  cube[1]=input=../full.raw
  expect_exit 0 java -Duser.language=de -Duser.country=DE -cp "$ij_jar:$bitvox_jar" \
    org.bitvox.Cli "${cube[@]}" save=full.csv
)
expect_same_files elsewhere/full.csv full.csv

# A foam as TIFF, and the same voxels as a raw file, give the same curve.
expect_exit 0 "$bitvox" run sample_foam width=70 height=61 depth=33 seed=7 output=foam.tif
expect_quiet
offset=$(od -An -v -tx1 -w12 -j10 -N132 foam.tif | awk '$1 $2 == "1101" { print $12 $11 $10 $9 }')
voxels=$((70 * 61 * 33)) # tag 273: where the pixels begin
head -c $((16#$offset + voxels)) foam.tif | tail -c "$voxels" >foam.raw
expect_exit 0 "$bitvox" run granulometry input=foam.tif save=foam.csv
expect_quiet
expect_exit 0 "$bitvox" run granulometry input=foam.raw width=70 height=61 depth=33 save=raw.csv
expect_same_files <(cut -d, -f2 raw.csv) <(cut -d, -f2 foam.csv)

# An existing file is replaced.
expect_exit 0 "$bitvox" run granulometry input=foam.tif max_radius=1 save=foam.csv
expect_equal "rows of the shorter curve" 2 "$(counts foam.csv | wc -w)"

# Without arguments the commands are listed; help lists the keys and their defaults.
expect_exit 0 "$bitvox" run
for command in granulometry backends sample_foam; do
  grep -q "^ *$command " out || fail "'$command' is not listed: $(<out)"
done
expect_exit 0 "$bitvox" run granulometry help
cp out help
for words in "help granulometry" "granulometry -h" "granulometry input=no.tif --help"; do
  # shellcheck disable=SC2086
  expect_exit 0 "$bitvox" run $words
  expect_same_files help out
done
grep -q '^ *max_radius=50 .*1 to 32767' out || fail "help does not describe max_radius: $(<out)"

# What it is, for a report of a problem.
expect_exit 0 "$bitvox" run --version
grep -qE '^Bitvox [0-9]+\.[0-9]+\.[0-9]+, ImageJ 1\.[0-9]+[a-z]*, Java [0-9._]+$' out || fail "$(<out)"
version=$(sed -n 's|^  <version>\(.*\)</version>$|\1|p' "$root/pom.xml")
grep -q "^Bitvox $version, " out || fail "not the version of pom.xml, $version: $(<out)"
grep -qE '^Commit ([0-9a-f]{40}( with changes)?|not known \(.+\))$' out || fail "$(<out)"
grep -qE '^Built for ([a-z0-9]+, )*scalar; .+$' out || fail "$(<out)"
cp out version
expect_exit 0 java "-Dbitvox.imagej=$ij_jar" -jar "$bitvox_jar" --version
expect_same_files version out

# Asking for help is no mistake, what is not known is one: by ./bitvox itself too.
for words in help --help -h "demo --help" "test help" "fuzz -h"; do
  # shellcheck disable=SC2086
  expect_exit 0 "$bitvox" $words
  expect_quiet
  grep -q '^./bitvox demo ' out || fail "no help: $(<out)"
done
for words in tests "test quick" "demo now" "fuzz" "run granulometri" "run label input=foam.tif x"; do
  # shellcheck disable=SC2086
  expect_exit 2 "$bitvox" $words
done
grep -qx "bitvox: .*'x'.*" err || fail "$(<err)"
for words in "hlep help" "tests test" "label run label"; do
  expect_exit 2 "$bitvox" "${words%% *}"
  grep -qx "bitvox: there is no command '${words%% *}'; did you mean '${words#* }'?" err ||
    fail "no suggestion: $(<err)"
done
expect_exit 2 "$bitvox" xyz
grep -qx "bitvox: there is no command 'xyz'" err || fail "what is far is suggested: $(<err)"

# Several images, one of which is none: files of their own, one table, and the others' results.
"$bitvox" run sample_foam width=30 height=31 depth=9 seed=2 output="foam,2.tif" >/dev/null
echo "no image" >foam-3.tif
mkdir many
expect_exit 1 "$bitvox" run skeleton3d "input=foam*.tif" output=many/*_s.tif save=many/all.csv
expect_equal "what failed" "bitvox: foam-3.tif: it does not begin as a TIFF file does" "$(<err)"
expect_exit 0 "$bitvox" run skeleton3d input=foam.tif output=one.tif save=one.csv
expect_same_files one.tif many/foam_s.tif
expect_equal "the files" "all.csv foam,2_s.tif foam_s.tif" "$(cd many && echo *)"
expect_equal "the images" 'Image "foam 2.tif" foam.tif' \
  "$(sed 's/foam,2/foam 2/' many/all.csv | cut -d, -f1 | tr '\n' ' ' | sed 's/ $//')"
expect_same_files <(grep '^foam.tif' many/all.csv) <(tail -n 1 one.csv)
expect_exit 0 java -cp "$ij_jar:$bitvox_jar" org.bitvox.Cli skeleton3d input=foam.tif,foam,2.tif \
  save=list.csv
expect_equal "rows of the list" 3 "$(wc -l <list.csv)"

echo "The jar alone, with ImageJ's jar where Fiji has it, and arguments in a file"
mkdir -p Fiji.app/plugins Fiji.app/jars
cp "$bitvox_jar" Fiji.app/plugins/
jar=(Fiji.app/plugins/Bitvox_*.jar)
printf '\357\273\277' >words.txt
printf '%s\r\n' skeleton3d input=foam.tif 'save=of file.csv' >>words.txt
expect_exit 1 java -jar "${jar[0]}" @words.txt
grep -q '^bitvox: ij.jar of ImageJ is needed: put it beside Bitvox_' err || fail "not said: $(<err)"
cp "$ij_jar" Fiji.app/jars/ij-1.54p.jar
expect_exit 0 java -jar "${jar[0]}" @words.txt
expect_quiet
expect_same_files "of file.csv" one.csv
mkdir named
cp "$bitvox_jar" named/
expect_exit 2 java "-Dbitvox.imagej=$ij_jar" -jar named/Bitvox_*.jar skeleton3d inputs=foam.tif
expect_exit 0 env "BITVOX_ARGUMENTS=skeleton3d input=foam.tif \"save=typed it.csv\"" \
  java -jar "${jar[0]}"
expect_same_files "typed it.csv" one.csv

# A signal that comes before Java runs is said too, by INT and TERM alike.
mkdir -p early slow_maven
cp "$bitvox" early/
printf '#!/bin/sh\ntouch begun\nsleep 1\nexit 1\n' >slow_maven/mvn
chmod +x slow_maven/mvn
for signal in INT:130 TERM:143; do
  rm -f begun
  env --default-signal=INT PATH="$PWD/slow_maven:$PATH" early/bitvox run >out 2>err &
  process=$!
  wait_until "$process" test -e begun
  kill "-${signal%:*}" "$process"
  code=0
  wait "$process" || code=$?
  expect_equal "the exit code" "${signal#*:}" "$code"
  expect_equal "what is said" "bitvox: stopped" "$(tail -n 1 err)"
done

# A build that was begun before the checkout was moved is begun anew. Maven is not needed for that.
mkdir -p moved/target/native-build moved/target/checks/asan without_maven
cp "$bitvox" moved/
printf '#!/bin/sh\nexit 1\n' >without_maven/mvn
chmod +x without_maven/mvn
echo "CMAKE_CACHEFILE_DIR:INTERNAL=$PWD/before/target/native-build" \
  >moved/target/native-build/CMakeCache.txt
echo "CMAKE_CACHEFILE_DIR:INTERNAL=$PWD/moved/target/checks/asan" \
  >moved/target/checks/asan/CMakeCache.txt
expect_exit 1 env PATH="$PWD/without_maven:$PATH" moved/bitvox run
[[ ! -e moved/target/native-build ]] || fail "the build of the other folder is still there"
[[ -e moved/target/checks/asan/CMakeCache.txt ]] || fail "a build of this folder is gone"
