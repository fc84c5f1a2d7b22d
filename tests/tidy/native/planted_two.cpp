// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <string>
#include <utility>

#include "planted.hpp"

namespace planted {
using std::swap;
namespace alias = std;

int another_null_dereference(int count) {
  int* value = nullptr;
  if (count > 3) *value = count;
  return count;
}

std::size_t use_after_move(std::string text) {
  const std::string moved = std::move(text);
  return text.size() + moved.size();
}

int unused_parameter(int used, int not_used) { return used; }

}  // namespace planted
