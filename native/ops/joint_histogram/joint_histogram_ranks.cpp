// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_ranks.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/progress_parts.hpp"

namespace bitvox::joint_histogram {
namespace {

// What a voxel is sorted by, and what comes along.
struct Record {
  std::uint32_t key;
  std::uint32_t other;
};

// Integers in the order of the floats; equal floats, 0 and -0 among them, give equal ones.
std::uint32_t ordered_key(float value) {
  constexpr std::uint32_t kSign = 0x80000000U;
  const auto bits = std::bit_cast<std::uint32_t>(value + 0.0F);  // -0 + 0 is 0
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

// Records whose memory is first touched by those who write them: there may be gigabytes.
struct Records {
  std::unique_ptr<Record[]> first;
  std::int64_t count;

  explicit Records(std::int64_t size)
      : first(std::make_unique_for_overwrite<Record[]>(static_cast<std::size_t>(size))),
        count(size) {}
  Record& operator[](std::int64_t i) { return first[static_cast<std::size_t>(i)]; }
};

// Reports now and then.
class Pulse {
 public:
  Pulse(Progress& progress, std::int64_t total) : progress_(progress), total_(total) {}

  void beat() {
    if (done_++ % kBetweenReports == 0) {
      progress_.report(done_, total_);
    }
  }

 private:
  static constexpr std::int64_t kBetweenReports = std::int64_t{1} << 20;

  Progress& progress_;
  std::int64_t total_;
  std::int64_t done_ = 0;
};

// By their keys, digit by digit. `spare` is as large.
void sort(Records& records, Records& spare, Progress& progress) {
  constexpr int kBits = 11;
  constexpr int kDigits = 3;
  Pulse pulse(progress, 2 * kDigits * records.count);
  for (int digit = 0; digit < kDigits; ++digit) {
    const auto digit_of = [&](const Record& record) {
      return record.key >> (digit * kBits) & ((1U << kBits) - 1);
    };
    std::array<std::int64_t, (1U << kBits) + 1> places{};
    for (std::int64_t i = 0; i < records.count; ++i) {
      pulse.beat();
      ++places[digit_of(records[i]) + 1];
    }
    for (std::size_t d = 1; d < places.size(); ++d) places[d] += places[d - 1];
    for (std::int64_t i = 0; i < records.count; ++i) {
      pulse.beat();
      spare[places[digit_of(records[i])]++] = records[i];
    }
    records.first.swap(spare.first);
  }
}

// Calls body(first, end, pulse) for each run of equal keys; it gives a beat for each of them.
template <class Body>
void for_each_tie(Records& sorted, Progress& progress, const Body& body) {
  Pulse pulse(progress, 2 * sorted.count);
  for (std::int64_t first = 0; first < sorted.count;) {
    std::int64_t end = first;
    const std::uint32_t key = sorted[first].key;
    while (end < sorted.count && sorted[end].key == key) {
      pulse.beat();
      ++end;
    }
    body(first, end, pulse);
    first = end;
  }
}

Records records_of(const LevelPairs& pairs, std::int64_t used, Progress& progress) {
  Records records(used);
  std::int64_t next = 0;
  LevelReader reader(pairs);
  const PixelBlocks blocks(pairs.first.shape());
  const std::int64_t begin = pairs.first_slice * blocks.per_slice();
  const std::int64_t end = pairs.end_slice * blocks.per_slice();
  for (std::int64_t i = begin; i < end; ++i) {
    progress.report(i - begin, end - begin);
    const PixelBlocks::Block block = blocks[i];
    reader.read(block);
    for (std::int64_t k = 0; k < block.count; ++k) {
      if (reader.used()[k] != 0) {
        records[next++] = {ordered_key(reader.a_value(k)), ordered_key(reader.b_value(k))};
      }
    }
  }
  return records;
}

}  // namespace

std::vector<std::int64_t> doubled_ranks(std::span<const std::int64_t> counts) {
  std::int64_t all = 0;
  for (const std::int64_t count : counts) all += count;
  std::vector<std::int64_t> ranks;
  ranks.reserve(counts.size());
  std::int64_t before = 0;
  for (const std::int64_t count : counts) {
    // Their ranks are before + 1 .. before + count; the mean of all is (all + 1) / 2.
    ranks.push_back(2 * before + count - all);
    before += count;
  }
  return ranks;
}

Int128 square_sum(std::span<const std::int64_t> counts, std::span<const std::int64_t> ranks) {
  Int128 sum = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) {
      sum += Int128{ranks[i]} * ranks[i] * counts[i];
    }
  }
  return sum;
}

