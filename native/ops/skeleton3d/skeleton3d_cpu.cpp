// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>

#include "core/error.hpp"
#include "core/memory/zeroed_words.hpp"
#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
#include "ops/skeleton3d/skeleton3d.hpp"
#include "ops/skeleton3d/skeleton3d_rows.hpp"

namespace bitvox::skeleton3d {
namespace {

constexpr std::int64_t kSide = 8;  // of a brick
constexpr std::int64_t kBrickWords = 8;
constexpr std::int64_t kBrickBytes = kBrickWords * sizeof(std::uint64_t);
constexpr std::int64_t kListed = 2 * sizeof(std::int32_t);  // stamp and list entry of a brick

std::int64_t bricks_for(std::int64_t voxels) { return (voxels + kSide - 1) / kSide; }

// Sizes in bricks, with the padding. Along x whole words of the rows.
struct Layout {
  explicit Layout(const Shape& shape)
      : x(8 * shape.words_per_row() + 2),
        y(bricks_for(shape.height) + 2),
        z(bricks_for(shape.depth) + 2) {}

  std::int64_t step_x() const { return z; }
  std::int64_t step_y() const { return z * x; }
  std::int64_t count() const { return x * y * z; }
  // The first brick at depth z that is not padding.
  std::int64_t first(std::int64_t at_z) const { return step_x() + step_y() + 1 + at_z; }

  std::int64_t x, y, z;
};

// Fills the bricks; returns the number of voxels.
std::int64_t pack(const Rows& rows, const VolumeSource& in, const Layout& layout,
                  std::uint64_t* bricks, int threads, Progress& progress) {
  const Shape& shape = in.shape();
  const std::int64_t slice = shape.words_per_slice();
  std::atomic<std::int64_t> voxels{0};
  struct Own {
    std::unique_ptr<VolumeReader> reader;
    std::vector<std::uint64_t> words;
  };
  const auto open = [&] {
    return Own{in.open(), std::vector<std::uint64_t>(static_cast<std::size_t>(kSide * slice))};
  };
  parallel_for(bricks_for(shape.depth), threads, progress, open, [&](Own& own, std::int64_t z) {
    const std::int64_t count = std::min(kSide, shape.depth - kSide * z);
    std::uint64_t* const words = own.words.data();
    own.reader->read_slices(kSide * z, count, words);
    std::fill(words + count * slice, words + kSide * slice, 0);
    voxels += packing_rows().count_bits(words, kSide * slice);
    rows.pack(words, slice, shape.words_per_row(), shape.height, layout.step_x(), layout.step_y(),
              bricks + kSide * layout.first(z));
  });
  return voxels;
}

void unpack(const Rows& rows, const Layout& layout, const std::uint64_t* bricks, BitVolume& out,
            int threads, Progress& progress) {
  const Shape& shape = out.shape();
  parallel_for(bricks_for(shape.depth), threads, progress, [&](std::int64_t z) {
    const std::int64_t slices = std::min(kSide, shape.depth - kSide * z);
    std::fill_n(out.slice(kSide * z), slices * shape.words_per_slice(), 0);
    rows.unpack(bricks + kSide * layout.first(z), shape.words_per_slice(), shape.words_per_row(),
                shape.height, slices, layout.step_x(), layout.step_y(), out.slice(kSide * z));
  });
}

// The thinning itself. Time counts the subiterations. A brick is evaluated while its stamp, the
// time of the last change in it or in the border of one voxel around it, is at most 12 old.
class Thinner {
 public:
  // counted: bricks of the voxels of which deletions are counted, or null for all.
  Thinner(const Rows& rows, const BrickGrid& grid, const std::uint64_t* counted,
          std::int64_t max_rounds, const Layout& layout, int threads)
      : rows_(rows),
        grid_(grid),
        counted_(counted),
        max_rounds_(max_rounds),
        layout_(layout),
        stamps_(new std::int32_t[static_cast<std::size_t>(layout.count())]),
        list_(new std::uint32_t[static_cast<std::size_t>(layout.count())]),
        threads_(threads),
        barrier_(threads) {
    for (std::int64_t i = 0; i < 27; ++i) {
      neighbours_[static_cast<std::size_t>(i)] =
          (i / 9 - 1) + (i / 3 % 3 - 1) * layout.step_y() + (i % 3 - 1) * layout.step_x();
    }
  }

