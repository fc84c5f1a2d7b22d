// SPDX-License-Identifier: BSD-2-Clause
// Floor: the pixels once over the memory bandwidth.
#include <benchmark/benchmark.h>

#include <vector>

#include "../native/grey_test_volumes.hpp"
#include "ops/joint_histogram/joint_histogram.hpp"
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"
#include "ops/sample_foam/sample_foam.hpp"
#include "whole_calls.hpp"
#ifdef BITVOX_WITH_CUDA
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "gpu_time.hpp"
#include "ops/joint_histogram/joint_histogram_count.cuh"
#endif

namespace bitvox::joint_histogram {
namespace {

// 0: noise, every pair of bins; 1: constant, one pair; 2: few, four pairs at random.
GreyVolume picture(const Shape& shape, PixelType type, int kind, std::uint64_t seed) {
  const double top = type == PixelType::kUint16 ? 65536 : 256;
  if (kind == 1) {
    return test::make_grey(shape, type, [&](auto) { return top / 2; });
  }
  return test::random_grey(shape, type, kind == 0 ? static_cast<std::int64_t>(top) : 2, seed);
}

void joint_histogram_bench(benchmark::State& state, const std::string& backend, PixelType type,
                           Shape shape, int kind) {
  const GreyVolume first = picture(shape, type, kind, 1);
  const GreyVolume second = picture(shape, type, kind, 2);
  NoProgress quiet;
  Counting options;
  options.first_range = full_range(first, 0, quiet);
  options.second_range = full_range(second, 0, quiet);
  options.backend = backend;
  test::whole_calls(state, [&] {
    benchmark::DoNotOptimize(count(first, second, nullptr, options, quiet).counts.data());
  });
  state.SetItemsProcessed(state.iterations() * shape.voxel_count());
}

// Within a foam, half of the volume.
void masked_bench(benchmark::State& state, const std::string& backend) {
  const Shape shape{512, 512, 512};
  const GreyVolume first = picture(shape, PixelType::kUint8, 0, 1);
  const GreyVolume second = picture(shape, PixelType::kUint8, 0, 2);
  NoProgress quiet;
  sample_foam::Options foam;
  foam.radius_max = 50;
  const BitVolume mask = sample_foam::fill(shape, foam, quiet);
  Counting options;
  options.first_range = full_range(first, 0, quiet);
  options.second_range = full_range(second, 0, quiet);
  options.backend = backend;
  for (auto _ : state) {
    benchmark::DoNotOptimize(count(first, second, &mask, options, quiet).counts.data());
  }
  state.SetItemsProcessed(state.iterations() * shape.voxel_count());
}

// What colocalisation costs besides the histogram: on the CPU alone.
void colocalization_bench(benchmark::State& state, PixelType type, int randomisations) {
  const GreyVolume first = test::random_grey({256, 256, 256}, type, 200, 1);
  test::Random random(2);
  const GreyVolume second = test::make_grey(first.shape(), type, [&](std::int64_t i) {
    return test::grey_value(first, i) / 2 + static_cast<double>(random.below(100));
  });
  NoProgress quiet;
  Counting options;
  options.first_range = full_range(first, 0, quiet);
  options.second_range = full_range(second, 0, quiet);
  options.backend = "scalar";
  const Histogram histogram = count(first, second, nullptr, options, quiet);
  for (auto _ : state) {
    benchmark::DoNotOptimize(colocalize(first, second, nullptr, options,
                                        {randomisations, {3, 3, 3}, 1}, {&histogram, 1}, quiet)
                                 .data());
  }
  state.SetItemsProcessed(state.iterations() * first.shape().voxel_count());
}

#ifdef BITVOX_WITH_CUDA
// The kernels alone, on pixels that lie on the GPU.
void kernels_bench(benchmark::State& state, std::int64_t count, int kind, int bins) {
  using namespace cuda;
  // The picture of a 4096 x 4096 image, as often as it takes.
  const Shape shape{4096, 4096, 1};
  const auto first = picture(shape, PixelType::kUint8, kind, 1);
  const auto second = picture(shape, PixelType::kUint8, kind, 2);
  const auto a = allocate<std::uint8_t>(count);
  const auto b = allocate<std::uint8_t>(count);
  const Stream stream;
  for (std::int64_t at = 0; at < count; at += shape.voxel_count()) {
    copy(a.get() + at, first.data<std::uint8_t>(), shape.voxel_count(), stream);
    copy(b.get() + at, second.data<std::uint8_t>(), shape.voxel_count(), stream);
  }
  std::vector<std::uint16_t> table(256);
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<std::uint16_t>(i * static_cast<std::size_t>(bins) / 256);
  }
  const auto device_table = allocate<std::uint16_t>(256);
  copy(device_table.get(), table.data(), 256, stream);
  const DeviceBinning binning{PixelType::kUint8, bins, bins == 256 ? nullptr : device_table.get(),
                              0, 256};
  const PairCounter counter(binning, binning, PairCounter::Tables::kAutomatic);
  const auto counts = allocate<unsigned long long>(std::int64_t{bins} * bins + 2);
  const auto scratch = allocate<std::uint32_t>(std::max<std::int64_t>(1, counter.scratch_words()));
  const Drain drain(stream);
  for (auto _ : state) {
    state.SetIterationTime(test::gpu_seconds(stream, 10, [&] {
      counter.launch({a.get(), b.get(), nullptr, count},
                     {counts.get(), counts.get() + std::int64_t{bins} * bins}, scratch.get(),
                     stream);
    }));
  }
  state.SetItemsProcessed(state.iterations() * count);
}
#endif

const char* const kKinds[] = {"noise", "constant", "few"};

const bool registered = [] {
  const Shape image{4096, 4096, 1};
  const Shape volume{512, 512, 512};
  for (const std::string& backend : test::available_backends()) {
    const auto add = [&](const std::string& name, PixelType type, Shape shape, int kind) {
      benchmark::RegisterBenchmark(("joint_histogram/" + name + "/" + backend).c_str(),
                                   joint_histogram_bench, backend, type, shape, kind)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    for (int kind = 0; kind < 3; ++kind) {
      add(std::string("8-bit/4096x4096/") + kKinds[kind], PixelType::kUint8, image, kind);
    }
    add("8-bit/512^3/noise", PixelType::kUint8, volume, 0);
    benchmark::RegisterBenchmark(("joint_histogram/8-bit/512^3/noise/masked/" + backend).c_str(),
                                 masked_bench, backend)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
    add("16-bit/512^3/noise", PixelType::kUint16, volume, 0);
    add("32-bit/4096x4096/noise", PixelType::kFloat32, image, 0);
  }
  const auto add_colocalization = [](const std::string& name, PixelType type, int randomisations) {
    benchmark::RegisterBenchmark(("joint_histogram/colocalization/256^3/" + name).c_str(),
                                 colocalization_bench, type, randomisations)
        ->Unit(benchmark::kMillisecond)
        ->UseRealTime();
  };
  add_colocalization("8-bit", PixelType::kUint8, 0);
  add_colocalization("16-bit", PixelType::kUint16, 0);
  add_colocalization("32-bit", PixelType::kFloat32, 0);
  add_colocalization("8-bit/100_randomisations", PixelType::kUint8, 100);
#ifdef BITVOX_WITH_CUDA
  if (backends().front().available) {
    for (int kind = 0; kind < 3; ++kind) {
      for (const int bins : {16, 256, 1024}) {
        benchmark::RegisterBenchmark((std::string("joint_histogram/kernels/4096x4096/") +
                                      kKinds[kind] + "/" + std::to_string(bins) + "_bins")
                                         .c_str(),
                                     kernels_bench, std::int64_t{1} << 24, kind, bins)
            ->Unit(benchmark::kMicrosecond)
            ->UseManualTime();
      }
      benchmark::RegisterBenchmark(
          (std::string("joint_histogram/kernels/1024^3/") + kKinds[kind]).c_str(), kernels_bench,
          std::int64_t{1} << 30, kind, 256)
          ->Unit(benchmark::kMicrosecond)
          ->UseManualTime();
    }
  }
#endif
  return true;
}();

}  // namespace
}  // namespace bitvox::joint_histogram
