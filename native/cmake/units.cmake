# SPDX-License-Identifier: BSD-2-Clause
# One unit an operation where BITVOX_UNITS is ON: what its files include costs sanitizers and
# clang-tidy more than their own code. What names an unnamed namespace has, it has once an operation.
# What is in no group stays a unit of its own: core, diffusion, linear_systems, paths, rays, and rows, which are compiled
# for other instructions.
foreach(file IN LISTS core_sources)
  if(file MATCHES "^native/ops/([^/]+)/")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
  endif()
endforeach()