  // Lists the bricks with exposed voxels: a deletable voxel is exposed.
  void list_exposed(Progress& progress) {
    parallel_for(layout_.y, threads_, progress, [&](std::int64_t y) {
      std::vector<std::uint32_t> exposed;
      std::int64_t b = y * layout_.step_y();
      for (std::int64_t x = 0; x < layout_.x; ++x) {
        for (std::int64_t z = 0; z < layout_.z; ++z, ++b) {
          const bool padding = x == 0 || x == layout_.x - 1 || y == 0 || y == layout_.y - 1 ||
                               z == 0 || z == layout_.z - 1;
          if (padding || is_empty(b)) {
            stamps_.get()[b] = kEmpty;
          } else if (rows_.is_exposed(grid_, b)) {
            stamps_.get()[b] = -1;
            exposed.push_back(static_cast<std::uint32_t>(b));
          } else {
            stamps_.get()[b] = kNotListed;
          }
        }
      }
      const std::int64_t at = listed_.fetch_add(std::ssize(exposed));
      std::copy(exposed.begin(), exposed.end(), list_.get() + at);
    });
  }

  std::vector<std::int64_t> run(std::int64_t voxels, Progress& progress) {
    run_team(threads_, voxels, progress, [&](Team& team, int worker) { work(team, worker); });
    return std::move(deleted_);
  }

 private:
  static constexpr std::int64_t kDirections = 12;
  static constexpr std::int64_t kChunk = 32;  // bricks taken at a time

  void work(Team& team, int worker) {
    std::vector<BrickDeletion> deletions;
    for (std::int32_t begin = 0; !finished_.load(); begin += kDirections) {
      for (std::int32_t t = begin; t < begin + kDirections; ++t) {
        deletions.clear();
        find(t, deletions);
        if (!barrier_.wait(team)) {
          return;
        }
        const std::int64_t deleted = apply(t, deletions);
        deleted_in_round_ += deleted;
        if (counted_ != nullptr) counted_in_round_ += count_in(deletions);
        team.add_done(deleted);
        if (!barrier_.wait(team)) {
          return;
        }
      }
      if (worker == 0) {
        end_round(begin);
      }
      if (!barrier_.wait(team)) {
        return;
      }
    }
  }

  // Decides on the picture as it is; nothing is written to it meanwhile.
  void find(std::int32_t t, std::vector<BrickDeletion>& deletions) {
    const std::int64_t listed = listed_.load();
    std::int64_t found = 0;
    for (std::int64_t i = next_.fetch_add(kChunk); i < listed; i = next_.fetch_add(kChunk)) {
      deletions.resize(static_cast<std::size_t>(found + kChunk));
      found += rows_.find_deletions[t % kDirections](
          grid_, list_.get() + i, std::min(kChunk, listed - i), stamps_.get(),
          t - static_cast<std::int32_t>(kDirections), deletions.data() + found);
    }
    deletions.resize(static_cast<std::size_t>(found));
  }

  std::int64_t apply(std::int32_t t, const std::vector<BrickDeletion>& deletions) {
    next_.store(0);
    std::int64_t deleted = 0;
    for (const BrickDeletion& deletion : deletions) {
      std::uint64_t* const brick = grid_.words + kSide * deletion.brick;
      for (std::int64_t i = 0; i < kSide; ++i) {
        brick[i] &= ~deletion.voxels[i];
      }
      deleted += deletion.count;
      for (std::uint32_t touched = deletion.touched; touched != 0; touched &= touched - 1) {
        stamp(t, deletion.brick + neighbours_[static_cast<std::size_t>(std::countr_zero(touched))]);
      }
    }
    return deleted;
  }

  std::int64_t count_in(const std::vector<BrickDeletion>& deletions) const {
    std::int64_t count = 0;
    for (const BrickDeletion& deletion : deletions) {
      const std::uint64_t* const counted = counted_ + kSide * deletion.brick;
      for (std::int64_t i = 0; i < kSide; ++i) {
        count += std::popcount(deletion.voxels[i] & counted[i]);
      }
    }
    return count;
  }

