// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>

#include "linear_systems/csr.hpp"

namespace bitvox::sparse {

template <class T>
struct Vec;
enum class MatrixId : int;
enum class AggregatesId : int;

// What preconditioners are made of: a matrix in double where its engine has it, and the coarser and
// coarser ones that multigrid needs. The same bits for every engine.
template <class T>
class SetUp {
 public:
  SetUp() = default;
  virtual ~SetUp() = default;
  SetUp(const SetUp&) = delete;
  SetUp& operator=(const SetUp&) = delete;

  // The matrix for the engine's products.
  virtual MatrixId add() = 0;

  virtual std::int64_t rows() const = 0;
  // No eigenvalue of D^-1 A is larger (Gershgorin): the largest sum of a row's magnitudes over that
  // of its diagonal entry.
  virtual double largest_eigenvalue() = 0;
  // A factor over each diagonal entry; 0 of 0.
  virtual Vec<T> inverse_diagonal(double factor) = 0;

  // Takes the matrix of its aggregates (see aggregation.hpp) in its place, and returns them; none,
  // and nothing is changed, where they are more than `most` or there are none.
  virtual std::optional<AggregatesId> coarsen(std::int64_t most) = 0;

  // The matrix in the memory of the host.
  virtual Csr<double> matrix() = 0;
};

}  // namespace bitvox::sparse
