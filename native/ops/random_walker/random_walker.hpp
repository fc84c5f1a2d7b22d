// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/seed_labels.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "diffusion/weighted_grid.hpp"

namespace bitvox::random_walker {

// Segments a grey volume from seeds: every voxel gets the label of the seed that a random walker
// from there most probably meets first. Walkers go from voxel to voxel through faces, and rather to
// a voxel of a similar value: the weight of a step between values a and b is
//
//     exp(-beta ((a - b) / h)^2 / (10 s)) + 1e-10,
//
// with a and b divided by 255 where they are of 8 bits, by 65535 where of 16, as they are where of
// 32; s their standard deviation over all finite voxels; h the size of a voxel along the step over
// the smallest of its sizes. Where all voxels have one value all weights are 1.
//
// The probabilities of a label are 1 at its seeds, 0 at the others, and at any other voxel the mean
// of those of its neighbours, by weight. One system of equations a label is solved, for the last
// label none: its probabilities are what is left of 1.
//
// A voxel whose value is not finite is a wall, with steps of weight 1e-10: unless it is a seed it
// gets the label 0, and probabilities of 0. Every other voxel gets a label; of equal probabilities
// the smallest label wins. Seeds keep theirs. An island is a region without seeds that walls close
// off: its labels are those of walkers that went through walls.
//
// Literature: L. Grady, "Random walks for image segmentation", IEEE Transactions on Pattern
// Analysis and Machine Intelligence 28 (2006) 1768-1783. The weights are those of scikit-image's
// random_walker; how the equations are solved, see diffusion/weighted_grid.hpp.

inline constexpr int kLargestLabel = kLargestSeedLabel;
inline constexpr int kMostLabels = 4000;

struct Options : RunOptions {
  double beta = 130;
  Spacing spacing;         // of voxels; only its ratios matter
  double accuracy = 1e-3;  // of the probabilities
  // Labels that the GPU solves together at most, as far as its memory goes: 1 to 4. The results do
  // not depend on it.
  int at_once = weighted_grid::kMostSides;
  std::int64_t most_iterations = weighted_grid::kMostIterations;  // for each label

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("beta", &Options::beta, within(0, 1e6));
    field("spacing", &Options::spacing);
    field("accuracy", &Options::accuracy, within(1e-5, 0.1));
  }
};

// Where the results go; null for what is not wanted.
struct Outputs {
  SliceSink* labels = nullptr;  // 16-bit integers; 32-bit floats where a label is above 65535
  SliceSink* probabilities = nullptr;  // 32-bit floats, a channel for each label
};

struct Result {
  std::vector<int> labels;           // in ascending order, as what follows is
  std::vector<std::int64_t> seeds;   // voxels
  std::vector<std::int64_t> voxels;  // that got the label, seeds too
  std::vector<std::int64_t> iterations;
  std::int64_t islands = 0;
  std::vector<std::int64_t> island_voxels;  // that got the label
  double error = 0;       // of the probabilities, as estimated (weighted_grid::solve()), 1 at most
  double range = 0;       // of the image: its largest finite value less its least
  bool converged = true;  // whether that is at most the accuracy
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("labels", &Result::labels);
    field("seeds", &Result::seeds);
    field("voxels", &Result::voxels);
    field("iterations", &Result::iterations);
    field("islands", &Result::islands);
    field("island_voxels", &Result::island_voxels);
    field("error", &Result::error);
    field("range", &Result::range);
    field("converged", &Result::converged);
    field("run", &Result::run);
  }
};

// Seeds: an image of the same shape of whole numbers from 0, which is not seeded, to kLargestLabel.
// The same bits for every backend and number of threads. Throws InvalidInput (options, shapes that
// differ, numbers that are no labels, fewer than two labels; probabilities of which nothing is
// known in the end), Cancelled, HostOutOfMemory, DeviceError, and what a sink throws.
Result segment(const GreySource& image, const GreySource& seeds, const Options& options,
               const Outputs& outputs, Progress& progress);

// The labels of seeds, in ascending order: what the channels of the probabilities are. Throws what
// segment() throws for them.
std::vector<int> labels_of(const GreySource& seeds, int threads, Progress& progress);

}  // namespace bitvox::random_walker
