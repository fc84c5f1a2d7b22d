// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton2d/brick_thinner.hpp"

#include <algorithm>
#include <new>

namespace bitvox::skeleton2d {
namespace {

constexpr std::int64_t kRows = 8;  // of a brick
constexpr std::int64_t kBrickBytes = kRows * sizeof(std::uint64_t);

constexpr std::int32_t kNotListed = INT32_MIN;  // no change has reached it since it was evaluated
constexpr std::int32_t kEmpty = INT32_MAX;      // nothing to delete, and never will be

std::int64_t bricks_of_column(const Shape& shape) { return (shape.height + kRows - 1) / kRows + 2; }
std::int64_t brick_count(const Shape& shape) {
  return bricks_of_column(shape) * (shape.words_per_row() + 2);
}

}  // namespace

BrickThinner::BrickThinner(const Rows& rows, const Shape& shape, int size)
    : rows_(rows),
      shape_(shape),
      size_(size),
      column_(bricks_of_column(shape)),
      count_(brick_count(shape)),
      words_(static_cast<std::uint64_t*>(
          platform::aligned_memory(kBrickBytes, static_cast<std::size_t>(count_ * kBrickBytes)))),
      stamps_(new std::int32_t[static_cast<std::size_t>(count_)]),
      list_(new std::uint32_t[static_cast<std::size_t>(count_)]),
      barrier_(size) {
  if (words_ == nullptr) {
    throw std::bad_alloc();
  }
  std::fill_n(words_.get(), count_ * kRows, 0);
}

std::int64_t BrickThinner::bytes(const Shape& shape) {
  return brick_count(shape) *
         static_cast<std::int64_t>(kBrickBytes + sizeof(std::int32_t) + sizeof(std::uint32_t));
}

bool BrickThinner::load(const Team& team, int worker, const std::uint64_t* slice) {
  const std::int64_t per_row = shape_.words_per_row();
  for (std::int64_t first = worker * kRows; first < shape_.height; first += size_ * kRows) {
    const std::int64_t end = std::min(shape_.height, first + kRows);
    std::uint64_t* to = words_.get() + (column_ + 1) * kRows;
    for (std::int64_t i = 0; i < per_row; ++i, to += column_ * kRows) {
      for (std::int64_t y = first; y < end; ++y) {
        to[y] = slice[y * per_row + i];
      }
    }
  }
  return barrier_.wait(team);
}

bool BrickThinner::store(const Team& team, int worker, std::uint64_t* slice) {
  const std::int64_t per_row = shape_.words_per_row();
  for (std::int64_t first = worker * kRows; first < shape_.height; first += size_ * kRows) {
    const std::int64_t end = std::min(shape_.height, first + kRows);
    const std::uint64_t* from = words_.get() + (column_ + 1) * kRows;
    for (std::int64_t i = 0; i < per_row; ++i, from += column_ * kRows) {
      for (std::int64_t y = first; y < end; ++y) {
        slice[y * per_row + i] = from[y];
      }
    }
  }
  return barrier_.wait(team);
}

bool BrickThinner::run(const Team& team, int worker, const ThinningStage& stage) {
  if (!barrier_.wait(team)) {  // all have left the stage before
    return false;
  }
  if (worker == 0) {
    listed_.store(0);
    next_.store(0);
    rounds_ = 0;
    finished_.store(false);
  }
  if (!barrier_.wait(team)) {
    return false;
  }
  list_bricks(worker);
  if (!barrier_.wait(team)) {
    return false;
  }
  std::vector<PixelDeletion> deletions;
  for (std::int32_t begin = 0; !finished_.load(); begin += stage.passes) {
    for (std::int32_t time = begin; time < begin + stage.passes; ++time) {
      const std::int64_t found =
          find(stage.first_pass + time - begin, time - stage.passes, deletions);
      if (!barrier_.wait(team)) {
        return false;
      }
      apply(time, {deletions.data(), static_cast<std::size_t>(found)});
      if (!barrier_.wait(team)) {
        return false;
      }
    }
    if (worker == 0) {
      end_round(begin);
    }
    if (!barrier_.wait(team)) {
      return false;
    }
  }
  return true;
}

// All bricks that are not empty, as if something had changed just before.
void BrickThinner::list_bricks(int worker) {
  std::vector<std::uint32_t> found;
  for (std::int64_t first = worker * column_; first < count_; first += size_ * column_) {
    found.clear();
    for (std::int64_t b = first; b < first + column_; ++b) {
      stamps_.get()[b] = is_empty(b) ? kEmpty : -1;
      if (stamps_.get()[b] != kEmpty) {
        found.push_back(static_cast<std::uint32_t>(b));
      }
    }
    std::copy(found.begin(), found.end(), list_.get() + listed_.fetch_add(std::ssize(found)));
  }
}

// Decides on the picture as it is; nothing is written to it meanwhile. Returns how many bricks have
// deletions.
std::int64_t BrickThinner::find(int pass, std::int32_t oldest,
                                std::vector<PixelDeletion>& deletions) {
  const std::int64_t chunk = size_ == 1 ? 256 : 32;  // bricks taken at a time
  const std::int64_t listed = listed_.load();
  std::int64_t found = 0;
  for (std::int64_t i = next_.fetch_add(chunk); i < listed; i = next_.fetch_add(chunk)) {
    if (std::ssize(deletions) < found + chunk) {
      deletions.resize(static_cast<std::size_t>(2 * (found + chunk)));
    }
    found += rows_.find_deletions[pass]({words_.get(), column_}, list_.get() + i,
                                        std::min(chunk, listed - i), stamps_.get(), oldest,
                                        deletions.data() + found);
  }
  return found;
}

void BrickThinner::apply(std::int32_t time, std::span<const PixelDeletion> deletions) {
  next_.store(0);
  if (!deletions.empty()) {
    changed_.store(true);
  }
  for (const PixelDeletion& deletion : deletions) {
    std::uint64_t* const words = words_.get() + kRows * deletion.brick;
    const std::uint64_t* const rows = deletion.rows;
    for (std::int64_t i = 0; i < kRows; ++i) {
      words[i] &= ~rows[i];
    }
    // A pixel is seen from one row and column to the north-west, and two to the south-east.
    stamp_columns(time, deletion.brick, deletion.columns);
    stamp_columns(time, deletion.brick - 1, rows[0]);
    stamp_columns(time, deletion.brick + 1, rows[kRows - 2] | rows[kRows - 1]);
  }
}

void BrickThinner::stamp_columns(std::int32_t time, std::int64_t b, std::uint64_t deleted) {
  if (deleted != 0) {
    stamp(time, b);
    if ((deleted & 1) != 0) stamp(time, b - column_);
    if (deleted >> 62 != 0) stamp(time, b + column_);
  }
}

void BrickThinner::stamp(std::int32_t time, std::int64_t b) {
  std::atomic_ref<std::int32_t> stamp(stamps_.get()[b]);
  const std::int32_t old = stamp.load(std::memory_order_relaxed);
  if (old >= time) {
    return;  // stamped just now, or nothing in it
  }
  if (old != kNotListed) {
    stamp.store(time, std::memory_order_relaxed);
  } else if (size_ == 1 || stamp.exchange(time) == kNotListed) {
    stamp.store(time, std::memory_order_relaxed);
    list_.get()[listed_.fetch_add(1)] = static_cast<std::uint32_t>(b);
  }
}

// Only the bricks where this round changed something go on.
void BrickThinner::end_round(std::int32_t begin) {
  std::int64_t kept = 0;
  const std::int64_t listed = listed_.load();
  for (std::int64_t i = 0; i < listed; ++i) {
    const std::uint32_t b = list_.get()[i];
    if (stamps_.get()[b] < begin) {
      stamps_.get()[b] = kNotListed;
    } else if (is_empty(b)) {
      stamps_.get()[b] = kEmpty;
    } else {
      list_.get()[kept++] = b;
    }
  }
  listed_.store(kept);
  ++rounds_;
  finished_.store(!changed_.exchange(false));
}

bool BrickThinner::is_empty(std::int64_t b) const {
  const std::uint64_t* const w = words_.get() + kRows * b;
  return (w[0] | w[1] | w[2] | w[3] | w[4] | w[5] | w[6] | w[7]) == 0;
}

}  // namespace bitvox::skeleton2d
