// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_mask.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"

namespace bitvox::register_mi {
namespace {

// The first and the last index along one axis at which there is foreground.
struct Range {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = -1;

  void add(std::int64_t at) {
    first = std::min(first, at);
    last = std::max(last, at);
  }
  std::int64_t side() const { return last - first + 1; }
};

bool is_foreground(const std::uint64_t* row, std::int64_t x) {
  return (row[x / 64] >> (static_cast<std::uint64_t>(x) % 64) & 1U) != 0;
}

// The box around the foreground, and the share of it that is foreground.
Window window_of(const BitVolume& mask) {
  const Shape& shape = mask.shape();
  Range x;
  Range y;
  Range z;
  std::int64_t voxels = 0;
  const std::uint64_t* word = mask.words();
  for (std::int64_t row = 0; row < shape.height * shape.depth; ++row) {
    const std::int64_t before = voxels;
    for (std::int64_t i = 0; i < shape.words_per_row(); ++i, ++word) {
      if (*word == 0) continue;
      voxels += std::popcount(*word);
      x.add(64 * i + std::countr_zero(*word));
      x.add(64 * i + 63 - std::countl_zero(*word));
    }
    if (voxels == before) continue;
    y.add(row % shape.height);
    z.add(row / shape.height);
  }
  if (voxels == 0) throw InvalidInput("the mask is empty: no voxel of it is foreground");
  const Shape box{x.side(), y.side(), z.side()};
  return {x.first, y.first, z.first, box,
          static_cast<double>(voxels) / static_cast<double>(box.voxel_count())};
}

// A row of values where the mask is, NaN elsewhere; returns how many are finite.
template <class Pixel>
std::int64_t mask_row(const Pixel* in, const std::uint64_t* mask, const Window& window,
                      float* out) {
  std::int64_t finite = 0;
  for (std::int64_t x = 0; x < window.shape.width; ++x) {
    const bool counts = is_foreground(mask, window.x + x);
    const auto value = static_cast<float>(in[x]);
    out[x] = counts ? value : std::numeric_limits<float>::quiet_NaN();
    finite += std::isfinite(out[x]) ? 1 : 0;
  }
  return finite;
}

}  // namespace

MaskedVolume masked(const GreySource& in, const VolumeSource& mask, int threads,
                    Progress& progress) {
  const Shape& shape = in.shape();
  if (mask.shape() != shape) {
    throw InvalidInput("the mask is " + size_text(mask.shape()) + " voxels, but the second image " +
                       size_text(shape) + "; they must be of one size");
  }
  auto [reading, filling] = progress_parts(progress, 1, 1);
  const BitVolume bits = read_volume(mask, threads, reading);
  const Window window = window_of(bits);
  const Shape& box = window.shape;
  require_memory({"the registration", "Crop the images."}, host_memory(),
                 static_cast<std::int64_t>(sizeof(float)) * box.voxel_count());
  MaskedVolume result{window, GreyVolume(box, PixelType::kFloat32)};
  auto* const values = result.values.data<float>();
  std::atomic<std::int64_t> finite{0};
  parallel_for(
      box.depth, threads, filling, [&] { return in.open(); },
      [&](const auto& reader, std::int64_t z) {
        with_pixel_type(in.type(), [&](auto pixel) {
          std::vector<decltype(pixel)> row(static_cast<std::size_t>(box.width));
          std::int64_t of_slice = 0;
          for (std::int64_t y = 0; y < box.height; ++y) {
            reader->read(window.z + z, (window.y + y) * shape.width + window.x, box.width,
                         row.data());
            of_slice += mask_row(row.data(),
                                 bits.slice(window.z + z) + (window.y + y) * shape.words_per_row(),
                                 window, values + (z * box.height + y) * box.width);
          }
          finite += of_slice;
        });
      });
  if (finite == 0) {
    throw InvalidInput(
        "the second image has no finite value in the mask: there is nothing to "
        "align");
  }
  return result;
}

}  // namespace bitvox::register_mi
