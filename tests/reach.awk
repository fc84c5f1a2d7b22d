# SPDX-License-Identifier: BSD-2-Clause
# What a change reaches, by the compiler's dependency files. Reads the changed paths and then what
# "ninja -t deps" prints; operations has the names of all, with spaces between. Prints "all", or the
# operations and shared folders that are to be checked, one a line.

# The operation whose name the stem begins with, the longest; else nothing.
function operation_of(stem, i, best) {
  for (i = 1; i <= count; ++i) {
    if (index(stem "_", names[i] "_") == 1 && length(names[i]) > length(best)) best = names[i]
  }
  return best
}

# The part that a source, a header or an object belongs to: an operation, or a folder of what they
# share; nothing for what is neither.
function part_of(path, found, stem) {
  if (match(path, /native\/ops\/[^\/]+\//)) return segment(path, "native/ops/")
  stem = path
  sub(/.*\//, "", stem)
  if (path ~ /\/rows\/[^\/]+_rows_[a-z0-9]+\.cpp/) {
    sub(/_rows_.*/, "", stem)
    found = operation_of(stem)
    return found != "" ? found : stem == "weighted_grid" ? "solvers" : stem == "sparse" ? "sparse" : "cpu"
  }
  if (path ~ /tests\/(native|fuzz)\/[^\/]+\.(cpp|hpp)/) return operation_of(stem)
  if (path ~ /\/Unity\/unity_/) {
    sub(/^unity_/, "", stem)
    return operation_of(stem)
  }
  if (match(path, /native\/(core|cpu|cuda|jni|solvers|sparse)\//)) return segment(path, "native/")
  return ""
}

function segment(path, before, rest) {
  rest = substr(path, index(path, before) + length(before))
  sub(/\/.*/, "", rest)
  return rest
}

function changed(path) {
  if (path ~ /^native\/ops\// || path ~ /^native\/(solvers|sparse)\//) {
    reached[part_of(path)] = 1
  } else if (path ~ /^tests\/fuzz\/[a-z0-9_]+_fuzz\.cpp$/ && part_of(path) != "") {
    reached[part_of(path)] = 1
  } else if (path ~ /^tests\/native\/(sanitized\/)?[a-z0-9_]+_test\.cpp$/) {
    # Tests of what operations share run every time.
    if (part_of(path) != "") reached[part_of(path)] = 1
  } else if (path ~ /^tests\/native\//) {
    helpers[path] = 1  # reach the tests that include them, or what they are named after
    if (part_of(path) != "") reached[part_of(path)] = used[path] = 1
  } else if (path !~ /^(docs|java|plugin-config|tests\/(bench|demo|java|launch|tidy))\// &&
             path !~ /^(README\.md|LICENSE|\.gitignore|\.ci\/landed)$/) {
    all = 1
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
  if (part != "" && other != "" && other != part) users[other, part] = 1
}

BEGIN { count = split(operations, names, " ") }

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
