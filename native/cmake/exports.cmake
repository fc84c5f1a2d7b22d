# SPDX-License-Identifier: BSD-2-Clause
# library_options: how the library is linked on each system, so that nothing but the native methods
# leaves it, and nothing but the system's own libraries is needed.
#
# Linux has "nodelete" for what keep_loaded() does elsewhere (core/platform/platform.hpp): the thread
# pool outlives a JVM that forgets this library.
set(library_options "")
set(library_exports "")  # the file that says what leaves
if(CMAKE_SYSTEM_NAME STREQUAL Windows)
  list(APPEND library_options -Wl,--gc-sections)  # what is declared JNIEXPORT leaves, and it alone
elseif(CMAKE_SYSTEM_NAME STREQUAL Darwin)
  set(library_exports ${CMAKE_SOURCE_DIR}/native/exported_symbols.list)
  list(APPEND library_options -Wl,-dead_strip -Wl,-exported_symbols_list,${library_exports})
else()
  set(library_exports ${CMAKE_SOURCE_DIR}/native/exported_symbols.map)
  list(APPEND library_options -Wl,--no-undefined -Wl,-z,nodelete -Wl,--gc-sections
    -Wl,--version-script=${library_exports})
  if(BITVOX_SANITIZE)
    list(APPEND library_options -Wl,-z,undefs)  # the sanitizer is preloaded into the JVM
  endif()
endif()
