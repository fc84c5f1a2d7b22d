// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_parts.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/label/label_slices.hpp"

namespace bitvox::split_objects {
namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

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

// Of each number.
std::vector<std::uint32_t> Parts::first_voxels(std::size_t count, Progress& progress) const {
  std::vector<std::uint32_t> firsts(count, kNowhere);
  const Shape& s = grid_.shape();
  each_row_of(s, threads_, progress, [&](std::int64_t first, std::int64_t) {
    std::uint32_t before = 0;
    for (std::int64_t x = 0; x < s.width; ++x) {
      const std::uint32_t label = labels_[first + x];
      if (label != before && label != 0) {
        const auto voxel = static_cast<std::uint32_t>(first + x);
        const std::atomic_ref<std::uint32_t> shared(firsts[label - 1]);
        std::uint32_t old = shared.load(std::memory_order_relaxed);
        while (voxel < old &&
               !shared.compare_exchange_weak(old, voxel, std::memory_order_relaxed)) {
        }
      }
      before = label;
    }
  });
  return firsts;
}

std::vector<std::uint32_t> Parts::number(const std::vector<std::uint32_t>& part_of,
                                         Progress& progress) {
  auto [finding, sorting, writing] = progress_parts(progress, 2, 1, 2);
  const std::vector<std::uint32_t> firsts = first_voxels(part_of.size(), finding);
  sorting.report(0, 1);
  std::vector<std::uint32_t> first_of(part_of.size(), kNowhere);  // of parts, by name
  for (std::size_t i = 0; i < part_of.size(); ++i) {
    std::uint32_t& first = first_of[part_of[i] - 1];
    first = std::min(first, firsts[i]);
  }
  std::vector<std::uint32_t> names;
  for (std::size_t i = 0; i < first_of.size(); ++i) {
    if (first_of[i] != kNowhere) names.push_back(static_cast<std::uint32_t>(i + 1));
  }
  std::sort(names.begin(), names.end(),
            [&](std::uint32_t a, std::uint32_t b) { return first_of[a - 1] < first_of[b - 1]; });
  std::vector<std::uint32_t> label_of(part_of.size());  // of parts, by name
  for (std::size_t i = 0; i < names.size(); ++i) {
    label_of[names[i] - 1] = static_cast<std::uint32_t>(i + 1);
  }
  std::vector<std::uint32_t> labels(part_of.size() + 1);  // of slopes; 0 stays 0
  for (std::size_t i = 0; i < part_of.size(); ++i) labels[i + 1] = label_of[part_of[i] - 1];
  const Shape& s = grid_.shape();
  each_row_of(s, threads_, writing, [&](std::int64_t first, std::int64_t) {
    for (std::int64_t i = first; i < first + s.width; ++i) labels_[i] = labels[labels_[i]];
  });
  return names;
}

std::int64_t Parts::draw_lines(Progress& progress) {
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

void Parts::write(BitVolume& out, Progress& progress) const {
  const Shape& s = grid_.shape();
  each_row_of(s, threads_, progress, [&](std::int64_t first, std::int64_t word) {
    std::fill_n(out.words() + word, s.words_per_row(), 0);
    for (std::int64_t x = 0; x < s.width; ++x) {
      const std::uint64_t bit = labels_[first + x] != 0 ? 1 : 0;
      out.words()[word + x / 64] |= bit << (x % 64);
    }
  });
}

void Parts::write(PixelType type, SliceSink& out, Progress& progress) const {
  const Shape& s = grid_.shape();
  const auto rows = [&](std::int64_t first, std::int64_t end, auto* pixels) {
    using Pixel = std::remove_reference_t<decltype(*pixels)>;
    std::transform(labels_ + first * s.width, labels_ + end * s.width, pixels,
                   [](std::uint32_t label) { return static_cast<Pixel>(label); });
  };
  label::write_label_slices(type, kUser, s, threads_, rows, out, progress);
}

}  // namespace bitvox::split_objects
