# SPDX-License-Identifier: BSD-2-Clause
# Fails if an object compiled for one instruction set defines a weak symbol. NM, OBJECTS (a list),
# EXPECTED (how many of them are such objects).
set(checked 0)
foreach(object IN LISTS OBJECTS)
  if(object MATCHES "_rows_(avx2|avx512)\\.cpp")
    execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE symbols
      COMMAND_ERROR_IS_FATAL ANY)
    if(symbols MATCHES " [WVu] ")
      message(FATAL_ERROR "${object} defines weak symbols:\n${symbols}")
    endif()
    math(EXPR checked "${checked} + 1")
  endif()
endforeach()
if(checked EQUAL 0 OR NOT checked EQUAL EXPECTED)
  message(FATAL_ERROR "expected ${EXPECTED} objects to check, found ${checked}")
endif()
