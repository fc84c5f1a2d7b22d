// SPDX-License-Identifier: BSD-2-Clause
// Floors: a pass reads and writes every float once; a full kernel does one fused multiply-add a
// coefficient and voxel.
#include <benchmark/benchmark.h>

#include <vector>

#include "../native/grey_test_volumes.hpp"
#include "ops/convolution/convolution.hpp"
#include "whole_calls.hpp"
#ifdef BITVOX_WITH_CUDA
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "gpu_time.hpp"
#include "ops/convolution/convolution_passes.cuh"
#endif

namespace bitvox::convolution {
namespace {

class Nowhere final : public SliceSink {
 public:
  void write_slice(std::int64_t, const void* pixels) override { benchmark::DoNotOptimize(pixels); }
};

std::vector<float> row_of(int radius) {
  return std::vector<float>(static_cast<std::size_t>(2 * radius + 1), 0.1F);
}

Kernel separable(int radius, bool volumetric) {
  Kernel kernel;
  kernel.separable.x = row_of(radius);
  kernel.separable.y = row_of(radius);
  if (volumetric) kernel.separable.z = row_of(radius);
  return kernel;
}

Kernel full(int side, int depth) {
  Kernel kernel;
  kernel.full = FullKernel{side, side, depth,
                           std::vector<float>(static_cast<std::size_t>(side * side * depth), 0.1F)};
  return kernel;
}

void convolution_bench(benchmark::State& state, const std::string& backend, Shape shape,
                       const Kernel& kernel) {
  const GreyVolume in = test::random_grey(shape, PixelType::kFloat32, 256, 1);
  NoProgress quiet;
  Options options;
  options.kernels = {kernel};
  options.backend = backend;
  Nowhere out;
  test::whole_calls(state, [&] { convolve(in, options, out, quiet); });
  state.SetItemsProcessed(state.iterations() * shape.voxel_count());
}

#ifdef BITVOX_WITH_CUDA
// Kernels alone, on volumes that lie on the GPU. passes(from, to, stream).
template <class Passes>
void passes_bench(benchmark::State& state, std::int64_t voxels, std::int64_t in_voxels,
                  int volumes_moved, const Passes& passes) {
  using namespace cuda;
  const auto from = allocate<float>(in_voxels);
  const auto to = allocate<float>(in_voxels);
  const Stream stream;
  const GreyVolume noise = test::random_grey({in_voxels, 1, 1}, PixelType::kFloat32, 256, 1);
  copy(from.get(), noise.data<float>(), in_voxels, stream);
  for (auto _ : state) {
    state.SetIterationTime(
        test::gpu_seconds(stream, 10, [&] { passes(from.get(), to.get(), stream); }));
  }
  state.SetBytesProcessed(state.iterations() * voxels * volumes_moved * 8);
}

void register_kernels() {
  using namespace cuda;
  const auto add = [](const std::string& name, std::int64_t voxels, std::int64_t in_voxels,
                      int volumes_moved, auto passes) {
    benchmark::RegisterBenchmark(("convolution/kernels/" + name).c_str(),
                                 [=](benchmark::State& state) {
                                   passes_bench(state, voxels, in_voxels, volumes_moved, passes);
                                 })
        ->Unit(benchmark::kMicrosecond)
        ->UseManualTime();
  };
  constexpr auto kEdges = Border::kNearest;
  constexpr std::int64_t kImage = std::int64_t{4096} * 4096;
  add("copy/4096x4096", kImage, kImage, 1,
      [](const float* from, float* to, const Stream& stream) { copy(to, from, kImage, stream); });
  for (const int radius :
       {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 32, 33, 48, 64, 96, 127}) {
    const DeviceRow row = device_row(row_of(radius), 1);
    const std::string size = "/4096x4096/radius_" + std::to_string(radius);
    add("x" + size, kImage, kImage, 1, [=](const float* from, float* to, const Stream& stream) {
      filter_x(from, to, 4096, 4096, row, kEdges, stream);
    });
    add("y" + size, kImage, kImage, 1, [=](const float* from, float* to, const Stream& stream) {
      filter_y(from, to, 4096, 4096, 1, row, kEdges, stream);
    });
  }
  constexpr std::int64_t kPlane = std::int64_t{512} * 512;
  constexpr std::int64_t kCube = 512 * kPlane;
  add("copy/512^3", kCube, kCube, 1,
      [](const float* from, float* to, const Stream& stream) { copy(to, from, kCube, stream); });
  const DeviceRow five = device_row(row_of(5), 1);
  add("x/512^3/radius_5", kCube, kCube, 1, [=](const float* from, float* to, const Stream& stream) {
    filter_x(from, to, 512, 512 * 512, five, kEdges, stream);
  });
  add("y/512^3/radius_5", kCube, kCube, 1, [=](const float* from, float* to, const Stream& stream) {
    filter_y(from, to, 512, 512, 512, five, kEdges, stream);
  });
  add("z/512^3/radius_5", kCube, kCube + 10 * kPlane, 1,
      [=](const float* from, float* to, const Stream& stream) {
        filter_z(from, to, kPlane, {5, 512, 522}, five, kEdges, stream);
      });
  add("xyz/512^3/radius_5", kCube, kCube + 10 * kPlane, 3,
      [=](float* from, float* to, const Stream& stream) {
        filter_x(from, to, 512, 512 * 522, five, kEdges, stream);
        filter_y(to, from, 512, 512, 522, five, kEdges, stream);
        filter_z(from, to, kPlane, {5, 512, 522}, five, kEdges, stream);
      });
  constexpr std::int64_t kHead = std::int64_t{256} * 256;
  const FullKernel cube = *full(7, 7).full;
  add("full_7^3/256x256x129", kHead * 129, kHead * 135, 1,
      [=](const float* from, float* to, const Stream& stream) {
        filter_full(from, to, 256, 256, {3, 129, 135}, cube, 1, kEdges, stream);
      });
  const FullKernel square = *full(7, 1).full;
  add("full_7x7/4096x4096", kImage, kImage, 1,
      [=](const float* from, float* to, const Stream& stream) {
        filter_full(from, to, 4096, 4096, {0, 1, 1}, square, 1, kEdges, stream);
      });
}
#endif

const bool registered = [] {
  for (const std::string& backend : test::available_backends()) {
    const auto add = [&](const std::string& name, Shape shape, const Kernel& kernel) {
      benchmark::RegisterBenchmark(("convolution/" + name + "/" + backend).c_str(),
                                   convolution_bench, backend, shape, kernel)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    for (const int radius : {1, 5, 16}) {
      add("separable/4096x4096/radius_" + std::to_string(radius), {4096, 4096, 1},
          separable(radius, false));
    }
    add("separable/256^3/radius_5", {256, 256, 256}, separable(5, true));
    add("full_7x7/4096x4096", {4096, 4096, 1}, full(7, 1));
    add("full_7^3/256x256x129", {256, 256, 129}, full(7, 7));
  }
#ifdef BITVOX_WITH_CUDA
  if (backends().front().available) {
    register_kernels();
  }
#endif
  return true;
}();

}  // namespace
}  // namespace bitvox::convolution
