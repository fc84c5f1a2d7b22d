// SPDX-License-Identifier: BSD-2-Clause
// Built where the library has more sanitizers than its tests. Of an inline function of a header
// both have a copy, and the linker keeps the first: this tells that it is the library's, which is
// checked for undefined behaviour.
#include <gtest/gtest.h>

#include <cstdint>

#include "core/volumes/shape.hpp"

namespace bitvox {
namespace {

TEST(LinkOrder, InlineFunctionsAreThoseOfTheLibrary) {
  // By a pointer that the compiler must not look through: it is called, not inlined.
  std::int64_t (Shape::*volatile words)() const = &Shape::words_per_slice;
  const Shape shape{640, std::int64_t{1} << 62, 1};
  EXPECT_DEATH(static_cast<void>((shape.*words)()), "signed integer overflow");
}

}  // namespace
}  // namespace bitvox
