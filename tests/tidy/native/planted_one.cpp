// SPDX-License-Identifier: BSD-2-Clause
// Faults that clang-tidy must find in a unit of several files, see unit.cxx.
#include <string>
#include <utility>

#include "planted.hpp"

namespace planted {
namespace {

int first_of(const int* values) { return *values; }

}  // namespace

int null_dereference(bool there) {
  const int* values = nullptr;
  if (there) return 1;
  return first_of(values);
}

int WrongName() { return 0; }

}  // namespace planted
