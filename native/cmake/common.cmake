# SPDX-License-Identifier: BSD-2-Clause
# bitvox_common: what all C++ and CUDA code is compiled and linked with, the tests' own too.
add_library(bitvox_common INTERFACE)
target_include_directories(bitvox_common INTERFACE native ${PROJECT_BINARY_DIR}/generated)
# The same rounding everywhere, and in the tests' obvious loops: multiplications and additions are
# fused only where the code says so.
target_compile_options(bitvox_common INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false>")
find_package(Threads REQUIRED)
target_link_libraries(bitvox_common INTERFACE Threads::Threads)

# bitvox_sanitized: what the library and its tests are compiled with for a sanitizer.
add_library(bitvox_sanitized INTERFACE)

# bitvox_checked: what the library is compiled with besides, but not its tests, whose templates would
# cost more under these sanitizers than the library itself. A function that both have, because it is
# inline, must be the library's at the end: the linker takes the first that it sees, so the library's
# objects come first (tests/native/sanitized/link_order_test.cpp).
add_library(bitvox_checked INTERFACE)

foreach(part IN ITEMS sanitized checked)
  set(sanitizers ${BITVOX_SANITIZE})
  if(part STREQUAL checked)
    set(sanitizers ${BITVOX_SANITIZE_LIBRARY})
  endif()
  if(sanitizers)
    target_compile_options(bitvox_${part} INTERFACE -fsanitize=${sanitizers}
      -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
    target_link_options(bitvox_common INTERFACE -fsanitize=${sanitizers})
  endif()
endforeach()
