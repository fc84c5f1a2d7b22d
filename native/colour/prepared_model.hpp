// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::colour {

// Whose numbers: spaces.hpp.
enum class Space { kHsv, kRgb, kLab };

inline constexpr int kMostClasses = 12;
inline constexpr int kMostGaussians = 8;  // of a class
inline constexpr uint8_t kRejected = 255;

// What a kernel's parameters have room for. Bits: how many halvings it is below 1.
struct PreparedGaussian {
  float bits;  // of prior times weight times density at the mean
  float mean[3];
  float rows[6];  // 11, 21, 22, 31, 32, 33: bits of a point are the squares of rows times distance
};

// A mixture made ready by prepare(), see mixture.hpp.
struct PreparedModel {
  Space space;
  int32_t classes;
  float lead;    // of a class's best Gaussian before all others' that decides, in bits
  float reject;  // least probability of the class that is chosen
  float faint;   // bits of the best Gaussian above which no class is chosen
  int32_t ends[kMostClasses];  // of each class's Gaussians
  PreparedGaussian gaussians[kMostClasses * kMostGaussians];
};
static_assert(sizeof(PreparedModel) <= 3968);  // of 4096 bytes that all parameters may have

}  // namespace bitvox::colour
