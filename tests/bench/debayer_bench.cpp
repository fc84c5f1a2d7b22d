// SPDX-License-Identifier: BSD-2-Clause
// Floors: each pixel is read once and its three colours, or its one RGB pixel of four bytes, are
// written once.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "../native/grey_test_volumes.hpp"
#include "colour/bayer_rows.hpp"
#include "colour/bayer_window.hpp"
#include "core/backends/instruction_set.hpp"
#include "ops/debayer/debayer.hpp"
#include "whole_calls.hpp"
#ifdef BITVOX_WITH_CUDA
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "gpu_time.hpp"
#include "ops/debayer/debayer_kernels.hpp"
#endif

namespace bitvox::debayer {
namespace {

using bayer::Method;

constexpr Shape kMovie = {1388, 1036, 64};

class Nowhere final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override { benchmark::DoNotOptimize(pixels); }
};

std::string words(Method method, PixelType type, ResultType result) {
  return std::string(method == Method::kBilinear ? "bilinear" : "gradient") +
         (type == PixelType::kUint8 ? "/8_bits" : "/16_bits") +
         (result == ResultType::kRgb ? "/rgb" : "/channels");
}

void debayer_bench(benchmark::State& state, const std::string& backend, const Options& what,
                   PixelType type, int threads) {
  const GreyVolume in = test::random_grey(kMovie, type, 65536, 1);
  NoProgress quiet;
  Options options = what;
  options.backend = backend;
  options.threads = threads;
  Nowhere out;
  test::whole_calls(state, [&] { debayer(in, options, out, quiet); });
  state.SetItemsProcessed(state.iterations() * kMovie.depth);  // frames
}

// One frame on one thread, row after row, which stay in the cache: what the loops alone take.
void rows_bench(benchmark::State& state, InstructionSet set, Method method) {
  const bayer::Rows& rows = rows_for<bayer::Rows>(set);
  const auto& loops = method == Method::kGradient ? rows.gradient_u8 : rows.bilinear_u8;
  const GreyVolume in =
      test::random_grey({kMovie.width, kMovie.height, 1}, PixelType::kUint8, 256, 1);
  bayer::Window<std::uint8_t> window(in);
  std::vector<std::uint8_t> colours(static_cast<std::size_t>(3 * kMovie.width));
  std::uint8_t* const to = colours.data();
  for (auto _ : state) {
    window.begin(0, 0);
    for (std::int64_t y = 0; y < kMovie.height; ++y) {
      const auto demosaic = y % 2 == 0 ? loops.chroma_first : loops.green_first;
      demosaic(window.next(), kMovie.width, to, to + kMovie.width, to + 2 * kMovie.width);
      benchmark::ClobberMemory();
    }
  }
}

#ifdef BITVOX_WITH_CUDA
// The kernel alone, on frames that lie on the GPU.
void kernel_bench(benchmark::State& state, const Demosaicing& how) {
  using namespace cuda;
  const std::int64_t pixels = how.shape.voxel_count();
  const std::int64_t size = bytes_per_pixel(how.type);
  const std::int64_t colour_bytes = pixels * (how.packed ? 4 : 3 * size);
  const auto mosaic = allocate<std::uint8_t>(pixels * size + kSpareBytes);
  const auto colours = allocate<std::uint8_t>(colour_bytes);
  const Stream stream;
  const GreyVolume noise = test::random_grey(how.shape, how.type, 65536, 1);
  copy(mosaic.get(), noise.data<std::uint8_t>(), pixels * size, stream);
  for (auto _ : state) {
    state.SetIterationTime(
        test::gpu_seconds(stream, 10, [&] { demosaic(mosaic.get(), colours.get(), how, stream); }));
  }
  state.SetBytesProcessed(state.iterations() * (pixels * size + colour_bytes));
  state.SetItemsProcessed(state.iterations() * how.shape.depth);  // frames
}

void register_kernels(Method method, PixelType type, ResultType result) {
  for (const Shape& shape :
       {kMovie, Shape{1388, 1036, 1}, Shape{3840, 2160, 12}, Shape{1387, 1036, 64}}) {
    const Demosaicing how{shape, type, {}, method, result == ResultType::kRgb};
    benchmark::RegisterBenchmark(
        ("debayer/kernel/" + words(method, type, result) + "/" + std::to_string(shape.width) + "x" +
         std::to_string(shape.height) + "x" + std::to_string(shape.depth))
            .c_str(),
        kernel_bench, how)
        ->Unit(benchmark::kMicrosecond)
        ->UseManualTime();
  }
}
#endif

void register_of(Method method, PixelType type, ResultType result) {
  Options options;
  options.method = method;
  options.result = result;
  for (const std::string& backend : test::available_backends()) {
    for (const int threads : {1, 0}) {
      benchmark::RegisterBenchmark(("debayer/" + words(method, type, result) + "/1388x1036x64/" +
                                    backend + (threads == 1 ? "/1_thread" : ""))
                                       .c_str(),
                                   debayer_bench, backend, options, type, threads)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
#ifdef BITVOX_WITH_CUDA
  if (backends().front().available) register_kernels(method, type, result);
#endif
}

const bool registered = [] {
  for (const Method method : {Method::kBilinear, Method::kGradient}) {
    register_of(method, PixelType::kUint8, ResultType::kRgb);
    register_of(method, PixelType::kUint8, ResultType::kChannels);
    register_of(method, PixelType::kUint16, ResultType::kChannels);
    for (const Backend& backend : backends()) {
      if (!backend.available || !backend.instructions) continue;
      benchmark::RegisterBenchmark(
          ("debayer/rows/" + words(method, PixelType::kUint8, ResultType::kChannels) + "/" +
           backend.name)
              .c_str(),
          rows_bench, *backend.instructions, method)
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::debayer
