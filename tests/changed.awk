# SPDX-License-Identifier: BSD-2-Clause
# Which parts the changed files of the input are of; after parts.awk. Prints "all" if there is a file
# that nobody knows, else the operations and folders, one a line.

{
  part = part_of($0)
  if (part != "") changed[part] = 1
  else if (!/^(docs|java|plugin-config|spark|native\/cmake|\.ci|tests)\// &&
           !/^native\/exported_symbols\.[a-z]+$/ &&
           !/^(bitvox|bitvox\.cmd|bitvox-slurm|pom\.xml|CMakeLists\.txt|[A-Z]+\.md|CITATION\.cff|LICENSE|\.gitignore)$/) all = 1
}

END {
  if (all) print "all"
  else for (part in changed) print part
}
