# SPDX-License-Identifier: BSD-2-Clause
# Fails if the host's half of an object (two_halves.cmake) asks for a kernel that the device's half
# lacks, or two of its kernels have the same key. DEVICE: the object of nvcc, HOST: that with Clang's
# half. The names that either gives the runtime to look kernels up by are strings among its constants;
# they are compared by the keys that the runtime makes of them (native/cuda/runtime/kernel_key.hpp).
# What only the device's half has is code that nobody starts: Clang leaves it out.

function(keys_in object variable)
  set(keys "")
  foreach(section IN LISTS ARGN)
    execute_process(COMMAND ${OBJCOPY} -O binary --only-section=${section} ${object} ${HOST}.names
      COMMAND_ERROR_IS_FATAL ANY)
    file(STRINGS ${HOST}.names names REGEX "^_Z")
    file(REMOVE ${HOST}.names)
    foreach(name IN LISTS names)
      while(name MATCHES "^(.*)([0-9][0-9])_GLOBAL__N_")
        set(before "${CMAKE_MATCH_1}")
        string(LENGTH "${before}" begin)
        math(EXPR end "${begin} + 2 + ${CMAKE_MATCH_2}")
        string(SUBSTRING "${name}" ${end} -1 rest)
        set(name "${before}${rest}")
      endwhile()
      string(REGEX REPLACE "L([0-9])" "\\1" name "${name}")
      string(REPLACE "x" "l" name "${name}")
      string(REPLACE "y" "m" name "${name}")
      list(APPEND keys "${name}")
    endforeach()
  endforeach()
  list(SORT keys)
  set(${variable} ${keys} PARENT_SCOPE)
endfunction()

keys_in(${DEVICE} of_device .rodata.str1.1 .rodata.str1.8)
keys_in(${HOST} of_host .rdata)
set(missing ${of_host})
list(REMOVE_ITEM missing "" ${of_device})
set(different ${of_device})
list(REMOVE_DUPLICATES different)
if(missing OR NOT "${different}" STREQUAL "${of_device}")
  file(REMOVE ${HOST})
  list(JOIN missing "\n  " missing)
  list(JOIN of_device "\n  " of_device)
  message(FATAL_ERROR "The device's half lacks kernels of ${HOST}:\n  ${missing}\nIt has:\n  ${of_device}")
endif()
