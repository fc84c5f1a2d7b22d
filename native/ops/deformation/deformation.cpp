// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/number.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_field.hpp"
#include "ops/deformation/deformation_measure.hpp"

namespace bitvox::deformation {
namespace {

constexpr double kCrossings = 10;             // of a wave per frame, if no steps are given
constexpr std::int64_t kBetweenLooks = 1000;  // steps, for whether it diverges

void check(const VolumeSource& mask, const Options& options, const Outputs& outputs) {
  check_fields(options);
  check_spacing(options.spacing);
  if ((outputs.grey != nullptr) != (outputs.warped != nullptr)) {
    throw InvalidInput("a warped image needs a grey one, and the other way round");
  }
  if (outputs.grey == nullptr) return;
  require_grey(outputs.grey->type());
  if (outputs.grey->shape() != mask.shape()) {
    throw InvalidInput("the grey image has " + size_text(outputs.grey->shape()) +
                       " voxels, the mask " + size_text(mask.shape()));
  }
}

Schedule schedule_of(const Options& options, double crossing) {
  const double wanted =
      options.steps > 0 ? static_cast<double>(options.steps) : std::ceil(kCrossings * crossing);
  const double most = static_cast<double>(kMostSteps) / static_cast<double>(options.frames);
  if (!(wanted <= most)) {
    throw InvalidInput("frames=" + std::to_string(options.frames) + " of steps=" +
                       short_number(wanted) + " each are more than " + std::to_string(kMostSteps) +
                       " steps; use fewer frames or steps, or a larger time_step");
  }
  Schedule out;
  out.every = options.enforce_every;
  out.frames = options.frames;
  out.steps = (static_cast<std::int64_t>(wanted) + out.every - 1) / out.every * out.every;
  out.growing = static_cast<std::int64_t>((1 - options.settle) * static_cast<double>(out.steps));
  return out;
}

void hand_on(const Model& model, const State& state, Frame frame, FrameSink& sink) {
  std::vector<Vector> places(state.moving.size()), displacements(state.moving.size());
  for (std::size_t node = 0; node < state.moving.size(); ++node) {
    const auto number = static_cast<std::int64_t>(node);
    const Vector rest = model.rest_of(number);
    const Vector moved = model.displacement(number, state.moving[node]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      displacements[node][axis] = moved[axis] * model.units.spacing;
      places[node][axis] =
          model.units.middle[axis] + (rest[axis] + moved[axis]) * model.units.spacing;
    }
  }
  frame.places = places;
  frame.displacements = displacements;
  frame.node_spacing = model.units.spacing;
  sink.take(frame);
}

// Makes all steps, or those until it diverges.
class Run {
 public:
  Run(const Model& model, const Options& options, const Schedule& schedule, int threads,
      const Outputs& outputs)
      : model_(model),
        options_(options),
        schedule_(schedule),
        threads_(threads),
        outputs_(outputs) {}

  void make(Engine& engine, Result& result, Progress& progress) {
    StandingProgress standing(progress);
    MovingProgress moving(standing);
    engine.read(state_, standing);
    take_frame(0, result, standing);
    const std::int64_t all = schedule_.frames * schedule_.steps;
    for (std::int64_t step = 0; step < all;) {
      const std::int64_t left = schedule_.steps - step % schedule_.steps;
      const std::int64_t count = std::min(kBetweenLooks, left);
      PhaseProgress part(moving, step, step + count, all);
      engine.advance(step, count, schedule_, part);
      step += count;
      engine.read(state_, standing);
      if (has_diverged(state_)) {
        result.diverged_at = step;
        result.run.note = "The steps diverged before step " + std::to_string(step) + " of " +
                          std::to_string(all) +
                          "; use a shorter time_step, less strain or another method.";
        return;
      }
      if (count == left) take_frame(step / schedule_.steps, result, standing);
    }
  }
  const State& state() const { return state_; }

 private:
  void take_frame(std::int64_t number, Result& result, Progress& progress) {
    const std::int64_t step = number * schedule_.steps;
    const double load = schedule_.load(step);
    add_row(model_, options_, state_, step, load, threads_, progress, result.table);
    if (outputs_.frames == nullptr) return;
    hand_on(model_, state_, {number, step, load * options_.strain, {}, {}, 0}, *outputs_.frames);
  }

  const Model& model_;
  const Options& options_;
  const Schedule schedule_;
  const int threads_;
  const Outputs& outputs_;
  State state_;
};

}  // namespace

Result deform(const VolumeSource& source, const Options& options, const Outputs& outputs,
              Progress& whole) {
  Onward progress(whole);
  check(source, options, outputs);
  const int threads = thread_count(options.threads);
  const Backend backend = choose_backend(requested_backend(options.backend), GpuUse::kTooSmall);
  if (!backend.instructions) {
    throw InvalidInput("deformation is computed on the CPU; use backend=auto");
  }
  auto [reading, sampling, searching, filling, moving, writing] =
      progress_parts(progress, 2, 2, 4, 2, 80, 10);
  require_memory(kMemoryUser, host_memory(), 8 * source.shape().word_count());
  const BitVolume mask = read_volume(source, threads, reading);
  Onward onward(sampling);
  const Nodes nodes = sample_nodes(mask, options, threads, onward);
  require_memory(kMemoryUser, host_memory(), bytes_of_images(mask.shape(), nodes.count(), outputs));
  const Sight sight(mask, options.spacing);
  const Neighbours neighbours =
      find_neighbours(nodes, sight, options.neighbours, threads, searching);
  Onward filling_onward(filling);
  const Model model = make_model(nodes, neighbours, options, threads, filling_onward);
  const Schedule schedule = schedule_of(options, model.crossing);

  Result result;
  result.run.backend = name_of(*backend.instructions);
  result.nodes = model.count;
  result.held = std::count_if(model.rest.get(), model.rest.get() + model.count,
                              [](const Quad& rest) { return rest.w == 0; });
  result.isolated = neighbours.isolated;
  result.neighbours = static_cast<double>(neighbours.mutual) / static_cast<double>(model.count);
  result.one_sided = neighbours.found > 0 ? 1 - static_cast<double>(neighbours.mutual) /
                                                    static_cast<double>(neighbours.found)
                                          : 0;
  result.node_spacing = model.units.spacing;
  result.poisson = model.poisson;
  result.time_step = model.units.step;
  result.steps = schedule.steps;
  const auto engine = cpu_engine(model, *backend.instructions, threads);
  Run run(model, options, schedule, threads, outputs);
  run.make(*engine, result, moving);
  if (result.diverged_at < 0) {
    Onward writing_onward(writing);
    write_images(mask, options, model, run.state(), neighbours.reach / model.units.spacing, outputs,
                 threads, writing_onward);
  }
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::deformation
