// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_labels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/volumes/read_rows.hpp"
#include "ops/tortuosity/tortuosity_memory.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr double kMostContrast = 1e6;
// Of a diffusivity above 0: fluxes in maps are 32-bit floats.
constexpr double kLeast = 1e-30;
constexpr double kMost = 1e30;

Grid grid_of(const Shape& shape) { return {shape.width, shape.height, shape.depth}; }

double largest_of(const std::vector<LabelDiffusivity>& table) {
  double most = 0;
  for (const LabelDiffusivity& entry : table) most = std::max(most, entry.diffusivity);
  return most;
}

// Diffusivities by label, of which the last one that was asked for is remembered. NaN is no label,
// though a map takes it for its first one.
class Lookup {
 public:
  explicit Lookup(const std::map<double, double>& known) : known_(known) {}

  double operator()(double label) {
    if (label != label_) {
      const auto entry = std::isnan(label) ? known_.end() : known_.find(label);
      if (entry == known_.end()) {
        throw InvalidInput("the image has the value " + short_number(label) +
                           ", which is no label of the table of diffusivities; add it, with 0 if "
                           "it insulates");
      }
      label_ = label;
      diffusivity_ = entry->second;
    }
    return diffusivity_;
  }

 private:
  const std::map<double, double>& known_;
  double label_ = std::numeric_limits<double>::quiet_NaN();
  double diffusivity_ = 0;
};

}  // namespace

void check_table(const std::vector<LabelDiffusivity>& table) {
  double least = std::numeric_limits<double>::infinity();
  std::map<double, double> seen;
  for (const auto& [label, diffusivity] : table) {
    if (std::isnan(label)) throw InvalidInput("the table of diffusivities has a label nan");
    if (diffusivity != 0 && !(diffusivity >= kLeast && diffusivity <= kMost)) {
      throw InvalidInput("label " + short_number(label) + " has the diffusivity " +
                         short_number(diffusivity) + "; use 0, or a number from " +
                         short_number(kLeast) + " to " + short_number(kMost));
    }
    if (!seen.emplace(label, diffusivity).second) {
      throw InvalidInput("label " + short_number(label) + " has two diffusivities");
    }
    if (diffusivity > 0) least = std::min(least, diffusivity);
  }
  const double most = largest_of(table);
  if (most > kMostContrast * least) {
    throw InvalidInput("diffusivities from " + short_number(least) + " to " + short_number(most) +
                       " differ too much; the largest may be " + short_number(kMostContrast) +
                       " times the smallest above 0");
  }
}

LabelledVoxels read_labels(const GreySource& image, const std::vector<LabelDiffusivity>& table,
                           const Turn& turn, int threads, Progress& progress) {
  const Shape& shape = image.shape();
  const Grid grid = grid_of(turn.of(shape));
  // They are kept twice: of all voxels, and of those joined to both faces.
  require_memory(kHostUser, host_memory(), 2 * GridField<float>::bytes(grid));
  LabelledVoxels out{GridField<float>(grid), largest_of(table), 0, 1};
  NoProgress quiet;
  out.diffusivities.clear(threads, quiet);
  std::map<double, double> known{{0, 0}};
  for (const auto& [label, diffusivity] : table) known[label] = diffusivity;

  std::mutex mutex;
  std::map<double, std::int64_t> voxels;  // by diffusivity
  read_rows(image, threads, progress, [&](std::int64_t y, std::int64_t z, const auto* row) {
    std::map<double, std::int64_t> counts;
    Lookup lookup(known);
    for (std::int64_t x = 0; x < shape.width; ++x) {
      const double d = lookup(static_cast<double>(row[x]));
      if (d == 0) continue;
      ++counts[d];
      const std::array<std::int64_t, 3> at{x, y, z};
      const auto to = [&](std::size_t i) { return at[static_cast<std::size_t>(turn.axis[i])]; };
      out.diffusivities.row(to(1), to(2))[to(0)] = static_cast<float>(d / out.largest);
    }
    if (counts.empty()) return;
    const std::lock_guard lock(mutex);
    for (const auto& [d, count] : counts) voxels[d] += count;
  });
  if (voxels.empty()) {
    throw UnsuitableImage("nothing conducts: all labels in the image have the diffusivity 0");
  }
  out.contrast = voxels.rbegin()->first / voxels.begin()->first;
  for (const auto& [d, count] : voxels) {
    out.mean += d * static_cast<double>(count) / static_cast<double>(shape.voxel_count());
  }
  return out;
}

BitVolume conducting(const GridField<float>& diffusivities, int threads, Progress& progress) {
  const Grid& grid = diffusivities.grid();
  BitVolume out({grid.width, grid.height, grid.depth});
  RowLoop(threads, progress)(grid, [&](std::int64_t y, std::int64_t z) {
    const float* const row = diffusivities.row(y, z);
    std::uint64_t* const words = out.slice(z) + y * out.shape().words_per_row();
    for (std::int64_t x = 0; x < grid.width; ++x) {
      words[x / 64] |= static_cast<std::uint64_t>(row[x] > 0) << (x % 64);
    }
  });
  return out;
}

GridField<float> within(const GridField<float>& diffusivities, const BitVolume& pores, int threads,
                        Progress& progress) {
  const Grid& grid = diffusivities.grid();
  GridField<float> out(grid);
  out.clear(threads, progress);
  RowLoop(threads, progress)(grid, [&](std::int64_t y, std::int64_t z) {
    const std::uint64_t* const words = pores.slice(z) + y * pores.shape().words_per_row();
    const float* const row = diffusivities.row(y, z);
    float* const to = out.row(y, z);
    for (std::int64_t x = 0; x < grid.width; ++x) {
      if (words[x / 64] >> (x % 64) & 1) to[x] = row[x];
    }
  });
  return out;
}

}  // namespace bitvox::tortuosity
