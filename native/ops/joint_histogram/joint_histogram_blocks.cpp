// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace bitvox::joint_histogram {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

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
      rows.bins_f32(static_cast<const float*>(pixels), count, &binning.floats, bins);
      return;
  }
}

FloatBins float_bins(int bins, const BinRange& range) {
  constexpr float kMost = std::numeric_limits<float>::max();
  const auto to_float = [](double v) {
    return static_cast<float>(std::clamp(v, -double{kMost}, double{kMost}));
  };
  const float low = to_float(range.low);
  const float high = to_float(range.high);
  const float first = low < range.low ? std::nextafter(low, kInfinity) : low;
  const float last = high > range.high ? std::nextafter(high, -kInfinity) : high;
  return {range.low, range.high, first, last, bins};
}

double value_at(const void* pixels, PixelType type, std::int64_t i) {
  return with_pixel_type(type, [&](auto pixel) {
    return static_cast<double>(static_cast<const decltype(pixel)*>(pixels)[i]);
  });
}

}  // namespace

Binning make_binning(PixelType type, int bins, const BinRange& range) {
  Binning binning{type, bins, range, {}, {}, float_bins(bins, range)};
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
    : rows_(rows), task_(task), first_bins_(kPixels), second_bins_(kPixels), rule_{task.a.bins,
                                                                                   task.b.bins,
                                                                                   task.a_threshold,
                                                                                   task.b_threshold,
                                                                                   0,
                                                                                   0} {}

void PairTile::load(const void* first, const void* second, const std::uint8_t* mask_bytes,
                    std::int64_t count) {
  first_ = first;
  second_ = second;
  mask_bytes_ = mask_bytes;
  count_ = count;
  bins_of(rows_, task_.a, first, count, first_bins_.data());
  bins_of(rows_, task_.b, second, count, second_bins_.data());
}

void PairTile::start_block() {
  std::fill(std::begin(lanes_), std::end(lanes_), 0.0);
  rule_.first_reference = rule_.second_reference = 0;
  has_reference_ = are_integers(task_);
}

// The first used pair: what varies little is near it, wherever that is.
bool PairTile::find_reference() {
  for (std::int64_t i = 0; i < count_; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (first_bins_[at] < task_.a.bins && second_bins_[at] < task_.b.bins &&
        (mask_bytes_ == nullptr || mask_bytes_[i] != 0)) {
      rule_.first_reference = value_at(first_, task_.a.type, i);
      rule_.second_reference = value_at(second_, task_.b.type, i);
      return true;
    }
  }
  return false;
}

void PairTile::add_sums() {
  has_reference_ = has_reference_ || find_reference();
  if (!has_reference_) {
    return;
  }
  const PairRun run{first_, second_, first_bins_.data(), second_bins_.data(), mask_bytes_, count_};
  const auto index = [](PixelType type) { return static_cast<std::size_t>(type); };
  rows_.sum_pairs[index(task_.a.type)][index(task_.b.type)](&run, &rule_, lanes_);
}

BlockSums PairTile::block_sums() const {
  double totals[kPairSums] = {};
  for (int sum = 0; sum < kPairSums; ++sum) {
    for (int lane = 0; lane < kSumLanes; ++lane) {
      totals[sum] += lanes_[sum * kSumLanes + lane];
    }
  }
  return {rule_.first_reference,
          rule_.second_reference,
          totals[0],
          totals[1],
          totals[2],
          totals[3],
          totals[4],
          totals[5],
          totals[6],
          static_cast<std::int64_t>(totals[7]),
          static_cast<std::int64_t>(totals[8]),
          static_cast<std::int64_t>(totals[9])};
}

bool are_integers(const Task& task) {
  return task.a.type != PixelType::kFloat32 && task.b.type != PixelType::kFloat32;
}

std::vector<BlockSums> sums_of(const Task& task, std::span<const BlockSums> all, std::size_t first,
                               std::size_t count) {
  if (task.sums == Task::Sums::kFromCounts) return {};
  const std::span<const BlockSums> own = all.subspan(first, count);
  return {own.begin(), own.end()};
}

PairSums total(const Task& task, std::span<const BlockSums> blocks) {
  return are_integers(task) ? exact_total(blocks) : total_about_means(blocks);
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
