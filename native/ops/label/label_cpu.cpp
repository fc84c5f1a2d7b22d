// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_cpu.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"

namespace bitvox::label {
namespace {

using Shared = std::atomic_ref<std::uint32_t>;

std::uint32_t load(std::uint32_t& value) { return Shared(value).load(std::memory_order_relaxed); }
void store(std::uint32_t& value, std::uint32_t to) {
  Shared(value).store(to, std::memory_order_relaxed);
}

}  // namespace

ComponentsCpu::ComponentsCpu(InstructionSet instructions, const Job& job, Progress& progress)
    : rows_(rows_for<Rows>(instructions)),
      volume_(job.volume),
      connectivity_(job.connectivity),
      planar_(job.extent == Extent::kPerSlice),
      threads_(job.threads),
      empty_row_(static_cast<std::size_t>(job.volume.shape().words_per_row())) {
  auto [ranking, joining, numbering] = progress_parts(progress, 1, 7, 2);
  rank_runs(ranking);
  join(joining);
  number(numbering);
}

void ComponentsCpu::rank_runs(Progress& progress) {
  const Shape& s = volume_.shape();
  require_memory(kHostUser, host_memory(), s.word_count() * 4);
  bases_ = aligned_array<std::uint32_t>(s.word_count());
  std::vector<std::int64_t> first(static_cast<std::size_t>(s.depth) + 1);
  auto [counting, ranking] = progress_parts(progress, 1, 1);
  parallel_for(s.depth, threads_, counting, [&](std::int64_t z) {
    std::int64_t runs = 0;
    for (std::int64_t y = 0; y < s.height && !stop_requested(); ++y) {
      runs += rows_.count_runs(volume_.slice(z) + y * s.words_per_row(), s.words_per_row());
    }
    first[static_cast<std::size_t>(z) + 1] = runs;
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  require_runs(first.back());
  require_memory(kHostUser, host_memory(), first.back() * 4);
  parallel_for(s.depth, threads_, ranking, [&](std::int64_t z) {
    auto rank = static_cast<std::uint32_t>(first[static_cast<std::size_t>(z)]);
    for (std::int64_t row = z * s.height; row < (z + 1) * s.height && !stop_requested(); ++row) {
      rank = rows_.rank_runs(volume_.words() + row * s.words_per_row(), s.words_per_row(), rank,
                             bases_.get() + row * s.words_per_row());
    }
  });
  runs_ = first.back();
  labels_ = aligned_array<std::uint32_t>(runs_);
  slice_ranks_ = std::move(first);
}

// Each worker has slices of its own; where they meet, they are joined at the end.
void ComponentsCpu::join(Progress& progress) {
  const Shape& s = volume_.shape();
  const auto workers = static_cast<int>(std::min<std::int64_t>(threads_, s.depth));
  const auto first_of = [&](int worker) { return worker * s.depth / workers; };
  auto [joining, seams] = progress_parts(progress, 9, 1);
  run_team(workers, s.depth, joining, [&](Team& team, int worker) {
    const std::int64_t first = first_of(worker);
    for (std::int64_t z = first; z < first_of(worker + 1) && !team.stopped(); ++z) {
      const auto begin = static_cast<std::uint32_t>(slice_ranks_[static_cast<std::size_t>(z)]);
      const auto end = slice_ranks_[static_cast<std::size_t>(z) + 1];
      std::iota(labels_.get() + begin, labels_.get() + end, begin);
      for (std::int64_t y = 0; y < s.height && !team.stopped(); ++y) {
        join_row(z, y, z > first && !planar_);
      }
      team.add_done(1);
    }
  });
  constexpr std::int64_t kRowsBetweenReports = 256;
  for (int worker = 1; worker < workers && !planar_; ++worker) {
    for (std::int64_t y = 0; y < s.height; ++y) {
      if (y % kRowsBetweenReports == 0) seams.report(worker - 1, workers);
      join_row(first_of(worker), y, true);
    }
  }
  seams.report(workers, workers);
}

void ComponentsCpu::join_row(std::int64_t z, std::int64_t y, bool with_slice_before) {
  const Shape& s = volume_.shape();
  const std::int64_t count = s.words_per_row();
  const auto row_at = [&](std::int64_t at_y, std::int64_t at_z) {
    const bool there = at_y >= 0 && at_y < s.height && (at_z == z || with_slice_before);
    const std::int64_t word = (at_z * s.height + at_y) * count;
    return there ? RankedRow{volume_.words() + word, bases_.get() + word}
                 : RankedRow{empty_row_.data(), bases_.get()};
  };
  RankedRow before[kRowsBefore];
  before[kRowB] = row_at(y - 1, z);
  before[kRowC] = row_at(y, z - 1);
  before[kRowD] = row_at(y - 1, z - 1);
  before[kRowE] = row_at(y + 1, z - 1);
  rows_.join_row(connectivity_, row_at(y, z), before, count, labels_.get());
}

// Roots are numbered in their order; then every run takes the label of its root. A run's parent is
// never behind it, and once a label is there, it is the right one. kIsLabel stays with the labels.
void ComponentsCpu::number(Progress& progress) {
  const std::int64_t parts = (runs_ + kRunsOfPart - 1) / kRunsOfPart;
  std::vector<std::vector<std::uint32_t>> roots(static_cast<std::size_t>(parts));
  const auto each = [&](std::int64_t part, const auto& body) {
    const std::int64_t end = std::min(runs_, (part + 1) * kRunsOfPart);
    for (std::int64_t i = part * kRunsOfPart; i < end; ++i) {
      body(static_cast<std::uint32_t>(i), labels_.get()[i]);
    }
  };
  auto [finding, numbering, following] = progress_parts(progress, 3, 1, 6);
  parallel_for(parts, threads_, finding, [&](std::int64_t part) {
    each(part, [&](std::uint32_t run, std::uint32_t parent) {
      if (parent == run) roots[static_cast<std::size_t>(part)].push_back(run);
    });
  });
  std::vector<std::uint32_t> first(static_cast<std::size_t>(parts) + 1);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    first[i + 1] = first[i] + static_cast<std::uint32_t>(roots[i].size());
  }
  count_ = first.back();
  parallel_for(parts, threads_, numbering, [&](std::int64_t part) {
    std::uint32_t label = first[static_cast<std::size_t>(part)];
    for (const std::uint32_t root : roots[static_cast<std::size_t>(part)]) {
      labels_[root] = kIsLabel | ++label;
    }
  });
  parallel_for(parts, threads_, following, [&](std::int64_t part) {
    each(part, [&](std::uint32_t, std::uint32_t& parent) {
      std::uint32_t at = load(parent);
      if ((at & kIsLabel) == 0) {
        do {
          at = load(labels_[at]);
        } while ((at & kIsLabel) == 0);
        store(parent, at);
      }
    });
  });
}

}  // namespace bitvox::label
