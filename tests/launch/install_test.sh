#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# What users do with a release: into an empty ImageJ and an empty Fiji by the zip and by the jar, into
# Fiji by the update site too; an update over an older version; a macro without a window; a window with
# its menu; removal.
set -euo pipefail
# shellcheck source=tests/launch/lib.sh
source "$(dirname "$0")/lib.sh"
# shellcheck source=tests/release_files.sh
source "$root/tests/release_files.sh"
javac --release 8 -Xlint:-options -cp "$root/target/fiji-patcher/*:$ij_jar" -d . \
  "$root/tests/launch/FijiHeadless.java"
javac -d . "$root/tests/launch/Updater.java"
javac -cp "$ij_jar" -d . "$root/tests/launch/WindowsDriver.java"
with_display

version=$(pom_version)
older_version=0.0.1

# A jar as that of an older version: other content, another version in its manifest.
mkdir -p now older/org/bitvox
cp "$bitvox_jar" "older/Bitvox_-$older_version.jar"
echo "as it was" >older/org/bitvox/older.txt
echo "Implementation-Version: $older_version" >older/manifest
jar -ufm "older/Bitvox_-$older_version.jar" older/manifest -C older org 2>/dev/null
older_jar=$work/older/Bitvox_-$older_version.jar

echo "What a release leaves"
release_time() { echo 1700000000; }
pom_version() { echo "$older_version"; }
make_zip "$older_jar" older
make_update_site "$older_jar" older
release_time() { echo 1700086400; }
pom_version() { echo "$version"; }
cp "$bitvox_jar" now/
jar=$(echo now/Bitvox_-*.jar)
repack "$jar"
make_zip "$jar" now
make_update_site "$jar" now older/update-site/db.xml.gz
make_changes now
make_checksums now
(cd now && sha256sum --check --quiet SHA256SUMS) || fail "wrong checksums"
expect_equal "what has a checksum" \
  "Bitvox-$version.zip Bitvox_-$version.jar update-site/db.xml.gz update-site/plugins/Bitvox_-$version.jar-20231115221320" \
  "$(cut -c67- now/SHA256SUMS | tr '\n' ' ' | sed 's/ $//')"
gzip -dc now/update-site/db.xml.gz >db.xml
grep -q "previous-version timestamp=\"20231114221320\" timestamp-obsolete=\"20231115221320\"" db.xml ||
  fail "the older version is not known: $(<db.xml)"

echo "The same files make the same bytes"
mkdir again
export TZ=Asia/Tokyo
cp "$bitvox_jar" again/
repack again/Bitvox_-*.jar
make_zip "$(echo again/Bitvox_-*.jar)" again
make_update_site "$(echo again/Bitvox_-*.jar)" again older/update-site/db.xml.gz
unset TZ
expect_same_files again/Bitvox_-*.jar "$jar"
expect_same_files again/Bitvox-*.zip now/Bitvox-*.zip
expect_same_files again/update-site/db.xml.gz now/update-site/db.xml.gz

echo "What is loaded at every start is stored, the manual is compressed, and all but the libraries is small"
cat >Sizes.java <<'JAVA'
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

class Sizes {
  public static void main(String[] args) throws Exception {
    long bytes = 0;
    for (ZipEntry entry : new ZipFile(args[0]).stream().toArray(ZipEntry[]::new)) {
      String name = entry.getName();
      boolean stored = entry.getMethod() == ZipEntry.STORED;
      boolean manual = name.startsWith("org/bitvox/manual/") && !entry.isDirectory();
      boolean loaded = name.endsWith(".class") || name.matches("native/linux-x86_64/.+");
      if (stored && manual || !stored && loaded) {
        throw new Exception(name + (stored ? " is stored" : " is compressed"));
      }
      bytes += name.startsWith("native/") ? 0 : entry.getCompressedSize();
    }
    System.out.println(bytes);
  }
}
JAVA
size=$(java Sizes.java "$jar")
((size < 8000000)) || fail "all but the libraries takes $size bytes, 8 MB is the limit"

echo "An address is in the POM that is published, and nowhere else"
make_pom now https://example.org/bitvox
expect_equal "lines that differ" 1 \
  "$(diff "$root/pom.xml" "now/Bitvox_-$version.pom" | grep -c '^>')"

"$bitvox" run sample_foam width=32 height=30 depth=28 seed=5 output=foam.tif >/dev/null
"$bitvox" run granulometry input=foam.tif save=expected.csv >/dev/null
cat >fiji.ijm <<'MACRO'
open("foam.tif");
run("Bitvox Granulometry...", "save=made.csv");
MACRO
cat >imagej.ijm <<'MACRO'
call("org.bitvox.Cli.run", "granulometry", "input=foam.tif save=made.csv");
MACRO