double rank_correlation(Int128 products, Int128 a_squares, Int128 b_squares) {
  const double both =
      std::sqrt(static_cast<double>(a_squares)) * std::sqrt(static_cast<double>(b_squares));
  return both == 0 ? std::numeric_limits<double>::quiet_NaN()
                   : std::clamp(static_cast<double>(products) / both, -1.0, 1.0);
}

double spearman_of_values(const LevelPairs& pairs, std::int64_t used, Progress& progress) {
  if (used > std::numeric_limits<std::int32_t>::max()) {
    throw InvalidInput(
        "Spearman's correlation of a 32-bit image takes at most 2147483647 voxels, "
        "not " +
        std::to_string(used) + "; set a mask or a range");
  }
  require_memory({"Spearman's correlation of a 32-bit image", "Choose statistics=basic."},
                 host_memory(), used * 2 * std::int64_t{sizeof(Record)});
  auto [reading, first_sort, first_ranks, second_sort, second_ranks] =
      progress_parts(progress, 4, 7, 1, 7, 1);
  Records records = records_of(pairs, used, reading);
  Records spare(used);
  sort(records, spare, first_sort);

  // From the keys of A to twice their mean ranks, counted from 0; those of B come to the front.
  Int128 a_squares = 0;
  for_each_tie(records, first_ranks, [&](std::int64_t first, std::int64_t end, Pulse& pulse) {
    const std::int64_t rank = first + end - 1;
    const Int128 centred = rank - (used - 1);
    a_squares += centred * centred * (end - first);
    for (std::int64_t i = first; i < end; ++i) {
      pulse.beat();
      records[i] = {records[i].other, static_cast<std::uint32_t>(rank)};
    }
  });
  sort(records, spare, second_sort);

  Int128 b_squares = 0;
  Int128 products = 0;
  for_each_tie(records, second_ranks, [&](std::int64_t first, std::int64_t end, Pulse& pulse) {
    const Int128 centred = first + end - 1 - (used - 1);
    b_squares += centred * centred * (end - first);
    Int128 others = 0;
    for (std::int64_t i = first; i < end; ++i) {
      pulse.beat();
      others += std::int64_t{records[i].other} - (used - 1);
    }
    products += centred * others;
  });
  return rank_correlation(products, a_squares, b_squares);
}

double kendall_of_bins(const Histogram& histogram, Progress& progress) {
  const auto columns = static_cast<std::size_t>(histogram.first_bins);
  std::vector<std::int64_t> below(columns);  // the voxels of each column in the rows before
  std::int64_t all_below = 0;
  Int128 concordant = 0;  // pairs of voxels: those of one order, less those of the opposite
  Int128 row_squares = 0;
  auto row = histogram.counts.begin();
  for (int y = 0; y < histogram.second_bins; ++y, row += histogram.first_bins) {
    progress.report(y, histogram.second_bins);
    std::int64_t less = 0;
    std::int64_t in_row = 0;
    for (std::size_t x = 0; x < columns; ++x) {
      const std::int64_t count = row[static_cast<std::ptrdiff_t>(x)];
      const std::int64_t greater = all_below - less - below[x];
      concordant += Int128{count} * (less - greater);
      less += below[x];
      in_row += count;
    }
    for (std::size_t x = 0; x < columns; ++x) below[x] += row[static_cast<std::ptrdiff_t>(x)];
    all_below += in_row;
    row_squares += Int128{in_row} * in_row;
  }
  Int128 column_squares = 0;
  for (const std::int64_t count : below) column_squares += Int128{count} * count;
  // Pairs of voxels in different rows, and in different columns: half of these.
  const Int128 all = Int128{histogram.used} * histogram.used;
  return rank_correlation(2 * concordant, all - row_squares, all - column_squares);
}

}  // namespace bitvox::joint_histogram
