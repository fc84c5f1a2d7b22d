// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/sample_foam/sample_foam.hpp"

namespace bitvox::sample_foam {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  Options options;
  const Shape shape = bytes.shape(200, 60, 60);
  fuzz::fuzz_fields(bytes, options);
  options.seed = bytes.between(0, kLargestSeed);
  options.radius_min = bytes.integer(1, 30);
  options.radius_max = bytes.integer(std::clamp(options.radius_min, 1, 60), 60);
  return [=](const std::string&, int, Progress& progress) {
    return test::Bits().add(fill(shape, options, progress));
  };
}

const fuzz::FuzzOperation operation("sample_foam", make);

}  // namespace
}  // namespace bitvox::sample_foam
