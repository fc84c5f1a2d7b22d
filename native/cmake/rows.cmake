# SPDX-License-Identifier: BSD-2-Clause
# One object for every NAME_rows.inl and instruction set, from native/cpu/rows.cpp.in: appended to
# core_sources. row_objects is the number of those that only some CPUs can run.
set(instruction_sets scalar)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  list(APPEND instruction_sets avx2 avx512)
endif()
# The vectors that rows may use, of cpu/lanes_NAME.inl, and the header of their instructions.
set(lanes_of_scalar scalar)
set(header_of_scalar stdint.h)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64|ARM64")
  set(lanes_of_scalar neon) # all of these CPUs have it
  set(header_of_scalar arm_neon.h)
endif()
foreach(set IN ITEMS avx2 avx512)
  set(lanes_of_${set} ${set})
  set(header_of_${set} immintrin.h)
endforeach()

set(options_of_scalar "")
set(options_of_avx2 -mavx2 -mfma -mf16c -mbmi -mbmi2 -mpopcnt)
set(options_of_avx512 -mavx512f -mavx512bw -mavx512vl -mavx512dq ${options_of_avx2}
  -mprefer-vector-width=512)
# Sanitizers look at a loop's body once, not at nineteen copies: a third of the time for the largest.
set(options_of_all "")
if(BITVOX_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL Clang)
  set(options_of_all -mllvm -unroll-count=1)
endif()

sources_in(row_files native/cpu/*_rows.inl native/colour/*_rows.inl native/diffusion/*_rows.inl
  native/linear_systems/*_rows.inl
  native/paths/*_rows.inl native/rays/*_rows.inl native/ops/*/*_rows.inl)
# row_sources(SOURCES STEM): the files of STEM_rows.inl are appended to SOURCES.
function(row_sources sources STEM)
  get_filename_component(NAME ${STEM} NAME)
  foreach(SET IN LISTS instruction_sets)
    set(LANES ${lanes_of_${SET}})
    set(HEADER ${header_of_${SET}})
    set(source ${PROJECT_BINARY_DIR}/rows/${NAME}_rows_${SET}.cpp)
    configure_file(native/cpu/rows.cpp.in ${source} @ONLY)
    set_source_files_properties(${source} PROPERTIES
      COMPILE_OPTIONS "${options_of_${SET}};${options_of_all}" SKIP_PRECOMPILE_HEADERS ON)
    list(APPEND ${sources} ${source})
  endforeach()
  set(${sources} ${${sources}} PARENT_SCOPE)
endfunction()

foreach(file IN LISTS row_files)
  string(REGEX REPLACE "^native/(.*)_rows\\.inl$" "\\1" stem ${file})
  row_sources(core_sources ${stem})
endforeach()
list(LENGTH row_files row_objects)
list(LENGTH instruction_sets sets)
math(EXPR row_objects "${row_objects} * (${sets} - 1)")
