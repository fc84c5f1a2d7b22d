// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agents.hpp"

#include <string>

#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/agents/agent_engine.hpp"
#include "ops/agents/agent_frames.hpp"
#include "ops/agents/agent_start.hpp"

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
  if (arena.starts != nullptr) return given_starts(ground, *arena.starts, progress);
  return random_starts(ground, options.agents, static_cast<std::uint64_t>(options.seed), threads,
                       progress);
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
  const std::unique_ptr<Engine<kAxes>> engine =
      options.strips > 1 ? strip_engine(ground, starts, options.strips, threads, moving)
                         : whole_engine(ground, starts, threads, moving);

  Family family(placed);
  Frames<kAxes> frames(ground, starts, family, threads);
  StandingProgress standing(moving);
  MovingProgress stepping(standing);
  frames.take(0, {}, *engine, sink, standing);
  for (std::int64_t frame = 1; frame < options.frames(); ++frame) {
    PhaseProgress part(stepping, frame - 1, frame, options.frames() - 1);
    Tally tally;
    engine->advance((frame - 1) * options.every, options.every, family, tally, part);
    frames.take(frame * options.every, tally, *engine, sink, standing);
  }
  Result result;
  result.placed = placed;
  result.parts = ground.rules().parts;
  result.free_part = ground.free_part();
  result.counts = std::move(frames).counts();
  result.lives = std::move(family).lives();
  progress.report(1, 1);
  return result;
}

}  // namespace

Result simulate(const Arena& arena, const Options& options, FrameSink& frames, Progress& progress) {
  check(arena, options);
  return arena.shape.depth == 1 ? simulate_in<2>(arena, options, frames, progress)
                                : simulate_in<3>(arena, options, frames, progress);
}

}  // namespace bitvox::agents
