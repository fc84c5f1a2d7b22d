// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "ops/deformation/deformation.hpp"
#include "ops/deformation/deformation_load.hpp"
#include "ops/deformation/deformation_neighbours.hpp"
#include "ops/deformation/deformation_nodes.hpp"
#include "ops/deformation/deformation_rotation.hpp"
#include "ops/deformation/deformation_rows.hpp"

namespace bitvox::deformation {

// What numbers of the model are in the units of the options.
struct Units {
  double spacing = 0;
  Vector middle{};        // the mean of the nodes' places
  double step = 0;        // in time
  double stiff_step = 0;  // the same, in units of spacing * sqrt(density / modulus)
  double force = 0, energy = 0, momentum = 0;  // of accelerations, ... in spacings and steps
};

// A body, its method and its load, as engines need them: in node spacings from the body's middle,
// in steps, and for a modulus and a density of 1. Memory is filled up to whole groups.
struct Model {
  Method method{};
  std::int64_t count = 0;
  AlignedArray<std::int32_t> neighbour;
  std::array<AlignedArray<float>, 4> slots;
  std::array<AlignedArray<float>, 6> node_numbers;
  AlignedArray<Quad> rest, goals;
  ModelRows rows{};  // point to these
  LoadRows load{};
  RotationUnit rotation{};
  Units units;
  double length = 0;       // between the plates, in the unit of the options
  double poisson = 0;      // that the method can have; NaN if it has none
  double mean_weight = 0;  // meshless: the mean of the free nodes' sums of w L
  double crossing = 0;     // steps from plate to plate of a wave, see `keep` in deformation.hpp

  std::int64_t groups() const { return (count + kGroup - 1) / kGroup; }
  std::int64_t padded() const { return groups() * kGroup; }
  bool moves_places() const { return method == Method::kMassSpring; }
  // use(slot, other) for each neighbour.
  template <class Use>
  void each_neighbour(std::int64_t node, const Use& use) const {
    const std::int64_t most = rows.neighbours;
    const std::int64_t first = node / kGroup * most * kGroup + node % kGroup;
    for (std::int64_t slot = first; slot < first + most * kGroup; slot += kGroup) {
      const std::int64_t other = rows.neighbour[slot];
      if (other == node) return;
      use(slot, other);
    }
  }
  bool is_free(std::int64_t node) const { return rest[static_cast<std::size_t>(node)].w != 0; }
  // Over density and part of the volume, see deformation.hpp.
  double mass(std::int64_t node) const {
    if (method != Method::kMeshless) return 1;
    return 2 / (static_cast<double>(rows.nodes[0][node]) * mean_weight);
  }
  // In spacings.
  Vector rest_of(std::int64_t node) const {
    const Quad& at = rest[static_cast<std::size_t>(node)];
    return {at.x, at.y, at.z};
  }
  Vector displacement(std::int64_t node, const Quad& moving) const {
    const Vector from = moves_places() ? rest_of(node) : Vector{};
    return {moving.x - from[0], moving.y - from[1], moving.z - from[2]};
  }
};

// Throws InvalidInput (no node at a plate), HostOutOfMemory, Cancelled.
Model make_model(const Nodes& nodes, const Neighbours& neighbours, const Options& options,
                 int threads, Progress& progress);

}  // namespace bitvox::deformation
