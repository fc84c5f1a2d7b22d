// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/row_numbers.hpp"
#include "diffusion/weighted_grid_cpu.hpp"
#include "ops/tortuosity/tortuosity_conductors.hpp"
#include "ops/tortuosity/tortuosity_memory.hpp"

namespace bitvox::tortuosity {
namespace {

#define BITVOX_INLINE inline
#include "ops/tortuosity/tortuosity_conductors.inl"
#undef BITVOX_INLINE

constexpr std::int64_t kSumLanes = 32;

class ConductorsCpu final : public Conductors {
 public:
  ConductorsCpu(InstructionSet instructions, const GridField<float>& diffusivities, Weights of,
                double unit, int threads, Progress& progress)
      : Conductors(diffusivities, of, unit, threads, progress),
        equations_(instructions, diffusivities.grid(), threads, progress),
        numbers_(diffusivities.grid()) {
    weighted_grid::Links& links = equations_.links();
    loop()(grid(), [&](std::int64_t y, std::int64_t z) {
      const float* const d = diffusivities.row(y, z);
      const float* const y_after = diffusivities.beyond(y + 1, z);
      const float* const z_after = diffusivities.beyond(y, z + 1);
      for (std::int64_t x = 0; x < grid().width; ++x) {
        links.x.row(y, z)[x] = weights().x * between(d[x], d[x + 1]);
        links.y.row(y, z)[x] = weights().y * between(d[x], y_after[x]);
        links.z.row(y, z)[x] = between(d[x], z_after[x]);
        links.ground.row(y, z)[x] = to_faces(d[x], z, grid().depth);
      }
    });
    equations_.set_up();
  }

  double start() override {
    const GridField<float>& d = diffusivities();
    loop()(grid(), [&](std::int64_t y, std::int64_t z) {
      double* const out = equations_.r().row(y, z);
      for (std::int64_t x = 0; x < grid().width; ++x) {
        out[x] = imbalance_of(d.row(y, z)[x], d.beyond(y, z - 1)[x], d.beyond(y, z + 1)[x], z,
                              grid().depth);
      }
    });
    equations_.start(with(0));
    return residual_squared();
  }
  double precondition(float correction) override {
    return equations_.precondition(with(correction))[0];
  }
  double advance(float beta) override { return equations_.advance(with(beta))[0]; }
  double move(float alpha) override {
    equations_.move(with(alpha));
    return residual_squared();
  }

 private:
  // The only right-hand side.
  static weighted_grid::Parts with(float factor) { return {{0, static_cast<double>(factor)}}; }

  const GridField<float>& v() override { return equations_.x(); }

  // As the GPU adds it up.
  double residual_squared() {
    return numbers_.sum(loop(), [&](std::int64_t y, std::int64_t z) {
      const double* const r = equations_.r().row(y, z);
      double lanes[kSumLanes] = {};
      for (std::int64_t x = 0; x < grid().width; ++x) lanes[x % kSumLanes] += r[x] * r[x];
      for (std::int64_t half = kSumLanes / 2; half > 0; half /= 2) {
        for (std::int64_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
      }
      return lanes[0];
    });
  }

  weighted_grid::EquationsCpu equations_;
  RowNumbers numbers_;
};

}  // namespace

std::unique_ptr<Voxels> conductors_cpu(InstructionSet instructions,
                                       const GridField<float>& diffusivities, Weights weights,
                                       double unit, int threads, Progress& progress) {
  require_memory(kHostUser, host_memory(),
                 weighted_grid::EquationsCpu::bytes(diffusivities.grid()));
  return std::make_unique<ConductorsCpu>(instructions, diffusivities, weights, unit, threads,
                                         progress);
}

}  // namespace bitvox::tortuosity
