# SPDX-License-Identifier: BSD-2-Clause
# What a change reaches, by the compiler's dependency files; after parts.awk. Reads the changed paths
# and then what "ninja -t deps" prints. Prints "all", or the operations and folders that are to be
# checked, one a line.

# What every operation is made of. It is checked itself, by its own tests too; the operations that
# did not change have their turn, as all of them at once would take more than an hour.
function is_in_all(part) { return part ~ /^(core|cpu|cuda|jni)$/ }

function changed(path) {
  if (path ~ /^native\// && part_of(path) != "") {
    reached[part_of(path)] = 1
  } else if (path ~ /^tests\/fuzz\/[a-z0-9_]+_fuzz\.cpp$/ && part_of(path) != "") {
    reached[part_of(path)] = 1
  } else if (path ~ /^tests\/native\/(sanitized\/)?[a-z0-9_]+_test\.cpp$/) {
    # Tests of what operations share run every time.
    if (part_of(path) != "") reached[part_of(path)] = 1
  } else if (path ~ /^tests\/native\//) {
    helpers[path] = 1  # reach the tests that include them, or what they are named after
    if (part_of(path) != "") reached[part_of(path)] = used[path] = 1
  } else if (path !~ /^(docs|java|plugin-config|native\/cmake|\.ci|tests\/(bench|demo|fuzz|java|launch|tidy))\// &&
             path !~ /^tests\/[a-z_]+\.(sh|awk|py)$/ &&
             path !~ /^(bitvox|pom\.xml|CMakeLists\.txt|README\.md|LICENSE|\.gitignore)$/) {
    all = 1  # what is that?
  }
}

# An object of a part and what it was compiled from: the part uses those of its headers.
function depends(path, other) {
  for (other in helpers) {
    if (index(path "\n", "/" other "\n") > 0 || path == other) {
      used[other] = 1
      if (part != "") reached[part] = 1
    }
  }
  other = part_of(path)
  if (part != "" && other != "" && other != part && !is_in_all(other)) users[other, part] = 1
}

FILENAME == ARGV[1] { changed($0); next }

/^[^ ].*: #deps/ {
  part = ""
  if ($0 ~ /(bitvox_core|bitvox_cuda|bitvox|native_tests)\.dir\//) {
    sub(/: #deps.*/, "")
    part = part_of($0)
  }
  next
}
/^ / { sub(/^ +/, ""); depends($0) }

END {
  for (path in helpers) if (!(path in used)) all = 1  # nobody knows whom it reaches
  for (grown = 1; grown; ) {
    grown = 0
    for (pair in users) {
      split(pair, of, SUBSEP)
      if ((of[1] in reached) && !(of[2] in reached)) grown = reached[of[2]] = 1
    }
  }
  if (all) print "all"
  else for (name in reached) print name
}
