// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/runtime/kernel_key.hpp"

#include <algorithm>

namespace bitvox::cuda_runtime {
namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

}  // namespace

// An unnamed namespace is 12_GLOBAL__N_1 for Clang; for nvcc it has a name of its own in every
// source, which its length stands before: 45_GLOBAL__N__3aacf74d_12_flow_cuda_cu_caeafad3. Clang
// marks what is static by an L before its length. std::int64_t is long (l) on Linux and long long
// (x) on Windows, without a sign m and y.
std::string kernel_key(std::string_view name) {
  constexpr std::string_view kUnnamed = "_GLOBAL__N_";
  constexpr std::size_t kDigits = 2;  // of the length
  const std::size_t unnamed = name.find(kUnnamed);
  if (unnamed != std::string_view::npos && unnamed >= kDigits) {
    const std::size_t length = static_cast<std::size_t>(name[unnamed - 2] - '0') * 10 +
                               static_cast<std::size_t>(name[unnamed - 1] - '0');
    return kernel_key(name.substr(0, unnamed - kDigits)) +
           kernel_key(name.substr(std::min(name.size(), unnamed + length)));
  }
  std::string key;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == 'L' && i + 1 < name.size() && is_digit(name[i + 1])) continue;
    key += name[i] == 'x' ? 'l' : name[i] == 'y' ? 'm' : name[i];
  }
  return key;
}

}  // namespace bitvox::cuda_runtime
