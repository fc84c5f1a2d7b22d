// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/morphology/morphology_distance.hpp"
#include "ops/morphology/morphology_small_ball.cuh"
#include "ops/morphology/morphology_twins.hpp"

// A plan on a block that lies on the GPU.
namespace bitvox::morphology {

// The volume, the results of the steps, and what a step works in.
inline constexpr int kVolumes = 5;

inline bool has_distances(const Plan& plan) {
  return !plan.steps.empty() && pays_by_distance(plan.steps[0], kDistanceFromRadiusCuda);
}

// Balls whose squared distances fit the field of a block; of others the map is made elsewhere.
inline bool has_short_distances(const Plan& plan, const Shape& whole) {
  constexpr std::int64_t kSide = std::int64_t{1} << 20;
  return has_distances(plan) && plan.steps[0].radius <= kDistanceOnGpuToRadius &&
         std::max({whole.width, whole.height, whole.depth}) <= kSide;
}

inline bool has_rings(const Plan& plan) {
  return !has_distances(plan) && !plan.steps.empty() && plan.steps[0].element == Element::kBall;
}

using distance_map::Pairs;
using DistanceMaker = distance_map::CellFieldMaker<Pairs>;

inline std::int64_t arena_bytes(const Plan& plan, const Shape& shape) {
  cuda::DeviceArena arena;
  for (int i = 0; i < kVolumes; ++i) {
    arena.take<std::uint64_t>(shape.word_count());
  }
  if (has_distances(plan)) {
    distance_map::Workspace<Pairs>(arena, shape);
    distance_map::take_field<Pairs>(arena, shape, shape.height);
  }
  return arena.used();
}

// The steps of crosses and cubes, from radius 0 on.
inline std::vector<std::int64_t> steps_to(std::int64_t radius, const Step& step) {
  std::vector<std::int64_t> steps;
  for (std::int64_t k = 0; k < radius; k += steps.back()) {
    const std::int64_t longest =
        step.element == Element::kCross ? cross_step(k, step.planar ? 2 : 3) : 2 * k + 1;
    steps.push_back(std::min(radius - k, longest));
  }
  return steps;
}

struct CudaMemory {
  CudaMemory(const Plan& plan, const Shape& largest) : arena(arena_bytes(plan, largest)) {
    if (!has_rings(plan)) return;
    const Step& step = plan.steps[0];
    require_memory({"Morphology", "Choose a smaller radius."}, host_memory(),
                   Rings::bytes(step.radius, largest, step.planar));
    rings.emplace(step.radius, largest, step.planar);
  }

  const Rings* rings_or_null() const { return rings ? &*rings : nullptr; }

  cuda::DeviceArena arena;
  cuda::Stream stream;
  cuda::Staging staging{stream};
  std::optional<Rings> rings;
};

// One block.
class Run {
 public:
  Run(const Shape& shape, const Plan& plan, CudaMemory& memory)
      : shape_(shape), stream_(memory.stream) {
    cuda::DeviceArena& arena = memory.arena;
    arena.reset();
    for (std::uint64_t*& volume : volumes_) {
      volume = arena.take<std::uint64_t>(shape.word_count());
    }
    if (has_distances(plan)) {
      maker_.emplace(shape, Spacing{}, distance_map::Metric::kEuclidean, plan.steps[0].planar,
                     stream_, arena);
      field_ = distance_map::take_field<Pairs>(arena, shape, shape.height);
    }
  }

  std::uint64_t* input() const { return volumes_[0]; }

  // Leaves the result in the volume that it returns.
  std::uint64_t* run(const Plan& plan, const Rings* rings, Progress& progress) {
    std::uint64_t* const first = volumes_[1];
    std::uint64_t* const second = volumes_[2];
    std::uint64_t* result = input();
    cuda::Pacer pacer(stream_, progress, std::max<std::int64_t>(1, pieces(plan, rings)));
    std::int64_t done = 0;
    const std::int64_t steps = std::ssize(plan.steps);
    for (std::int64_t i = 0; i < steps; ++i) {
      const Step& step = plan.steps[static_cast<std::size_t>(i)];
      const std::uint64_t* const from = plan.apart ? input() : result;
      std::uint64_t* const to = result == input() ? first : second;
      if (maker_) {
        PhaseProgress part(progress, i, i + 1, steps);
        run_by_distance(step, from, to, part);
      } else {
        run_step(step, rings, from, to, pacer, done);
      }
      result = to;
    }
    if (plan.apart) {
      combine(Combination::kMinus, first, second, first);
      result = first;
    }
    switch (plan.last) {
      case Plan::Last::kNothing:
        break;
      case Plan::Last::kMinusResult:
        combine(Combination::kMinus, input(), result, result);
        break;
      case Plan::Last::kMinusInput:
        combine(Combination::kMinus, result, input(), first);
        result = first;
        break;
      case Plan::Last::kSecond:
        combine(plan.combination, input(), second_input(), first);
        result = first;
        break;
    }
    pacer.finish();
    return result;
  }

