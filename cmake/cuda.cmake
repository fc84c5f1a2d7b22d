# SPDX-License-Identifier: BSD-2-Clause
# Enables CUDA where nvcc 12 or later is found; without it the library is built for the CPU alone.
if(BITVOX_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  find_package(CUDAToolkit 12.0 QUIET)
endif()
if(NOT BITVOX_CUDA OR NOT CMAKE_CUDA_COMPILER OR NOT CUDAToolkit_FOUND)
  unset(CMAKE_CUDA_COMPILER CACHE)
  unset(CMAKE_CUDA_COMPILER)
  message(STATUS "Building for the CPU alone (nvcc 12 or later adds the GPU)")
  return()
endif()

if(NOT CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 90)  # 90: also as PTX, for later GPUs
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # before CMake 3.26 it knows no C++20 flag for nvcc
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
endif()
