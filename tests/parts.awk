# SPDX-License-Identifier: BSD-2-Clause
# Which part of the project a file belongs to. Given, with spaces between: operations, the names of
# all operations; folders, those of native/ that operations share; rows, their FOLDER/STEM_rows.inl.
BEGIN {
  count = split(operations, names, " ")
  split(folders, listed, " ")
  for (i in listed) is_folder[listed[i]] = 1
  split(rows, files, " ")
  for (i in files) {
    split(files[i], of, "/")
    sub(/_rows\.inl$/, "", of[2])
    folder_of_rows[of[2]] = of[1]
  }
}

# The operation whose name the stem begins with, the longest; else nothing.
function operation_of(stem, i, best) {
  for (i = 1; i <= count; ++i) {
    if (index(stem "_", names[i] "_") == 1 && length(names[i]) > length(best)) best = names[i]
  }
  return best
}

# The folder of what operations share whose name the stem begins with, else nothing.
function folder_of(stem, folder) {
  for (folder in is_folder) if (index(stem "_", folder "_") == 1) return folder
  return ""
}

# The part that a source, a header or an object belongs to: an operation, or a folder of what they
# share; nothing for what is neither.
function part_of(path, stem, folder) {
  if (match(path, /native\/ops\/[^\/]+\//)) return segment(path, "native/ops/")
  stem = path
  sub(/.*\//, "", stem)
  if (path ~ /\/rows\/[^\/]+_rows_[a-z0-9]+\.cpp/) {
    sub(/_rows_.*/, "", stem)
    return stem in folder_of_rows ? folder_of_rows[stem] : operation_of(stem)
  }
  if (path ~ /tests\/(native|fuzz)\/[^\/]+\.(cpp|hpp)/) return operation_of(stem)
  if (path ~ /\/Unity\/unity_/) {
    sub(/^unity_/, "", stem)
    return operation_of(stem) != "" ? operation_of(stem) : folder_of(stem)
  }
  if (match(path, /native\/[a-z_]+\//)) {
    folder = segment(path, "native/")
    if (folder in is_folder) return folder
  }
  return ""
}

function segment(path, before, rest) {
  rest = substr(path, index(path, before) + length(before))
  sub(/\/.*/, "", rest)
  return rest
}
