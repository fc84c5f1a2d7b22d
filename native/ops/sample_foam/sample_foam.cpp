// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_foam/sample_foam.hpp"

#include <string>

#include "core/error.hpp"

namespace bitvox::sample_foam {
namespace {

constexpr int kLargestRadius = 1000;
constexpr double kLargestFraction = 0.95;

// Without the zeros that std::to_string adds.
std::string short_text(double value) {
  std::string text = std::to_string(value);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text + "0" : text;
}

}  // namespace

BitVolume fill(const Options& options, Progress& progress) {
  if (options.radius_min < 1 || options.radius_min > kLargestRadius) {
    throw InvalidInput("radius_min=" + std::to_string(options.radius_min) +
                       " is not allowed; use 1 to " + std::to_string(kLargestRadius));
  }
  if (options.radius_max < options.radius_min || options.radius_max > kLargestRadius) {
    throw InvalidInput("radius_max=" + std::to_string(options.radius_max) +
                       " is not allowed; use radius_min (" + std::to_string(options.radius_min) +
                       ") to " + std::to_string(kLargestRadius));
  }
  if (!(options.fraction > 0 && options.fraction <= kLargestFraction)) {
    throw InvalidInput("fraction=" + short_text(options.fraction) +
                       " is not allowed; use a number above 0 and at most 0.95");
  }
  BitVolume volume(options.shape);
  fill_cpu(options, volume, progress);
  return volume;
}

}  // namespace bitvox::sample_foam
