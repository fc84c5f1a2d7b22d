# SPDX-License-Identifier: BSD-2-Clause
# CUDA for a system that nvcc makes no objects for: cuda_objects() makes one of each source with
# kernels by two compilers. nvcc compiles the device's half, as for Linux, and zig's Clang the host's,
# with the device's in it (native/cuda/host_half has what it takes for CUDA's headers).
set(BITVOX_DEVICE_CODE "" CACHE PATH
  "a build for Linux of the same sources and GPUs, whose device code is taken; empty: nvcc makes it")

execute_process(COMMAND ${BITVOX_NVCC} --dryrun -x cu -c /dev/null -o /dev/null
  ERROR_VARIABLE nvcc_says OUTPUT_QUIET)
string(REGEX MATCH "TOP=([^\n]+)" found "${nvcc_says}")
get_filename_component(cuda_include "${CMAKE_MATCH_1}/include" ABSOLUTE)
execute_process(COMMAND ${BITVOX_NVCC} --version OUTPUT_VARIABLE nvcc_version)
string(REGEX MATCH "release ([0-9.]+)" found "${nvcc_version}")
set(BITVOX_NVCC_VERSION ${CMAKE_MATCH_1})
find_program(BITVOX_OBJCOPY objcopy REQUIRED)
mark_as_advanced(BITVOX_OBJCOPY)

# Clang itself takes CUDA sources, which "zig c++" does not; but that knows the headers.
file(WRITE ${PROJECT_BINARY_DIR}/two_halves/nothing.cpp "")
execute_process(
  COMMAND ${CMAKE_CXX_COMPILER} -v -c ${PROJECT_BINARY_DIR}/two_halves/nothing.cpp
    -o ${PROJECT_BINARY_DIR}/two_halves/nothing.o
  ERROR_VARIABLE zig_says OUTPUT_VARIABLE zig_says COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "-(isystem|D) [^ \n]+" zig_headers "${zig_says}")
string(REPLACE " " ";" zig_headers "${zig_headers}")

set(options_of_codes "")
foreach(architecture IN LISTS CMAKE_CUDA_ARCHITECTURES)
  string(REGEX REPLACE "^([0-9]+[a-z]?).*" "\\1" number ${architecture})
  set(codes compute_${number} sm_${number})
  if(architecture MATCHES "real")
    set(codes sm_${number})
  elseif(architecture MATCHES "virtual")
    set(codes compute_${number})
  endif()
  list(JOIN codes "," codes)
  list(APPEND options_of_codes --generate-code=arch=compute_${number},code=[${codes}])
endforeach()

file(GLOB host_half_headers ${CMAKE_SOURCE_DIR}/native/cuda/host_half/*.h)

# cuda_objects(SOURCES): those with kernels leave the list; SOURCES_objects are their objects.
function(cuda_objects sources)
  # In the order of CMake for Linux, so that ccache knows it.
  set(compile_device ${CMAKE_CUDA_COMPILER_LAUNCHER} ${BITVOX_NVCC} -forward-unknown-to-host-compiler
    -I${CMAKE_SOURCE_DIR}/native -I${PROJECT_BINARY_DIR}/generated -isystem=${cuda_include}
    -O3 -DNDEBUG ${options_of_codes} -Xcompiler=-fPIC ${cuda_options} -fmad=false
    -Werror=all-warnings -Xcompiler=-Wall,-Wextra,-Wno-pedantic,-Werror -std=c++20)
  get_target_property(definitions bitvox_common INTERFACE_COMPILE_DEFINITIONS)
  list(TRANSFORM definitions PREPEND -D)
  set(compile_host ${BITVOX_ZIG} clang --target=${zig_target} -nostdinc ${zig_headers}
    -x cuda --cuda-host-only -nocudainc -nocudalib -Xclang -target-sdk-version=12.3
    -I${CMAKE_SOURCE_DIR}/native/cuda/host_half -include cuda_runtime.h
    -I${CMAKE_SOURCE_DIR}/native -I${PROJECT_BINARY_DIR}/generated -isystem ${cuda_include}
    -O3 -DNDEBUG -fvisibility=hidden -fvisibility-inlines-hidden -ffp-contract=off
    -fno-sized-deallocation -Wno-undefined-internal -std=c++20 ${definitions})
  set(objects "")
  foreach(file IN LISTS ${sources})
    if(NOT file MATCHES "\\.cu$")
      continue()
    endif()
    list(REMOVE_ITEM ${sources} ${file})
    set(source ${CMAKE_SOURCE_DIR}/${file})
    set(made ${PROJECT_BINARY_DIR}/two_halves/${file})
    get_filename_component(folder ${made} DIRECTORY)
    file(MAKE_DIRECTORY ${folder})
    set(device ${made}.o)
    if(BITVOX_DEVICE_CODE AND file MATCHES "^native/")
      set(device ${BITVOX_DEVICE_CODE}/CMakeFiles/bitvox_cuda.dir/${file}.o)
    else()
      get_source_file_property(seed ${file} COMPILE_OPTIONS)
      if(NOT seed)
        set(seed "")
      endif()
      add_custom_command(OUTPUT ${device} DEPFILE ${made}.d
        COMMAND ${compile_device} ${seed} -MD -MT ${device} -MF ${made}.d -x cu -c ${source} -o ${device}
        COMMENT "Device code of ${file}" VERBATIM)
    endif()
    add_custom_command(OUTPUT ${made}.obj DEPFILE ${made}.obj.d
      COMMAND ${BITVOX_OBJCOPY} -O binary --only-section=.nv_fatbin ${device} ${made}.fatbin
      COMMAND ${compile_host} -Xclang -fcuda-include-gpubinary -Xclang ${made}.fatbin
        -MD -MT ${made}.obj -MF ${made}.obj.d -c ${source} -o ${made}.obj
      COMMAND ${CMAKE_COMMAND} -DOBJCOPY=${BITVOX_OBJCOPY} -DDEVICE=${device} -DHOST=${made}.obj
        -P ${CMAKE_SOURCE_DIR}/native/cmake/kernels_of_both.cmake
      DEPENDS ${device} ${host_half_headers} ${CMAKE_SOURCE_DIR}/native/cmake/kernels_of_both.cmake
      COMMENT "CUDA object of ${file}" VERBATIM)
    list(APPEND objects ${made}.obj)
  endforeach()
  add_custom_target(${sources}_objects DEPENDS ${objects})  # else they would wait for bitvox_core
  set_source_files_properties(${objects} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
  set(${sources} ${${sources}} PARENT_SCOPE)
  set(${sources}_objects ${objects} PARENT_SCOPE)
endfunction()
