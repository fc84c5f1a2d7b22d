// SPDX-License-Identifier: BSD-2-Clause
#include "ops/sample_match/sample_match.hpp"

#include "core/options/check_fields.hpp"

namespace bitvox::sample_match {

Result make(const Options& options, const Outputs& outputs, Progress& progress) {
  check_fields(options);
  return make_cpu(options, outputs, progress);
}

}  // namespace bitvox::sample_match
