// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agents.hpp"

#include <string>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/agents/agent_engine.hpp"
#include "ops/agents/agent_frames.hpp"
#include "ops/agents/agent_start.hpp"
#include "ops/agents/agents_cuda.hpp"

namespace bitvox::agents {
namespace {

void check(const Arena& arena, const Options& options) {
  check_fields(options);
  check_shape(arena.shape);
  Spacing spacing = options.spacing;
  if (arena.shape.depth == 1) spacing.z = spacing.x;
  check_spacing(spacing);
  if (arena.free != nullptr && arena.free->shape() != arena.shape) {
    throw InvalidInput("the image of free space has " + size_text(arena.free->shape()) +
                       " voxels, the arena " + size_text(arena.shape));
  }
}

template <int kAxes>
std::int64_t bytes_of(const Ground<kAxes>& ground, std::int64_t agents) {
  const std::int64_t of_frame = static_cast<std::int64_t>(sizeof(Place)) + 32;
  return Grid<kAxes>::bytes(ground.cells()) + agents * (Crowd<kAxes>::bytes_of_agent() + of_frame);
}

template <int kAxes>
std::vector<Point<kAxes>> starts_of(const Ground<kAxes>& ground, const Arena& arena,
                                    const Options& options, int threads, Progress& progress) {
  if (arena.starts != nullptr) return given_starts(ground, arena, progress);
  return random_starts(ground, options.agents, static_cast<std::uint64_t>(options.seed), threads,
                       progress);
}

// Hands on what has not been: who takes over from another begins anew, and makes the same frames.
class NewFrames final : public FrameSink {
 public:
  explicit NewFrames(FrameSink& to) : to_(to) {}
  void take(const Frame& frame) override {
    if (frame.number < next_) return;
    next_ = frame.number + 1;
    to_.take(frame);
  }

 private:
  FrameSink& to_;
  std::int64_t next_ = 0;
};

template <int kAxes>
struct Job {
  const Ground<kAxes>& ground;
  const std::vector<Point<kAxes>>& starts;
  const Options& options;
  int threads;
};

template <int kAxes>
Result make_steps(const Job<kAxes>& job, Engine<kAxes>& engine, FrameSink& sink,
                  Progress& progress) {
  const Options& options = job.options;
  Family family(std::ssize(job.starts));
  Frames<kAxes> frames(job.ground, job.starts, family, job.threads);
  StandingProgress standing(progress);
  MovingProgress stepping(standing);
  Tally tally;
  for (std::int64_t frame = 0; frame < options.frames(); ++frame) {
    const std::int64_t step = frame * options.every;
    frames.take(engine, standing);
    const bool is_last = frame + 1 == options.frames();
    if (!is_last) engine.begin(step, options.every);
    frames.hand_on(step, tally, sink, standing);
    if (is_last) break;
    PhaseProgress part(stepping, frame, frame + 1, options.frames() - 1);
    tally = {};
    engine.advance(step, options.every, family, tally, part);
  }
  Result result;
  result.placed = std::ssize(job.starts);
  result.parts = job.ground.rules().parts;
  result.free_part = job.ground.free_part();
  result.counts = std::move(frames).counts();
  result.lives = std::move(family).lives();
  return result;
}

template <int kAxes>
std::unique_ptr<Engine<kAxes>> cpu_engine(const Job<kAxes>& job, Progress& progress) {
  const int strips = job.options.strips;
  return strips > 1 ? strip_engine(job.ground, job.starts, strips, job.threads, progress)
                    : whole_engine(job.ground, job.starts, job.threads, progress);
}

// Two cores move 20 million agents in 2 seconds, which is what the GPU's driver may take to start.
GpuUse gpu_use(std::int64_t agents, std::int64_t steps, std::int32_t parts) {
  constexpr double kGpuPaysMoves = 2e7;
  const double moves = static_cast<double>(agents) * static_cast<double>(steps * parts);
  return moves < kGpuPaysMoves ? GpuUse::kTooSmall : GpuUse::kPays;
}

template <int kAxes>
Result simulate_in(const Arena& arena, const Options& options, FrameSink& sink,
                   Progress& progress) {
  const int threads = thread_count(options.threads);
  auto [reading, placing, moving] = progress_parts(progress, 5, 10, 85);
  reading.report(0, 1);  // a box has nothing to read
  const Ground<kAxes> ground(arena, options, threads, reading);
  require_memory(kMemoryUser, host_memory(), bytes_of(ground, 0));
  const std::vector<Point<kAxes>> starts = starts_of(ground, arena, options, threads, placing);
  const std::int64_t placed = std::ssize(starts);
  require_memory(kMemoryUser, host_memory(), bytes_of(ground, placed));

  const Job<kAxes> job{ground, starts, options, threads};
  NewFrames frames(sink);
  Onward onward(moving);
  RunReport run;
  Result result = run_on(
      options.backend, gpu_use(placed, options.steps, ground.rules().parts), run,
      [&](Gpu) {
        return make_steps(job, *gpu_engine(ground, starts, threads, onward), frames, onward);
      },
      [&](InstructionSet) { return make_steps(job, *cpu_engine(job, onward), frames, onward); },
      nullptr, &onward);
  result.run = run;
  progress.report(1, 1);
  return result;
}

}  // namespace

Result simulate(const Arena& arena, const Options& options, FrameSink& frames, Progress& progress) {
  check(arena, options);
  choose_backend(requested_backend(options.backend), GpuUse::kTooSmall);  // or says no
  return arena.shape.depth == 1 ? simulate_in<2>(arena, options, frames, progress)
                                : simulate_in<3>(arena, options, frames, progress);
}

}  // namespace bitvox::agents
