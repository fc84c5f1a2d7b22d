// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_field.hpp"

#include <algorithm>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_rows.hpp"
#include "ops/deformation/deformation_moved.hpp"

namespace bitvox::deformation {
namespace {

// Nodes within so many spacings of a place say where it goes; if there is none, those within twice
// as many, or four times.
constexpr double kReach = 1.5;
constexpr std::size_t kReaches = 3;

constexpr std::int64_t kTile = 8;  // voxels, in x and y

// The displacements of the middles of voxels in a tile of a slice.
class Tile {
 public:
  Tile(const Cloud& cloud, const Vector& voxel, double spacing)
      : cloud_(cloud), voxel_(voxel), spacing_(spacing) {}

  void begin(std::int64_t x, std::int64_t y, std::int64_t z) {
    low_ = middle(x, y, z);
    high_ = middle(x + kTile - 1, y + kTile - 1, z);
    for (auto& of_reach : near_) of_reach.clear();
    listed_ = 0;
  }
  Vector middle(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return {(static_cast<double>(x) + 0.5) * voxel_[0], (static_cast<double>(y) + 0.5) * voxel_[1],
            (static_cast<double>(z) + 0.5) * voxel_[2]};
  }
  // False if no node is near.
  bool displacement(const Vector& place, Vector& to) {
    double reach = kReach * spacing_;
    for (std::size_t i = 0; i < kReaches; ++i, reach *= 2) {
      if (i == listed_) {
        cloud_.list_near(low_, high_, reach, near_[i]);
        ++listed_;
      }
      if (mean_displacement(near_[i], place, reach, to)) return true;
    }
    return false;
  }

