// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "fuzz_operation.hpp"
#include "ops/sample_foam/sample_foam.hpp"

namespace bitvox::sample_foam {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  Options options;
  options.shape = bytes.shape(200, 60, 60);
  options.radius_min = bytes.integer(1, 30);
  options.radius_max = bytes.integer(std::clamp(options.radius_min, 1, 60), 60);
  options.fraction = bytes.number(0.01, 0.95);
  options.seed = bytes.any<std::uint64_t>();
  return [=](const std::string&, int, Progress& progress) {
    return test::Bits().add(fill(options, progress));
  };
}

const fuzz::FuzzOperation operation("sample_foam", make);

}  // namespace
}  // namespace bitvox::sample_foam
