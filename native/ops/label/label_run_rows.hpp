// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/threads/stop_request.hpp"
#include "ops/label/label_run_source.hpp"

// Rows of runs that have labels, and what is counted where such rows lie on one another.
namespace bitvox::label {

struct LabelledRun {
  std::int64_t begin;
  std::int64_t last;
  std::uint32_t label;
};
using RunRow = std::span<const LabelledRun>;

// The runs of a slice, row by row; of rows and slices outside the volume none. Where objects may
// touch, those of a row are in the order of their labels, so that each can be looked at alone.
class SliceRuns {
 public:
  template <class Runs>
  void read(const Runs& runs, std::int64_t z) {
    runs_.clear();
    starts_.assign(1, 0);
    auto at = runs.begin(z);
    for (std::int64_t y = 0; y < runs.shape().height && !stop_requested(); ++y) {
      runs.each(at, z, y, y + 1,
                [&](std::uint32_t label, std::int64_t, std::int64_t begin, std::int64_t last) {
                  if (label != 0) runs_.push_back({begin, last, label});
                });
      if constexpr (Runs::kTouch) {
        const auto first = runs_.begin() + static_cast<std::ptrdiff_t>(starts_.back());
        std::sort(first, runs_.end(), [](const LabelledRun& a, const LabelledRun& b) {
          return a.label != b.label ? a.label < b.label : a.begin < b.begin;
        });
      }
      starts_.push_back(runs_.size());
    }
  }
  void clear() { starts_.clear(); }

  RunRow row(std::int64_t y) const {
    if (y < 0 || y + 1 >= std::ssize(starts_)) {
      return {};
    }
    const std::size_t start = starts_[static_cast<std::size_t>(y)];
    return RunRow(runs_).subspan(start, starts_[static_cast<std::size_t>(y) + 1] - start);
  }

 private:
  std::vector<LabelledRun> runs_;
  std::vector<std::size_t> starts_;
};

// Adds up in one place while the label stays the same, and then for all threads.
class Adder {
 public:
  explicit Adder(std::vector<std::int64_t>& sums) : sums_(sums) {}
  ~Adder() { flush(); }
  Adder(const Adder&) = delete;
  Adder& operator=(const Adder&) = delete;

  void add(std::uint32_t label, std::int64_t value) {
    if (label != label_) {
      flush();
      label_ = label;
    }
    sum_ += value;
  }

 private:
  void flush() {
    if (sum_ != 0) {
      std::atomic_ref(sums_[label_ - 1]).fetch_add(sum_, std::memory_order_relaxed);
      sum_ = 0;
    }
  }

  std::vector<std::int64_t>& sums_;
  std::uint32_t label_ = 0;
  std::int64_t sum_ = 0;
};

// What is the same in all rows: pieces of runs of one object. Sets of `more` + 1 voxels along x.
template <std::size_t N>
void add_common(RunRow (&rows)[N], std::int64_t more, std::int64_t sign, Adder& to) {
  while (std::none_of(rows, rows + N, [](const RunRow& row) { return row.empty(); })) {
    std::int64_t begin = 0;
    std::size_t first_to_end = 0;
    for (std::size_t i = 0; i < N; ++i) {
      begin = std::max(begin, rows[i].front().begin);
      if (rows[i].front().last < rows[first_to_end].front().last) first_to_end = i;
    }
    const LabelledRun& ending = rows[first_to_end].front();
    to.add(ending.label, sign * std::max<std::int64_t>(0, ending.last - begin + 1 - more));
    rows[first_to_end] = rows[first_to_end].subspan(1);
  }
}

// Where there is something in any row; what overlaps is of one object. Windows of `more` + 1 voxels
// along x.
template <std::size_t N>
void add_any(RunRow (&rows)[N], std::int64_t more, std::int64_t sign, Adder& to) {
  std::int64_t done = -1;  // the last window that was counted
  for (;;) {
    std::size_t next = N;
    for (std::size_t i = 0; i < N; ++i) {
      if (!rows[i].empty() && (next == N || rows[i].front().begin < rows[next].front().begin)) {
        next = i;
      }
    }
    if (next == N) {
      return;
    }
    const LabelledRun& run = rows[next].front();
    const std::int64_t last = run.last + more;
    if (last > done) {
      to.add(run.label, sign * (last - std::max(done + 1, run.begin) + 1));
      done = last;
    }
    rows[next] = rows[next].subspan(1);
  }
}

}  // namespace bitvox::label
