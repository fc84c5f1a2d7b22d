// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/cuda_check.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/ordered_sum.cuh"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/tortuosity/tortuosity_levels.cuh"
#include "ops/tortuosity/tortuosity_levels.hpp"
#include "ops/tortuosity/tortuosity_voxels.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr MemoryUser kUser{"Tortuosity", "Choose backend 'auto' or crop the image."};

// Vectors of all coarse levels.
std::int64_t count_of_vectors(const Grid& grid) {
  std::int64_t count = 0;
  for (Grid coarse = grid; coarse.cells() > 1;) {
    coarse = coarse.coarse();
    count += kVectorsPerLevel * count_of<float>(coarse);
  }
  return count;
}

// All arrays, cut from one piece of memory.
struct Arrays {
  View<Code> codes;
  View<float> v, r, p, z, t;
  Code* face = nullptr;
  OfCode* table = nullptr;
  std::uint64_t* bits = nullptr;
  double* row_sums = nullptr;
  double* layer_sums = nullptr;
  double* lanes = nullptr;
  double* result = nullptr;
  std::vector<LevelView> levels;
  // The first numbers of t, which holds nothing until the end of a cycle: the vectors of the coarse
  // levels lie there, if there is room. What t leaves in cells without links, which keep what they
  // have, is finite, as it has to be.
  float* lent = nullptr;
  std::int64_t lent_count = 0;

  Arrays(cuda::DeviceArena& arena, const Grid& grid, const Shape& shape) {
    codes = take<Code>(arena, grid);
    for (View<float>* field : {&v, &r, &p, &z}) *field = take<float>(arena, grid);
    lent = arena.take<float>(count_of<float>(grid));
    t = view_at(lent, grid);
    face = arena.take<Code>(grid.width);
    table = arena.take<OfCode>(kCodes);
    bits = arena.take<std::uint64_t>(shape.word_count());
    row_sums = arena.take<double>(grid.rows());
    layer_sums = arena.take<double>(grid.height);
    lanes = arena.take<double>(kRowLanes);
    result = arena.take<double>(1);
    if (count_of_vectors(grid) <= count_of<float>(grid)) lent_count = count_of_vectors(grid);
    float* next = lent;
    for (Grid coarse = grid; coarse.cells() > 1;) {
      coarse = coarse.coarse();
      LevelView& level = levels.emplace_back();
      for (View<float>* field : {&level.x, &level.y, &level.z, &level.diagonal}) {
        *field = take<float>(arena, coarse);
      }
      for (View<float>* field : level.vectors()) {
        if (lent_count == 0) {
          *field = take<float>(arena, coarse);
        } else {
          *field = view_at(next, coarse);
          if (next != nullptr) next += count_of<float>(coarse);
        }
      }
      level.first_face = arena.take<float>(coarse.width * coarse.height);
      level.last_face = arena.take<float>(coarse.width * coarse.height);
    }
  }
};

std::int64_t bytes_of(const Grid& grid, const Shape& shape) {
  cuda::DeviceArena measure;
  const Arrays arrays(measure, grid, shape);
  return measure.used();
}

class VoxelsCuda final : public Voxels {
 public:
  VoxelsCuda(const BitVolume& pores, const Grid& grid, Weights weights, int threads,
             Progress& progress)
      : grid_(grid),
        progress_(progress),
        bytes_(bytes_of(grid, pores.shape())),
        arena_(bytes_),
        arrays_(arena_, grid, pores.shape()),
        pores_{arrays_.codes, weights, arrays_.table},
        staging_(stream_) {
    cuda::clear(static_cast<unsigned char*>(static_cast<void*>(arrays_.codes.first)) - lead(),
                bytes_, stream_);
    cuda::fill(arrays_.face, 1, grid.width, stream_);
    cuda::launch(tabulate_kernel, {1, kCodes}, stream_, weights, arrays_.table);
    cuda::upload(pores, arrays_.bits, threads, staging_, progress);
    each(grid_, Encode{arrays_.bits, pores.shape().words_per_row(), arrays_.codes});
    make_levels();
  }

  const Grid& grid() const override { return grid_; }

  double start() override {
    for (const View<float>& field : {arrays_.v, arrays_.p}) {
      cuda::clear(const_cast<float*>(field.zeros) - Field<float>::kLead, count_of<float>(grid_),
                  stream_);
    }
    return sum(Start{pores_, arrays_.r, arrays_.z});
  }

  double precondition(float correction) override {
    if (!arrays_.levels.empty()) {
      const LevelView& first = arrays_.levels.front();
      restrict_to(first, LeftOfVoxels{pores_, arrays_.z, arrays_.r});
      solve(0, correction);
      each(grid_, AddCoarseToVoxels{pores_, first.value, correction, arrays_.z});
      cuda::clear(arrays_.lent, arrays_.lent_count, stream_);  // t is 0 in solids
    }
    return sum(Sweep{pores_, arrays_.z, arrays_.r, arrays_.t});
  }

  double advance(float beta) override {
    // z has had its day until the next move().
    const double product = sum(Advance{pores_, beta, arrays_.t, arrays_.p, arrays_.z});
    std::swap(arrays_.p, arrays_.z);
    return product;
  }

  double move(float alpha) override {
    return sum(Move{pores_, alpha, arrays_.p, arrays_.v, arrays_.r, arrays_.z});
  }

  std::vector<double> fluxes() override {
    Grid face = grid_;
    face.depth = 1;
    sum_rows(face, FluxOfFirstFace{pores_, arrays_.v}, arrays_.layer_sums);
    std::vector<double> first(static_cast<std::size_t>(grid_.height));
    cuda::read_back(first.data(), arrays_.layer_sums, grid_.height, stream_);
    sum_rows(grid_, Flux{pores_, arrays_.v}, arrays_.row_sums);
    std::vector<double> result{0};
    for (const double row : first) result[0] += row;
    add_layers(result);
    return result;
  }

