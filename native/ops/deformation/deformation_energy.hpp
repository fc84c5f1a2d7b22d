// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_model.hpp"
#include "ops/deformation/deformation_vectors.hpp"

namespace bitvox::deformation {

// Elastic energies of nodes over Constants::scale, in spacings and steps: half of each pair is a
// node's.
class Energies {
 public:
  Energies(const Model& model, const State& state);

  double of(std::int64_t node) const;

 private:
  template <class Use>
  void each_pair(std::int64_t node, const Use& use) const;
  double slot(std::size_t number, std::int64_t at) const;
  Vector slot_vector(std::size_t first, std::int64_t at) const;
  double number(std::size_t of, std::int64_t node) const;
  double of_springs(std::int64_t node) const;
  double of_shape(std::int64_t node) const;
  double of_meshless(std::int64_t node) const;
  double of_point(std::int64_t node) const;

  const Model& model_;
  const State& state_;
  Matrix3 turn_{};  // of shape matching
};

}  // namespace bitvox::deformation
