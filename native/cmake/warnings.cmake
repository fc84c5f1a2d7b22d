# SPDX-License-Identifier: BSD-2-Clause
# Every warning that has found bugs, as errors.
add_library(bitvox_warnings INTERFACE)
target_compile_options(bitvox_warnings INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wnon-virtual-dtor;-Werror>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-Werror=all-warnings;-Xcompiler=-Wall,-Wextra,-Wno-pedantic,-Werror>")
