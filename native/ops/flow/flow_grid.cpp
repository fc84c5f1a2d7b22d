// SPDX-License-Identifier: BSD-2-Clause
#include "ops/flow/flow_grid.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/components.hpp"

namespace bitvox::flow {
std::vector<std::uint8_t> read_solid(const Input& in, Phase fluid, int threads,
                                     Progress& progress) {
  const Shape& s = in.shape();
  const std::int64_t slice = s.width * s.height;
  require_memory(kFlowUser, host_memory(), s.voxel_count());
  std::vector<std::uint8_t> solid(static_cast<std::size_t>(s.voxel_count()));
  if (in.mask != nullptr) {
    auto [reading, unpacking] = progress_parts(progress, 1, 1);
    const std::uint8_t set = fluid == Phase::kForeground ? 0 : 255;
    const BitVolume volume = read_volume(*in.mask, threads, reading);
    parallel_for(s.depth, threads, unpacking, [&](std::int64_t z) {
      for (std::int64_t y = 0; y < s.height; ++y) {
        const std::uint64_t* const words = volume.slice(z) + y * s.words_per_row();
        std::uint8_t* const row = solid.data() + z * slice + y * s.width;
        for (std::int64_t x = 0; x < s.width; ++x) {
          row[x] = (words[x / 64] >> (x % 64) & 1U) != 0 ? set : static_cast<std::uint8_t>(~set);
        }
      }
    });
  } else {
    parallel_for(
        s.depth, threads, progress, [&] { return in.fractions->open(); },
        [&](std::unique_ptr<GreyReader>& reader, std::int64_t z) {
          std::uint8_t* const pixels = solid.data() + z * slice;
          reader->read(z, 0, slice, pixels);
          if (fluid == Phase::kForeground) {
            std::transform(pixels, pixels + slice, pixels,
                           [](std::uint8_t v) { return static_cast<std::uint8_t>(255 - v); });
          }
        });
  }
  if (std::all_of(solid.begin(), solid.end(), [](std::uint8_t v) { return v == 255; })) {
    throw UnsuitableImage(fluid == Phase::kForeground
                              ? "the image has no foreground voxels, which are the fluid"
                              : "the image has no background voxels, which are the fluid");
  }
  return solid;
}

Spaces measure_spaces(const Shape& s, const std::vector<std::uint8_t>& solid, const Faces& faces,
                      int threads, Progress& progress) {
  std::atomic<std::int64_t> all_fluid{0}, all_surface{0};  // of 255
  const auto is_wall = [&](std::size_t face) {
    return faces[face] == Face::kClosed || faces[face] == Face::kMoving;
  };
  // Where one beyond the last along an axis is: none, or the first.
  const auto next = [&](std::int64_t i, std::int64_t size, std::size_t axis) {
    return i + 1 < size ? i + 1 : faces[2 * axis] == Face::kPeriodic ? 0 : std::int64_t{-1};
  };
  parallel_for(s.depth, threads, progress, [&](std::int64_t z) {
    std::int64_t fluid = 0, surface = 0;
    for (std::int64_t y = 0; y < s.height; ++y) {
      const auto row = [&](std::int64_t row_y, std::int64_t row_z) {
        return solid.data() + (row_z * s.height + row_y) * s.width;
      };
      const std::int64_t next_y = next(y, s.height, 1), next_z = next(z, s.depth, 2);
      const std::uint8_t* const here = row(y, z);
      std::int64_t own = 0;
      for (std::int64_t x = 0; x < s.width; ++x) own += 255 - here[x];
      fluid += own;
      const auto add_differences = [&](const std::uint8_t* a, const std::uint8_t* b,
                                       std::int64_t count) {
        std::int64_t sum = 0;
        for (std::int64_t x = 0; x < count; ++x) sum += std::abs(a[x] - b[x]);
        surface += sum;
      };
      add_differences(here, here + 1, s.width - 1);
      if (next(s.width - 1, s.width, 0) == 0) add_differences(here + s.width - 1, here, 1);
      if (next_y >= 0) add_differences(here, row(next_y, z), s.width);
      if (next_z >= 0) add_differences(here, row(y, next_z), s.width);
      if (is_wall(0)) surface += 255 - here[0];
      if (is_wall(1)) surface += 255 - here[s.width - 1];
      for (const auto& [face, at_it] :
           {std::pair{2, y == 0}, {3, y == s.height - 1}, {4, z == 0}, {5, z == s.depth - 1}}) {
        if (at_it && is_wall(static_cast<std::size_t>(face))) surface += own;
      }
    }
    all_fluid += fluid;
    all_surface += surface;
  });
  return {static_cast<double>(all_fluid) / 255, static_cast<double>(all_surface) / 255};
}

bool joins_ends(const Shape& s, const std::vector<std::uint8_t>& solid, std::size_t axis,
                int threads, Progress& progress) {
  auto [packing, joining] = progress_parts(progress, 3, 7);
  BitVolume fluid(s);
  parallel_for(s.depth, threads, packing, [&](std::int64_t z) {
    for (std::int64_t y = 0; y < s.height; ++y) {
      const std::uint8_t* const row = solid.data() + (z * s.height + y) * s.width;
      std::uint64_t* const words = fluid.slice(z) + y * s.words_per_row();
      for (std::int64_t x = 0; x < s.width; ++x) {
        words[x / 64] |= std::uint64_t{row[x] != 255} << (x % 64);
      }
    }
  });
  static constexpr std::uint8_t kLow[] = {label::kLowX, label::kLowY, label::kLowZ};
  label::JoinOptions by_links;
  by_links.connectivity = label::Connectivity::kEdges;
  by_links.threads = threads;
  RunReport run;
  const BitVolume joined = label::joined_to_faces(fluid, kLow[axis], by_links, run, joining);
  for (std::int64_t z = axis == 2 ? s.depth - 1 : 0; z < s.depth; ++z)
    for (std::int64_t y = axis == 1 ? s.height - 1 : 0; y < s.height; ++y) {
      const std::uint64_t* const words = joined.slice(z) + y * s.words_per_row();
      if (axis == 0 ? (words[(s.width - 1) / 64] >> ((s.width - 1) % 64) & 1U) != 0
                    : std::any_of(words, words + s.words_per_row(),
                                  [](std::uint64_t word) { return word != 0; })) {
        return true;
      }
    }
  return false;
}

Grid make_grid(const Shape& shape, std::vector<std::uint8_t> solid, const Options& options,
               int threads, Progress& progress) {
  Grid grid;
  grid.shape = shape;
  grid.faces = options.faces();
  grid.tau = 0.5 + 3 * options.viscosity;
  grid.solid = std::move(solid);
  grid.has_solid.resize(static_cast<std::size_t>(grid.row_count()));
  std::atomic<bool> partly{false};
  parallel_for(shape.depth, threads, progress, [&](std::int64_t z) {
    unsigned any = 0;
    for (std::int64_t row = z * shape.height; row < (z + 1) * shape.height; ++row) {
      const std::uint8_t* const first = grid.solid.data() + row * shape.width;
      const bool solid_there =
          std::memchr(first, 255, static_cast<std::size_t>(shape.width)) != nullptr;
      grid.has_solid[static_cast<std::size_t>(row)] = solid_there ? 1 : 0;
      for (std::int64_t x = 0; x < shape.width; ++x) {
        any |= static_cast<std::uint8_t>(first[x] + 1) > 1 ? 1U : 0U;  // neither 0 nor 255
      }
    }
    if (any != 0) partly = true;
  });
  grid.partly = partly;
  return grid;
}

}  // namespace bitvox::flow
