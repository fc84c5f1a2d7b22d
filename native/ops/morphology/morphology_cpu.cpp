// SPDX-License-Identifier: BSD-2-Clause
#include <optional>

#include "core/blocks/write_core.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/morphology/morphology_distance.hpp"
#include "ops/morphology/morphology_twins.hpp"
#include "ops/morphology/morphology_windows.hpp"

namespace bitvox::morphology {
namespace {

// to = combined(to, other)
template <class Combined>
void combine(const BitVolume& other, BitVolume& to, int threads, const Combined& combined) {
  NoProgress progress;
  parallel_for(to.shape().depth, threads, progress, [&](std::int64_t z) {
    std::uint64_t* const words = to.slice(z);
    const std::uint64_t* const others = other.slice(z);
    for (std::int64_t i = 0; i < to.shape().words_per_slice(); ++i) {
      words[i] = combined(words[i], others[i]);
    }
  });
}

void combine(Combination combination, const BitVolume& second, BitVolume& to, int threads) {
  switch (combination) {
    case Combination::kAnd:
      return combine(second, to, threads, [](auto a, auto b) { return a & b; });
    case Combination::kOr:
      return combine(second, to, threads, [](auto a, auto b) { return a | b; });
    case Combination::kXor:
      return combine(second, to, threads, [](auto a, auto b) { return a ^ b; });
    case Combination::kMinus:
      return combine(second, to, threads, [](auto a, auto b) { return a & ~b; });
  }
}

bool needs_scratch(const Plan& plan) {
  return !plan.steps.empty() && plan.steps[0].element == Element::kCross &&
         plan.steps[0].radius > 1;
}

}  // namespace

MemoryUser CpuTwin::user() {
  return {"Morphology", "Crop the image, or choose a smaller radius or fewer threads."};
}

std::int64_t CpuTwin::bytes(const Job& job, const Block& block) {
  const Plan& plan = job.plan;
  const Shape shape = block.read.shape();
  // What is read and what is made of it, if that is not the result; that of the first of two
  // steps; the second volume; scratch.
  const std::int64_t volumes = 1 + (block.is_whole() ? 0 : 1) + (plan.steps.size() == 2 ? 1 : 0) +
                               (plan.last == Plan::Last::kSecond ? 1 : 0) +
                               (needs_scratch(plan) ? 1 : 0);
  const Shape out = job.out != nullptr ? job.out->shape() : block.core.shape();
  std::int64_t bytes = 8 * (out.word_count() + volumes * shape.word_count());
  if (!plan.steps.empty()) {
    const Step& step = plan.steps[0];
    if (pays_by_distance(step, kDistanceFromRadiusCpu)) {
      return bytes;  // the distance map says what it needs
    }
    bytes += job.threads * bytes_of_thread(step, shape);
    if (step.element == Element::kBall) {
      bytes += Rings::bytes(step.radius, shape, step.planar);
    }
  }
  return bytes;
}

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block&)
    : job_(job), instructions_(instructions) {
  NoProgress quick;
  job_.out->clear(job_.threads, quick);
}

NoNumbers CpuTwin::compute(const Block& block, SliceSink*, Progress& progress) {
  const Rows& rows = rows_for<Rows>(instructions_);
  const int threads = job_.threads;
  const BlockInputs inputs(job_, block);
  std::optional<BitVolume> scratch;
  if (needs_scratch(job_.plan)) {
    scratch.emplace(block.read.shape());
  }
  const auto run_step = [&](const Step& step, const BitVolume& from, BitVolume& to,
                            Progress& part) {
    if (pays_by_distance(step, kDistanceFromRadiusCpu)) {
      step_by_distance(step, from, to, threads,
                       [&](const distance_map::Job& job, SliceSink& distances) {
                         distance_map::measure_cpu(instructions_, job, &distances, part);
                       });
    } else if (step.element == Element::kCube) {
      step_by_cube(rows, step, from, to, threads, part);
    } else if (step.element == Element::kCross) {
      step_by_cross(rows, step, from, to, scratch ? *scratch : to, threads, part);
    } else {
      step_by_ball(rows, step, from, to, threads, part);
    }
  };
  make_core(block, *job_.out, threads, [&](BitVolume& to) {
    apply_in_memory(inputs.in, inputs.second_or_null(), job_.plan, run_step, to, threads, progress);
  });
  return {};
}

void apply_in_memory(const VolumeSource& in, const VolumeSource* second, const Plan& plan,
                     const RunStep& run_step, BitVolume& out, int threads, Progress& progress) {
  const Shape& shape = in.shape();
  const std::int64_t steps = std::ssize(plan.steps);
  auto [reading, first_step, last_step] =
      progress_parts(progress, 1, steps == 0 ? 0 : 9, steps == 1 ? 0 : 9);
  if (plan.steps.empty()) {
    read_volume(in, out, threads, reading);
    if (plan.last == Plan::Last::kSecond) {
      BitVolume other(shape);
      read_volume(*second, other, threads, last_step);
      combine(plan.combination, other, out, threads);
    } else if (plan.last != Plan::Last::kNothing) {
      out = BitVolume(shape);  // X without X
    }
    return;
  }

  BitVolume volume(shape);
  read_volume(in, volume, threads, reading);
  if (plan.steps.size() == 1) {
    run_step(plan.steps[0], volume, out, first_step);
  } else {
    BitVolume between(shape);
    run_step(plan.steps[0], volume, between, first_step);
    run_step(plan.steps[1], plan.apart ? volume : between, out, last_step);
    if (plan.apart) {
      combine(between, out, threads, [](auto last, auto first) { return first & ~last; });
    }
  }
  if (plan.last == Plan::Last::kMinusResult) {
    combine(volume, out, threads, [](auto result, auto input) { return input & ~result; });
  } else if (plan.last == Plan::Last::kMinusInput) {
    combine(volume, out, threads, [](auto result, auto input) { return result & ~input; });
  }
}

}  // namespace bitvox::morphology
