// SPDX-License-Identifier: BSD-2-Clause
// The error of an image with several is the same for any number of threads.
#include "core/volumes/read_rows.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "core/error.hpp"

namespace bitvox {
namespace {

// Rows from slice 2 on are wrong; that which is met first takes longest to be so.
std::string error_of(int threads) {
  GreyVolume image(Shape{70000, 3, 40}, PixelType::kUint8);
  NoProgress progress;
  try {
    read_rows(image, threads, progress, [](std::int64_t y, std::int64_t z, const auto*) {
      if (z < 2) return;
      if (z == 2) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      throw InvalidInput("row " + std::to_string(y) + " of slice " + std::to_string(z));
    });
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "none";
}

TEST(ReadRowsTest, TheFirstErrorIsThrown) {
  for (const int threads : {1, 2, 3, 5})
    EXPECT_EQ(error_of(threads), "row 0 of slice 2") << threads;
}

}  // namespace
}  // namespace bitvox
