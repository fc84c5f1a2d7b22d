// SPDX-License-Identifier: BSD-2-Clause
#include "ops/agents/agent_outputs.hpp"

#include <optional>

#include "core/options/check_fields.hpp"
#include "ops/agents/agent_files.hpp"
#include "ops/agents/agent_pictures.hpp"

namespace bitvox::agents {
namespace {

// Before anything is made that depends on them.
void check(const Arena& arena, const Options& options, const MovieOptions& movie) {
  check_fields(options);
  check_fields(movie);
  check_shape(arena.shape);
  Spacing spacing = options.spacing;
  if (arena.shape.depth == 1) spacing.z = spacing.x;  // discs have none
  check_spacing(spacing);
}

// Hands on to several.
class EveryOutput final : public FrameSink {
 public:
  void add(FrameSink& output) { outputs_.push_back(&output); }
  void take(const Frame& frame) override {
    for (FrameSink* output : outputs_) output->take(frame);
  }

 private:
  std::vector<FrameSink*> outputs_;
};

}  // namespace

Result simulate_to(const Arena& arena, const Options& options, const MovieOptions& movie,
                   const PictureSinks& sinks, const TrackFiles& files, Progress& progress) {
  check(arena, options, movie);
  // Outputs take their time within that of the simulation, by which they can be stopped.
  StandingProgress standing(progress);
  MovingProgress simulating(standing);
  EveryOutput outputs;
  Pictures pictures(arena, options, movie, sinks, standing);
  if (pictures.any_wanted()) outputs.add(pictures);
  std::optional<TrackWriter> tracks;
  if (!files.tracks.empty()) outputs.add(tracks.emplace(files.tracks, options, standing));
  Result result = simulate(arena, options, outputs, simulating);
  pictures.finish();
  if (tracks) tracks->close();
  if (!files.lineage.empty()) write_lineage(files.lineage, result.lives, standing);
  return result;
}

}  // namespace bitvox::agents
