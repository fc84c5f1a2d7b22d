// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/backends/dispatch.hpp"
#include "core/options/range.hpp"
#include "core/options/run_options.hpp"
#include "core/random.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/slice_sink.hpp"
#include "core/volumes/spacing.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::agents {

// Moving discs (an image of one slice) and spheres of one radius that never overlap: ground truth
// for segmentation and tracking, and a crowd.
//
// The arena is divided into square or cubic cells whose diagonal is 2 * radius, so that a cell has
// one agent at most. A place is a cell and a whole number within it (agent_places.hpp): the same
// tracks for every backend, number of threads and of strips.
//
// In a step every agent asks for a move, if it has one to make. A request is refused if it leaves
// the arena or meets a wall; such a one keeps nobody else off. Of the others a request is refused
// if it touches the present place of another agent, or the request of another one that goes before
// it: the one with the higher random number of this step, of equal ones the one with the higher id.
// So nobody enters a place that is left in the same step. Two that are exactly 2 * radius apart
// touch. Who is refused stays. A move longer than 0.585 of a cell's side (spheres: 0.268) along an
// axis is made in equal parts, each asked for by itself, as the cells around are searched for no
// more; a part that is refused is not made, the next one is asked for nevertheless.
//
// An agent that divides asks for no move in that step, but after all moves for a place just beside
// it, in a random direction, for a daughter; who asks for that is refused by the same rule, and may
// ask again in a later step. The other daughter begins at the mother's place.
//
// Walls: where centres may be is decided for whole voxels. With Clearance::kDisc a voxel is free
// for centres if no disc about any of its points reaches a voxel that is not free; centres keep the
// radius from the image's border exactly. With kCentre the centre's voxel is free; walls thinner
// than a part of a move are jumped then.
//
// G. Vigueras, J. M. Orduna, M. Lozano, J. M. Cecilia, J. M. Garcia, "Improving the GPU-based
// collision check procedure for distributed crowd simulations", GPUScA 2010.

// kRandom: along each axis uniform in -step .. step. kPersistent: a move of length `step` in a
// direction that is drawn anew, uniform, with the probability 1 - exp(-1 / persistence) a step.
// kGoals: length `step`, or what is left, towards a goal that is drawn from a list; at most a
// radius away from it another is drawn, if there is one. kField: along the vector of an image at
// the voxel of the agent's centre; the image's longest one moves by `step`.
//
// Lengths are rounded to the 32768th part of a cell's side (spheres: the 16384th part).
enum class Motion { kRandom, kPersistent, kGoals, kField };
constexpr std::string_view java_name(const Motion*) { return "Agents$Motion"; }

// What keeps clear of walls and of the arena's border: the whole disc, or its centre alone.
enum class Clearance { kDisc, kCentre };
constexpr std::string_view java_name(const Clearance*) { return "Agents$Clearance"; }

inline constexpr std::int64_t kMostAgents = 100'000'000;
inline constexpr std::int64_t kMostSteps = 1'000'000;
// Places are tried at random until all agents have one, or so many in a row have failed.
inline constexpr std::int64_t kMostFailures = 10'000;

struct Options : RunOptions {
  Spacing spacing;  // of the arena's voxels; all lengths are in its unit
  double radius = 5;
  // Placed at random, or as many of them as fit; not if places are given.
  std::int64_t agents = 100;
  std::int64_t steps = 100;  // those after the last frame are not made
  std::int64_t every = 1;    // steps from frame to frame; the first frame is before the first step
  Motion motion = Motion::kRandom;
  double step = 1;
  double persistence = 10;  // steps
  double wander = 0;        // 0 to 1: the part of kGoals' and kField's moves that is random
  double divide = 0;        // mean number of steps to an agent's division; 0: none divides
  Clearance clearance = Clearance::kDisc;
  std::int64_t seed = 1;
  int strips = 1;  // the CPU divides the arena along its last axis; results are the same

  std::int64_t frames() const { return steps / every + 1; }

  template <class Each>
  static void fields(Each&& field) {
    field("spacing", &Options::spacing);
    field("radius", &Options::radius, above_to(0, 1e12));
    field("agents", &Options::agents, within(1, kMostAgents));
    field("steps", &Options::steps, within(0, kMostSteps));
    field("every", &Options::every, within(1, kMostSteps));
    field("motion", &Options::motion);
    field("step", &Options::step, within(0, 1e12));
    field("persistence", &Options::persistence, above_to(0, 1e9));
    field("wander", &Options::wander, within(0, 1));
    field("divide", &Options::divide, above_to(0, 1e9).or_zero("none divides"));
    field("clearance", &Options::clearance);
    field("seed", &Options::seed, within(0, kLargestSeed));
    field("strips", &Options::strips, within(1, 1024));
    RunOptions::fields(field);
  }
};