 private:
  const Cloud& cloud_;
  const Vector voxel_;
  const double spacing_;
  Vector low_{}, high_{};
  std::array<std::vector<const CloudPoint*>, kReaches> near_;
  std::size_t listed_ = 0;
};

// use(tile, x, y) for each voxel of a slice, by several threads.
template <class Use>
void each_voxel(const Cloud& cloud, const Shape& shape, const Vector& voxel, double spacing,
                std::int64_t z, int threads, Progress& progress, const Use& use) {
  parallel_for((shape.height + kTile - 1) / kTile, threads, progress,
               [&] { return Tile(cloud, voxel, spacing); },
               [&](Tile& tile, std::int64_t row) {
                 const std::int64_t y_end = std::min(shape.height, (row + 1) * kTile);
                 for (std::int64_t x0 = 0; x0 < shape.width; x0 += kTile) {
                   tile.begin(x0, row * kTile, z);
                   for (std::int64_t y = row * kTile; y < y_end; ++y)
                     for (std::int64_t x = x0; x < std::min(shape.width, x0 + kTile); ++x)
                       use(tile, x, y);
                 }
               });
}

bool has_voxel(const BitVolume& mask, std::int64_t x, std::int64_t y, std::int64_t z) {
  return (mask.slice(z)[y * mask.shape().words_per_row() + x / 64] >> (x % 64) & 1) != 0;
}

void write_displacement(const BitVolume& mask, const Vector& voxel, double spacing,
                        const Cloud& cloud, SliceSink& sink, int threads, Progress& progress) {
  const Shape& shape = mask.shape();
  const std::int64_t pixels = shape.width * shape.height;
  std::vector<float> slices(static_cast<std::size_t>(3 * pixels));
  sink.begin({shape, PixelType::kFloat32, 3});
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    std::fill(slices.begin(), slices.end(), 0.0F);
    PhaseProgress part(progress, z, z + 1, shape.depth);
    each_voxel(cloud, shape, voxel, spacing, z, threads, part,
               [&](Tile& tile, std::int64_t x, std::int64_t y) {
                 Vector u{};
                 if (!has_voxel(mask, x, y, z) || !tile.displacement(tile.middle(x, y, z), u))
                   return;
                 for (std::size_t i = 0; i < 3; ++i) {
                   slices[i * static_cast<std::size_t>(pixels) +
                          static_cast<std::size_t>(y * shape.width + x)] = static_cast<float>(u[i]);
                 }
               });
    for (std::int64_t i = 0; i < 3; ++i) sink.write_slice(3 * z + i, slices.data() + i * pixels);
  }
}

// A grey image in memory as floats.
std::vector<float> read_grey(const GreySource& image, int threads, Progress& progress) {
  const Shape& shape = image.shape();
  std::vector<float> out(static_cast<std::size_t>(shape.voxel_count()));
  read_rows(image, threads, progress, [&](std::int64_t y, std::int64_t z, const auto* row) {
    std::copy_n(row, shape.width, out.begin() + (z * shape.height + y) * shape.width);
  });
  return out;
}

// Between the middles of voxels; beyond the outermost ones it is what these are.
float trilinear(const std::vector<float>& grey, const Shape& shape, const Vector& at) {
  const std::array<std::int64_t, 3> size{shape.width, shape.height, shape.depth};
  std::array<std::int64_t, 3> first{}, next{};
  Vector part{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double from_middle = std::clamp(at[i] - 0.5, 0.0, static_cast<double>(size[i] - 1));
    first[i] = static_cast<std::int64_t>(from_middle);
    next[i] = std::min(first[i] + 1, size[i] - 1);
    part[i] = from_middle - static_cast<double>(first[i]);
  }
  const auto row = [&](std::int64_t y, std::int64_t z) {
    const float* const of = grey.data() + (z * shape.height + y) * shape.width;
    return static_cast<double>(of[first[0]]) * (1 - part[0]) +
           static_cast<double>(of[next[0]]) * part[0];
  };
  const auto layer = [&](std::int64_t z) {
    return row(first[1], z) * (1 - part[1]) + row(next[1], z) * part[1];
  };
  return static_cast<float>(layer(first[2]) * (1 - part[2]) + layer(next[2]) * part[2]);
}

void write_warped(const BitVolume& mask, const Vector& voxel, double spacing, const Cloud& cloud,
                  const Outputs& outputs, int threads, Progress& whole) {
  const Shape& shape = mask.shape();
  auto [reading, progress] = progress_parts(whole, 1, 9);
  const std::vector<float> grey = read_grey(*outputs.grey, threads, reading);
  std::vector<float> slice(static_cast<std::size_t>(shape.width * shape.height));
  outputs.warped->begin({shape, PixelType::kFloat32, 1});
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    std::fill(slice.begin(), slice.end(), 0.0F);
    PhaseProgress part(progress, z, z + 1, shape.depth);
    each_voxel(
        cloud, shape, voxel, spacing, z, threads, part,
        [&](Tile& tile, std::int64_t x, std::int64_t y) {
          const Vector place = tile.middle(x, y, z);
          Vector from{};
          if (!tile.displacement(place, from)) return;
          for (std::size_t i = 0; i < 3; ++i) from[i] = (place[i] + from[i]) / voxel[i];
          const auto inside = [](double at, std::int64_t size) {
            return at >= 0 && at < static_cast<double>(size);
          };
          if (inside(from[0], shape.width) && inside(from[1], shape.height) &&
              inside(from[2], shape.depth) &&
              has_voxel(mask, static_cast<std::int64_t>(from[0]),
                        static_cast<std::int64_t>(from[1]), static_cast<std::int64_t>(from[2]))) {
            slice[static_cast<std::size_t>(y * shape.width + x)] = trilinear(grey, shape, from);
          }
        });
    outputs.warped->write_slice(z, slice.data());
  }
}

}  // namespace

std::int64_t bytes_of_images(const Shape& shape, std::int64_t nodes, const Outputs& outputs) {
  const std::int64_t of_nodes =
      outputs.displacement != nullptr || outputs.warped != nullptr ? bytes_of_moved(nodes) : 0;
  return of_nodes + (outputs.warped != nullptr ? 4 * shape.voxel_count() : 0);
}

void write_images(const BitVolume& mask, const Options& options, const Model& model,
                  const State& state, double reach, const Outputs& outputs, int threads,
                  Progress& progress) {
  const Vector voxel{options.spacing.x, options.spacing.y, options.spacing.z};
  const bool moves = outputs.displacement != nullptr, warps = outputs.warped != nullptr;
  if (!moves && !warps) return;
  auto [first, second] = progress_parts(progress, moves ? 1 : 0, warps ? 1 : 0);
  const auto cloud = [&](Way way, Progress& of) {
    PhaseProgress standing(of, 0, 0, 1);
    return moved_nodes(model, state, reach, way, kReach * model.units.spacing, threads, standing);
  };
  if (moves) {
    const Cloud there = cloud(Way::kThere, first);
    write_displacement(mask, voxel, model.units.spacing, there, *outputs.displacement, threads,
                       first);
  }
  if (warps) {
    const Cloud back = cloud(Way::kBack, second);
    write_warped(mask, voxel, model.units.spacing, back, outputs, threads, second);
  }
}

}  // namespace bitvox::deformation
