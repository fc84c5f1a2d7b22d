// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_blocks.hpp"

#include <algorithm>
#include <limits>

namespace bitvox {
namespace {

template <class Pixel>
std::vector<std::uint16_t> bin_table(int bins, const BinRange& range) {
  std::vector<std::uint16_t> table(std::size_t{std::numeric_limits<Pixel>::max()} + 1);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto v = static_cast<double>(i);
    int bin = bins + kOutsideBin;
    if (v >= range.low && v <= range.high) {
      bin = static_cast<int>((v - range.low) * bins / (range.high - range.low));
      bin = std::min(bin, bins - 1);
    }
    table[i] = static_cast<std::uint16_t>(bin);
  }
  return table;
}

void bins_of(const JointHistogramRows& rows, const Binning& binning, const void* pixels,
             std::int64_t count, std::uint16_t* bins) {
  switch (binning.type) {
    case PixelType::kUint8:
      rows.bins_u8(static_cast<const std::uint8_t*>(pixels), count, binning.table.data(), bins);
      return;
    case PixelType::kUint16:
      rows.bins_u16(static_cast<const std::uint16_t*>(pixels), count, binning.table.data(), bins);
      return;
    case PixelType::kFloat32:
      rows.bins_f32(static_cast<const float*>(pixels), count, binning.range.low, binning.range.high,
                    binning.bins, bins);
      return;
  }
}

void values_of(const JointHistogramRows& rows, PixelType type, const void* pixels,
               std::int64_t count, double* values) {
  switch (type) {
    case PixelType::kUint8:
      rows.values_u8(static_cast<const std::uint8_t*>(pixels), count, values);
      return;
    case PixelType::kUint16:
      rows.values_u16(static_cast<const std::uint16_t*>(pixels), count, values);
      return;
    case PixelType::kFloat32:
      rows.values_f32(static_cast<const float*>(pixels), count, values);
      return;
  }
}

}  // namespace

Binning make_binning(PixelType type, int bins, const BinRange& range) {
  Binning binning{type, bins, range, {}};
  if (type == PixelType::kUint8) {
    binning.table = bin_table<std::uint8_t>(bins, range);
  } else if (type == PixelType::kUint16) {
    binning.table = bin_table<std::uint16_t>(bins, range);
  }
  return binning;
}

PairTile::PairTile(const JointHistogramRows& rows, const JointHistogramTask& task)
    : rows_(rows), task_(task), first_bins_(kPixels), second_bins_(kPixels) {
  if (task.sums == JointHistogramTask::Sums::kFromPixels) {
    use_.resize(kPixels);
    first_values_.resize(kPixels);
    second_values_.resize(kPixels);
  }
}

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
  values_of(rows_, task_.a.type, first_, count_, first_values_.data());
  values_of(rows_, task_.b.type, second_, count_, second_values_.data());
  rows_.use_pairs(first_bins_.data(), second_bins_.data(), mask_bytes_, count_, task_.a.bins,
                  task_.b.bins, use_.data());
  const std::int64_t padded = (count_ + kSumLanes - 1) / kSumLanes * kSumLanes;
  std::fill(use_.begin() + count_, use_.begin() + padded, 0);
  rows_.sum_pairs(first_values_.data(), second_values_.data(), use_.data(), padded,
                  task_.a_threshold, task_.b_threshold, lanes);
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

PairSums total(const std::vector<PairSums>& blocks) {
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

}  // namespace bitvox
