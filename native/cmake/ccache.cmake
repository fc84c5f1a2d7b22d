# SPDX-License-Identifier: BSD-2-Clause
# Compiles through ccache where it is installed and no other launcher is asked for. What it must not
# mind is how a precompiled header came about.
find_program(BITVOX_CCACHE ccache)
mark_as_advanced(BITVOX_CCACHE)
# The toolchain zig.cmake writes a script that calls the compiler, in every build anew.
set(ccache_settings "")
if(BITVOX_ZIG)
  set(ccache_settings CCACHE_COMPILERCHECK=content)
endif()
if(BITVOX_CCACHE)
  foreach(language IN ITEMS CXX CUDA)
    if(NOT CMAKE_${language}_COMPILER_LAUNCHER)
      set(CMAKE_${language}_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ccache_settings}
        ${BITVOX_CCACHE})
    endif()
  endforeach()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)  # as ccache's manual asks
  endif()
endif()
