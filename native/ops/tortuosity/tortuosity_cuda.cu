// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/ordered_sum.cuh"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/tortuosity/tortuosity_cycle.cuh"
#include "ops/tortuosity/tortuosity_flow.cuh"
#include "ops/tortuosity/tortuosity_voxels.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr MemoryUser kUser{"Tortuosity", "Choose backend 'auto' or crop the image."};

// All arrays, cut from one piece of memory.
struct Arrays {
  Links* links = nullptr;
  float *v = nullptr, *z = nullptr, *p = nullptr, *left = nullptr;
  std::uint32_t* brick_bits = nullptr;
  OfLinks* table = nullptr;
  std::uint64_t* bits = nullptr;
  double* row_sums = nullptr;
  double* layer_sums = nullptr;
  double* lanes = nullptr;
  double* results = nullptr;  // two
  Cycle cycle;

  Arrays(cuda::DeviceArena& arena, const Grid& grid, Weights weights, const Shape& shape)
      : cycle(arena, grid, weights) {
    const Bricks bricks = bricks_of(grid);
    links = arena.take<Links>(bricks.count());
    for (float** vector : {&v, &z, &p, &left}) *vector = arena.take<float>(bricks.count());
    brick_bits = arena.take<std::uint32_t>(bricks.all_words());
    table = arena.take<OfLinks>(kKindsOfLinks);
    bits = arena.take<std::uint64_t>(shape.word_count());
    row_sums = arena.take<double>(grid.rows());
    layer_sums = arena.take<double>(grid.height);
    lanes = arena.take<double>(kRowLanes);
    results = arena.take<double>(2);
  }
};

std::int64_t bytes_of(const Grid& grid, const Shape& shape) {
  cuda::DeviceArena measure;
  const Arrays arrays(measure, grid, {}, shape);
  return measure.used();
}

class VoxelsCuda final : public Voxels {
 public:
  VoxelsCuda(const BitVolume& pores, const Grid& grid, Weights weights, int threads,
             Progress& progress)
      : grid_(grid),
        bricks_(bricks_of(grid)),
        progress_(progress),
        arena_(bytes_of(grid, pores.shape())),
        arrays_(arena_, grid, weights, pores.shape()),
        pores_{bricks_, arrays_.links, weights, arrays_.table},
        staging_(stream_) {
    cuda::launch(tabulate_kernel, {1, kKindsOfLinks}, stream_, weights, bricks_.depth,
                 arrays_.table);
    cuda::upload(pores, arrays_.bits, threads, staging_, progress);
    make_bricks(bricks_, arrays_.brick_bits,
                Encode{pores_, arrays_.bits, pores.shape().words_per_row()}, stream_);
    if (arrays_.cycle.empty()) return;
    arrays_.cycle.make(LinksOfVoxels{pores_, arrays_.cycle.first()}, stream_);
  }

  const Grid& grid() const override { return grid_; }

  double start() override { return sum(Start{{pores_}, arrays_.v, arrays_.p, arrays_.z}); }

  double precondition(float correction) override {
    progress_.report(0, 1);
    correction_ = correction;
    const Cycle& cycle = arrays_.cycle;
    const bool has_levels = !cycle.empty();
    sum_rows(Leave{pores_, arrays_.z, arrays_.left, has_levels ? cycle.to_first() : ToCoarse{}},
             {arrays_.row_sums});
    fold(grid_.rows(), 0);
    if (has_levels) {
      cycle.solve(correction, arrays_.row_sums, stream_);
      fold(grid_.coarse().rows(), 1);
    }
    std::array<double, 2> sums{};
    cuda::read_back(sums.data(), arrays_.results, has_levels ? 2 : 1, stream_);
    return sums[0] + static_cast<double>(correction) * sums[1];
  }

  double advance(float beta) override {
    each_brick(bricks_, arrays_.brick_bits,
               Advance{pores_, arrays_.z, arrays_.left, arrays_.p,
                       arrays_.cycle.from_first(correction_), beta},
               stream_);
    return sum(Curvature{{pores_}, arrays_.p});
  }

  double move(float alpha) override {
    return sum(Move{{pores_}, arrays_.p, arrays_.v, arrays_.z, alpha});
  }

  std::vector<double> fluxes() override {
    sum_rows(FluxOfFirstFace{{pores_}, arrays_.v}, {arrays_.layer_sums, RowSums::Kind::kLayer, 0});
    std::vector<double> first(static_cast<std::size_t>(grid_.height));
    cuda::read_back(first.data(), arrays_.layer_sums, grid_.height, stream_);
    sum_rows(Flux{{pores_}, arrays_.v}, {arrays_.row_sums});
    std::vector<double> result{0};
    for (const double row : first) result[0] += row;
    add_layers(result);
    return result;
  }