  double energy() override {
    Grid face = grid_;
    face.depth = 1;
    sum_rows(grid_, Energy{pores_, arrays_.v}, arrays_.row_sums);
    const int last = static_cast<int>(grid_.depth) - 1;
    add_face(face, EnergyOfFace{pores_, arrays_.v, 0, 1}, 0);
    add_face(face, EnergyOfFace{pores_, arrays_.v, last, -1}, last);
    return fold();
  }

  double residual() override {
    return std::sqrt(sum(ResidualSquared{pores_, arrays_.v, arrays_.face}));
  }

  std::vector<double> layer_sums() override {
    sum_rows(grid_, Value{pores_, arrays_.v}, arrays_.row_sums);
    std::vector<double> result;
    add_layers(result);
    return result;
  }

  std::unique_ptr<VoxelValues> values(const Gradients& gradients) override {
    return values_of(fetched(arrays_.codes, host_codes_), fetched(arrays_.v, host_v_), gradients);
  }

 private:
  // Of the first array before its first row.
  std::int64_t lead() const { return grid_.stride() + Field<Code>::kLead; }

  static int3 size_of(const Grid& grid) {
    return {static_cast<int>(grid.width), static_cast<int>(grid.height),
            static_cast<int>(grid.depth)};
  }
  static Grid grid_of(const View<float>& view) {
    return {view.width, view.height, view.depth, false};
  }
  Grid coarse_grid(std::size_t level) const { return grid_of(arrays_.levels[level].x); }

  template <class Cell>
  void each(const Grid& grid, const Cell& cell) {
    cuda::launch(each_cell_kernel<Cell>, {cuda::blocks_for(grid.rows(), kRowsPerBlock), kThreads},
                 stream_, size_of(grid), cell);
  }
  template <class Left>
  void restrict_to(const LevelView& coarse, const Left& left) {
    const Grid grid = grid_of(coarse.rhs);
    cuda::launch(restrict_kernel<Left>, {cuda::blocks_for(grid.rows(), kRowsPerBlock), kThreads},
                 stream_, left, coarse.rhs);
  }
  template <class Term>
  void sum_rows(const Grid& grid, const Term& term, double* sums) {
    cuda::launch(sum_rows_kernel<Term>, {cuda::blocks_for(grid.rows(), kRowsPerBlock), kThreads},
                 stream_, size_of(grid), term, sums);
  }
  double fold() {
    cuda::sum_rows(arrays_.row_sums, grid_.rows(), arrays_.lanes, arrays_.result, stream_);
    return cuda::read_back(arrays_.result, stream_);
  }
  template <class Term>
  double sum(const Term& term) {
    progress_.report(0, 1);
    sum_rows(grid_, term, arrays_.row_sums);
    return fold();
  }
  template <class Term>
  void add_face(const Grid& face, const Term& term, std::int64_t layer) {
    sum_rows(face, term, arrays_.layer_sums);
    cuda::launch(add_sums_kernel, {cuda::blocks_for(grid_.height, kThreads), kThreads}, stream_,
                 arrays_.layer_sums, grid_.height, arrays_.row_sums + layer * grid_.height);
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

  template <class T>
  const Field<T>& fetched(const View<T>& view, std::unique_ptr<Field<T>>& host) {
    if (host == nullptr) {
      require_memory({"Tortuosity", "Crop the image."}, host_memory(), Field<T>::bytes(grid_));
      host = std::make_unique<Field<T>>(grid_);
      cuda::read_back(host->memory(), view.zeros - Field<T>::kLead, count_of<T>(grid_), stream_);
    }
    return *host;
  }

  void make_levels() {
    for (std::size_t i = 0; i < arrays_.levels.size(); ++i) {
      const LevelView& level = arrays_.levels[i];
      if (i == 0) {
        each(coarse_grid(i), SumLinks<LinksOfVoxels>{{pores_}, level});
      } else {
        each(coarse_grid(i), SumLinks<LinksOfCells>{{arrays_.levels[i - 1]}, level});
      }
      each(coarse_grid(i), SumDiagonal{level});
    }
  }

  void solve(std::size_t at, float correction) {
    LevelView& level = arrays_.levels[at];
    const Grid grid = coarse_grid(at);
    const auto step = [&](float keep, float scale) {
      each(grid, CellStep{level, keep, scale});
      std::swap(level.value, level.other);
    };
    if (at + 1 == arrays_.levels.size()) {
      each(grid, CellStart{level, 1});
      return;
    }
    each(grid, CellStart{level, 1 / kMiddle});
    smooth_cells(1, step);
    const LevelView& coarse = arrays_.levels[at + 1];
    restrict_to(coarse, LeftOfCells{level});
    solve(at + 1, correction);
    each(grid, AddCoarseToCells{level, arrays_.levels[at + 1].value, correction});
    smooth_cells(0, step);
  }

  const Grid grid_;
  Progress& progress_;
  std::int64_t bytes_;
  cuda::DeviceArena arena_;
  Arrays arrays_;
  Pores pores_;
  std::unique_ptr<Field<Code>> host_codes_;
  std::unique_ptr<Field<float>> host_v_;
  cuda::Stream stream_;
  cuda::Staging staging_;
};

}  // namespace

std::unique_ptr<Voxels> voxels_cuda(const BitVolume& pores, const Grid& grid, Weights weights,
                                    int threads, Progress& progress) {
  require_memory(kUser, cuda::device_memory(), bytes_of(grid, pores.shape()));
  return std::make_unique<VoxelsCuda>(pores, grid, weights, threads, progress);
}

}  // namespace bitvox::tortuosity
