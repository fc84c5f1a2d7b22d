# SPDX-License-Identifier: BSD-2-Clause
# Which commit is built, for "--version": commit.properties in the build folder, which goes into the
# jar. Without git, or outside a checkout of its own, it says why the commit is not known.
set(built_paths java native plugin-config docs CMakeLists.txt pom.xml LICENSE)
set(commit "")
set(unknown "built without git")
find_package(Git QUIET)
if(Git_FOUND)
  # --show-cdup is empty only at the top, where this folder is no part of another project's checkout.
  execute_process(COMMAND ${GIT_EXECUTABLE} rev-parse --show-cdup HEAD
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(commit MATCHES "^\n([0-9a-f]+)$")
    set(commit ${CMAKE_MATCH_1})
    set(unknown "")
    execute_process(
      COMMAND ${GIT_EXECUTABLE} --no-optional-locks status --porcelain --untracked-files=all -- ${built_paths}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
      OUTPUT_VARIABLE changes ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  else()
    set(commit "")
    set(unknown "built outside a git checkout")
  endif()
endif()
set(changed false)
if(changes)
  set(changed true)
endif()
# Written only where it differs.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/commit.properties @ONLY
  CONTENT "commit=@commit@\nchanged=@changed@\nunknown=@unknown@\n")
