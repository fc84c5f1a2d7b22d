// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <string_view>

namespace bitvox::cuda_runtime {

// What a kernel is found by: the compilers of its two halves give it names that differ a little. A
// build for Windows fails if the kernels of a source have not the same keys in both halves, or two
// of them have the same one (native/cmake/kernels_of_both.cmake, which makes these keys too).
std::string kernel_key(std::string_view name);

}  // namespace bitvox::cuda_runtime