  void stamp(std::int32_t t, std::int64_t b) {
    std::atomic_ref<std::int32_t> stamp(stamps_.get()[b]);
    const std::int32_t old = stamp.load(std::memory_order_relaxed);
    if (old >= t) {
      return;  // stamped just now, or nothing in it
    }
    if (old != kNotListed) {
      stamp.store(t, std::memory_order_relaxed);
    } else if (stamp.exchange(t) == kNotListed) {
      list_.get()[listed_.fetch_add(1)] = static_cast<std::uint32_t>(b);
    }
  }

  // Only the bricks in whose neighbourhood this round changed something go on.
  void end_round(std::int32_t begin) {
    std::int64_t kept = 0;
    const std::int64_t listed = listed_.load();
    for (std::int64_t i = 0; i < listed; ++i) {
      const std::uint32_t b = list_.get()[i];
      if (is_empty(b)) {
        stamps_.get()[b] = kEmpty;
      } else if (stamps_.get()[b] >= begin) {
        list_.get()[kept++] = b;
      } else {
        stamps_.get()[b] = kNotListed;
      }
    }
    const std::int64_t deleted = deleted_in_round_.exchange(0);
    const std::int64_t counted = counted_in_round_.exchange(0);
    deleted_.push_back(counted_ != nullptr ? counted : deleted);
    listed_.store(kept);
    finished_.store(deleted == 0 || std::ssize(deleted_) == max_rounds_);
  }

  bool is_empty(std::int64_t b) const {
    const std::uint64_t* const w = grid_.words + kSide * b;
    return (w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]) == 0;
  }

  const Rows& rows_;
  const BrickGrid grid_;
  const std::uint64_t* const counted_;
  const std::int64_t max_rounds_;
  const Layout layout_;
  std::array<std::int64_t, 27> neighbours_;  // from a brick, in the order of BrickDeletion::touched
  std::unique_ptr<std::int32_t[]> stamps_;
  std::unique_ptr<std::uint32_t[]> list_;
  std::atomic<std::int64_t> listed_{0};
  std::atomic<std::int64_t> next_{0};
  std::atomic<std::int64_t> deleted_in_round_{0};
  std::atomic<std::int64_t> counted_in_round_{0};
  std::atomic<bool> finished_{false};
  std::vector<std::int64_t> deleted_;
  int threads_;
  Barrier barrier_;
};

}  // namespace

std::int64_t bytes_cpu(const Job& job, const Shape& shape) {
  const std::int64_t copies = 1 + job.pictures();
  const std::int64_t readers = std::min<std::int64_t>(job.threads, bricks_for(shape.depth));
  const std::int64_t slices = readers * kSide * shape.words_per_slice();
  return Layout(shape).count() * (copies * kBrickBytes + kListed) +
         slices * std::int64_t{sizeof(std::uint64_t)};
}

Thinning thin_cpu(InstructionSet instructions, const Job& job, BitVolume& out, Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions);
  const int threads = job.threads;
  const Layout layout(job.in.shape());
  if (layout.count() > std::int64_t{UINT32_MAX}) {
    throw InvalidInput("the image is too large: more than 2^41 voxels");
  }
  auto [reading, reading_anchors, reading_counted, listing, thinning, writing] =
      progress_parts(progress, 2, 1, job.counted != nullptr ? 1 : 0, 1, 15, 1);

  // Of small pages, a brick's neighbours would be spread over nine.
  const ZeroedWords bricks(kBrickWords * layout.count());
  Thinning result;
  result.voxels_before = pack(rows, job.in, layout, bricks.get(), threads, reading);
  std::optional<ZeroedWords> fixed;
  std::optional<ZeroedWords> counted;
  const auto pack_other = [&](const VolumeSource* other, std::optional<ZeroedWords>& to,
                              Progress& part) {
    if (other == nullptr) return;
    to.emplace(kBrickWords * layout.count());
    pack(rows, *other, layout, to->get(), threads, part);
  };
  pack_other(job.anchors, fixed, reading_anchors);
  pack_other(job.counted, counted, reading_counted);
  const BrickGrid grid{bricks.get(), fixed ? fixed->get() : nullptr, layout.step_x(),
                       layout.step_y()};
  Thinner thinner(rows, grid, counted ? counted->get() : nullptr, job.max_rounds, layout, threads);
  thinner.list_exposed(listing);
  result.deleted = thinner.run(result.voxels_before, thinning);
  unpack(rows, layout, bricks.get(), out, threads, writing);
  return result;
}

}  // namespace bitvox::skeleton3d
