# SPDX-License-Identifier: BSD-2-Clause
# A toolchain file: builds for another system, or for Linux with an older C library, by "zig c++",
# which is LLVM's Clang with the headers and libraries of each (docs/building.md says why).
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=native/cmake/zig.cmake -DBITVOX_PLATFORM=windows-x86_64 ...
#
# BITVOX_ZIG names the program, here or in the environment; else it is "zig" of the PATH, or that of
# the Python package ziglang. Another version may not build the same library.
set(zig_version 0.17.1)
set(BITVOX_PLATFORM "" CACHE STRING "what is built for, in the words of the jar's folders")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES BITVOX_PLATFORM BITVOX_ZIG)

set(target_of_linux-x86_64 x86_64-linux-gnu.2.28)
set(target_of_linux-aarch64 aarch64-linux-gnu.2.28)
set(target_of_windows-x86_64 x86_64-windows-gnu)
set(target_of_macos-x86_64 x86_64-macos.11.0)
set(target_of_macos-aarch64 aarch64-macos.11.0)
set(zig_target "${target_of_${BITVOX_PLATFORM}}")
if(NOT zig_target)
  message(FATAL_ERROR "BITVOX_PLATFORM=${BITVOX_PLATFORM} is not known; use linux-x86_64, "
    "linux-aarch64, windows-x86_64, macos-x86_64 or macos-aarch64")
endif()

if(NOT BITVOX_ZIG)
  set(BITVOX_ZIG "$ENV{BITVOX_ZIG}")
endif()
if(NOT BITVOX_ZIG)
  find_program(zig_of_path zig NO_CACHE)
  if(zig_of_path)
    set(BITVOX_ZIG ${zig_of_path})
  else()
    execute_process(
      COMMAND python3 -c "import os, ziglang; print(os.path.dirname(ziglang.__file__) + '/zig')"
      OUTPUT_VARIABLE BITVOX_ZIG OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
set(found_version none)
if(EXISTS "${BITVOX_ZIG}")
  execute_process(COMMAND ${BITVOX_ZIG} version
    OUTPUT_VARIABLE found_version OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT found_version STREQUAL zig_version)
  message(FATAL_ERROR "zig ${zig_version} is needed, and there is ${found_version}: set BITVOX_ZIG to "
    "the program, or install the Python package by \"pip install ziglang==${zig_version}\"")
endif()
set(BITVOX_ZIG ${BITVOX_ZIG} CACHE FILEPATH "the compiler for all platforms" FORCE)

# CMake, ccache and Ninja want one program for each tool.
set(zig_tools ${CMAKE_BINARY_DIR}/zig-${BITVOX_PLATFORM})
foreach(tool IN ITEMS "c++ -target ${zig_target}" ar ranlib)
  string(REGEX REPLACE " .*" "" name ${tool})
  file(CONFIGURE OUTPUT ${zig_tools}/${name} @ONLY
    CONTENT "#!/bin/sh\nexec '${BITVOX_ZIG}' ${tool} \"$@\"\n")
  file(CHMOD ${zig_tools}/${name} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endforeach()
set(CMAKE_CXX_COMPILER ${zig_tools}/c++)
set(CMAKE_AR ${zig_tools}/ar)
set(CMAKE_RANLIB ${zig_tools}/ranlib)

string(REGEX REPLACE ".*-" "" CMAKE_SYSTEM_PROCESSOR ${BITVOX_PLATFORM})
if(BITVOX_PLATFORM MATCHES "^windows")
  set(CMAKE_SYSTEM_NAME Windows)
elseif(BITVOX_PLATFORM MATCHES "^macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  # zig has the system's headers and stubs itself, and its linker signs the library.
  set(CMAKE_OSX_SYSROOT "" CACHE STRING "")
  set(CMAKE_OSX_DEPLOYMENT_TARGET "" CACHE STRING "")
  set(CMAKE_INSTALL_NAME_TOOL true)
else()
  set(CMAKE_SYSTEM_NAME Linux)
endif()
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
# Precompiled headers are more than zig passes on to Clang.
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
