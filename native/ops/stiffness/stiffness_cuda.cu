// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/graph.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "ops/stiffness/stiffness_device_body.cuh"
#include "ops/stiffness/stiffness_device_cycle.cuh"
#include "ops/stiffness/stiffness_device_measure.cuh"
#include "ops/stiffness/stiffness_engine.hpp"
#include "ops/stiffness/stiffness_maps.hpp"

namespace bitvox::stiffness {
namespace {

// Vectors of the finest level, and all that is small.
struct Vectors {
  float *u = nullptr, *p = nullptr, *r = nullptr, *z = nullptr;
  float* q = nullptr;      // A p; what is left of an equation; forces; what the cycle gives
  double* kept = nullptr;  // where there is a tolerance
  float* loads[6] = {};    // of a tensor
  double* sums = nullptr;  // of blocks of threads
  double* results = nullptr;
  unsigned long long* counts = nullptr;
};

constexpr int kMostSums = 6;

class EngineCuda final : public Engine, public Equations {
 public:
  EngineCuda(const Structure& structure, int threads, Progress& progress)
      : structure_(structure), progress_(progress), body_(structure), staging_(stream_) {
    body_.upload(structure, threads, progress, stream_, staging_);
    const double highest = structure.solid.highest_eigenvalue(structure.options.spacing);
    sweep_ = kSweep / static_cast<float>(highest);
    cuda::DeviceArena measure;
    take(measure);
    require_memory(kUser, cuda::device_memory(), measure.used() + bytes_of_maps());
    arena_.emplace(measure.used());
    progress_.report(0, 1);
    unsigned char* const first = arena_->take<unsigned char>(0);
    take(*arena_);
    cuda::clear(first, measure.used(), stream_);
    levels().set_materials(body_.bits(), body_.materials(), structure.solid.unit(), stream_);
    if (levels().count() > 1) {
      const Tasks tasks(threads, progress);
      cycle_.set_up(static_cast<float>(highest),
                    levels().coarsest_on_host(voxel_of(structure.options), tasks, stream_),
                    stream_);
    }
    preconditioner_.emplace(stream_, [this] { enqueue_preconditioner(); });
    progress_.report(0, 1);
  }

  Equations& equations() override { return *this; }

  Lame<double> stiffnesses() override {
    const LevelRows& level = finest().rows;
    const std::array<double, kMostSums> sums =
        sum_up<3>(finest().stored * kLanes, SumOfLame{level.mean, level.rest, level.shear});
    return {sums[0], sums[1], sums[2]};
  }

  // The unknowns.

  double start(const Strain& strain) override {
    progress_.report(0, 1);
    strain_ = strain;
    has_kept_ = false;
    cuda::clear(vectors_.u, finest().numbers(), stream_);
    cuda::clear(vectors_.p, finest().numbers(), stream_);
    return balance();
  }

  double precondition() override {
    progress_.report(0, 1);
    preconditioner_->launch(stream_);
    return result();
  }

  double advance(double beta) override {
    progress_.report(0, 1);
    const Vectors& v = vectors_;
    stiffness::each(finest().numbers() / 4, Advance{of4(v.q), static_cast<float>(beta), of4(v.p)},
                    stream_);
    march_and_add_up(Product{v.p, finest().inverse, v.q});
    return result();
  }

  double move(double alpha) override {
    const Vectors& v = vectors_;
    return sum_up<1>(finest().numbers() / 4,
                     Move{of4(v.p), of4(v.q), static_cast<float>(alpha), of4(v.u), of4(v.r)})[0];
  }

  double begin_anew() override {
    if (!has_kept_) cuda::clear(vectors_.kept, finest().numbers(), stream_);
    has_kept_ = true;
    stiffness::each(finest().numbers(), MoveToKept{vectors_.u, vectors_.kept}, stream_);
    return balance();
  }

  double true_square() override { return has_kept_ ? begin_anew() : balance(); }

  void keep(int load) override {
    stiffness::each(finest().numbers(), CopyDisplacements{displacements(), vectors_.loads[load]},
                    stream_);
  }

  double product_with(int load) override {
    return sum_up<1>(finest().numbers() / 4,
                     ProductOf{of4(vectors_.r), of4(vectors_.loads[load])})[0];
  }

  // What has been found.

  std::array<double, 3> plate_forces(const LoadCase& load) override {
    const LevelRows& level = finest().rows;
    const std::array<double, kMostSums> sums =
        sum_up<3>(nodes_of_plate(level, load.axis), SumPlate{level, vectors_.q, load.axis});
    return {sums[0], sums[1], sums[2]};
  }

  Stress mean_stress(const LoadCase& load, Progress& progress) override {
    progress.report(0, 1);
    const Shape& shape = structure_.body.shape();
    Stress stress = sum_up<6>(shape.voxel_count(), SumStress{found(load)});
    for (double& of : stress) of /= static_cast<double>(shape.voxel_count());
    return stress;
  }

  double strain_above(const LoadCase& load, std::int64_t elements, double part,
                      Progress& progress) override {
    progress.report(0, 1);
    const Shape& shape = structure_.body.shape();
    const std::int64_t count = finest().stored * kLanes;
    float* const strains = vectors_.z;
    cuda::fill(strains, 0xff, count, stream_);
    each_place(Sizes{shape.width, shape.height, shape.depth}, SetEffective{found(load), strains},
               stream_);
    return static_cast<double>(
        value_below(elements_above(elements, part), strains, count, vectors_.counts, stream_));
  }

