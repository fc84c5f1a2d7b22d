# SPDX-License-Identifier: BSD-2-Clause
# Sets BITVOX_CUDA_ARCHITECTURES, in CMake's words: 90-real is machine code for GPUs of compute
# capability 9.0, 90-virtual is PTX, which the driver of a later GPU translates when it is first
# loaded, 90 is both. It is what the user says, in CMake or in the environment, where "release"
# stands for all GPUs; else the GPUs of this machine; else the default below, and BITVOX_NO_GPU.
# As a script it prints them: cmake -P native/cmake/cuda_architectures.cmake
set(release 75-real 80-real 86-real 90)
# The oldest GPUs that there is a path for. No kernel needs more: cooperative launches and warp
# votes are older, and copies from global to shared memory (cp.async of sm_80) become loads and
# stores, which costs a granulometry and a full convolution some of their speed, not their result.
set(anywhere 75-virtual)

find_program(BITVOX_NVCC nvcc PATHS /usr/local/cuda/bin)
find_program(BITVOX_NVIDIA_SMI nvidia-smi PATHS /usr/local/nvidia/bin /usr/lib/wsl/lib)
mark_as_advanced(BITVOX_NVCC BITVOX_NVIDIA_SMI)

# Machine code for every GPU that the driver names. What this nvcc does not know, because it is
# older than the GPU, is translated.
function(architectures_of_gpus result)
  set(found "")
  if(BITVOX_NVIDIA_SMI AND BITVOX_NVCC)
    execute_process(COMMAND ${BITVOX_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
      OUTPUT_VARIABLE capabilities RESULT_VARIABLE failed ERROR_QUIET)
    if(failed)
      set(capabilities "")
    endif()
    execute_process(COMMAND ${BITVOX_NVCC} --list-gpu-code OUTPUT_VARIABLE known ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
    foreach(capability IN LISTS capabilities)
      string(REPLACE "." "" number ${capability})
      if(known MATCHES "sm_${number}\n" AND number GREATER_EQUAL 75)
        list(APPEND found ${number}-real)
      elseif(number GREATER_EQUAL 75)
        list(APPEND found ${anywhere})
      endif()
    endforeach()
    list(SORT found COMPARE NATURAL)
    list(REMOVE_DUPLICATES found)
  endif()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

if(NOT BITVOX_CUDA_ARCHITECTURES)
  set(BITVOX_CUDA_ARCHITECTURES $ENV{BITVOX_CUDA_ARCHITECTURES})
endif()
if(NOT BITVOX_CUDA_ARCHITECTURES)
  architectures_of_gpus(BITVOX_CUDA_ARCHITECTURES)
endif()
if(NOT BITVOX_CUDA_ARCHITECTURES)
  set(BITVOX_CUDA_ARCHITECTURES ${anywhere})
  set(BITVOX_NO_GPU TRUE)
endif()
string(REGEX REPLACE "[ ,]+" ";" BITVOX_CUDA_ARCHITECTURES "${BITVOX_CUDA_ARCHITECTURES}")
list(TRANSFORM BITVOX_CUDA_ARCHITECTURES REPLACE "^release$" "${release}")

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  string(REPLACE ";" " " words "${BITVOX_CUDA_ARCHITECTURES}")
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo ${words})
endif()
