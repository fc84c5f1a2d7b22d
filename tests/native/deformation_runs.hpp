// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/deformation/deformation.hpp"
#include "ops/deformation/deformation_model.hpp"
#include "test_volumes.hpp"

namespace bitvox::deformation::test {

using bitvox::test::make_volume;

inline BitVolume full(const Shape& shape) {
  return make_volume(shape, [](auto...) { return true; });
}

// Keeps all frames.
class KeepFrames final : public FrameSink {
 public:
  void take(const Frame& frame) override {
    numbers.push_back(frame.number);
    steps.push_back(frame.step);
    strains.push_back(frame.strain);
    places.emplace_back(frame.places.begin(), frame.places.end());
    displacements.emplace_back(frame.displacements.begin(), frame.displacements.end());
  }

  std::vector<std::int64_t> numbers, steps;
  std::vector<double> strains;
  std::vector<std::vector<Vector>> places, displacements;
};

inline Result run(const BitVolume& mask, const Options& options, const Outputs& outputs = {}) {
  NoProgress progress;
  return deform(mask, options, outputs, progress);
}

inline Result run(const BitVolume& mask, const Options& options, FrameSink& frames) {
  Outputs outputs;
  outputs.frames = &frames;
  return run(mask, options, outputs);
}

// A model, and what it was made of.
struct Made {
  Nodes nodes;
  Neighbours neighbours;
  Model model;
};

inline Made make(const BitVolume& mask, const Options& options, int threads = 1) {
  NoProgress progress;
  Made out;
  out.nodes = sample_nodes(mask, options, threads, progress);
  out.neighbours = find_neighbours(out.nodes, Sight(mask, options.spacing), options.neighbours,
                                   threads, progress);
  out.model = make_model(out.nodes, out.neighbours, options, threads, progress);
  return out;
}

inline constexpr Method kMethods[] = {Method::kMassSpring, Method::kShapeMatching,
                                      Method::kMeshless, Method::kPointBased};

}  // namespace bitvox::deformation::test
