// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/number.hpp"
#include "core/threads/onward.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/deformation/deformation_cuda.hpp"
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
  const int usual = options.load == Load::kBall ? 1 : 10;
  out.every = options.enforce_every > 0 ? options.enforce_every : usual;
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

// Hands on what has not been: who takes over from another begins anew, and makes the same frames.
class NewFrames final : public FrameSink {
 public:
  explicit NewFrames(FrameSink* to) : to_(to) {}
  bool is_wanted() const { return to_ != nullptr; }
  void take(const Frame& frame) override {
    if (frame.number < next_) return;
    next_ = frame.number + 1;
    to_->take(frame);
  }

 private:
  FrameSink* to_;
  std::int64_t next_ = 0;
};

struct Course {
  State last;
  Table table;
  std::int64_t diverged_at = -1;  // see Result
};

// Makes all steps, or those until it diverges.
class Run {
 public:
  Run(const Model& model, const Options& options, const Schedule& schedule, int threads,
      NewFrames& frames)
      : model_(model), options_(options), schedule_(schedule), threads_(threads), frames_(frames) {}

  Course make(Engine& engine, Progress& progress) {
    StandingProgress standing(progress);
    MovingProgress moving(standing);
    Course course;
    engine.read(course.last, standing);
    take_frame(0, course, standing);
    const std::int64_t all = schedule_.all();
    for (std::int64_t step = 0; step < all;) {
      const std::int64_t left = schedule_.steps - step % schedule_.steps;
      const std::int64_t count = std::min(kBetweenLooks, left);
      PhaseProgress part(moving, step, step + count, all);
      engine.advance(step, count, schedule_, part);
      step += count;
      engine.read(course.last, standing);
      if (has_diverged(course.last)) {
        course.diverged_at = step;
        break;
      }
      if (count == left) take_frame(step / schedule_.steps, course, standing);
    }
    return course;
  }

 private:
  void take_frame(std::int64_t number, Course& course, Progress& progress) {
    const std::int64_t step = number * schedule_.steps;
    const double load = schedule_.load(step);
    add_row(model_, options_, course.last, step, load, threads_, progress, course.table);
    if (!frames_.is_wanted()) return;
    hand_on(model_, course.last, {number, step, load * options_.strain, {}, {}, 0}, frames_);
  }

  const Model& model_;
  const Options& options_;
  const Schedule schedule_;
  const int threads_;
  NewFrames& frames_;
};

// Two cores add up 600 million neighbours in 2 to 4 seconds, which is what the GPU's driver may
// take to start.
GpuUse gpu_use(const Model& model, const Schedule& schedule) {
  constexpr double kGpuPays = 6e8;
  const double neighbours = static_cast<double>(model.count) * model.rows.neighbours;
  return neighbours * static_cast<double>(schedule.all()) < kGpuPays ? GpuUse::kTooSmall
                                                                     : GpuUse::kPays;
}

struct Held {
  std::int64_t near = 0, far = 0;  // nodes at these plates
};

Held count_held(const Model& model, std::size_t axis) {
  Held out;
  for (std::int64_t node = 0; node < model.count; ++node) {
    if (model.is_free(node)) continue;
    ++(model.rest_of(node)[axis] < 0 ? out.near : out.far);
  }
  return out;
}

std::string warning_of(std::int64_t diverged_at, const Schedule& schedule) {
  return "The steps diverged before step " + std::to_string(diverged_at) + " of " +
         std::to_string(schedule.all()) +
         "; use a shorter time_step, less strain or another method.";
}

}  // namespace

Result deform(const VolumeSource& source, const Options& options, const Outputs& outputs,
              Progress& whole) {
  Onward progress(whole);
  check(source, options, outputs);
  const int threads = thread_count(options.threads);
  choose_backend(requested_backend(options.backend), GpuUse::kTooSmall);  // or says no
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
  result.nodes = model.count;
  const auto [near, far] = count_held(model, static_cast<std::size_t>(options.direction));
  result.held = near + far;
  result.least_held = options.load == Load::kBall ? near : std::min(near, far);
  result.isolated = neighbours.isolated;
  result.neighbours = static_cast<double>(neighbours.mutual) / static_cast<double>(model.count);
  result.one_sided = neighbours.found > 0 ? 1 - static_cast<double>(neighbours.mutual) /
                                                    static_cast<double>(neighbours.found)
                                          : 0;
  result.node_spacing = model.units.spacing;
  result.poisson = model.poisson;
  result.time_step = model.units.step;
  result.steps = schedule.steps;
  NewFrames frames(outputs.frames);
  Run run(model, options, schedule, threads, frames);
  Onward moving_onward(moving);
  Course course = run_on(
      options.backend, gpu_use(model, schedule), result.run,
      [&](Gpu) { return run.make(*gpu_engine(model, threads, moving_onward), moving_onward); },
      [&](InstructionSet instructions) {
        return run.make(*cpu_engine(model, instructions, threads), moving_onward);
      },
      nullptr, &moving_onward);
  result.table = std::move(course.table);
  result.diverged_at = course.diverged_at;
  if (course.diverged_at < 0) {
    Onward writing_onward(writing);
    write_images(mask, options, model, course.last, neighbours.reach / model.units.spacing, outputs,
                 threads, writing_onward);
  } else {
    std::string& note = result.run.note;
    if (!note.empty()) note += " ";
    note += warning_of(course.diverged_at, schedule);
  }
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::deformation