  double energy() override {
    sum_rows(Energy{{pores_}, arrays_.v}, {arrays_.row_sums});
    const int last = bricks_.depth - 1;
    for (const bool at_first : {true, false}) {
      const int layer = at_first ? 0 : last;
      sum_rows(EnergyOfFace{{pores_}, arrays_.v, layer, at_first ? 1.0 : -1.0},
               {arrays_.row_sums, RowSums::Kind::kAddLayer, layer});
    }
    return folded();
  }

  double residual() override { return std::sqrt(sum(ResidualSquared{{pores_}, arrays_.v})); }

  std::vector<double> layer_sums() override {
    sum_rows(Value{{pores_}, arrays_.v}, {arrays_.row_sums});
    std::vector<double> result;
    add_layers(result);
    return result;
  }

  std::unique_ptr<VoxelValues> values(const Gradients& gradients) override {
    return values_of(fetched(arrays_.links, host_codes_), fetched(arrays_.v, host_v_), gradients);
  }

 private:
  template <class Term>
  void sum_rows(const Term& term, const RowSums& out) {
    sum_bricks(bricks_, arrays_.brick_bits, term, out, stream_);
  }
  // Adds up the sums of so many rows.
  void fold(std::int64_t rows, int result) {
    cuda::sum_rows(arrays_.row_sums, rows, arrays_.lanes, arrays_.results + result, stream_);
  }
  double folded() {
    fold(grid_.rows(), 0);
    return cuda::read_back(arrays_.results, stream_);
  }
  template <class Term>
  double sum(const Term& term) {
    progress_.report(0, 1);
    sum_rows(term, {arrays_.row_sums});
    return folded();
  }
  void add_layers(std::vector<double>& result) {
    std::vector<double> rows(static_cast<std::size_t>(grid_.rows()));
    cuda::read_back(rows.data(), arrays_.row_sums, grid_.rows(), stream_);
    for (std::int64_t z = 0; z < grid_.depth; ++z) {
      double layer = 0;
      for (std::int64_t y = 0; y < grid_.height; ++y) {
        layer += rows[static_cast<std::size_t>(z * grid_.height + y)];
      }
      result.push_back(layer);
    }
  }

  // What is not 0 in pores, in rows, as many layers at a time as there is idle memory for.
  template <class T>
  const GridField<T>& fetched(const T* values, std::unique_ptr<GridField<T>>& host) {
    if (host != nullptr) return *host;
    require_memory({"Tortuosity", "Crop the image."}, host_memory(), GridField<T>::bytes(grid_));
    host = std::make_unique<GridField<T>>(grid_);
    std::fill_n(host->memory(), host->row(0, 0) - host->memory(), T{});
    auto* const idle = reinterpret_cast<T*>(arrays_.left);
    const std::int64_t room =
        bricks_.count() * static_cast<std::int64_t>(sizeof(float) / sizeof(T));
    const std::int64_t layer = grid_.height * grid_.stride();
    const std::int64_t at_once = std::max<std::int64_t>(1, room / layer);
    for (std::int64_t z = 0; z < grid_.depth; z += at_once) {
      const std::int64_t layers = std::min(at_once, grid_.depth - z);
      cuda::launch(
          lay_out_rows_kernel<T>,
          {cuda::blocks_for(layers * grid_.height, kBrickThreads / cuda::kWarp), kBrickThreads},
          stream_, pores_, values, static_cast<int>(z), static_cast<int>(layers), grid_.stride(),
          idle);
      cuda::read_back(host->row(0, z), idle, layers * layer, stream_);
    }
    for (std::int64_t z = 0; z < grid_.depth; ++z)
      for (std::int64_t y = 0; y < grid_.height; ++y) host->close_row(host->row(y, z));
    return *host;
  }

  const Grid grid_;
  const Bricks bricks_;
  Progress& progress_;
  cuda::DeviceArena arena_;
  Arrays arrays_;
  Pores pores_;
  float correction_ = 0;
  std::unique_ptr<GridField<Code>> host_codes_;
  std::unique_ptr<GridField<float>> host_v_;
  cuda::Stream stream_;
  cuda::Staging staging_;
};

}  // namespace

std::unique_ptr<Voxels> voxels_cuda(const BitVolume& pores, const Grid& grid, Weights weights,
                                    int threads, Progress& progress) {
  const Bricks bricks = bricks_of(grid);
  if (bricks.count() / bricks.along_z > std::numeric_limits<std::int32_t>::max()) {
    throw DeviceOutOfMemory("Tortuosity takes layers of up to 2^30 voxels on the GPU, not of " +
                            std::to_string(grid.width) + " x " + std::to_string(grid.height) +
                            ". Choose backend 'auto' or crop the image.");
  }
  require_memory(kUser, cuda::device_memory(), bytes_of(grid, pores.shape()));
  return std::make_unique<VoxelsCuda>(pores, grid, weights, threads, progress);
}

}  // namespace bitvox::tortuosity
