#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Macros in headless mode, as Fiji patches ImageJ for it: every command, in a folder laid out as
# Fiji's, whose launcher puts the jars of the folders jars and plugins on the class path.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
mkdir -p Fiji.app/jars Fiji.app/plugins
cp "$ij_jar" "$root"/target/fiji-patcher/*.jar Fiji.app/jars/
cp "$bitvox_jar" Fiji.app/plugins/
javac --release 8 -Xlint:-options -cp "Fiji.app/jars/*" -d . "$root/tests/launch/FijiHeadless.java"

# fiji JAVA MACRO: from Java 9 on the patcher needs to be let in.
fiji() {
  local open=(--add-opens java.base/java.lang=ALL-UNNAMED)
  [[ $("$1" -version 2>&1) != *'"1.8'* ]] || open=()
  "$1" -Djava.awt.headless=true "-Dplugins.dir=$work/Fiji.app" "-Dij.dir=$work/Fiji.app" \
    "${open[@]}" -cp "$work/Fiji.app/jars/*:$work/Fiji.app/plugins/*:." FijiHeadless "$2"
}
export -f fiji
export work

# Every Java of this machine, the one that it runs first: Fiji comes with 8, 21 or a later one.
mapfile -t javas < <({
  readlink -f "$(command -v java)"
  readlink -f /usr/lib/jvm/*/bin/java
} | awk '!seen[$0]++')

"$bitvox" run sample_foam width=48 height=40 depth=30 seed=3 output=foam.tif >/dev/null
"$bitvox" run granulometry input=foam.tif max_radius=20 save=expected.csv >/dev/null
"$bitvox" run granulometry input=foam.tif element=ball step=0.5 save=expected-balls.csv >/dev/null
cat >macro.ijm <<'MACRO'
open("foam.tif");
run("Bitvox Granulometry...", "element=cross edges=background max_radius=20 map");
if (getTitle() == "foam.tif") exit("no map");
saveAs("Results", "macro.csv");
run("Bitvox Granulometry...", "input=foam.tif element=ball step=0.5 save=balls.csv");
run("Bitvox Granulometry...", "input=foam.tif element=sphere");
print("NOT REACHED");
MACRO

expect_exit 0 bash -c 'fiji "$@"' fiji java macro.ijm
cat out err
grep -q 'FINISHED' out || fail "ImageJ did not finish"
grep -q 'element=sphere is not allowed' out err || fail "the wrong value is not reported"
! grep -q 'NOT REACHED' out || fail "the macro went on after an error"
expect_equal "the table of the macro" "$(counts expected.csv)" "$(counts macro.csv)"
expect_same_files balls.csv expected-balls.csv

echo "Every command of the menu"
"$bitvox" run skeleton3d input=foam.tif output=foam_skeleton.tif >/dev/null
"$bitvox" run sample_motif length=12 distance=3 sequences=12 letters=200 output=s.fasta >/dev/null
"$bitvox" run sample_foam width=48 height=40 depth=30 radius_min=3 radius_max=4 fraction=0.03 \
  output=balls.tif >/dev/null
"$bitvox" run label input=balls.tif output=seeds.tif >/dev/null
printf '%s\n' '%%MatrixMarket matrix array real general' '2 2' 2 -1 -1 2 >s.mtx
printf '%s\n' '%%MatrixMarket matrix coordinate pattern symmetric' '3 3 2' '2 1' '3 2' >g.mtx
printf '%s\n' x,y,z 2,3,4 30,30,9 >points.csv
printf '%s\n' 'v 0 0 0' 'v 4 0 0' 'v 0 4 0' 'v 0 0 4' 'f 1 3 2' 'f 1 2 4' 'f 2 3 4' 'f 1 4 3' >box.obj
# Greens above reds, and what is sampled of them.
{ pixels 200 60 150 40 && pixels 200 190 30 20; } | rgb_tiff 20 20 >colours.tif
{ bytes 200 1 && bytes 200 2; } >classes.raw
"$bitvox" run convert input=classes.raw width=20 height=20 output=classes.tif >/dev/null
"$bitvox" run colour_classes input=colours.tif labels=classes.tif gaussians=1 output=model.json >/dev/null
commands() { sed -n 's/.*"\(Bitvox [^"]*\)".*/\1/p' "$root/plugin-config/plugins.config"; }
while IFS= read -r title; do
  input=foam.tif before=
  case $title in
    *Backends | *Memory) options= ;;
    *Foam*) options="width=20 height=20 depth=20" ;;
    *Joint* | *Register*) options="second=foam.tif" ;;
    *Workflow*) options="output=report" ;;
    *"Graph Distance"*) options="input=g.mtx sources=2" ;;
    *Graph*) input=foam_skeleton.tif options="shortest=0" ;;
    *"Sample Match"*) options="frames=2 width=64 height=64" ;;
    *"Sample Motif"*) options="output=sample.fasta" ;;
    *Motif*) options="input=s.fasta length=12 distance=3" ;;
    *Solve*) options="input=s.mtx" ;;
    *Ray*Hits*) options="meshes=box.obj" ;;
    *Split*) options="tolerance=1" ;;
    *Surface*) options="output=mesh.stl smooth=2" ;;
    *Radiograph*) options="angles=2 columns=40" ;;
    *Geodesic*) options="border" ;;
    *Minimal*) options="points=points.csv" ;;
    *Walker*) before="open('seeds.tif');" options="seeds=seeds.tif" ;;
    *"Classify Colours"*) input=colours.tif options="model=model.json track=3 show=all" ;;
    *Colour*) input=colours.tif before="open('classes.tif');" options="labels=classes.tif gaussians=1" ;;
    *) options="backend=auto" ;;
  esac
  echo "run('Close All'); $before open('$input'); run('$title', '$options'); print('RAN $title');"
done < <(commands) >all.ijm
(($(wc -l <all.ijm) >= 14)) || fail "these are not all commands: $(<all.ijm)"
for java in "${javas[@]}"; do
  rm -rf report
  expect_exit 0 bash -c 'fiji "$@"' fiji "$java" all.ijm
  expect_equal "what ran on $java" "$(commands)" "$(sed -n 's/^RAN //p' out)"
done

echo "Plain ImageJ without a display, which has no run(): call() of the command line"
cat >call.ijm <<'MACRO'
print(call("org.bitvox.Cli.run", "granulometry", "input=foam.tif max_radius=20 save=call.csv"));
print("ALL THE WAY");
MACRO
expect_exit 0 java -Djava.awt.headless=true "-Dplugins.dir=$work/Fiji.app" -cp "$ij_jar" \
  ij.ImageJ -batch call.ijm
grep -q 'ALL THE WAY' out || fail "the macro did not finish: $(cat out err)"
grep -q 'Predominant size (n): ' out || fail "no summary: $(<out)"
expect_same_files call.csv expected.csv