  void write_maps(const LoadCase& load, double strain, const Maps& maps,
                  Progress& progress) override {
    const Shape& shape = structure_.body.shape();
    const std::int64_t pixels = shape.width * shape.height;
    const std::vector<Map> wanted = wanted_maps(maps);
    if (wanted.empty()) return;
    const auto made = cuda::allocate<float>(pixels);
    const cuda::Drain drain(stream_);
    std::vector<float> slice(static_cast<std::size_t>(pixels));
    // Nothing has been handed out if the GPU is lost before the first slice is there.
    for (const Map& map : wanted)
      for (std::int64_t i = 0; i < shape.depth * map.channels; ++i) {
        progress.report(0, 1);
        each_place(Sizes{shape.width, shape.height, 1},
                   SetMap{found(load), map.kind, static_cast<int>(i % map.channels), strain,
                          i / map.channels, made.get()},
                   stream_);
        cuda::read_back(slice.data(), made.get(), pixels, stream_);
        if (i == 0) map.sink->begin({shape, PixelType::kFloat32, map.channels});
        map.sink->write_slice(i, slice.data());
      }
  }

 private:
  DeviceLevels& levels() { return body_.levels(); }
  const DeviceLevel& finest() const { return body_.levels().finest(); }
  static float4* of4(float* vector) { return reinterpret_cast<float4*>(vector); }

  std::int64_t bytes_of_maps() const {
    const Shape& shape = structure_.body.shape();
    return shape.width * shape.height * static_cast<std::int64_t>(sizeof(float));
  }

  // From an arena, which may be one that measures only.
  void take(cuda::DeviceArena& arena) {
    const Options& options = structure_.options;
    const Shape& shape = structure_.body.shape();
    levels().take_materials(arena);
    cycle_.take(arena, levels());
    const std::int64_t numbers = finest().numbers();
    Vectors& v = vectors_;
    for (float** of : {&v.u, &v.p, &v.r, &v.z, &v.q}) *of = arena.take<float>(numbers);
    if (options.tolerance > 0) v.kept = arena.take<double>(numbers);
    if (options.direction == Direction::kTensor) {
      for (float*& of : v.loads) of = arena.take<float>(numbers);
    }
    const LevelRows& level = finest().rows;
    const std::int64_t plate =
        std::max({nodes_of_plate(level, 0), nodes_of_plate(level, 1), nodes_of_plate(level, 2)});
    v.sums = arena.take<double>(
        std::max({march_through<float>(level).count(), march_through<double>(level).count(),
                  sum_blocks(numbers), 3 * sum_blocks(finest().stored * kLanes),
                  3 * sum_blocks(plate), kMostSums * sum_blocks(shape.voxel_count())}));
    v.results = arena.take<double>(kMostSums);
    v.counts = arena.take<unsigned long long>(kBuckets);
  }

  void enqueue_preconditioner() {
    const Vectors& v = vectors_;
    const DeviceLevel& level = finest();
    march(level.rows, LeftOfScaled{sweep_, level.inverse, v.r, v.q}, nullptr, stream_);
    const float* const correction = cycle_.correct(levels(), v.q, stream_);
    const LevelRows& coarse = levels().count() > 1 ? levels()[1].rows : level.rows;
    each_place(nodes_of(level.rows),
               BeginWithCoarse{{level.rows, coarse, correction}, v.r, sweep_, v.z}, stream_);
    march_and_add_up(Sweep{v.z, level.inverse, v.r, sweep_, v.q});
  }

  template <class Work>
  void march_and_add_up(const Work& work) {
    const LevelRows& level = finest().rows;
    march(level, work, vectors_.sums, stream_);
    add_up(vectors_.sums, march_through<typename Work::Real>(level).count(), vectors_.results,
           stream_);
  }

  double result() { return cuda::read_back(vectors_.results, stream_); }

  template <int kSums, class Term>
  std::array<double, kMostSums> sum_up(std::int64_t count, const Term& term) {
    stiffness::sum_up<kSums>(count, term, vectors_.sums, vectors_.results, stream_);
    std::array<double, kMostSums> results{};
    cuda::read_back(results.data(), vectors_.results, kSums, stream_);
    return results;
  }

  // Forces of all displacements in doubles, and r of them.
  double balance() {
    if (has_kept_) {
      balance_of(vectors_.kept);
    } else {
      balance_of(vectors_.u);
    }
    return result();
  }
  template <class Stored>
  void balance_of(const Stored* u) {
    Balance<Stored> work{u, finest().inverse, {}, vectors_.q, vectors_.r};
    std::copy(strain_.begin(), strain_.end(), work.strain);
    march_and_add_up(work);
  }

  Displacements displacements() const { return {vectors_.u, has_kept_ ? vectors_.kept : nullptr}; }
  DeviceFound found(const LoadCase& load) const {
    return {finest().rows, body_.bits(), body_.materials(), displacements(),
            loaded_voxels(load, structure_.options.spacing)};
  }

  const Structure structure_;
  Progress& progress_;
  float sweep_ = 0;
  Strain strain_{};
  bool has_kept_ = false;
  DeviceBody body_;
  DeviceCycle cycle_;
  Vectors vectors_;
  std::optional<cuda::DeviceArena> arena_;
  std::optional<cuda::Graph> preconditioner_;
  cuda::Stream stream_;
  cuda::Staging staging_;
  // Goes first, also when something stops the constructor: memory that kernels still write is not
  // given to the next who asks.
  cuda::Drain drain_{stream_};
};

}  // namespace

std::unique_ptr<Engine> make_engine_cuda(const Structure& structure, int threads,
                                         Progress& progress) {
  return std::make_unique<EngineCuda>(structure, threads, progress);
}

}  // namespace bitvox::stiffness
