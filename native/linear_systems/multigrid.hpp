// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "linear_systems/preconditioner.hpp"
#include "linear_systems/smoother.hpp"

namespace bitvox::sparse {

// One V cycle over coarser and coarser matrices: aggregates of up to eight rows, constants on them,
// down to a matrix so small that its inverse is known, or to one that cannot be made coarser. On
// the finest level one damped Jacobi sweep before and after, on the others Chebyshev polynomials of
// degree 3. For symmetric matrices corrections are 1.9 times as long as the coarse matrix says,
// which makes up for steps as its only functions.
template <class T>
class Multigrid final : public Preconditioner<T> {
 public:
  // The matrix of the set-up, which is used up, is `id` in the engine.
  Multigrid(Engine<T>& engine, MatrixId id, SetUp<T>& set_up, bool is_symmetric);

  Vec<T> apply(Vec<T> r) override;
  std::string words() const override;

 private:
  struct Level {
    MatrixId id{};
    std::optional<Smoother<T>> smoother;  // none where the inverse is known
    MatrixId inverse{};
    AggregatesId aggregates{};  // which are the rows of the next level
    Vec<T> b;                   // of the finest level the one that is given
    Vec<T> left;                // b - A x
    Vec<T> x;                   // what the inverse gives
  };

  Vec<T> cycle(std::size_t at, Vec<T> b);

  Engine<T>& engine_;
  double correction_;
  std::vector<Level> levels_;
};

}  // namespace bitvox::sparse
