// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>
#include <vector>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/joint_histogram/joint_histogram_measure.hpp"

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
Block block(FuzzBytes& bytes, const Shape& shape) {
  const auto side = [&](std::int64_t of) {
    return bytes.integer(1, static_cast<int>(std::clamp<std::int64_t>(of / 2, 1, 9)));
  };
  Block block;
  block.width = side(shape.width);
  block.height = side(shape.height);
  block.depth = side(shape.depth);
  return block;
}

void add(const Colocalization& c, test::Bits& bits) {
  bits.add(c.spearman).add(c.kendall).add(c.icq).add(c.slope).add(c.intercept).add(c.above);
  bits.add(c.first_threshold).add(c.second_threshold).add(c.pearson_above).add(c.pearson_below);
  bits.add(c.manders_first).add(c.manders_second).add(c.blocks).add(c.blocks_pearson);
  bits.add(c.shuffled_mean).add(c.shuffled_sd).add(c.shuffled_below);
}

void add(const Result& r, test::Bits& bits) {
  bits.add(r.counts).add(r.used).add(r.outside).add(r.not_finite);
  bits.add_elementary(r.joint_entropy).add_elementary(r.mutual_information);  // by log2
  bits.add(r.pearson).add(r.manders_first);
  add(r.colocalization, bits);
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(300, 40, 6);
  const PixelType types[] = {bytes.grey_type(), bytes.grey_type()};
  const auto first = std::make_shared<GreyVolume>(bytes.grey(shape, types[0]));
  const Shape shape_of_second = bytes.rarely() ? Shape{2, 3, 4} : shape;
  const auto second = std::make_shared<GreyVolume>(bytes.grey(shape_of_second, types[1]));
  const auto mask = bytes.yes() ? std::make_shared<BitVolume>(bytes.bits(shape)) : nullptr;
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.first_bins = bytes.integer(2, bytes.rarely() ? 4096 : 300);
  options.second_bins = bytes.integer(2, bytes.yes() ? 300 : 20);
  if (options.first_range) options.first_range = range(bytes, types[0]);
  if (options.second_range) options.second_range = range(bytes, types[1]);
  options.first_threshold = bytes.number(0, 300);
  options.second_threshold = bytes.number(0, 300);
  options.randomisations = bytes.integer(0, 5);
  options.block = block(bytes, shape);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    for (const Result& result : measure(*first, *second, mask.get(), options, progress)) {
      add(result, bits);
    }
    return bits;
  };
}

const fuzz::FuzzOperation operation("joint_histogram", make);

}  // namespace
}  // namespace bitvox::joint_histogram
