# SPDX-License-Identifier: BSD-2-Clause
# Which part of the project a file belongs to; operations has the names of all operations, with
# spaces between.
BEGIN { count = split(operations, names, " ") }

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
    if (found != "") return found
    return stem == "weighted_grid" ? "diffusion" : stem == "sparse" ? "linear_systems" : stem == "paths" ? "paths" : stem == "attenuation" ? "rays" : "cpu"
  }
  if (path ~ /tests\/(native|fuzz)\/[^\/]+\.(cpp|hpp)/) return operation_of(stem)
  if (path ~ /\/Unity\/unity_/) {
    sub(/^unity_/, "", stem)
    return operation_of(stem)
  }
  if (match(path, /native\/(core|cpu|cuda|jni|diffusion|linear_systems|meshes|paths|rays)\//)) return segment(path, "native/")
  return ""
}

function segment(path, before, rest) {
  rest = substr(path, index(path, before) + length(before))
  sub(/\/.*/, "", rest)
  return rest
}
