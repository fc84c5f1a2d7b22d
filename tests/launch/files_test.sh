#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Files as a system makes trouble with them: rights, links, full disks, killed processes, and the
# temporary folder that the native library goes through.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"

expect_message() { grep -qF -- "$1" err || fail "stderr has no '$1': $(<err)"; }
expect_rights() { expect_equal "rights of $2" "$1" "$(stat -c %a "$2")"; }
foam=("$bitvox" run sample_foam width=40 height=40 depth=9)
"${foam[@]}" output=foam.tif >/dev/null
measure=(granulometry input=foam.tif max_radius=2)

java=(java -Djava.awt.headless=true -cp "$ij_jar:$bitvox_jar")

echo "# stdout that cannot be written"
code=0
"$bitvox" run "${measure[@]}" >/dev/full 2>err || code=$?
expect_equal "exit code with stdout on a full disk" 1 "$code"
expect_message "bitvox: the results cannot be written to stdout: No space left on device"
code=0
"$bitvox" run "${measure[@]}" 2>err >&- || code=$?
expect_equal "exit code with stdout closed" 1 "$code"
expect_message "bitvox: the results cannot be written to stdout: "
code=0
"$bitvox" run help >/dev/full 2>err || code=$?
expect_equal "exit code of help with stdout on a full disk" 1 "$code"

echo "# names that are not ASCII, whatever the locale"
for locale in "" C C.UTF-8; do
  name=$(printf 'm\303\244 \345\233\276.tif')
  cp foam.tif "$name"
  env -u LC_ALL -u LC_CTYPE LANG="$locale" \
    "$bitvox" run granulometry input="$name" max_radius=2 save="$name.csv" >out 2>err ||
    fail "LANG='$locale': $(<err)"
  expect_equal "lines of the table for LANG='$locale'" 4 "$(wc -l <"$name.csv")"
  rm -f "$name"*
done

echo "# rights"
for mask in 000 077; do
  (
    umask "$mask"
    rm -f new.csv
    expect_exit 0 "$bitvox" run "${measure[@]}" save=new.csv
    expect_rights "$(printf %o $((0666 & ~0$mask)))" new.csv
    for rights in 600 664 606; do
      echo old >kept.csv
      chmod "$rights" kept.csv
      expect_exit 0 "$bitvox" run "${measure[@]}" save=kept.csv
      expect_same_files kept.csv new.csv
      expect_rights "$rights" kept.csv
    done
  )
done
echo old >read-only.csv
chmod 444 read-only.csv
expect_exit 1 "$bitvox" run "${measure[@]}" save=read-only.csv
expect_message "read-only.csv: the file is read-only"
expect_equal "a read-only file" old "$(<read-only.csv)"

# In a folder like /tmp a file of another user cannot be replaced, whatever its rights are. As another
# user only root can try.
nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
if ((EUID == 0)) && "${nobody[@]}" test -r "$bitvox_jar"; then
  mkdir -m 1777 shared
  echo old >shared/root.csv
  chmod 666 shared/root.csv
  expect_exit 1 "${nobody[@]}" "${java[@]}" org.bitvox.Cli "${measure[@]}" save=shared/root.csv
  expect_message "shared/root.csv: the file is another user's, which cannot be replaced"
  expect_exit 0 "${nobody[@]}" "${java[@]}" org.bitvox.Cli "${measure[@]}" save=shared/own.csv
  expect_exit 0 "${nobody[@]}" "${java[@]}" org.bitvox.Cli "${measure[@]}" save=shared/own.csv
  expect_exit 0 "${java[@]}" org.bitvox.Cli "${measure[@]}" save=shared/own.csv
  expect_equal "owner" 65534 "$(stat -c %u shared/own.csv)"
  mkdir -m 700 closed closed/folder
  cp foam.tif closed/
  expect_exit 1 "${nobody[@]}" "${java[@]}" org.bitvox.Cli "${measure[@]}" save=closed/new.csv
  expect_message "closed/new.csv: the folder is not writable"
  expect_exit 1 "${nobody[@]}" "${java[@]}" org.bitvox.Cli "${measure[@]}" save=closed/folder/new.csv
  expect_message "closed/folder/new.csv: the folder may not be entered"
  expect_exit 1 "${nobody[@]}" "${java[@]}" org.bitvox.Cli granulometry input=closed/foam.tif
  expect_message "closed/foam.tif: the file cannot be read"
