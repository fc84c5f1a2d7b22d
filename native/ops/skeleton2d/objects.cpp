// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton2d/objects.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <utility>
#include <vector>

#include "core/threads/parallel.hpp"

namespace bitvox::skeleton2d {
namespace {

// Foreground pixels begin .. end - 1 of a row.
struct Run {
  std::int64_t begin;
  std::int64_t end;
  std::uint32_t label;
};

// Labels that mean the same object: union-find with path halving.
class Labels {
 public:
  std::uint32_t add() {
    parents_.push_back(static_cast<std::uint32_t>(parents_.size()));
    ++objects_;
    return parents_.back();
  }

  std::uint32_t root(std::uint32_t label) {
    while (parents_[label] != label) {
      label = parents_[label] = parents_[parents_[label]];
    }
    return label;
  }

  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a != b) {
      parents_[std::max(a, b)] = std::min(a, b);
      --objects_;
    }
  }

  std::int64_t objects() const { return objects_; }

 private:
  std::vector<std::uint32_t> parents_;
  std::int64_t objects_ = 0;
};

void find_runs(const std::uint64_t* row, const Shape& shape, std::vector<Run>& runs) {
  runs.clear();
  std::uint64_t last = 0;  // the pixel before, in bit 0
  for (std::int64_t i = 0; i < shape.words_per_row(); ++i) {
    const std::uint64_t word = row[i];
    for (std::uint64_t changes = word ^ (word << 1 | last); changes != 0; changes &= changes - 1) {
      const std::int64_t x = 64 * i + std::countr_zero(changes);
      if (runs.empty() || runs.back().end != 0) {
        runs.push_back({x, 0, 0});
      } else {
        runs.back().end = x;
      }
    }
    last = word >> 63;
  }
  if (!runs.empty() && runs.back().end == 0) {
    runs.back().end = shape.width;
  }
}

}  // namespace

PixelCount count_objects(const std::uint64_t* slice, const Shape& shape) {
  PixelCount count;
  Labels labels;
  std::vector<Run> above;
  std::vector<Run> here;
  for (std::int64_t y = 0; y < shape.height; ++y) {
    std::swap(above, here);
    find_runs(slice + y * shape.words_per_row(), shape, here);
    auto first = above.begin();
    for (Run& run : here) {
      count.pixels += run.end - run.begin;
      while (first != above.end() && first->end < run.begin) {
        ++first;
      }
      if (first == above.end() || first->begin > run.end) {
        run.label = labels.add();
        continue;
      }
      run.label = first->label;
      for (auto next = first + 1; next != above.end() && next->begin <= run.end; ++next) {
        labels.join(run.label, next->label);
      }
    }
  }
  count.objects = labels.objects();
  return count;
}

PixelCount count_in_slices(const std::uint64_t* slices, const Shape& shape, int threads,
                           Progress& progress) {
  std::mutex mutex;
  PixelCount sum;
  parallel_for(shape.depth, threads, progress, [&](std::int64_t z) {
    const PixelCount of_slice = count_objects(slices + z * shape.words_per_slice(), shape);
    const std::lock_guard lock(mutex);
    sum.add(of_slice);
  });
  return sum;
}

}  // namespace bitvox::skeleton2d