  // Where the second volume of an operation of two is.
  std::uint64_t* second_input() const { return volumes_[2]; }

 private:
  // Of work that takes about the same time each.
  static std::int64_t pieces(const Plan& plan, const Rings* rings) {
    std::int64_t each = 1;
    if (rings != nullptr) {
      each = std::ssize(rings->rows);
    } else if (!plan.steps.empty()) {
      each = std::ssize(steps_to(plan.steps[0].radius, plan.steps[0]));
    }
    return each * std::ssize(plan.steps);
  }

  // One thread a word: blocks of words of a slice, and slices.
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), Arguments&&... arguments) const {
    constexpr std::int64_t kMost = 65535;  // of a grid along y and z
    const dim3 blocks(cuda::blocks_for(shape_.words_per_slice(), kThreads),
                      static_cast<unsigned>(std::min(shape_.depth, kMost)),
                      cuda::blocks_for(shape_.depth, kMost));
    cuda::launch(kernel, {blocks, kThreads}, stream_, std::forward<Arguments>(arguments)...);
  }

  void combine(Combination combination, const std::uint64_t* a, const std::uint64_t* b,
               std::uint64_t* to) const {
    cuda::launch(combine_words_kernel, {cuda::blocks_for(shape_.word_count(), kThreads), kThreads},
                 stream_, combination, shape_.word_count(), a, b, to);
  }

  Grid grid_of(const Step& step) const {
    return {shape_.words_per_row(),  shape_.height,  shape_.depth,
            shape_.last_word_mask(), step.outside(), step.planar};
  }

  // As run_step(). Whether what is outside is set is the maker's business.
  void run_by_distance(const Step& step, const std::uint64_t* from, std::uint64_t* to,
                       Progress& progress) {
    Grid grid = grid_of(step);
    const Edges edges = grid.outside == 0 ? Edges::kBackground : Edges::kClipped;
    grid.outside = 0;
    launch(flip_words_kernel, grid, step.flip(), from, maker_->words());
    const std::int64_t square = step.radius * step.radius;
    maker_->make(Phase::kForeground, edges, field_, progress, static_cast<double>(square + 1));
    launch(far_words_kernel, grid, field_, static_cast<unsigned>(square), to);
    launch(flip_words_kernel, grid, step.flip(), to, to);
  }

  void run_step(const Step& step, const Rings* rings, const std::uint64_t* from, std::uint64_t* to,
                cuda::Pacer& pacer, std::int64_t& done) const {
    const Grid grid = grid_of(step);
    if (step.element == Element::kBall &&
        erode_by_small_ball(grid, step, *rings, from, to, stream_)) {
      pacer.enqueued(done += std::ssize(rings->rows));
      return;
    }
    std::uint64_t* now = volumes_[3];
    std::uint64_t* next = volumes_[4];
    launch(flip_words_kernel, grid, step.flip(), from, now);
    if (step.element == Element::kBall) {
      cuda::copy(to, now, shape_.word_count(), stream_);
      for (std::int64_t h = 0; h <= step.radius; ++h) {
        if (h > 0) {
          launch(erode_once_kernel, grid, h, now, next);
          std::swap(now, next);
        }
        and_ring(grid, *rings, h, now, to, pacer, done);
      }
      now = to;
    } else {
      if (step.element == Element::kCube) {
        launch(erode_along_x_kernel, grid, step.radius, now, next);
        std::swap(now, next);
      }
      const auto kernel = step.element == Element::kCube ? and_box_kernel : and_cross_kernel;
      for (const std::int64_t s : steps_to(step.radius, step)) {
        launch(kernel, grid, s, now, next);
        std::swap(now, next);
        pacer.enqueued(++done);
      }
    }
    Grid inside = grid;
    inside.outside = 0;
    launch(flip_words_kernel, inside, step.flip(), now, to);
  }

  void and_ring(const Grid& grid, const Rings& rings, std::int64_t h, const std::uint64_t* from,
                std::uint64_t* to, cuda::Pacer& pacer, std::int64_t& done) const {
    const RowOffset* const rows = rings.begin(h);
    for (std::int64_t i = 0; i < rings.count(h);) {
      RingPart part{};
      for (; part.count < RingPart::kMost && i < rings.count(h); ++i) {
        part.rows[part.count++] =
            make_short2(static_cast<short>(rows[i].y), static_cast<short>(rows[i].z));
      }
      launch(and_ring_kernel, grid, part, from, to);
      done += part.count;
      pacer.enqueued(done);
    }
  }

  Shape shape_;
  const cuda::Stream& stream_;
  std::uint64_t* volumes_[kVolumes] = {};
  std::optional<DistanceMaker> maker_;  // for balls by distance
  distance_map::CellField<Pairs> field_{};
};

}  // namespace bitvox::morphology
