// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>

#include "core/memory/memory.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "diffusion/weighted_grid_cuda.cuh"
#include "ops/random_walker/random_walker_walks.hpp"

namespace bitvox::random_walker {
namespace {

#define BITVOX_INLINE __device__ __forceinline__
#include "ops/random_walker/random_walker_cells.inl"
#undef BITVOX_INLINE

constexpr MemoryUser kUser{"Random Walker", "Choose backend 'auto' or crop the image."};

struct Voxels {
  View<float> values;
  View<State> states;
  Scales scales;

  __device__ VoxelRow row(int y, int z) const {
    return {values.row(y, z), values.around(y, z), states.row(y, z), states.around(y, z),
            scales,           values.width};
  }
};

struct SetLinks {
  Voxels voxels;
  weighted_grid::LinksView links;

  __device__ void operator()(int x, int y, int z) const {
    const VoxelRow row = voxels.row(y, z);
    const Scales& scales = row.scales;
    links.x.row(y, z)[x] = link_to(row, x, row.values, row.states, x + 1, scales.x);
    links.y.row(y, z)[x] =
        link_to(row, x, row.values_around.y_after, row.states_around.y_after, x, scales.y);
    links.z.row(y, z)[x] =
        link_to(row, x, row.values_around.z_after, row.states_around.z_after, x, scales.z);
    links.ground.row(y, z)[x] = ground_of(row, x);
  }
};

struct StepsTo {
  Voxels voxels;
  State seed;
  View<double> out;

  __device__ void operator()(int x, int y, int z) const {
    out.row(y, z)[x] = static_cast<double>(steps_to_states(voxels.row(y, z), x, seed, seed));
  }
};

struct Votes {
  View<State> states;
  View<float> left, best, probability;
  View<State> winner;

  __device__ void count(State seed, int x, int y, int z, float value) const {
    probability.row(y, z)[x] = value;
    if (!(value > best.row(y, z)[x])) return;
    best.row(y, z)[x] = value;
    winner.row(y, z)[x] = seed;
  }
};

struct StartVote {
  Votes votes;

  __device__ void operator()(int x, int y, int z) const {
    votes.left.row(y, z)[x] = 1;
    votes.best.row(y, z)[x] = -1;
    votes.winner.row(y, z)[x] = kFree;
  }
};

struct Vote {
  Votes votes;
  View<float> x_of;
  State seed;

  __device__ void operator()(int x, int y, int z) const {
    const float value = probability_of(x_of.row(y, z)[x], votes.states.row(y, z)[x], seed);
    votes.left.row(y, z)[x] -= value;
    votes.count(seed, x, y, z, value);
  }
};

struct VoteLast {
  Votes votes;
  State seed;

  __device__ void operator()(int x, int y, int z) const {
    const float value = probability_of(votes.left.row(y, z)[x], votes.states.row(y, z)[x], seed);
    votes.count(seed, x, y, z, value);
  }
};

struct Arrays {
  View<float> values;
  Votes votes;
  weighted_grid::EquationArrays equations;

  Arrays(cuda::DeviceArena& arena, const Grid& grid, int sides)
      : values(take<float>(arena, grid)),
        votes{take<State>(arena, grid), take<float>(arena, grid), take<float>(arena, grid),
              take<float>(arena, grid), take<State>(arena, grid)},
        equations(arena, grid, sides) {}
};

std::int64_t bytes_of(const Grid& grid, int sides) {
  cuda::DeviceArena measure;
  const Arrays arrays(measure, grid, sides);
  return measure.used();
}

class WalksCuda final : public Walks {
 public:
  WalksCuda(const Input& input, int sides, int threads, Progress& progress)
      : grid_(input.values.grid()),
        threads_(threads),
        progress_(progress),
        sides_(sides),
        bytes_(bytes_of(grid_, sides)),
        arena_(bytes_),
        arrays_(arena_, grid_, sides),
        equations_(arrays_.equations, grid_, stream_, threads, progress),
        voxels_{arrays_.values, arrays_.votes.states, input.scales},
        probabilities_(grid_),
        winners_(grid_) {
    // The first array comes first in the arena.
    cuda::clear(reinterpret_cast<unsigned char*>(memory_of(arrays_.values)), bytes_, stream_);
    pass(memory_of(arrays_.values), input.values.memory(), count<float>());
    pass(memory_of(arrays_.votes.states), input.states.memory(), count<State>());
    equations_.each(grid_, SetLinks{voxels_, equations_.links()});
    equations_.each(grid_, StartVote{arrays_.votes});
    equations_.set_up();
  }

  int sides() const override { return sides_; }

  weighted_grid::Equations& equations(State first, int count) override {
    for (int side = 0; side < count; ++side) {
      const auto seed = static_cast<State>(first + side);
      equations_.each(grid_, StepsTo{voxels_, seed, equations_.r(side)});
    }
    return equations_;
  }
  void vote(State seed, int side) override {
    equations_.each(grid_, Vote{arrays_.votes, equations_.x(side), seed});
  }
  void vote_last(State seed) override { equations_.each(grid_, VoteLast{arrays_.votes, seed}); }

  const GridField<float>& probabilities() override {
    return fetched(arrays_.votes.probability, probabilities_);
  }
  const GridField<State>& winners() override { return fetched(arrays_.votes.winner, winners_); }

 private:
  template <class T>
  std::int64_t count() const {
    return GridField<T>::bytes(grid_) / static_cast<std::int64_t>(sizeof(T));
  }
  template <class T>
  static T* memory_of(const View<T>& view) {
    return const_cast<T*>(view.zeros) - GridField<T>::kLead;
  }

  // Copies in parts, between which it may be stopped.
  template <class T>
  void pass(T* to, const T* from, std::int64_t all) {
    constexpr std::int64_t kPart = std::int64_t{1} << 24;
    for (std::int64_t first = 0; first < all; first += kPart) {
      progress_.report(0, 1);
      cuda::copy(to + first, from + first, std::min(kPart, all - first), stream_);
      stream_.wait();
    }
  }

  template <class T>
  const GridField<T>& fetched(const View<T>& view, GridField<T>& host) {
    using Word = std::uint64_t;
    static_assert(GridField<T>::kLead * sizeof(T) % sizeof(Word) == 0, "rows are 8 cells, too");
    cuda::download(reinterpret_cast<const Word*>(memory_of(view)),
                   GridField<T>::bytes(grid_) / static_cast<std::int64_t>(sizeof(Word)),
                   reinterpret_cast<Word*>(host.memory()), threads_, staging_, progress_);
    return host;
  }

  const Grid grid_;
  const int threads_;
  Progress& progress_;
  const int sides_;
  const std::int64_t bytes_;
  cuda::DeviceArena arena_;
  Arrays arrays_;
  cuda::Stream stream_;
  weighted_grid::EquationsCuda equations_;
  Voxels voxels_;
  GridField<float> probabilities_;
  GridField<State> winners_;
  cuda::Staging staging_{stream_};  // the last member: waits before the arena goes
};

}  // namespace

std::unique_ptr<Walks> walks_cuda(const Input& input, int most_at_once, int threads,
                                  Progress& progress) {
  const Grid& grid = input.values.grid();
  const Memory memory = cuda::device_memory();
  int sides = most_at_once;
  while (sides > 1 && bytes_of(grid, sides) > memory.free) --sides;
  require_memory(kUser, memory, bytes_of(grid, sides));
  return std::make_unique<WalksCuda>(input, sides, threads, progress);
}

}  // namespace bitvox::random_walker
