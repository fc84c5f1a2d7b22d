# SPDX-License-Identifier: BSD-2-Clause
# The sources of each part, from the folders: a new file is built without being listed. What an
# operation must have is said here, so that a forgotten file is an error when configuring; a
# forgotten twin is one when linking.
foreach(op IN LISTS operations cpu_operations)
  set(required native/ops/${op}/${op}.hpp native/ops/${op}/${op}.cpp native/ops/${op}/${op}_cpu.cpp
    native/ops/${op}/${op}_jni.cpp tests/native/${op}_test.cpp
    tests/native/${op}_contract_test.cpp tests/bench/${op}_bench.cpp tests/launch/${op}_test.sh
    docs/${op}.md)
  if(op IN_LIST operations)
    list(APPEND required native/ops/${op}/${op}_cuda.cu)
  endif()
  foreach(file IN LISTS required)
    if(NOT EXISTS ${CMAKE_SOURCE_DIR}/${file})
      message(SEND_ERROR "The operation ${op} lacks ${file}")
    endif()
  endforeach()
endforeach()

# sources_in(VARIABLE PATTERN...): looked up again by every build, for files that come and go.
macro(sources_in variable)
  file(GLOB ${variable} RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS ${ARGN})
endmacro()

sources_in(core_sources native/core/*.cpp native/core/*/*.cpp native/diffusion/*.cpp native/linear_systems/*.cpp
  native/colour/*.cpp native/meshes/*.cpp native/paths/*.cpp native/rays/*.cpp native/ops/*/*.cpp)
sources_in(cuda_sources native/cuda/*.cpp native/cuda/*.cu native/colour/*.cu native/diffusion/*.cu
  native/linear_systems/*.cu
  native/paths/*.cu native/rays/*.cu native/ops/*/*.cu)
sources_in(jni_sources native/jni/*.cpp native/ops/*/*_jni.cpp)
sources_in(test_sources tests/native/*_test.cpp tests/native/*_judge.cpp)
sources_in(cuda_test_sources tests/native/*.cu)  # the kernels of tests
set(core_test_sources ${test_sources})
list(FILTER core_test_sources EXCLUDE REGEX "/operation_contract_")  # has no tests of its own
foreach(op IN LISTS operations cpu_operations begun_operations)
  list(FILTER core_test_sources EXCLUDE REGEX "/${op}_")
endforeach()
sources_in(thread_test_sources tests/native/*_contract_test.cpp tests/native/parallel_test.cpp)
sources_in(fuzz_sources tests/fuzz/*.cpp)
sources_in(bench_sources tests/bench/*_bench.cpp)
list(REMOVE_ITEM core_sources ${jni_sources})
list(FILTER fuzz_sources EXCLUDE REGEX _main\\.cpp$)
list(REMOVE_ITEM cuda_sources native/cuda/no_cuda.cpp)

# operation_of(STEM VARIABLE): the operation with the longest name that a file's begins with, or nothing.
function(operation_of stem variable)
  set(owner "")
  foreach(op IN LISTS operations cpu_operations begun_operations)
    string(LENGTH "${op}" length)
    string(LENGTH "${owner}" longest)
    if(stem MATCHES "^${op}_" AND length GREATER longest)
      set(owner ${op})
    endif()
  endforeach()
  set(${variable} "${owner}" PARENT_SCOPE)
endfunction()

# The checks that take long look at the tests of some operations; those of what operations share stay.
set(BITVOX_TESTS_OF "" CACHE STRING "operations whose tests are built; empty: all")
if(BITVOX_TESTS_OF)
  list(APPEND BITVOX_TESTS_OF granulometry)  # the contracts are for one at least
  foreach(file IN LISTS test_sources)
    get_filename_component(stem ${file} NAME_WE)
    operation_of(${stem} owner)
    if(owner AND NOT owner IN_LIST BITVOX_TESTS_OF)
      list(REMOVE_ITEM test_sources ${file})
      list(REMOVE_ITEM thread_test_sources ${file})
    endif()
  endforeach()
endif()

foreach(file IN LISTS core_sources)
  if(file MATCHES "^native/ops/([^/]+)/" AND
      NOT CMAKE_MATCH_1 IN_LIST operations AND NOT CMAKE_MATCH_1 IN_LIST cpu_operations AND
      NOT CMAKE_MATCH_1 IN_LIST begun_operations)
    message(SEND_ERROR "${CMAKE_MATCH_1} is in native/ops, but not in the list of operations")
  endif()
endforeach()
