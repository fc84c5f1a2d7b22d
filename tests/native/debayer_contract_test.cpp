// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include <memory>

#include "block_contract.hpp"
#include "collect_slices.hpp"
#include "core/threads/parallel.hpp"
#include "grey_test_volumes.hpp"
#include "operation_contract.hpp"
#include "ops/debayer/debayer_twins.hpp"

namespace bitvox::debayer {
namespace {

using test::BackendContract;
using test::OperationContract;
using test::random_grey;

test::Operation contract() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    static const GreyVolume in = random_grey({400, 300, 60}, PixelType::kUint8, 256, 30);
    Options options;
    options.method = bayer::Method::kGradient;
    options.backend = backend;
    options.threads = threads;
    test::CollectSlices out(in.shape(), PixelType::kInt32);
    const RunReport report = debayer(in, options, out, progress).run;
    return test::Outcome{report.backend, test::Bits().add(out.volume)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    test::CollectSlices out({5, 1, 5}, PixelType::kInt32);
    debayer(GreyVolume({5, 1, 5}, PixelType::kUint8), options, out, progress);
  };
  return {run, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Debayer, OperationContract, test::on_every_backend(contract()),
                         test::contract_name);
INSTANTIATE_TEST_SUITE_P(Debayer, BackendContract, test::on_every_backend(contract()),
                         test::contract_name);

struct Blocks {
  using CpuTwin = debayer::CpuTwin;
  using GpuTwin = debayer::GpuTwin;
  static constexpr PixelType kPixels = PixelType::kInt32;

  struct Job : debayer::Job {
    std::shared_ptr<GreyVolume> grey;
    std::shared_ptr<Options> chosen;
  };

  // Of bytes that are large where the picture is foreground.
  static Job job(const BitVolume& in, const BitVolume*, test::Random& random) {
    const Shape& s = in.shape();
    auto grey =
        std::make_shared<GreyVolume>(test::make_grey(s, PixelType::kUint8, [&](std::int64_t i) {
          const bool set =
              test::voxel(in, i % s.width, i / s.width % s.height, i / s.width / s.height);
          return static_cast<double>(random.below(100)) + (set ? 150.0 : 0.0);
        }));
    auto options = std::make_shared<Options>();
    options->pattern = static_cast<bayer::Pattern>(random.below(4));
    options->method = static_cast<bayer::Method>(random.below(2));
    return {{*grey, *options, thread_count(2)}, grey, options};
  }

  static test::Bits bits(const NoNumbers&) { return {}; }

  static std::optional<test::Bits> counted(const Job&, const GreyVolume&, const BitVolume*) {
    return std::nullopt;  // there is nothing but the image
  }
};

}  // namespace
}  // namespace bitvox::debayer

namespace bitvox::test {
INSTANTIATE_TYPED_TEST_SUITE_P(Debayer, BlockContract, debayer::Blocks);
}
