// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <utility>

#include "diffusion/aggregation.hpp"

namespace bitvox {

// What steers conjugate gradients whose preconditioner M is a cycle of over-corrections. They hold
// the vectors, and say here what their products are; an iteration is:
//
//     precondition(r . t) of t = M r, whose corrections are correction() times as long;
//     once more if takes_back();
//     advance(p . A p) of p = t + beta() p, if advances();
//     x += alpha() p, r -= alpha() A p, if moves(). Else it was the last one.
class ConjugateGradients {
 public:
  float correction() const { return correction_; }
  void precondition(double product) { product_ = product; }
  // Corrections were too long, which makes the cycle indefinite; of their true length they cannot.
  // The directions so far are forgotten.
  bool takes_back() {
    if (product_ > 0) return false;
    product_before_ = 0;
    product_ = 0;
    return std::exchange(correction_, 1.0F) != 1;
  }

  // By another cycle from here on, whose corrections are so long.
  void begin_anew(float correction) {
    correction_ = correction;
    product_before_ = 0;
  }

  bool advances() const { return product_ > 0; }
  // Once an iteration; 0 where directions begin anew.
  double beta() {
    const double before = std::exchange(product_before_, product_);
    return before > 0 ? product_ / before : 0;
  }
  void advance(double curvature) { curvature_ = curvature; }

  // Else rounding has eaten up what a definite matrix gives: there is nothing left to do.
  bool moves() const { return product_ > 0 && curvature_ > 0; }
  double alpha() const { return product_ / curvature_; }
  double product() const { return product_; }

 private:
  float correction_ = kOverCorrection;
  double product_ = 0, product_before_ = 0, curvature_ = 0;
};

}  // namespace bitvox
