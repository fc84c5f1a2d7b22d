// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_operation.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"

namespace bitvox::joint_histogram {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

BinRange range(FuzzBytes& bytes, PixelType type) {
  const double most = type == PixelType::kUint8 ? 256 : 65536;
  const double low = bytes.number(0, most);
  return {low, bytes.yes() ? most : bytes.number(0, most)};
}

void add(const Result& result, test::Bits& bits) {
  bits.add(result.counts).add(result.used).add(result.outside).add(result.not_finite);
  const PairSums& s = result.sums;
  bits.add(s.a).add(s.b).add(s.aa).add(s.bb).add(s.ab).add(s.a_where_b_over);
  bits.add(s.b_where_a_over).add(s.b_over).add(s.a_over);
  const Statistics of = statistics(result);
  bits.add(of.joint_entropy).add(of.mutual_information).add(of.pearson).add(of.manders_first);
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(300, 40, 6);
  const PixelType types[] = {bytes.grey_type(), bytes.grey_type()};
  const auto first = std::make_shared<GreyVolume>(bytes.grey(shape, types[0]));
  const auto second =
      std::make_shared<GreyVolume>(bytes.grey(bytes.rarely() ? Shape{2, 3, 4} : shape, types[1]));
  const auto mask = bytes.yes() ? std::make_shared<BitVolume>(bytes.bits(shape)) : nullptr;
  Options options;
  options.first_bins = bytes.integer(2, bytes.rarely() ? 4096 : 300);
  options.second_bins = bytes.integer(2, bytes.yes() ? 300 : 20);
  options.first_range = range(bytes, types[0]);
  options.second_range = range(bytes, types[1]);
  const bool full = bytes.yes();
  options.first_threshold = bytes.number(0, 300);
  options.second_threshold = bytes.number(0, 300);
  const bool each = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    if (full) {
      PhaseProgress looking(progress, 0, 100);
      options.first_range = full_range(*first, threads, looking);
    }
    PhaseProgress counting(progress, full ? 100 : 0, 1000);
    test::Bits bits;
    if (each) {
      for (const Result& result : count_slices(*first, *second, mask.get(), options, counting)) {
        add(result, bits);
      }
    } else {
      add(count(*first, *second, mask.get(), options, counting), bits);
    }
    return bits;
  };
}

const fuzz::FuzzOperation operation("joint_histogram", make);

}  // namespace
}  // namespace bitvox::joint_histogram