// x, y, z in the unit of the spacing, from the corner of the image; z is half a slice in one slice.
using Place = std::array<double, 3>;

// Where agents may be, and what leads them.
struct Arena {
  Shape shape;
  const VolumeSource* free = nullptr;          // foreground is free; null: the whole box is
  const std::vector<Place>* starts = nullptr;  // null: at random
  const std::vector<Place>* goals = nullptr;   // of kGoals
  // Of kField: 32-bit floats, for each slice of the arena 3 slices, x, y and z; of one slice z may
  // be left out, and does not matter.
  const GreySource* field = nullptr;
  // Starts or goals are not from the corner of the image, but from the middle of the first voxel.
  bool starts_from_middle = false;
  bool goals_from_middle = false;
};

// The agents after a number of steps, in ascending order of their ids. Ids count from 1 in the
// order of the starts and then of birth; an agent that divides ends, and two begin.
struct Frame {
  std::int64_t number = 0;  // from 0
  std::int64_t step = 0;
  std::span<const std::int64_t> ids;
  std::span<const Place> places;
};

// Takes frame after frame, on the thread that called.
class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual void take(const Frame& frame) = 0;
};

// What happened, a number for each frame: in the steps since the frame before, none for the first.
struct Counts {
  std::vector<std::int64_t> step;
  std::vector<std::int64_t> agents;            // there in this frame
  std::vector<std::int64_t> asked;             // for moves, or parts of them
  std::vector<std::int64_t> refused_walls;     // they left the arena or met a wall
  std::vector<std::int64_t> refused_places;    // else: they touched a present place
  std::vector<std::int64_t> refused_requests;  // else: they touched a request that went before
  std::vector<std::int64_t> divisions;
  // The mean of the squared distances from the first frame, over the agents of both; NaN if there
  // are none.
  std::vector<double> squared_displacement;

  template <class Each>
  static void fields(Each&& field) {
    field("step", &Counts::step);
    field("agents", &Counts::agents);
    field("asked", &Counts::asked);
    field("refused_walls", &Counts::refused_walls);
    field("refused_places", &Counts::refused_places);
    field("refused_requests", &Counts::refused_requests);
    field("divisions", &Counts::divisions);
    field("squared_displacement", &Counts::squared_displacement);
  }
};
constexpr std::string_view java_name(const Counts*) { return "AgentCounts"; }

// A row for each agent that ever was, in the order of ids.
struct Lives {
  std::vector<std::int64_t> first;   // the frame, from 0, in which it is first there; -1 for none
  std::vector<std::int64_t> last;    // and last
  std::vector<std::int64_t> parent;  // the id of the agent that divided; 0 for none

  template <class Each>
  static void fields(Each&& field) {
    field("first", &Lives::first);
    field("last", &Lives::last);
    field("parent", &Lives::parent);
  }
};
constexpr std::string_view java_name(const Lives*) { return "AgentLives"; }

struct Result {
  std::int64_t placed = 0;  // at the start
  std::int64_t parts = 1;   // of a step's move
  double free_part = 0;     // of the arena's volume: where centres may be
  Counts counts;
  Lives lives;
  RunReport run;

  template <class Each>
  static void fields(Each&& field) {
    field("placed", &Result::placed);
    field("parts", &Result::parts);
    field("free_part", &Result::free_part);
    field("counts", &Result::counts);
    field("lives", &Result::lives);
    field("run", &Result::run);
  }
};

// Memory grows with the agents and the arena's cells, not with the number of frames. A CPU that
// takes over from a GPU makes all steps again, and hands on the frames that are still to come.
// Throws InvalidInput (options; spacing; a radius for which the arena has no place, or which is so
// small that a side has more than 32768 cells, of spheres 65536; a step longer than the longest
// side; starts that are not finite, outside, in a wall or that touch each other: the first is
// named; no goals, or goals outside; a field of another size, type or number of channels, or that
// is not finite), Cancelled, HostOutOfMemory, and what sources and sinks throw.
Result simulate(const Arena& arena, const Options& options, FrameSink& frames, Progress& progress);

}  // namespace bitvox::agents
