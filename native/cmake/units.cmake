# SPDX-License-Identifier: BSD-2-Clause
# If BITVOX_UNITS is ON, one unit per operation and per folder of what operations share: what its files
# include takes compilers, sanitizers and clang-tidy longer than their own code. A name in an unnamed
# namespace is there once per unit. Rows, which are compiled for other instructions, what differs from
# system to system, and CUDA are in none.
foreach(file IN LISTS core_sources jni_sources)
  if(file MATCHES "_jni\\.cpp$")
    set(unit ops_jni)
  elseif(file MATCHES "/platform/|^native/cuda/")
    continue()
  elseif(file MATCHES "^native/(ops/)?([^/]+)/(([^/]+)/)?[^/]+\\.cpp$")
    set(unit ${CMAKE_MATCH_2})
    if(CMAKE_MATCH_4)
      string(APPEND unit _${CMAKE_MATCH_4})
    endif()
  else()
    continue()  # rows
  endif()
  set_source_files_properties(${file} PROPERTIES UNITY_GROUP ${unit})
endforeach()

# Random inputs of all operations, in as many units as most computers have cores.
set(number 0)
foreach(file IN LISTS fuzz_sources)
  math(EXPR number "(${number} + 1) % 4")
  set_source_files_properties(${file} PROPERTIES UNITY_GROUP fuzz_${number})
endforeach()
