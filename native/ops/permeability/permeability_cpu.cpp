// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <bit>
#include <cmath>
#include <mutex>

#include "core/memory/aligned_array.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"
#include "ops/permeability/permeability_flow.hpp"
#include "ops/permeability/permeability_links.hpp"

namespace bitvox::permeability {
namespace {

#define BITVOX_INLINE inline
#define BITVOX_UNROLL
#define BITVOX_POPCOUNT std::popcount
#include "ops/permeability/permeability_collide.inl"
#include "ops/permeability/permeability_interpolate.inl"
#include "ops/permeability/permeability_places.inl"
#undef BITVOX_POPCOUNT
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

constexpr MemoryUser kUser{"Permeability", "Crop the image, or reduce it with Image > Scale."};
constexpr std::int64_t kPieceBlocks = 1024;  // some 50 microseconds of work
constexpr std::int64_t kCellsAtATime = 16384;

// So that the slots of a cell do not share a set of the caches.
std::int64_t stride_for(std::int64_t cells) { return (cells + 1023) / 1024 * 1024 + 544; }

std::int64_t whole_number(float value, double scale) {
  return static_cast<std::int64_t>(static_cast<double>(value) * scale);
}

float population(float stored) { return stored; }
float population(Half stored) { return to_float(stored); }
void store(float population, float& to) { to = population; }
void store(float population, Half& to) { to = to_half(population); }

const RowsOf<float>& rows_of(const Rows& rows, float) { return rows.floats; }
const RowsOf<Half>& rows_of(const Rows& rows, Half) { return rows.halves; }

// Stored: float or Half.
template <class Stored>
class FlowCpu final : public LatticeFlow {
 public:
  FlowCpu(InstructionSet instructions, const Grid& grid, int threads, Progress& progress)
      : rows_(rows_of(rows_for<Rows>(instructions), Stored{})),
        grid_(grid),
        threads_(threads),
        stride_(stride_for(grid.cells())),
        voxels_(voxels_of(grid, threads, progress)) {
    const std::int64_t blocks = blocks_of(grid.cells());
    // What links can need, for pores without any two cells in a row.
    require_memory(kUser, host_memory(), blocks * (92 + 4 * kLanes * (kSlots - 1)));
    pieces_.resize(static_cast<std::size_t>((blocks + kPieceBlocks - 1) / kPieceBlocks));
    parallel_for(static_cast<std::int64_t>(pieces_.size()), threads, progress, [&](std::int64_t i) {
      const std::int64_t first = i * kPieceBlocks;
      pieces_[static_cast<std::size_t>(i)] =
          find_links(grid_, voxels_, {first, std::min(blocks, first + kPieceBlocks)}, stride_);
    });
    require_memory(kUser, host_memory(),
                   kSlots * stride_ * static_cast<std::int64_t>(sizeof(Stored)));
    populations_ = aligned_array<Stored>(kSlots * stride_);
    for_cells(
        0, stride_,
        [&](std::int64_t first, std::int64_t end) {  // cells that no pore has too
          for (int i = 0; i < kSlots; ++i) {
            std::fill(slot(i) + first, slot(i) + end, Stored{});
          }
        },
        progress);
  }

  void start_from(LatticeFlow& coarse_flow, float velocity_factor, const Rates& rates,
                  Progress& progress) override {
    const auto& coarse = dynamic_cast<const FlowCpu&>(coarse_flow);
    const PorePlaces coarse_pores = coarse.grid_.places();
    const Shape& shape = grid_.shape();
    const auto load = [&](int x, int y, int z, Moments& m) {
      if (!is_pore(coarse_pores, x, y, z)) return false;
      m = coarse.moments_of(cell_of(coarse_pores, x, y, z), rates);
      return true;
    };
    for_cells(
        0, grid_.cells(),
        [&](std::int64_t first, std::int64_t end) {
          for (std::int64_t cell = first; cell < end; ++cell) {
            const std::int64_t voxel = voxels_[static_cast<std::size_t>(cell)];
            const int x = static_cast<int>(voxel % shape.width);
            const int y = static_cast<int>(voxel / shape.width % shape.height);
            const int z = static_cast<int>(voxel / shape.width / shape.height);
            float h[kSlots];
            equilibrium(interpolate(x, y, z, coarse_pores.size, velocity_factor, load), rates, h);
            for (int i = 0; i < kSlots; ++i) store(h[i], slot(i)[cell]);
          }
        },
        progress);
  }

  void run(std::int64_t steps, const Rates& rates, Progress& progress) override {
    const auto pieces = static_cast<std::int64_t>(pieces_.size());
    const auto workers = static_cast<int>(std::clamp<std::int64_t>(pieces, 1, threads_));
    Barrier barrier(workers);
    run_team(workers, steps, progress, [&](Team& team, int worker) {
      const std::int64_t first = pieces * worker / workers;
      const std::int64_t end = pieces * (worker + 1) / workers;
      for (std::int64_t step = 0; step < steps; ++step) {
        const std::uint32_t number = number_of_step(steps_ + step + 1);
        for (std::int64_t i = first; i < end && !team.stopped(); ++i) {
          const LinksOfPiece& piece = pieces_[static_cast<std::size_t>(i)];
          if ((steps_ + step) % 2 == 0) {
            rows_.even_step(populations_.get(), stride_, piece.range, &rates, number);
          } else {
            const Links links = piece.links();
            rows_.odd_step(populations_.get(), stride_, piece.range, &links, &rates, number);
          }
        }
        if (!barrier.wait(team)) return;
        if (worker == 0) team.add_done(1);
      }
    });
    steps_ += steps;
  }

