// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_labels.hpp"

#include <algorithm>
#include <atomic>
#include <type_traits>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/label/label_slices.hpp"
#include "ops/split_objects/split_objects_watershed.hpp"
#include "ops/split_objects/split_objects_words.hpp"

namespace bitvox::split_objects {
namespace {

// body(first voxel of a row, its place in the words of bits) for all rows.
template <class Body>
void each_row_of(const Shape& s, int threads, Progress& progress, const Body& body) {
  const RowParts parts(s);
  parallel_for(parts.count(), threads, progress, [&](std::int64_t part) {
    for (std::int64_t y = parts.first(part); y < parts.end(part); ++y) {
      const std::int64_t row = parts.slice(part) * s.height + y;
      body(row * s.width, row * s.words_per_row());
    }
  });
}

}  // namespace

std::vector<std::uint32_t> LabelRows::first_voxels(std::int64_t count, Progress& progress) const {
  std::vector<std::uint32_t> firsts(static_cast<std::size_t>(count), kNowhere);
  const Shape& s = grid_.shape();
  each_row_of(s, threads_, progress, [&](std::int64_t first, std::int64_t) {
    std::uint32_t before = 0;
    for (std::int64_t x = 0; x < s.width; ++x) {
      const std::uint32_t label = labels_[first + x];
      if (label != before && label != 0) {
        const auto voxel = static_cast<std::uint32_t>(first + x);
        words::lower(firsts[label - 1], voxel);
      }
      before = label;
    }
  });
  return firsts;
}

void LabelRows::relabel(const std::vector<std::uint32_t>& labels, Progress& progress) {
  const Shape& s = grid_.shape();
  each_row_of(s, threads_, progress, [&](std::int64_t first, std::int64_t) {
    for (std::int64_t i = first; i < first + s.width; ++i) labels_[i] = labels[labels_[i]];
  });
}

std::int64_t LabelRows::draw_lines(Progress& progress) {
  struct Own {
    Window<std::uint32_t> window;
    std::vector<std::uint8_t> flags;
  };
  const Shape& s = grid_.shape();
  const RowParts parts(s);
  BitVolume lines(s);
  auto [finding, clearing] = progress_parts(progress, 2, 1);
  parallel_for(
      parts.count(), threads_, finding,
      [&] {
        return Own{Window<std::uint32_t>(grid_, labels_),
                   std::vector<std::uint8_t>(static_cast<std::size_t>(s.width))};
      },
      [&](Own& own, std::int64_t part) {
        const std::int64_t z = parts.slice(part);
        for (std::int64_t y = parts.first(part); y < parts.end(part); ++y) {
          if (rows_.find_smaller(own.window.at(y, z), s.width, grid_.most_axes(),
                                 own.flags.data()) == 0) {
            continue;
          }
          std::uint64_t* const bits = lines.slice(z) + y * s.words_per_row();
          for (std::int64_t x = 0; x < s.width; ++x) {
            const std::uint64_t flag = own.flags[static_cast<std::size_t>(x)];
            bits[x / 64] |= flag << (x % 64);
          }
        }
      });
  std::atomic<std::int64_t> cleared{0};
  each_row_of(s, threads_, clearing, [&](std::int64_t first, std::int64_t word) {
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < s.words_per_row(); ++i) {
      for (std::uint64_t bits = lines.words()[word + i]; bits != 0; bits &= bits - 1) {
        labels_[first + 64 * i + std::countr_zero(bits)] = 0;
        ++count;
      }
    }
    cleared += count;
  });
  return cleared;
}

void LabelRows::write(BitVolume& out, Progress& progress) const {
  const Shape& s = grid_.shape();
  each_row_of(s, threads_, progress, [&](std::int64_t first, std::int64_t word) {
    std::fill_n(out.words() + word, s.words_per_row(), 0);
    for (std::int64_t x = 0; x < s.width; ++x) {
      const std::uint64_t bit = labels_[first + x] != 0 ? 1 : 0;
      out.words()[word + x / 64] |= bit << (x % 64);
    }
  });
}

void LabelRows::write(PixelType type, SliceSink& out, Progress& progress) const {
  const Shape& s = grid_.shape();
  const auto rows = [&](std::int64_t first, std::int64_t end, auto* pixels) {
    using Pixel = std::remove_reference_t<decltype(*pixels)>;
    std::transform(labels_ + first * s.width, labels_ + end * s.width, pixels,
                   [](std::uint32_t label) { return static_cast<Pixel>(label); });
  };
  label::write_label_slices(type, kUser, s, threads_, rows, out, progress);
}

}  // namespace bitvox::split_objects
