// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/stream.hpp"
#include "diffusion/weighted_grid_cuda.cuh"
#include "ops/tortuosity/tortuosity_conductors.hpp"

namespace bitvox::tortuosity {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "ops/tortuosity/tortuosity_conductors.inl"
#undef BITVOX_INLINE

constexpr MemoryUser kUser{"Tortuosity", "Choose backend 'auto' or crop the image."};

struct SetLinks {
  View<float> d;
  Weights weights;
  weighted_grid::LinksView links;

  __device__ void operator()(int x, int y, int z) const {
    const float* const row = d.row(y, z);
    links.x.row(y, z)[x] = weights.x * between(row[x], row[x + 1]);
    links.y.row(y, z)[x] = weights.y * between(row[x], d.beyond(y + 1, z)[x]);
    links.z.row(y, z)[x] = between(row[x], d.beyond(y, z + 1)[x]);
    links.ground.row(y, z)[x] = to_faces(row[x], z, d.depth);
  }
};

struct SetRightSide {
  View<float> d;
  View<double> r;

  __device__ void operator()(int x, int y, int z) const {
    r.row(y, z)[x] =
        imbalance_of(d.row(y, z)[x], d.beyond(y, z - 1)[x], d.beyond(y, z + 1)[x], z, d.depth);
  }
};

struct Squared {
  View<double> r;

  __device__ double operator()(int x, int y, int z) const {
    const double value = r.row(y, z)[x];
    return value * value;
  }
};

struct Arrays {
  View<float> d;
  weighted_grid::EquationArrays equations;

  Arrays(cuda::DeviceArena& arena, const Grid& grid)
      : d(take<float>(arena, grid)), equations(arena, grid, 1) {}
};

std::int64_t bytes_of(const Grid& grid) {
  cuda::DeviceArena measure;
  const Arrays arrays(measure, grid);
  return measure.used();
}

class ConductorsCuda final : public Conductors {
 public:
  ConductorsCuda(const GridField<float>& diffusivities, Weights of, double unit, int threads,
                 Progress& progress)
      : Conductors(diffusivities, of, unit, threads, progress),
        bytes_(bytes_of(diffusivities.grid())),
        arena_(bytes_),
        arrays_(arena_, diffusivities.grid()),
        equations_(arrays_.equations, diffusivities.grid(), stream_, threads, progress),
        v_(diffusivities.grid()) {
    // The first array comes first in the arena.
    float* const memory = memory_of(arrays_.d);
    cuda::clear(reinterpret_cast<unsigned char*>(memory), bytes_, stream_);
    cuda::copy(memory, diffusivities.memory(), count_of<float>(grid()), stream_);
    equations_.each(grid(), SetLinks{arrays_.d, weights(), equations_.links()});
    equations_.set_up();
  }

  double start() override {
    fetched_ = false;
    equations_.each(grid(), SetRightSide{arrays_.d, equations_.r()});
    equations_.start(with(0));
    return equations_.sum(Squared{equations_.r()});
  }
  double precondition(float correction) override {
    return equations_.precondition(with(correction))[0];
  }
  double advance(float beta) override { return equations_.advance(with(beta))[0]; }
  double move(float alpha) override {
    fetched_ = false;
    equations_.move(with(alpha));
    return equations_.sum(Squared{equations_.r()});
  }

 private:
  // The only right-hand side.
  static weighted_grid::Parts with(float factor) { return {{0, static_cast<double>(factor)}}; }

  static float* memory_of(const View<float>& view) {
    return const_cast<float*>(view.zeros) - GridField<float>::kLead;
  }

  const GridField<float>& v() override {
    if (!fetched_) {
      cuda::read_back(v_.memory(), memory_of(equations_.x()), count_of<float>(grid()), stream_);
      fetched_ = true;
    }
    return v_;
  }

  std::int64_t bytes_;
  cuda::DeviceArena arena_;
  Arrays arrays_;
  cuda::Stream stream_;
  weighted_grid::EquationsCuda equations_;
  GridField<float> v_;
  bool fetched_ = false;
};

}  // namespace

std::unique_ptr<Voxels> conductors_cuda(const GridField<float>& diffusivities, Weights weights,
                                        double unit, int threads, Progress& progress) {
  require_memory(kUser, cuda::device_memory(), bytes_of(diffusivities.grid()));
  require_memory({"Tortuosity", "Crop the image."}, host_memory(),
                 GridField<float>::bytes(diffusivities.grid()));
  return std::make_unique<ConductorsCuda>(diffusivities, weights, unit, threads, progress);
}

}  // namespace bitvox::tortuosity
