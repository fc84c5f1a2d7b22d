// SPDX-License-Identifier: BSD-2-Clause
// EM on the GPU: a kernel for each step of all fits that have as many Gaussians, so that the host
// has nothing to do but to start steps.
#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/pinned_buffer.hpp"
#include "ops/colour_classes/colour_fit_cuda.hpp"
#include "ops/colour_classes/em_step.cuh"

namespace bitvox::colour_classes {
namespace {

CountedPoints take_points(std::int64_t count, cuda::DeviceArena& arena) {
  const auto numbers = [&] { return arena.take<float>(count); };
  return {numbers(), numbers(), numbers(), numbers(), count};
}

void upload(const CountedPoints& from, const CountedPoints& to, const cuda::Stream& stream) {
  const auto copy = [&](const float* numbers, const float* place) {
    cuda::copy(const_cast<float*>(place), numbers, from.count, stream);
  };
  copy(from.first, to.first);
  copy(from.second, to.second);
  copy(from.third, to.third);
  copy(from.counts, to.counts);
}

}  // namespace

// ---- The fits of all tasks --------------------------------------------------------------------

FitsOnGpu::Arrays::Arrays(const std::vector<FirstFit>& firsts, cuda::DeviceArena& arena) {
  fits = arena.take<FitOnGpu>(std::ssize(firsts));
  left = arena.take<int>(1);
  for (const FirstFit& first : firsts) {
    const CountedPoints points = first.points->all();
    if (!points_of.contains(first.points)) {
      points_of[first.points] = take_points(points.count, arena);
    }
    block_sums.push_back(
        arena.take<MixtureSums>((points.count + kColoursOfBlock - 1) / kColoursOfBlock));
  }
}

std::int64_t FitsOnGpu::bytes(const std::vector<FirstFit>& firsts) {
  cuda::DeviceArena measuring;
  const Arrays arrays(firsts, measuring);
  return measuring.used();
}

FitsOnGpu::FitsOnGpu(const std::vector<FirstFit>& firsts, const FitRules& rules,
                     const cuda::Stream& stream)
    : arena_(bytes(firsts)), arrays_(firsts, arena_), all_ended_(cuda::allocate_pinned<int>(1)) {
  for (const auto& [from, to] : arrays_.points_of) upload(from->all(), to, stream);
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    const ClassPoints& points = *firsts[i].points;
    FitOnGpu fit;
    fit.points = arrays_.points_of.at(&points);
    fit.rules = rules.of(points);
    fit.block_sums = arrays_.block_sums[i];
    fit.blocks = static_cast<int>(cuda::blocks_for(fit.points.count, kColoursOfBlock));
    fit.em = begin_em(firsts[i].mixture, points.space());
    starts_.push_back(fit);
  }
  restart(stream);
}

void FitsOnGpu::restart(const cuda::Stream& stream) {
  const auto left = static_cast<int>(starts_.size());
  cuda::copy(arrays_.fits, starts_.data(), std::ssize(starts_), stream);
  cuda::copy(arrays_.left, &left, 1, stream);
  stream.wait();
  all_ended_[0] = starts_.empty() ? 1 : 0;
}

// Fits of one number of Gaussians follow one another.
void FitsOnGpu::step(const cuda::Stream& stream) const {
  const Ends ends{arrays_.left, all_ended_.get()};
  for (std::size_t first = 0; first < starts_.size();) {
    const int gaussians = starts_[first].em.trial.gaussians;
    std::size_t end = first;
    int blocks = 0;
    for (; end < starts_.size() && starts_[end].em.trial.gaussians == gaussians; ++end) {
      blocks = std::max(blocks, starts_[end].blocks);
    }
    const bool is_hue = starts_[first].rules.space == Space::kHsv;
    cuda::launch_overlapping(
        is_hue ? kernel_of<true>(gaussians) : kernel_of<false>(gaussians),
        {{static_cast<unsigned>(blocks), static_cast<unsigned>(end - first)}, kThreads}, stream,
        arrays_.fits + first, ends);
    first = end;
  }
}

std::vector<Em> FitsOnGpu::states(const cuda::Stream& stream) const {
  std::vector<FitOnGpu> fits(starts_.size());
  cuda::read_back(fits.data(), arrays_.fits, std::ssize(fits), stream);
  std::vector<Em> states;
  for (const FitOnGpu& fit : fits) states.push_back(fit.em);
  return states;
}

Fits fit_cuda(const std::vector<FitTask>& tasks, const FitRules& rules, int threads,
              Progress& progress) {
  auto [starting, stepping] = progress_parts(progress, 1, 9);
  std::vector<std::optional<Mixture>> mixtures(tasks.size());
  parallel_for(std::ssize(tasks), threads, starting, [&](std::int64_t i) {
    const auto at = static_cast<std::size_t>(i);
    mixtures[at] = first_mixture(*tasks[at].points, tasks[at].gaussians, rules);
  });
  std::vector<FirstFit> firsts;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (mixtures[i]) firsts.push_back({tasks[i].points, *mixtures[i]});
  }
  require_memory({"Train Colour Classes", "Choose backend 'auto' or take fewer samples."},
                 cuda::device_memory(), FitsOnGpu::bytes(firsts));

  const cuda::Stream stream;
  FitsOnGpu on_gpu(firsts, rules, stream);
  const cuda::Drain drain(stream);
  cuda::Pacer pacer(stream, stepping, rules.iterations + 1);
  for (int step = 0; step <= rules.iterations && !on_gpu.have_ended(); ++step) {
    on_gpu.step(stream);
    pacer.enqueued(step + 1);
  }
  pacer.finish();
  const std::vector<Em> states = on_gpu.states(stream);
  Fits fits(tasks.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (mixtures[i]) fits[i] = states[next++];
  }
  return fits;
}

}  // namespace bitvox::colour_classes