fi

echo "# names"
mkdir folder
ln -s folder/linked.csv link.csv
expect_exit 0 "$bitvox" run "${measure[@]}" save=link.csv
expect_same_files folder/linked.csv new.csv
[[ -L link.csv ]] || fail "the link was replaced"
ln folder/linked.csv hard.csv
expect_exit 2 "$bitvox" run "${measure[@]}" save=link.csv summary=hard.csv
expect_message "save= and summary= are the same file"
cp foam.tif image.tif
expect_exit 2 "$bitvox" run "${measure[@]}" save=image.tif
expect_message "save=image.tif must end in .csv"
expect_same_files image.tif foam.tif
expect_exit 1 "$bitvox" run "${measure[@]}" save="$(printf 'n%.0s' {1..300}).csv"
expect_message "cannot be written: File name too long"

echo "# a killed process"
"$bitvox" run sample_foam width=900 height=900 depth=900 radius_min=1 radius_max=3 fraction=0.9 \
  output=folder/large.tif >/dev/null 2>&1 &
process=$!
wait_until "$process" compgen -G 'folder/.bitvox-*.part' >/dev/null
left=$(compgen -G 'folder/.bitvox-*.part')
expect_exit 0 "${foam[@]}" output=folder/small.tif
[[ -e $left ]] || fail "the file of a process that lives was removed"
kill -KILL "$process"
wait "$process" 2>/dev/null || true
[[ -e $left ]] || fail "nothing was left"
expect_exit 0 "${foam[@]}" output=folder/small.tif
expect_equal "files in the folder" "linked.csv small.tif" "$(find folder -type f -printf '%f\n' | sort | xargs)"

echo "# the native library"
mkdir temporary
left=temporary/$(basename "${left%.part}").so
echo "what a killed process left" >"$left"
expect_exit 0 "${java[@]}" -Djava.io.tmpdir=temporary org.bitvox.Cli backends
expect_equal "files in the temporary folder" "" "$(ls -A temporary)"
expect_exit 1 "${java[@]}" -Djava.io.tmpdir=missing org.bitvox.Cli backends
expect_message "there is no temporary folder $work/missing; start Java with -Djava.io.tmpdir=FOLDER"
expect_exit 1 "${java[@]}" -Dbitvox.library="$work/foam.tif" org.bitvox.Cli backends
expect_message "Bitvox cannot load its native library ($work/foam.tif): "
expect_message "; without -Dbitvox.library the jar's is used"
java_home=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
expect_exit 1 "${java[@]}" -Dbitvox.library="$java_home/lib/libprefs.so" org.bitvox.Cli backends
expect_message "Bitvox's native library is of another program or version"

# The folder as a file system of its own, which takes root, or somebody who may become root in a name
# space of his own: "${mounted[@]}" OPTIONS COMMAND...
# shellcheck disable=SC2016 # for the inner shell
mounted=(unshare --mount --map-root-user bash -c
  'mount -t tmpfs -o "$1" tmpfs temporary && shift && exec "$@"' bash)
if "${mounted[@]}" size=1m true 2>/dev/null; then
  java+=(-Djava.io.tmpdir=temporary)
  expect_exit 1 "${mounted[@]}" noexec "${java[@]}" org.bitvox.Cli backends
  expect_message "nothing can be run from the temporary folder $work/temporary, which is mounted noexec"
  expect_exit 1 "${mounted[@]}" size=100k "${java[@]}" org.bitvox.Cli backends
  expect_message "$work/temporary (No space left on device); start Java with -Djava.io.tmpdir=FOLDER"
  echo old >mounted.csv
  # shellcheck disable=SC2016
  expect_exit 1 unshare --mount --map-root-user bash -c 'mount --bind "$1" "$1" && shift && exec "$@"' \
    bash mounted.csv java -cp "$ij_jar:$bitvox_jar" org.bitvox.Cli "${measure[@]}" save=mounted.csv
  expect_message "mounted.csv: is mounted by itself and cannot be replaced; mount its folder instead"
  expect_equal "a mounted file" old "$(<mounted.csv)"
else
  echo "SKIPPED: nothing can be mounted here"
fi
