// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace bitvox {

// How far an iteration is, in thousandths, by the orders of magnitude between its first error and
// the one with which it ends. The last thousandths are for what comes after it.
class HowFar {
 public:
  explicit HowFar(double last) : last_(std::log(last)) {}

  void add(double error) {
    if (!(error > 0) || !std::isfinite(error)) return;
    const double now = std::log(error);
    if (!begun_) first_ = now;
    begun_ = true;
    if (!(last_ < first_)) return;
    const double part = std::clamp((now - first_) / (last_ - first_), 0.0, 1.0);
    done_ = std::max(done_, static_cast<std::int64_t>(990 * part));
  }
  std::int64_t done() const { return done_; }

 private:
  double last_;  // logarithms
  double first_ = 0;
  bool begun_ = false;
  std::int64_t done_ = 0;
};

}  // namespace bitvox
