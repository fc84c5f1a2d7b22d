// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bitvox::joint_histogram {
namespace {

template <class Pixel>
std::vector<std::uint16_t> bin_table(int bins, const BinRange& range) {
  std::vector<std::uint16_t> table(std::size_t{std::numeric_limits<Pixel>::max()} + 1);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto v = static_cast<double>(i);
    int bin = bins + kOutsideBin;
    if (v >= range.low && v <= range.high) {
      const double place = (v - range.low) * bins / (range.high - range.low);  // may be infinite
      bin = static_cast<int>(std::min<double>(place, bins - 1));
    }
    table[i] = static_cast<std::uint16_t>(bin);
  }
  return table;
}

// A multiplication that gives the same bins as the table, if there is one: found by trying it on
// every value.
IntegerBins multiplication_for(const std::vector<std::uint16_t>& table, int bins,
                               const BinRange& range) {
  IntegerBins how{};
  how.outside = static_cast<std::uint16_t>(bins + kOutsideBin);
  const auto is_bin = [&](std::uint16_t bin) { return bin < bins; };
  const auto first = std::find_if(table.begin(), table.end(), is_bin);
  const auto last = std::find_if(table.rbegin(), table.rend(), is_bin);
  if (first == table.end()) {
    return how;
  }
  how.first = static_cast<std::uint16_t>(first - table.begin());
  how.last = static_cast<std::uint16_t>(table.rend() - last - 1);
  // As precise as 32 bits allow, and not too small.
  constexpr double kMost = 65535;
  const double factor = bins / (range.high - range.low);
  int shift = 0;
  while (shift < 31 && factor * std::ldexp(1.0, shift + 1) < kMost) ++shift;
  const double scaled = std::ceil(factor * std::ldexp(1.0, shift));
  if (scaled > std::numeric_limits<std::uint32_t>::max()) {
    return how;
  }
  const auto multiplier = static_cast<std::uint32_t>(scaled);
  for (std::size_t i = how.first; i <= how.last; ++i) {
    const auto above = static_cast<std::uint32_t>(i - how.first);
    if (above * multiplier >> shift != table[i]) {
      return how;
    }
  }
  how.multiplier = multiplier;
  how.shift = shift;
  return how;
}

void bins_of(const Rows& rows, const Binning& binning, const void* pixels, std::int64_t count,
             std::uint16_t* bins) {
  IntegerBins how = binning.integer;
  how.table = binning.table.data();
  switch (binning.type) {
    case PixelType::kUint8:
      rows.bins_u8(static_cast<const std::uint8_t*>(pixels), count, &how, bins);
      return;
    case PixelType::kUint16:
      rows.bins_u16(static_cast<const std::uint16_t*>(pixels), count, &how, bins);
      return;
    case PixelType::kInt32:  // refused before
    case PixelType::kFloat32:
      rows.bins_f32(static_cast<const float*>(pixels), count, binning.range.low, binning.range.high,
                    binning.bins, bins);
      return;
  }
}

}  // namespace

Binning make_binning(PixelType type, int bins, const BinRange& range) {
  Binning binning{type, bins, range, {}, {}};
  if (type == PixelType::kUint8) {
    binning.table = bin_table<std::uint8_t>(bins, range);
  } else if (type == PixelType::kUint16) {
    binning.table = bin_table<std::uint16_t>(bins, range);
  }
  if (!binning.table.empty()) {
    binning.integer = multiplication_for(binning.table, bins, range);
  }
  return binning;
}

PairTile::PairTile(const Rows& rows, const Task& task)
    : rows_(rows), task_(task), first_bins_(kPixels), second_bins_(kPixels) {}

void PairTile::load(const void* first, const void* second, const std::uint8_t* mask_bytes,
                    std::int64_t count) {
  first_ = first;
  second_ = second;
  mask_bytes_ = mask_bytes;
  count_ = count;
  bins_of(rows_, task_.a, first, count, first_bins_.data());
  bins_of(rows_, task_.b, second, count, second_bins_.data());
}

void PairTile::add_sums(double* lanes) {
  const PairRun run{first_, second_, first_bins_.data(), second_bins_.data(), mask_bytes_, count_};
  const PairRule rule{task_.a.bins, task_.b.bins, task_.a_threshold, task_.b_threshold};
  const auto index = [](PixelType type) { return static_cast<std::size_t>(type); };
  rows_.sum_pairs[index(task_.a.type)][index(task_.b.type)](&run, &rule, lanes);
}

PairSums lane_totals(const double* lanes) {
  double totals[kPairSums] = {};
  for (int sum = 0; sum < kPairSums; ++sum) {
    for (int lane = 0; lane < kSumLanes; ++lane) {
      totals[sum] += lanes[sum * kSumLanes + lane];
    }
  }
  return {totals[0],
          totals[1],
          totals[2],
          totals[3],
          totals[4],
          totals[5],
          totals[6],
          static_cast<std::int64_t>(totals[7]),
          static_cast<std::int64_t>(totals[8])};
}

PairSums total(std::span<const PairSums> blocks) {
  PairSums sum;
  for (const PairSums& block : blocks) {
    sum.a += block.a;
    sum.b += block.b;
    sum.aa += block.aa;
    sum.bb += block.bb;
    sum.ab += block.ab;
    sum.a_where_b_over += block.a_where_b_over;
    sum.b_where_a_over += block.b_where_a_over;
    sum.b_over += block.b_over;
    sum.a_over += block.a_over;
  }
  return sum;
}

void expand_mask(const BitVolume& mask, const PixelBlocks::Block& block, std::uint8_t* bytes) {
  const Shape& shape = mask.shape();
  std::int64_t x = block.first % shape.width;
  const std::uint64_t* row =
      mask.slice(block.z) + block.first / shape.width * shape.words_per_row();
  for (std::int64_t i = 0; i < block.count; ++i) {
    bytes[i] = static_cast<std::uint8_t>(row[x / 64] >> (x % 64) & 1U);
    if (++x == shape.width) {
      x = 0;
      row += shape.words_per_row();
    }
  }
}

}  // namespace bitvox::joint_histogram
