# SPDX-License-Identifier: BSD-2-Clause
# What "./bitvox release" leaves beside the jar, made from it; read by that script and by the test that
# installs it.
# shellcheck shell=bash disable=SC2154

pom_version() { sed -n 's|^  <version>\(.*\)</version>$|\1|p' "$root/pom.xml"; }

# When all of it was made: the time of the commit, in seconds since 1970; without git that in pom.xml.
release_time() {
  git -C "$root" log -1 --format=%ct 2>/dev/null ||
    date -d "$(sed -n 's|.*<project.build.outputTimestamp>\(.*\)</.*|\1|p' "$root/pom.xml")" +%s
}

# Bytes that depend on the content alone; of the manual compressed, which few need.
repack() { java "$root/tests/release/Repack.java" "$(release_time)" "$@"; } # JAR...

# A zip to unpack over the folder of ImageJ or Fiji, with the command line for Windows. Its jar's name
# has no version, so that a newer one takes its place; Fiji's updater knows it all the same.
make_zip() { # JAR FOLDER
  java "$root/tests/release/Zip.java" "$2/Bitvox-$(pom_version).zip" "$(release_time)" \
    "plugins/Bitvox_.jar=$1" "bitvox.cmd=$root/bitvox.cmd"
}

# The folder that is put on a web server for Fiji's updater. If there is a site already, its db.xml.gz
# says what users may have.
make_update_site() { # JAR FOLDER [OLDER_DB_XML_GZ]
  rm -rf "$2/update-site"
  java "$root/tests/release/UpdateSite.java" "$1" "$2/update-site" \
    "$(date -u -d "@$(release_time)" +%Y%m%d%H%M%S)" "${@:3}"
}

# The changelog's section of this version, or what is not released yet.
make_changes() { # FOLDER
  local title
  title="[$(pom_version)]"
  grep -qF "## $title" "$root/CHANGELOG.md" || title="[Unreleased]"
  awk -v title="## $title" '/^## /{ inside = index($0, title) == 1 } inside' \
    "$root/CHANGELOG.md" >"$1/CHANGES.md"
  [[ -s $1/CHANGES.md ]]
}

# Sets home: the project's address, which only its maintainers know, from BITVOX_HOME or typed.
ask_home() {
  home=${BITVOX_HOME:-}
  [[ -v BITVOX_HOME || ! -t 0 ]] ||
    read -r -p "The project's address, for Maven Central (https://..., or nothing): " home || say
  [[ -z $home || $home =~ ^https://[A-Za-z0-9][A-Za-z0-9._~:/%+-]*$ ]] ||
    die "the project's address must be https:// and letters, digits or ._~:/%+- after it, not '$home'"
}

# The list of the update site as it is now, if there is one.
check_update_site() {
  [[ -z ${BITVOX_UPDATE_SITE:-} ]] || gzip --test "$BITVOX_UPDATE_SITE" ||
    die "BITVOX_UPDATE_SITE=$BITVOX_UPDATE_SITE must be the db.xml.gz of the update site"
}

# make_pom FOLDER HOME: the POM for Maven Central, with the project's address in it.
make_pom() {
  sed "s|<bitvox.home/>|<bitvox.home>$2</bitvox.home>|" "$root/pom.xml" \
    >"$1/Bitvox_-$(pom_version).pom"
  grep -qF "<bitvox.home>$2</bitvox.home>" "$1/Bitvox_-$(pom_version).pom"
}

# Of all files that are uploaded, as sha256sum checks them.
make_checksums() { # FOLDER
  (
    cd "$1" &&
      find Bitvox[-_]* update-site -type f | LC_ALL=C sort | xargs -d '\n' sha256sum >SHA256SUMS.new &&
      mv SHA256SUMS.new SHA256SUMS
  )
}

# Beside the jar in a folder all else that is uploaded. BITVOX_UPDATE_SITE names the db.xml.gz of the
# update site as it is now, if there is one.
leave_files() { # FOLDER
  local jar
  jar=$1/Bitvox_-$(pom_version).jar
  rm -f "$1"/Bitvox-*.zip "$1"/Bitvox_-*.pom
  in_log "sources and Javadoc" maven -Prelease source:jar-no-fork@sources javadoc:jar@javadoc \
    -Dbuild.folder="$1"
  repack "$jar" "${jar%.jar}"-{sources,javadoc}.jar
  make_zip "$jar" "$1"
  make_update_site "$jar" "$1" ${BITVOX_UPDATE_SITE:+"$BITVOX_UPDATE_SITE"}
  if [[ -n $home ]]; then
    make_pom "$1" "$home"
  else
    say "there is no POM for Maven Central: BITVOX_HOME names no address of the project"
  fi
  make_changes "$1"
  make_checksums "$1"
  lap "zip, update site, sources, Javadoc, checksums"
}