  Sums sums(int axis, const Scales& scales, const Rates& rates, Progress& progress) override {
    const Shape& shape = grid_.shape();
    const auto width = static_cast<std::uint32_t>(shape.width);
    const auto height = static_cast<std::uint32_t>(shape.height);
    const std::uint32_t below = axis == 0 ? 1 : axis == 1 ? width : width * height;
    const auto planes = static_cast<std::uint32_t>(axis == 0   ? shape.width
                                                   : axis == 1 ? shape.height
                                                               : shape.depth);
    Sums all;
    all.velocities.resize(planes);
    std::mutex mutex;
    parallel_for(
        static_cast<std::int64_t>(pieces_.size()), threads_, progress, [&](std::int64_t p) {
          const LinksOfPiece& piece = pieces_[static_cast<std::size_t>(p)];
          std::vector<Measured> measured(static_cast<std::size_t>(kPieceBlocks));
          if (between_pairs()) {
            rows_.measure(populations_.get(), stride_, piece.range, &rates, axis, measured.data());
          } else {
            const Links links = piece.links();
            rows_.measure_by_links(populations_.get(), stride_, piece.range, &links, &rates, axis,
                                   measured.data());
          }
          Sums own;
          own.velocities.resize(planes);
          const std::int64_t first = piece.range.begin * kLanes;
          const std::int64_t end = std::min(grid_.cells(), piece.range.end * kLanes);
          for (std::int64_t cell = first; cell < end; ++cell) {
            const Measured& block = measured[static_cast<std::size_t>((cell - first) / kLanes)];
            const std::int64_t lane = (cell - first) % kLanes;
            const float velocity = block.velocity[lane], product = block.product[lane];
            const std::uint32_t plane = voxels_[static_cast<std::size_t>(cell)] / below % planes;
            own.velocities[plane] += whole_number(velocity, scales.velocity);
            own.product += whole_number(product, scales.product);
            own.largest_velocity = std::max(own.largest_velocity, std::abs(velocity));
            own.largest_product = std::max(own.largest_product, std::abs(product));
          }
          const std::lock_guard lock(mutex);
          for (std::size_t i = 0; i < planes; ++i) all.velocities[i] += own.velocities[i];
          all.product += own.product;
          all.largest_velocity = std::max(all.largest_velocity, own.largest_velocity);
          all.largest_product = std::max(all.largest_product, own.largest_product);
        });
    return all;
  }

  float largest_square(const Rates& rates, Progress& progress) override {
    float largest = 0;
    std::mutex mutex;
    for_cells(
        0, grid_.cells(),
        [&](std::int64_t first, std::int64_t end) {
          float own = 0;
          for (std::int64_t cell = first; cell < end; ++cell) {
            const Moments m = moments_of(cell, rates);
            own = std::max(own, (m.u[0] * m.u[0] + m.u[1] * m.u[1]) + m.u[2] * m.u[2]);
          }
          const std::lock_guard lock(mutex);
          largest = std::max(largest, own);
        },
        progress);
    return largest;
  }

  void velocities(std::int64_t first, std::int64_t end, const Rates& rates, float* out) override {
    const std::int64_t count = end - first;
    NoProgress none;
    for_cells(
        first, end,
        [&](std::int64_t begin, std::int64_t stop) {
          for (std::int64_t cell = begin; cell < stop; ++cell) {
            const Moments m = moments_of(cell, rates);
            for (int a = 0; a < 3; ++a) out[a * count + cell - first] = m.u[a];
          }
        },
        none);
  }

 private:
  Stored* slot(int i) { return populations_.get() + i * stride_; }

  bool between_pairs() const { return steps_ % 2 == 0; }

  Moments moments_of(std::int64_t cell, const Rates& rates) const {
    float h[kSlots];
    for (int i = 0; i < kSlots; ++i)
      h[i] = population(populations_[static_cast<std::size_t>(i * stride_ + cell)]);
    Moments m;
    find_moments(h, rates, m);
    return m;
  }

  template <class Body>
  void for_cells(std::int64_t first, std::int64_t end, const Body& body, Progress& progress) {
    const std::int64_t parts = (end - first + kCellsAtATime - 1) / kCellsAtATime;
    parallel_for(parts, threads_, progress, [&](std::int64_t i) {
      const std::int64_t begin = first + i * kCellsAtATime;
      body(begin, std::min(end, begin + kCellsAtATime));
    });
  }

  const RowsOf<Stored>& rows_;
  const Grid& grid_;
  const int threads_;
  const std::int64_t stride_;
  const std::vector<std::uint32_t> voxels_;  // of the cells
  std::int64_t steps_ = 0;
  std::vector<LinksOfPiece> pieces_;
  AlignedArray<Stored> populations_;
};

}  // namespace

std::unique_ptr<LatticeFlow> make_flow_cpu(InstructionSet instructions, const Grid& grid,
                                           int precision, int threads, Progress& progress) {
  if (precision == 16) {
    return std::make_unique<FlowCpu<Half>>(instructions, grid, threads, progress);
  }
  return std::make_unique<FlowCpu<float>>(instructions, grid, threads, progress);
}

}  // namespace bitvox::permeability
