// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_foam/sample_foam.hpp"

#include <string>

#include "core/error.hpp"
#include "core/options/check_fields.hpp"

namespace bitvox::sample_foam {

BitVolume fill(const Shape& shape, const Options& options, Progress& progress) {
  check_fields(options);
  if (options.radius_max < options.radius_min) {
    throw InvalidInput("radius_max=" + std::to_string(options.radius_max) +
                       " is not allowed; use radius_min (" + std::to_string(options.radius_min) +
                       ") to " + std::to_string(kLargestRadius));
  }
  BitVolume volume(shape);
  fill_cpu(options, volume, progress);
  return volume;
}

}  // namespace bitvox::sample_foam
