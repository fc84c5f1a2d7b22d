# SPDX-License-Identifier: BSD-2-Clause
# Where a release is built; read by tests/release.sh, whose functions and variables it uses.
# shellcheck shell=bash disable=SC2154

# One folder of the same name on every computer, as compilers write it into what they make: nvcc makes
# part of a kernel's name of the real path of its source.
release_place=/tmp/bitvox-release

# Ours alone: others may write into the folder that it is in.
hold_place() {
  [[ ! -L $release_place && ! -L $release_place.lock ]] || die "$release_place must not be a link"
  mkdir -p "$release_place"
  [[ -O $release_place ]] || die "a release is built in $release_place, which somebody else has made"
  chmod 700 "$release_place"
  exec 8>"$release_place.lock"
  flock --nonblock 8 || die "another release is being built in $release_place"
}

# A folder within another project's checkout is none.
is_checkout() {
  local up
  up=$(git -C "$root" rev-parse --show-cdup 2>/dev/null) && [[ -z $up ]]
}

# The files of a checkout, those that are not committed too, or all of a folder that is none; with 0
# after each.
source_files() {
  local file
  if is_checkout; then
    git -C "$root" ls-files -z --cached --others --exclude-standard
  else
    (cd "$root" && find . -path ./target -prune -o -path ./demo-output -prune -o ! -type d -print0)
  fi | while IFS= read -r -d '' file; do
    [[ ! -e $root/$file && ! -L $root/$file ]] || printf '%s\0' "$file"
  done
}

# copy_checkout FOLDER: with the commit that it is of, and the files' times, so that what a build has
# made of them is made again only if they differ. What is in target stays.
copy_checkout() {
  mkdir -p "$1"
  find "$1" -mindepth 1 -maxdepth 1 ! -name target -exec rm -rf {} +
  source_files | tar -C "$root" --null --files-from=- -c | tar -C "$1" -x || return
  if is_checkout; then
    rm -rf "$1/target/clone" &&
      git clone --quiet --shared --no-checkout "$root" "$1/target/clone" &&
      mv "$1/target/clone/.git" "$1/.git" && rmdir "$1/target/clone" &&
      git -C "$1" reset --quiet "$(git -C "$root" rev-parse HEAD)"
  fi
}

# Beside nothing that an earlier one left.
take_from_place() {
  rm -rf "$release_folder"
  mkdir -p "$release_folder"
  (cd "$release_place/target/release" && cp -a Bitvox[-_]* CHANGES.md SHA256SUMS update-site "$release_folder")
}

# release_in_place [draft]: what a draft has made is kept for the next one, but for a draft from anew.
release_in_place() {
  hold_place
  rm -rf "$release_folder"
  [[ ${1:-} == draft && -z ${BITVOX_DRAFT_ANEW:-} ]] || rm -rf "$release_place/target"
  start_log
  mkdir -p "$release_place/target"
  in_log "the copy to $release_place" copy_checkout "$release_place"
  "$release_place/bitvox" release "$@"
  take_from_place
  say "It is in $release_folder."
}
