// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <vector>

#include "core/threads/progress.hpp"
#include "linear_systems/properties.hpp"

namespace bitvox::solve {

// The constants that a symmetric matrix takes to 0: on parts of the rows that nothing joins to
// others. Of a vector without them the matrix makes one without them.
class Constants {
 public:
  Constants(const sparse::Properties& properties, int threads, Progress& progress)
      : properties_(properties), threads_(threads), progress_(progress) {}

  // Takes its mean from each part of a vector. Returns how much that was, as a part of the vector
  // (root of the sum of squares).
  double remove(std::vector<double>& values) const;

  // Whether that is more than rounding.
  static bool has_taken(double removed);

  // What to say of it; empty for a matrix that is not singular. removed: from b.
  std::string sentence(double removed) const;

 private:
  const sparse::Properties& properties_;
  int threads_;
  Progress& progress_;
};

}  // namespace bitvox::solve
