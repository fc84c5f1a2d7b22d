# SPDX-License-Identifier: BSD-2-Clause
# Enables CUDA where it is wanted and nvcc 12 or later is found; without it the library is built for
# the CPU alone, and BITVOX_WITHOUT_CUDA says why, for the user. A build that has CUDA keeps it.
if(BITVOX_CUDA)
  include(native/cmake/cuda_architectures.cmake)
endif()
set(BITVOX_WITHOUT_CUDA "")
if(NOT BITVOX_CUDA)
  set(BITVOX_WITHOUT_CUDA "built without CUDA, as asked for")
elseif(BITVOX_CUDA STREQUAL "auto" AND BITVOX_NO_GPU AND NOT CMAKE_CUDA_COMPILER)
  set(BITVOX_WITHOUT_CUDA "built without CUDA on a computer without a GPU; \
BITVOX_CUDA=ON ./bitvox demo builds with it")
else()
  include(CheckLanguage)
  if(BITVOX_NVCC AND NOT DEFINED ENV{CUDACXX})
    set(ENV{CUDACXX} ${BITVOX_NVCC})
  endif()
  check_language(CUDA)
  find_package(CUDAToolkit 12.0 QUIET)
  if(NOT CMAKE_CUDA_COMPILER OR NOT CUDAToolkit_FOUND)
    set(BITVOX_WITHOUT_CUDA "built without CUDA; install NVIDIA's CUDA toolkit (nvcc 12 or later) \
and build again")
  endif()
endif()

if(BITVOX_WITHOUT_CUDA)
  unset(CMAKE_CUDA_COMPILER CACHE)
  unset(CMAKE_CUDA_COMPILER)
  message(STATUS "Building for the CPU alone: ${BITVOX_WITHOUT_CUDA}")
  string(REPLACE ";" "\\;" words "${BITVOX_WITHOUT_CUDA}")  # no list
  set_source_files_properties(native/cuda/no_cuda.cpp PROPERTIES
    COMPILE_DEFINITIONS "BITVOX_WITHOUT_CUDA=\"${words}\"")
  set(BITVOX_BUILT_WITH_CUDA false)
else()
  set(BITVOX_BUILT_WITH_CUDA true)
endif()
configure_file(native/core/backends/built_with_cuda.hpp.in
  ${PROJECT_BINARY_DIR}/generated/core/backends/built_with_cuda.hpp @ONLY)
if(BITVOX_WITHOUT_CUDA)
  return()
endif()

if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES ${BITVOX_CUDA_ARCHITECTURES})
endif()
message(STATUS "Building for the CPU and for GPUs: ${CMAKE_CUDA_ARCHITECTURES}")
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
enable_language(CUDA)
# Only now: before version 3.26 CMake knows no C++20 flag for nvcc, not even to try the compiler.
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()

# For the user, in NVIDIA's words: "sm_80, sm_90, compute_90".
foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
  if(NOT architecture MATCHES "virtual")
    string(REGEX REPLACE "^([0-9]+).*" "sm_\\1" code ${architecture})
    list(APPEND cuda_built_for ${code})
  endif()
  if(NOT architecture MATCHES "real")
    string(REGEX REPLACE "^([0-9]+).*" "compute_\\1" code ${architecture})
    list(APPEND cuda_built_for ${code})
  endif()
endforeach()
list(JOIN cuda_built_for ", " cuda_built_for)
set_source_files_properties(native/cuda/cuda_status.cpp PROPERTIES
  COMPILE_DEFINITIONS "BITVOX_CUDA_BUILT_FOR=\"${cuda_built_for}\"")