new_imagej() {
  rm -rf ImageJ
  mkdir -p ImageJ/plugins
  cp "$ij_jar" ImageJ/
}
new_fiji() {
  rm -rf Fiji.app
  mkdir -p Fiji.app/jars Fiji.app/plugins
  cp "$root"/target/fiji-patcher/*.jar Fiji.app/jars/
  cp "$ij_jar" Fiji.app/jars/ij-1.54p.jar
}

# macro_in FOLDER: runs its macro without a window.
macro_in() {
  rm -f made.csv
  if [[ $1 == ImageJ ]]; then
    timeout 300 java -Djava.awt.headless=true -Dplugins.dir="$work/$1" -cp "$1/ij.jar" \
      ij.ImageJ -batch imagej.ijm >out 2>&1
  else
    timeout 300 java -Djava.awt.headless=true -Dplugins.dir="$work/$1" -Dij.dir="$work/$1" \
      --add-opens java.base/java.lang=ALL-UNNAMED -cp "$1/jars/*:$1/plugins/*:." \
      FijiHeadless fiji.ijm >out 2>&1
  fi
}

# window_in FOLDER: its menu opens a dialog, and a command from it leaves a table.
window_in() {
  local jars=$1/ij.jar
  [[ $1 == ImageJ ]] || jars="$1/jars/*"
  timeout 300 java -Dplugins.dir="$work/$1" -cp "$jars:." WindowsDriver "$work/$1.png" compute \
    >out 2>&1 || true
  grep -q '^WINDOW' out || fail "no window in $1: $(<out)"
}

expect_version() { # FOLDER VERSION
  local jars=("$1"/plugins/*Bitvox_*.jar) said
  expect_equal "jars in $1/plugins" 1 "${#jars[@]}"
  said=$(java -jar "${jars[0]}" --version | head -n 1)
  expect_equal "the version in $1" "Bitvox $2" "${said%%,*}"
}

by_zip() { (cd "$2" && jar -xf "$(echo "$work/$1"/Bitvox-*.zip)"); } # older|now FOLDER
by_jar() {
  rm -f "$2"/plugins/Bitvox_*.jar
  cp "$work/$1"/Bitvox_-*.jar "$2/plugins/"
}
by_site() { java -cp . Updater install "$2" "file:$work/$1/update-site/"; }

remove_after() { # WAY FOLDER
  if [[ $1 == site ]]; then
    java -cp . Updater remove "$2" "file:$work/now/update-site/"
  else
    rm -f "$2"/plugins/Bitvox_*.jar "$2/bitvox.cmd"
  fi
}

for way in zip_ImageJ jar_ImageJ zip_Fiji.app jar_Fiji.app site_Fiji.app; do
  folder=${way#*_} way=${way%%_*}
  echo "By $way into $folder"
  if [[ $folder == ImageJ ]]; then new_imagej; else new_fiji; fi
  (cd "$folder" && find . | sort) >before
  "by_$way" older "$folder"
  expect_version "$folder" "$older_version"
  "by_$way" now "$folder"
  expect_version "$folder" "$version"
  macro_in "$folder" || fail "the macro failed: $(<out)"
  expect_same_files made.csv expected.csv
  case $way-$folder in jar-ImageJ | zip-Fiji.app | site-*) window_in "$folder" ;; esac
  remove_after "$way" "$folder"
  expect_same_files before <(cd "$folder" && find . | sort)
done
macro_in Fiji.app || true
[[ ! -e made.csv ]] || fail "removed, and goes on working"

echo "A jar that the site does not know is left alone; one that came by the zip is its own"
new_fiji
by_zip older Fiji.app
by_site now Fiji.app
expect_version Fiji.app "$version"
mkdir -p modified/org
echo "by hand" >modified/org/modified.txt
jar -uf "Fiji.app/plugins/Bitvox_-$version.jar" -C modified org
! by_site now Fiji.app 2>err || fail "a modified file was not seen"
grep -q "the site knows no such version" err || fail "$(<err)"

echo "Two versions: Bitvox names both, and the one that runs"
new_imagej
cp "$older_jar" "$jar" ImageJ/plugins/
timeout 300 java -Djava.awt.headless=true -cp "ImageJ/ij.jar:ImageJ/plugins/Bitvox_-$older_version.jar:$jar" \
  ij.ImageJ -batch imagej.ijm >out 2>&1
grep -q "installed more than once. This is .*/Bitvox_-$older_version.jar; there is also .*/Bitvox_-$version.jar" out ||
  fail "$(<out)"
