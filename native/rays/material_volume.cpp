// SPDX-License-Identifier: BSD-2-Clause
#include "rays/material_volume.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>

#include "core/threads/parallel.hpp"
#include "rays/volume_stepper.hpp"

namespace bitvox::rays {
// ---- Cells
// ---------------------------------------------------------------------------------------

void MaterialCells::walk(const VolumeRay& ray, std::int64_t* ticks) const {
  walk_cells<std::int64_t>(
      ray, shape, cells.get(),
      [&](std::uint32_t material, std::int64_t amount) { ticks[material] += amount; });
}

// ---- Bricks
// --------------------------------------------------------------------------------------

MaterialBricks::MaterialBricks(const MaterialSource& source, int threads, Progress& progress)
    : shape_(source.shape()),
      bricks_{(shape_.width + kSide - 1) / kSide, (shape_.height + kSide - 1) / kSide,
              (shape_.depth + kSide - 1) / kSide},
      codes_(static_cast<std::size_t>(bricks_[0] * bricks_[1] * bricks_[2])),
      mixed_(static_cast<std::size_t>(bricks_[2])),
      voxels_(static_cast<std::size_t>(source.materials()) + 1) {
  struct Own {
    std::unique_ptr<MaterialReader> reader;
    std::vector<std::uint8_t> slices;
  };
  std::mutex adding;
  parallel_for(
      bricks_[2], threads, progress,
      [&] {
        const std::int64_t bytes = kSide * shape_.width * shape_.height;
        return Own{source.open(), std::vector<std::uint8_t>(static_cast<std::size_t>(bytes))};
      },
      [&](Own& own, std::int64_t layer) {
        std::vector<std::int64_t> counts(256);
        read_layer(layer, *own.reader, own.slices, counts);
        const std::lock_guard lock(adding);
        for (std::size_t i = 0; i < voxels_.size(); ++i) voxels_[i] += counts[i];
      });
}

void MaterialBricks::read_layer(std::int64_t layer, MaterialReader& reader,
                                std::vector<std::uint8_t>& slices,
                                std::vector<std::int64_t>& counts) {
  const std::int64_t width = shape_.width, height = shape_.height;
  const std::int64_t depth = std::min(kSide, shape_.depth - layer * kSide);
  for (std::int64_t z = 0; z < depth; ++z) {
    std::uint8_t* const slice = slices.data() + z * width * height;
    reader.read(layer * kSide + z, slice);
    for (std::int64_t i = 0; i < width * height; ++i) ++counts[slice[i]];
  }
  std::vector<std::uint8_t>& mixed = mixed_[static_cast<std::size_t>(layer)];
  std::array<std::uint8_t, kCells> brick{};
  std::uint32_t* code = codes_.data() + layer * bricks_[0] * bricks_[1];
  for (std::int64_t y0 = 0; y0 < height; y0 += kSide) {
    for (std::int64_t x0 = 0; x0 < width; x0 += kSide, ++code) {
      const std::int64_t columns = std::min(kSide, width - x0);
      const std::int64_t rows = std::min(kSide, height - y0);
      const std::uint8_t first = slices[static_cast<std::size_t>(y0 * width + x0)];
      bool same = true;
      for (std::int64_t z = 0; z < depth; ++z) {
        for (std::int64_t y = 0; y < rows; ++y) {
          const std::uint8_t* const row = slices.data() + (z * height + y0 + y) * width + x0;
          std::copy_n(row, columns, brick.data() + ((z << kBits) + y) * kSide);
          for (std::int64_t x = 0; x < columns; ++x) same = same && row[x] == first;
        }
      }
      if (same) {
        *code = first;
      } else {
        *code = kMixed + static_cast<std::uint32_t>(mixed.size() / kCells);
        mixed.insert(mixed.end(), brick.begin(), brick.end());
      }
    }
  }
}

double MaterialBricks::mixed() const {
  const auto count = std::count_if(codes_.begin(), codes_.end(),
                                   [](std::uint32_t code) { return code >= kMixed; });
  return static_cast<double>(count) / static_cast<double>(codes_.size());
}

// From brick to brick, and within those of several materials from voxel to voxel, until the time at
// which the ray leaves them. Planes at that time itself are left to the next brick: what lies
// between has no length. Axes are copied, so that the compiler knows that no sum of ticks is one of
// them.
void MaterialBricks::walk(const VolumeRay& ray, std::int64_t* ticks) const {
  const AxisPlanes ax = ray.axes[0], ay = ray.axes[1], az = ray.axes[2];
  const double end = ray.end;
  const std::uint32_t* const codes = codes_.data();
  double t = ray.begin;
  std::int64_t since = ticks_of(t);
  std::uint32_t material = kMixed;  // none yet
  std::int64_t before = 0;
  std::int64_t* sum = &before;
  const auto enter = [&](std::uint32_t next, double when) {
    if (next == material) return;
    const std::int64_t now = ticks_of(when);
    *sum += now - since;
    since = now;
    material = next;
    sum = ticks + next;
  };
  const std::int64_t x0 = ax.cell_at(t) >> kBits, y0 = ay.cell_at(t) >> kBits;
  std::int64_t layer = az.cell_at(t) >> kBits;
  std::int64_t at = (layer * bricks_[1] + y0) * bricks_[0] + x0;
  VolumeStepper x(ax, x0, kSide, 1), y(ay, y0, kSide, bricks_[0]),
      z(az, layer, kSide, bricks_[0] * bricks_[1]);
  for (;;) {
    const double leaves = std::min(x.time, std::min(y.time, z.time));
    const std::uint32_t code = codes[at];
    if (code < kMixed) {
      enter(code, t);
    } else {
      const std::uint8_t* const brick = mixed_[static_cast<std::size_t>(layer)].data() +
                                        static_cast<std::int64_t>(code - kMixed) * kCells;
      const double until = std::min(leaves, end);
      constexpr std::int64_t kMask = kSide - 1;
      const std::int64_t cx = ax.cell_at(t), cy = ay.cell_at(t), cz = az.cell_at(t);
      VolumeStepper vx(ax, cx, 1, 1), vy(ay, cy, 1, kSide), vz(az, cz, 1, kSide * kSide);
      std::int64_t cell = ((((cz & kMask) << kBits) + (cy & kMask)) << kBits) + (cx & kMask);
      for (double now = t;;) {
        enter(brick[cell], now);
        const bool x_first = vx.time <= vy.time && vx.time <= vz.time;
        const bool y_first = !x_first && vy.time <= vz.time;
        now = x_first ? vx.time : y_first ? vy.time : vz.time;
        if (!(now < until)) break;
        vx.advance(x_first, cell);
        vy.advance(y_first, cell);
        vz.advance(!x_first && !y_first, cell);
      }
    }
    t = leaves;
    if (!(t < end)) break;
    const bool x_first = x.time == t;
    const bool y_first = !x_first && y.time == t;
    x.advance(x_first, at);
    y.advance(y_first, at);
    z.advance(!x_first && !y_first, at);
    layer += x_first || y_first ? 0 : az.step();
  }
  *sum += ticks_of(end) - since;
}

MaterialCells MaterialBricks::unpack(int threads, Progress& progress) {
  MaterialCells all{shape_, aligned_array<std::uint8_t>(shape_.voxel_count())};
  parallel_for(bricks_[2], threads, progress, [&](std::int64_t bz) {
    std::vector<std::uint8_t>& mixed = mixed_[static_cast<std::size_t>(bz)];
    const std::uint32_t* code = codes_.data() + bz * bricks_[0] * bricks_[1];
    const std::int64_t depth = std::min(kSide, shape_.depth - bz * kSide);
    for (std::int64_t y0 = 0; y0 < shape_.height; y0 += kSide) {
      const std::int64_t rows = std::min(kSide, shape_.height - y0);
      for (std::int64_t x0 = 0; x0 < shape_.width; x0 += kSide, ++code) {
        const std::int64_t columns = std::min(kSide, shape_.width - x0);
        for (std::int64_t z = 0; z < depth; ++z) {
          for (std::int64_t y = 0; y < rows; ++y) {
            std::uint8_t* const row =
                all.cells.get() + ((bz * kSide + z) * shape_.height + y0 + y) * shape_.width + x0;
            if (*code < kMixed) {
              std::fill_n(row, columns, static_cast<std::uint8_t>(*code));
            } else {
              std::copy_n(mixed.data() + static_cast<std::int64_t>(*code - kMixed) * kCells +
                              ((z << kBits) + y) * kSide,
                          columns, row);
            }
          }
        }
      }
    }
    std::vector<std::uint8_t>().swap(mixed);
  });
  return all;
}

}  // namespace bitvox::rays
