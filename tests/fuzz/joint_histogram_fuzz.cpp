// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>
#include <vector>

#include "fuzz_operation.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"

namespace bitvox::joint_histogram {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

BinRange range(FuzzBytes& bytes, PixelType type) {
  const double most = type == PixelType::kUint8 ? 256 : 65536;
  const double low = bytes.number(0, most - 1);
  const double high = bytes.yes() ? most : bytes.number(0, most);
  return {low, high > low || bytes.rarely() ? high : most};
}

// Small enough for two.
Shape block(FuzzBytes& bytes, const Shape& shape) {
  const auto side = [&](std::int64_t of) {
    return bytes.integer(1, static_cast<int>(std::clamp<std::int64_t>(of / 2, 1, 9)));
  };
  Shape block;
  block.width = side(shape.width);
  block.height = side(shape.height);
  block.depth = side(shape.depth);
  return block;
}

void add(const Histogram& result, test::Bits& bits) {
  bits.add(result.counts).add(result.used).add(result.outside).add(result.not_finite);
  const PairSums& s = result.sums;
  bits.add(s.a).add(s.b).add(s.aa).add(s.bb).add(s.ab).add(s.a_where_b_over);
  bits.add(s.b_where_a_over).add(s.b_over).add(s.a_over);
  const Statistics of = statistics(result);
  bits.add(of.joint_entropy).add(of.mutual_information).add(of.pearson).add(of.manders_first);
}

void add(const Colocalization& c, test::Bits& bits) {
  bits.add(c.spearman).add(c.kendall).add(c.icq).add(c.slope).add(c.intercept).add(c.above);
  bits.add(c.first_threshold).add(c.second_threshold).add(c.pearson_above).add(c.pearson_below);
  bits.add(c.manders_first).add(c.manders_second).add(c.blocks).add(c.blocks_pearson);
  bits.add(c.shuffled_mean).add(c.shuffled_sd).add(c.shuffled_below);
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(300, 40, 6);
  const PixelType types[] = {bytes.grey_type(), bytes.grey_type()};
  const auto first = std::make_shared<GreyVolume>(bytes.grey(shape, types[0]));
  const Shape shape_of_second = bytes.rarely() ? Shape{2, 3, 4} : shape;
  const auto second = std::make_shared<GreyVolume>(bytes.grey(shape_of_second, types[1]));
  const auto mask = bytes.yes() ? std::make_shared<BitVolume>(bytes.bits(shape)) : nullptr;
  Counting options;
  options.first_bins = bytes.integer(2, bytes.rarely() ? 4096 : 300);
  options.second_bins = bytes.integer(2, bytes.yes() ? 300 : 20);
  options.first_range = range(bytes, types[0]);
  options.second_range = range(bytes, types[1]);
  const bool full = bytes.yes();
  options.first_threshold = bytes.number(0, 300);
  options.second_threshold = bytes.number(0, 300);
  const bool each = bytes.yes();
  const bool colocalization = bytes.yes();
  Shuffling shuffling;
  shuffling.randomisations = bytes.integer(0, 5);
  shuffling.block = block(bytes, shape);
  shuffling.seed = static_cast<std::uint64_t>(bytes.integer(0, 9));
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    if (full) {
      PhaseProgress looking(progress, 0, 100);
      options.first_range = full_range(*first, threads, looking);
    }
    PhaseProgress counting(progress, full ? 100 : 0, colocalization ? 500 : 1000);
    std::vector<Histogram> results;
    if (each) {
      results = count_slices(*first, *second, mask.get(), options, counting);
    } else {
      results.push_back(count(*first, *second, mask.get(), options, counting));
    }
    test::Bits bits;
    for (const Histogram& result : results) add(result, bits);
    if (colocalization) {
      PhaseProgress following(progress, 500, 1000);
      for (const Colocalization& c :
           colocalize(*first, *second, mask.get(), options, shuffling, results, following)) {
        add(c, bits);
      }
    }
    return bits;
  };
}

const fuzz::FuzzOperation operation("joint_histogram", make);

}  // namespace
}  // namespace bitvox::joint_histogram
