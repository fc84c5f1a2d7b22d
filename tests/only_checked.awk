# SPDX-License-Identifier: BSD-2-Clause
# Those of the files, after parts.awk, whose part is checked.
{
  path = $0
  if (index(path, root) == 1) path = substr(path, length(root) + 1)
  if (index(checked, " " part_of(path) " ") > 0) print
}
