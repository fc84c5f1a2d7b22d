// SPDX-License-Identifier: BSD-2-Clause
#include "rays/material_columns.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <mutex>

#include "core/threads/parallel.hpp"

namespace bitvox::rays {
namespace {

constexpr std::int64_t kWord = 64;

// Planes of bits for numbers to `materials`: 1, 2, 4 or 8.
int planes_for(int materials) {
  return static_cast<int>(
      std::bit_ceil(static_cast<unsigned>(std::bit_width(static_cast<unsigned>(materials)))));
}

std::int64_t side(const Shape& shape, std::size_t axis) {
  return axis == 0 ? shape.width : axis == 1 ? shape.height : shape.depth;
}

template <int kPlanes>
std::size_t material_at(const std::uint64_t* word, int bit) {
  std::uint64_t material = 0;
  for (int p = 0; p < kPlanes; ++p) material |= (word[p] >> bit & 1U) << p;
  return static_cast<std::size_t>(material);
}

}  // namespace

MaterialColumns::Layout MaterialColumns::layout_of(Axis axis) {
  switch (axis) {
    case Axis::kX:
      return {1, 2, 0};
    case Axis::kY:
      return {0, 2, 1};
    case Axis::kZ:
      break;
  }
  return {0, 1, 2};
}

std::int64_t MaterialColumns::bytes(const MaterialSource& source, Axis axis) {
  const Shape& shape = source.shape();
  const std::int64_t slices = side(shape, layout_of(axis).along);
  const std::int64_t words = (slices + kWord - 1) / kWord * planes_for(source.materials());
  return shape.voxel_count() / slices * words * 8;
}

MaterialColumns::MaterialColumns(const MaterialSource& source, Axis axis, int threads,
                                 Progress& progress)
    : shape_(source.shape()),
      layout_(layout_of(axis)),
      slices_(side(shape_, layout_.along)),
      words_((slices_ + kWord - 1) / kWord),
      planes_(planes_for(source.materials())),
      wide_(side(shape_, layout_.first)),
      columns_(aligned_array<std::uint64_t>(bytes(source, axis) / 8)),
      voxels_(static_cast<std::size_t>(source.materials()) + 1) {
  std::mutex adding;
  const std::int64_t pixels = shape_.width * shape_.height;
  const auto add = [&](const std::vector<std::int64_t>& counts) {
    const std::lock_guard lock(adding);
    for (std::size_t i = 0; i < voxels_.size(); ++i) voxels_[i] += counts[i];
  };
  if (axis == Axis::kZ) {
    parallel_for(
        words_, threads, progress, [&] { return source.open(); },
        [&](std::unique_ptr<MaterialReader>& reader, std::int64_t word) {
          std::vector<std::int64_t> counts(256);
          read_word(word, *reader, counts);
          add(counts);
        });
    return;
  }
  struct Own {
    std::unique_ptr<MaterialReader> reader;
    std::vector<std::uint8_t> slice;
  };
  parallel_for(
      shape_.depth, threads, progress,
      [&] {
        return Own{source.open(), std::vector<std::uint8_t>(static_cast<std::size_t>(pixels))};
      },
      [&](Own& own, std::int64_t z) {
        std::vector<std::int64_t> counts(256);
        own.reader->read(z, own.slice.data());
        for (const std::uint8_t material : own.slice) ++counts[material];
        if (axis == Axis::kX) {
          pack_rows(own.slice.data(), z);
        } else {
          pack_slice(own.slice.data(), z);
        }
        add(counts);
      });
}

// Along z: a word of all columns, from 64 slices.
void MaterialColumns::read_word(std::int64_t word, MaterialReader& reader,
                                std::vector<std::int64_t>& counts) {
  const std::int64_t pixels = shape_.width * shape_.height;
  std::vector<std::uint8_t> slice(static_cast<std::size_t>(pixels));
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(pixels * planes_));
  const std::int64_t count = std::min(kWord, shape_.depth - word * kWord);
  for (std::int64_t i = 0; i < count; ++i) {
    reader.read(word * kWord + i, slice.data());
    for (const std::uint8_t material : slice) ++counts[material];
    for (int p = 0; p < planes_; ++p) {
      std::uint64_t* const to = bits.data() + p * pixels;
      for (std::int64_t k = 0; k < pixels; ++k) {
        to[k] |=
            std::uint64_t{static_cast<std::uint64_t>(slice[static_cast<std::size_t>(k)]) >> p & 1U}
            << i;
      }
    }
  }
  for (std::int64_t k = 0; k < pixels; ++k) {
    std::uint64_t* const to = columns_.get() + (k * words_ + word) * planes_;
    for (int p = 0; p < planes_; ++p) to[p] = bits[static_cast<std::size_t>(p * pixels + k)];
  }
}

