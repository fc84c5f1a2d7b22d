#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-2-Clause
# Tries tests/release_fit.sh on a small project: which commits may be released.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
die() {
  printf '%s\n' "$1"
  exit 1
}
# shellcheck source=tests/release_files.sh
source "$here/release_files.sh"
# shellcheck source=tests/release_place.sh
source "$here/release_place.sh"
# shellcheck source=tests/release_fit.sh
source "$here/release_fit.sh"

failed=0
# says EXPECTED: the beginning of what is wrong; nothing if it may be released.
says() {
  local said
  said=$(check_fit) || true
  [[ $said == "$1"* && (-n $1 || -z $said) ]] || {
    printf 'expected "%s", got "%s"\n' "$1" "$said" >&2
    failed=1
  }
}
in_repository() { git -C "$root" -c user.name=t -c user.email=t@example.org "$@"; }
commit() { in_repository add -A && in_repository commit -qm "$1"; }

cp "$here/../pom.xml" "$root"
version=$(pom_version)
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || die "pom.xml has no version: $version"
printf '# Changelog\n\n## [Unreleased]\n' >"$root/CHANGELOG.md"
says "a release is made from a git checkout"
in_repository init -q
says "these files are not committed:"
in_repository config status.showUntrackedFiles no
says "these files are not committed:"
commit "the first one"
says "CHANGELOG.md has no section [$version]"
printf '### [%s]\nsee ## [%s]\n' "$version" "$version" >>"$root/CHANGELOG.md"
commit "not yet"
says "CHANGELOG.md has no section [$version]"
printf '## [%s] - 2026-11-30\n' "$version" >>"$root/CHANGELOG.md"
says "these files are not committed:"
commit "what is new"
says ""
in_repository tag "v$version"
says ""
printf 'more\n' >>"$root/CHANGELOG.md"
commit "more"
says "version $version has a tag already"
in_repository tag -d "v$version" >/dev/null
says ""
in_repository tag -a -m "another" "$version" HEAD^
says "version $version has a tag already"

for home in "" https://example.org/bitvox "https://example.org:8443/~a/b%20c"; do
  (BITVOX_HOME=$home && ask_home) || failed=1
done
for home in http://example.org https:// "https://a b" "https://a/?x&y" "https://a<b" $'https://a\nb' "https://a|b"; do
  ! (BITVOX_HOME=$home && ask_home) >/dev/null || {
    printf 'taken for an address: "%s"\n' "$home" >&2
    failed=1
  }
done
exit "$failed"
