// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/memory.hpp"
#include "core/slabs.hpp"
#include "core/slice_range.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/distance_map/distance_map_cuda_field.cuh"
#include "ops/morphology/morphology_distance.hpp"
#include "ops/morphology/morphology_small_ball.cuh"

namespace bitvox::morphology {
namespace {

// The volume, the results of the steps, and what a step works in.
constexpr int kVolumes = 5;

// Balls whose squared distances fit the field of a slab.
bool by_distance(const Plan& plan, const Shape& shape) {
  constexpr std::int64_t kSide = std::int64_t{1} << 20;
  return !plan.steps.empty() && pays_by_distance(plan.steps[0], kDistanceFromRadiusCuda) &&
         plan.steps[0].radius <= kDistanceOnGpuToRadius &&
         std::max({shape.width, shape.height, shape.depth}) <= kSide;
}

using distance_map::Pairs;
using DistanceMaker = distance_map::CellFieldMaker<Pairs>;

DistanceMaker take_maker(const Shape& slab, bool planar, const cuda::Stream& stream,
                         cuda::DeviceArena& arena) {
  return {slab, Spacing{}, distance_map::Metric::kEuclidean, planar, stream, arena};
}

std::int64_t bytes_cuda(const Shape& slab, bool with_distances, const cuda::Stream& stream) {
  cuda::DeviceArena arena;
  for (int i = 0; i < kVolumes; ++i) {
    arena.take<std::uint64_t>(slab.word_count());
  }
  if (with_distances) {
    take_maker(slab, false, stream, arena);
    distance_map::take_field<Pairs>(arena, slab, slab.height);
  }
  return arena.used();
}

// The steps of crosses and cubes, from radius 0 on.
std::vector<std::int64_t> steps_to(std::int64_t radius, const Step& step) {
  std::vector<std::int64_t> steps;
  for (std::int64_t k = 0; k < radius; k += steps.back()) {
    const std::int64_t longest =
        step.element == Element::kCross ? cross_step(k, step.planar ? 2 : 3) : 2 * k + 1;
    steps.push_back(std::min(radius - k, longest));
  }
  return steps;
}

// Some slices on the GPU, with their halo.
class Slab {
 public:
  Slab(const Shape& shape, const Plan& plan, cuda::DeviceArena& arena, const cuda::Stream& stream)
      : shape_(shape), stream_(stream) {
    arena.reset();
    for (std::uint64_t*& volume : volumes_) {
      volume = arena.take<std::uint64_t>(shape.word_count());
    }
    if (by_distance(plan, shape)) {
      maker_.emplace(take_maker(shape, plan.steps[0].planar, stream, arena));
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
        PhaseProgress part(progress, 1000 * i / steps, 1000 * (i + 1) / steps);
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

}  // namespace

void apply_cuda(const VolumeSource& in, const VolumeSource* second, const Plan& plan,
                std::int64_t slab_depth, BitVolume& out, int threads, Progress& progress) {
  cuda::choose_device();
  const Shape& shape = in.shape();
  const bool distances = by_distance(plan, shape);
  if (!distances && !plan.steps.empty() &&
      pays_by_distance(plan.steps[0], kDistanceFromRadiusCuda)) {
    const auto run_step = [&](const Step& step, const BitVolume& from, BitVolume& to,
                              Progress& part) {
      step_by_distance(step, from, to, threads,
                       [&](const distance_map::Job& job, SliceSink& distances) {
                         distance_map::measure_cuda(job, distances, part);
                       });
    };
    apply_in_memory(in, second, plan, run_step, out, threads, progress);
    return;
  }
  const std::int64_t halo = plan.halo();
  const auto with_halo = [&](std::int64_t depth) {
    return Shape{shape.width, shape.height, std::min(shape.depth, depth + 2 * halo)};
  };
  const cuda::Stream stream;
  const auto bytes = [&](std::int64_t slices) {
    return bytes_cuda(with_halo(slices), distances, stream);
  };
  const std::int64_t depth = plan_slab_depth(
      slab_limits(shape.depth, halo, slab_depth),
      {"Morphology", "Choose backend 'auto' or crop the image."}, cuda::device_memory(), bytes);

  const bool ball = !distances && !plan.steps.empty() && plan.steps[0].element == Element::kBall;
  std::optional<Rings> rings;
  if (ball) {
    const Step& step = plan.steps[0];
    require_memory({"Morphology", "Choose a smaller radius."}, host_memory(),
                   Rings::bytes(step.radius, shape, step.planar));
    rings.emplace(step.radius, shape, step.planar);
  }

  cuda::DeviceArena arena(bytes(depth));
  cuda::Staging staging(stream);
  for (std::int64_t first = 0; first < shape.depth; first += depth) {
    const std::int64_t end = std::min(shape.depth, first + depth);
    const std::int64_t low = std::max<std::int64_t>(0, first - halo);
    const std::int64_t slices = std::min(shape.depth, end + halo) - low;
    const auto thousandth = [&](std::int64_t part) {
      return (1000 * first + part * (end - first)) / shape.depth;
    };
    PhaseProgress uploading(progress, thousandth(0), thousandth(300));
    PhaseProgress computing(progress, thousandth(300), thousandth(900));
    PhaseProgress downloading(progress, thousandth(900), thousandth(1000));
    Slab slab({shape.width, shape.height, slices}, plan, arena, stream);
    cuda::upload(SliceRange(in, low, slices), slab.input(), threads, staging, uploading);
    if (second != nullptr) {
      NoProgress none;
      cuda::upload(SliceRange(*second, low, slices), slab.second_input(), threads, staging, none);
    }
    const std::uint64_t* const result = slab.run(plan, rings ? &*rings : nullptr, computing);
    cuda::download(result + (first - low) * shape.words_per_slice(),
                   (end - first) * shape.words_per_slice(), out.slice(first), threads, staging,
                   downloading);
  }
  progress.report(1, 1);
}

}  // namespace bitvox::morphology
