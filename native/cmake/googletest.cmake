# SPDX-License-Identifier: BSD-2-Clause
# GTest::gtest_main: what is installed, or for another system what Debian has as source.
if(NOT CMAKE_CROSSCOMPILING OR GTest_ROOT)
  find_package(GTest REQUIRED)
  return()
endif()
set(BITVOX_GOOGLETEST /usr/src/googletest/googletest CACHE PATH "the source of GoogleTest")
add_library(gtest_main STATIC EXCLUDE_FROM_ALL
  ${BITVOX_GOOGLETEST}/src/gtest-all.cc ${BITVOX_GOOGLETEST}/src/gtest_main.cc)
target_include_directories(gtest_main SYSTEM PUBLIC ${BITVOX_GOOGLETEST}/include
  PRIVATE ${BITVOX_GOOGLETEST})
target_compile_options(gtest_main PRIVATE -w)
add_library(GTest::gtest_main ALIAS gtest_main)