// Along x: rows of a slice are the columns.
void MaterialColumns::pack_rows(const std::uint8_t* slice, std::int64_t z) {
  for (std::int64_t y = 0; y < shape_.height; ++y) {
    const std::uint8_t* const row = slice + y * shape_.width;
    std::uint64_t* to = columns_.get() + (z * wide_ + y) * words_ * planes_;
    for (std::int64_t x0 = 0; x0 < shape_.width; x0 += kWord) {
      const std::int64_t count = std::min(kWord, shape_.width - x0);
      for (int p = 0; p < planes_; ++p) {
        std::uint64_t bits = 0;
        for (std::int64_t i = 0; i < count; ++i) {
          bits |= (static_cast<std::uint64_t>(row[x0 + i]) >> p & 1U) << i;
        }
        *to++ = bits;
      }
    }
  }
}

// Along y: a slice has the whole columns of its z.
void MaterialColumns::pack_slice(const std::uint8_t* slice, std::int64_t z) {
  std::vector<std::uint64_t> bits(static_cast<std::size_t>(shape_.width));
  for (std::int64_t word = 0; word < words_; ++word) {
    const std::int64_t count = std::min(kWord, shape_.height - word * kWord);
    for (int p = 0; p < planes_; ++p) {
      std::fill(bits.begin(), bits.end(), std::uint64_t{0});
      for (std::int64_t i = 0; i < count; ++i) {
        const std::uint8_t* const row = slice + (word * kWord + i) * shape_.width;
        for (std::int64_t x = 0; x < shape_.width; ++x) {
          bits[static_cast<std::size_t>(x)] |= (static_cast<std::uint64_t>(row[x]) >> p & 1U) << i;
        }
      }
      for (std::int64_t x = 0; x < shape_.width; ++x) {
        columns_[static_cast<std::size_t>(((z * wide_ + x) * words_ + word) * planes_ + p)] =
            bits[static_cast<std::size_t>(x)];
      }
    }
  }
}

std::int64_t MaterialColumns::slice_of(const VolumeRay& ray) const {
  const AxisPlanes& along = ray.axes[layout_.along];
  return along.misses() ? -1 : along.cell_at(0);
}

void MaterialColumns::walk(const VolumeRay& ray, const Slices& slices, std::int64_t* ticks) const {
  switch (planes_) {
    case 1:
      return walk_planes<1>(ray, slices, ticks);
    case 2:
      return walk_planes<2>(ray, slices, ticks);
    case 4:
      return walk_planes<4>(ray, slices, ticks);
    default:
      return walk_planes<8>(ray, slices, ticks);
  }
}

template <int kPlanes>
void MaterialColumns::walk_planes(const VolumeRay& ray, const Slices& slices,
                                  std::int64_t* ticks) const {
  const AxisPlanes &a = ray.axes[layout_.first], &b = ray.axes[layout_.second];
  const double begin = std::max(0.0, std::max(a.begin(), b.begin()));
  const double end = std::min(1.0, std::min(a.end(), b.end()));
  if (a.misses() || b.misses() || !(begin < end)) return;
  const std::int64_t first_word = slices.first / kWord;
  const std::int64_t end_word = (slices.first + slices.count + kWord - 1) / kWord;
  std::int64_t i = a.cell_at(begin), j = b.cell_at(begin);
  const auto column = [&] { return columns_.get() + (j * wide_ + i) * words_ * kPlanes; };
  const auto add_all = [&](const std::uint64_t* of, std::int64_t amount) {
    for (std::int64_t s = slices.first; s < slices.first + slices.count; ++s) {
      const std::size_t material =
          material_at<kPlanes>(of + s / kWord * kPlanes, static_cast<int>(s % kWord));
      ticks[static_cast<std::int64_t>(material) * slices_ + s] += amount;
    }
  };
  const std::uint64_t* own = column();
  add_all(own, -ticks_of(begin));
  double at = a.time(a.exit_of(i, 1)), bt = b.time(b.exit_of(j, 1));
  for (;;) {
    const double t = std::min(at, bt);
    if (!(t < end)) break;
    if (at <= bt) {
      i += a.step();
      at = a.time(a.exit_of(i, 1));
    } else {
      j += b.step();
      bt = b.time(b.exit_of(j, 1));
    }
    const std::uint64_t* const next = column();
    const std::int64_t now = ticks_of(t);
    for (std::int64_t word = first_word; word < end_word; ++word) {
      const std::uint64_t* const from = own + word * kPlanes;
      const std::uint64_t* const to = next + word * kPlanes;
      std::uint64_t changed = 0;
      for (int p = 0; p < kPlanes; ++p) changed |= from[p] ^ to[p];
      for (; changed != 0; changed &= changed - 1) {
        const int bit = std::countr_zero(changed);
        const std::int64_t s = word * kWord + bit;
        const auto left = static_cast<std::int64_t>(material_at<kPlanes>(from, bit));
        const auto entered = static_cast<std::int64_t>(material_at<kPlanes>(to, bit));
        ticks[left * slices_ + s] += now;
        ticks[entered * slices_ + s] -= now;
      }
    }
    own = next;
  }
  add_all(own, ticks_of(end));
}

}  // namespace bitvox::rays
