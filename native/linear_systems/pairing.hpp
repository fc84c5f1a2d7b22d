// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/stop_request.hpp"
#include "linear_systems/pairing_rules.hpp"
#include "linear_systems/rows_in_blocks.hpp"

// Rows in pairs, by many threads; see aggregation.hpp.
namespace bitvox::sparse {

// Numbered as their first rows are.
struct Pairs {
  std::vector<std::int32_t> of;                   // the pair of each row, or kNobody
  std::vector<std::array<std::int32_t, 2>> rows;  // of each pair; the second may be kNobody
};

// Finds partners for the rows of a matrix, which has each() as Csr does.
template <class Matrix>
class Pairing {
 public:
  Pairing(const Matrix& matrix, int threads, Progress& progress)
      : matrix_(matrix),
        entries_(matrix.entries()),
        threads_(threads),
        progress_(progress),
        partner_(aligned_array<std::int32_t>(matrix.rows)),
        chosen_(aligned_array<std::int32_t>(matrix.rows)),
        chosen_by_(aligned_array<std::uint64_t>(matrix.rows)) {}

  Pairs pairs(LeftOut left_out) {
    each([&](std::int64_t i) {
      partner_.get()[i] =
          left_out == LeftOut::kDominant && is_left_out(matrix_, i) ? kNobody : kFree;
    });
    for (int round = 0; round < kRounds && choose(); ++round) pair_along_chains();
    return numbered();
  }

 private:
  template <class Body>
  void each(const Body& body) {
    each_row(matrix_.rows, entries_, threads_, progress_, body);
  }

  // Whether anybody did.
  bool choose() {
    std::atomic<bool> any{false};
    each([&](std::int64_t i) { chosen_by_.get()[i] = 0; });
    each([&](std::int64_t i) {
      const Choice choice =
          partner_.get()[i] == kFree ? choice_of(matrix_, partner_.get(), i) : Choice{kNobody, 0};
      chosen_.get()[i] = static_cast<std::int32_t>(choice.row);
      if (choice.row == kNobody) return;
      if (!any.load(std::memory_order_relaxed)) any.store(true, std::memory_order_relaxed);
      const std::atomic_ref<std::uint64_t> most(chosen_by_.get()[choice.row]);
      const std::uint64_t bid = bid_of(choice, i);
      std::uint64_t before = most.load(std::memory_order_relaxed);
      while (before < bid && !most.compare_exchange_weak(before, bid, std::memory_order_relaxed)) {
      }
    });
    return any.load();
  }

  // The one after it in its chain, or kNobody.
  std::int32_t next(std::int32_t row) const {
    const std::int32_t chosen = chosen_.get()[row];
    return chosen != kNobody && who(chosen_by_.get()[chosen]) == row ? chosen : kNobody;
  }

  // Each chain belongs to the task that has its first row. One may be as long as the matrix.
  void pair_along_chains() {
    each([&](std::int64_t i) {
      if (chosen_by_.get()[i] != 0) return;
      auto first = static_cast<std::int32_t>(i);
      while (first != kNobody && !stop_requested()) {
        const std::int32_t second = next(first);
        if (second == kNobody) return;
        partner_.get()[first] = second;
        partner_.get()[second] = first;
        first = next(second);
      }
    });
  }

  bool is_first(std::int64_t i) const {
    return partner_.get()[i] == kFree || partner_.get()[i] > i;
  }

  Pairs numbered() {
    constexpr std::int64_t kAtOnce = 1 << 14;
    const std::int64_t n = matrix_.rows;
    const auto tasks = [&](const auto& body) {  // body(task, first, end)
      parallel_for((n + kAtOnce - 1) / kAtOnce, threads_, progress_, [&](std::int64_t task) {
        body(static_cast<std::size_t>(task), task * kAtOnce, std::min(n, (task + 1) * kAtOnce));
      });
    };
    std::vector<std::int64_t> begins(static_cast<std::size_t>((n + kAtOnce - 1) / kAtOnce) + 1);
    tasks([&](std::size_t task, std::int64_t first, std::int64_t end) {
      std::int64_t count = 0;
      for (std::int64_t i = first; i < end; ++i) count += is_first(i) ? 1 : 0;
      begins[task + 1] = count;
    });
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    Pairs found;
    found.of.resize(static_cast<std::size_t>(n));
    found.rows.resize(static_cast<std::size_t>(begins.back()));
    tasks([&](std::size_t task, std::int64_t first, std::int64_t end) {
      auto number = static_cast<std::int32_t>(begins[task]);
      for (std::int64_t i = first; i < end; ++i) {
        const std::int32_t partner = partner_.get()[i];
        if (partner == kNobody) found.of[static_cast<std::size_t>(i)] = kNobody;
        if (!is_first(i)) continue;
        const std::int32_t second = partner == kFree ? kNobody : partner;
        found.rows[static_cast<std::size_t>(number)] = {static_cast<std::int32_t>(i), second};
        found.of[static_cast<std::size_t>(i)] = number;
        if (second != kNobody) found.of[static_cast<std::size_t>(second)] = number;
        ++number;
      }
    });
    return found;
  }

  const Matrix& matrix_;
  std::int64_t entries_;
  int threads_;
  Progress& progress_;
  // Of each row; whom it chose, and the largest bid of those by whom it was chosen, or 0.
  AlignedArray<std::int32_t> partner_, chosen_;
  AlignedArray<std::uint64_t> chosen_by_;
};

}  // namespace bitvox::sparse
