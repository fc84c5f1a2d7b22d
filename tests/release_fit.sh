# SPDX-License-Identifier: BSD-2-Clause
# Whether a commit may be released; read by tests/release.sh.
# shellcheck shell=bash disable=SC2154

# Others must be able to check out what is released, by a version of its own, and to read what is new.
# The commit that has the version's tag already may be built again.
check_fit() {
  local version changed tag
  version=$(pom_version)
  is_checkout ||
    die "a release is made from a git checkout, and $root is none, or git does not trust it; ./bitvox release draft takes it as it is"
  changed=$(git -C "$root" status --porcelain --untracked-files=all) || die "git does not say what is committed"
  [[ -z $changed ]] ||
    die "these files are not committed:"$'\n'"$changed"$'\n'"Commit them, or try ./bitvox release draft"
  for tag in "v$version" "$version"; do
    tag=$(git -C "$root" rev-parse --verify --quiet "refs/tags/$tag^{commit}") || continue
    [[ $tag == "$(git -C "$root" rev-parse HEAD)" ]] ||
      die "version $version has a tag already, at ${tag:0:8}: give pom.xml a new version"
  done
  awk -v title="## [$version]" 'index($0, title) == 1 { found = 1 } END { exit !found }' "$root/CHANGELOG.md" ||
    die "CHANGELOG.md has no section [$version]: give it one, with what is new"
}
