# SPDX-License-Identifier: BSD-2-Clause
# Fails if an object compiled for one instruction set defines a weak symbol. NM, OBJECTS (a list).
set(checked 0)
foreach(object IN LISTS OBJECTS)
  if(object MATCHES "rows_(avx2|avx512)\\.cpp")
    execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE symbols
      COMMAND_ERROR_IS_FATAL ANY)
    if(symbols MATCHES " [WVu] ")
      message(FATAL_ERROR "${object} defines weak symbols:\n${symbols}")
    endif()
    math(EXPR checked "${checked} + 1")
  endif()
endforeach()
if(NOT checked EQUAL 2)
  message(FATAL_ERROR "expected two objects to check, found ${checked}")
endif()
