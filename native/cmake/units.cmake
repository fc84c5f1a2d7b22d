# SPDX-License-Identifier: BSD-2-Clause
# One unit per operation if BITVOX_UNITS is ON: what its files include takes compilers, sanitizers and
# clang-tidy longer than their own code. A name in an unnamed namespace is there once per operation.
# What is in no group stays a unit of its own: core, diffusion, linear_systems, paths, rays, and rows,
# which are compiled for other instructions.
foreach(file IN LISTS core_sources)
  if(file MATCHES "^native/ops/([^/]+)/")
    set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
  endif()
endforeach()
