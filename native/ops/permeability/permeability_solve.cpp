// SPDX-License-Identifier: BSD-2-Clause
#include "ops/permeability/permeability_solve.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/threads/progress_parts.hpp"
#include "core/threads/stopwatch.hpp"
#include "ops/permeability/permeability_level.hpp"
#include "ops/permeability/permeability_percolation.hpp"

namespace bitvox::permeability {
namespace {

constexpr std::int64_t kFewCells = 20000;  // not worth a coarser start
constexpr std::int64_t kLeastSide = 8;     // of what is halved
// Of coarser flows. Momentum settles soon on the next level, but a pressure that has yet to even
// out across the flow, between coarser and finer regions, does so several times more slowly there.
constexpr Limits kForAStart{0.005, 1e-4, 60, 3, 4000};
constexpr double kNoiseOfHalves = 1e-3;    // in k, from rounding by chance
constexpr std::int64_t kSecondLook = 400;  // steps until k is known well enough to judge tau

// Two clocks: momentum crosses the pores in some k / (porosity viscosity) steps, pressure the
// sample in some length^2 viscosity porosity / k. A viscosity of 8 k / (porosity length) balances
// them, and 6 is better where the pressure matters more (found by trial on packings, voids, fibres,
// fractures, throats, and media that are coarser and finer across the flow). These need more than
// any length tells, as fluid gets to their fine regions slowly: hence the upper limit.
enum class Resolution { kGiven, kCoarser };
double tau_for(double k, double porosity, double length, Resolution resolution) {
  const double factor = resolution == Resolution::kGiven ? 8 : 6;
  return 0.5 + 3 * std::clamp(factor * k / (porosity * length), 0.02, 0.5);
}

// Populations are at most a few times the pressure over the sample, force x length, and the
// velocity, force k / (porosity viscosity). These become 2^8: in halves there is room for a
// hundred times as much, and for what is a hundred thousand times smaller.
double force_for(double k, double porosity, double length, double least_viscosity) {
  const double most = std::max(length, k / (porosity * least_viscosity));
  return std::exp2(8 - std::ceil(std::log2(most)));
}

// The given volume first; then coarser ones as long as they conduct.
std::vector<Grid> make_grids(Grid fine, const Job& job, Progress& progress) {
  std::vector<Grid> grids;
  grids.push_back(std::move(fine));
  for (;;) {
    const Grid& last = grids.back();
    const Shape& s = last.shape();
    if (last.cells() < kFewCells || std::min({s.width, s.height, s.depth}) < kLeastSide) break;
    BitVolume coarse = conducting_pores(halved(last.pores, job.threads, progress), last.borders,
                                        last.axis, job.backend, job.threads, progress);
    if (count_pores(coarse) == 0) break;
    Grid next = make_grid(std::move(coarse), last.borders, last.axis);
    grids.push_back(std::move(next));
  }
  return grids;
}

// The conducting pores along an axis, and what is beyond the borders.
struct Conducting {
  BitVolume pores;
  EndsUsed ends;
};
Conducting find_conducting(const BitVolume& pores, int axis, const Job& job, Progress& progress) {
  const Options& options = job.options;
  const auto through = [&](EndsUsed ends) {
    return Conducting{conducting_pores(pores, borders_for(options.sides, ends, axis), axis,
                                       job.backend, job.threads, progress),
                      ends};
  };
  if (options.ends == Ends::kMirrored) return through(EndsUsed::kMirrored);
  Conducting periodic = through(EndsUsed::kPeriodic);
  if (options.ends == Ends::kPeriodic || count_pores(periodic.pores) > 0) return periodic;
  return through(EndsUsed::kMirrored);
}

// Where the sides are walls or mirrors, what passes a plane along the flow has to come from one end
// or leave by the other. With periodic ends these are the same, and the mean flow to the sides is
// 0; what the computed one is instead tells only how steady the flow was.
bool has_flow_to_sides(Sides sides, EndsUsed ends) {
  return sides == Sides::kPeriodic || ends == EndsUsed::kMirrored;
}

void write_zeros(const Shape& shape, VelocityImage image, SliceSink& out, Progress& progress) {
  const std::vector<float> nothing(static_cast<std::size_t>(shape.width * shape.height));
  const std::int64_t slices = shape.depth * (image == VelocityImage::kVector ? 3 : 1);
  for (std::int64_t i = 0; i < slices; ++i) {
    out.write_slice(i, nothing.data());
    progress.report(i + 1, slices);
  }
}

// The flow through the finest grid, started from the coarser ones.
struct Solved {
  std::unique_ptr<Level> level;
  Reached reached;
};
Solved solve(std::vector<Grid> grids, double guess, double length, const Job& job,
             Progress& progress) {
  const Options& options = job.options;
  const Limits strict{options.spread, options.change, 100, 3, options.max_steps};
  Solved solved;
  std::int64_t wasted = 0;
  const auto coarser = static_cast<std::int64_t>(grids.size()) - 1;
  const Grid& fine = grids.front();
  const double conducting =
      static_cast<double>(fine.cells()) / static_cast<double>(fine.shape().voxel_count());
  const double force =
      options.precision == 32
          ? 1
          : force_for(guess, conducting, length,
                      viscosity_of(options.tau > 0
                                       ? options.tau
                                       : tau_for(guess, conducting, length, Resolution::kCoarser)));
  double k = guess / std::pow(4.0, static_cast<double>(coarser));  // in the level's voxels
  for (std::int64_t i = coarser; i >= 0; --i) {
    // Each level takes some four times as long as the one before.
    const auto end_of = [&](std::int64_t level) {
      return level > coarser ? 0 : std::int64_t{1} << (2 * (coarser - level));
    };
    PhaseProgress part(progress, end_of(i + 1), end_of(i), end_of(0));
    Grid& grid = grids[static_cast<std::size_t>(i)];
    const double porosity =
        static_cast<double>(grid.cells()) / static_cast<double>(grid.shape().voxel_count());
    const auto voxel = static_cast<double>(std::int64_t{1} << i);
    const auto best_tau = [&] {
      return options.tau > 0 ? options.tau
                             : tau_for(k, porosity, length / voxel,
                                       i > 0 ? Resolution::kCoarser : Resolution::kGiven);
    };
    auto level = std::make_unique<Level>(std::move(grid), best_tau(), force, job, part);
    if (solved.level) level->start_from(*solved.level, part);
    Limits limits = i == 0 ? strict : kForAStart;
    if (options.precision == 16) limits.change = std::max(limits.change, kNoiseOfHalves);
    if (i == 0 && limits.most_steps > kSecondLook) {
      // Throats that are narrow here are wide at half the resolution, and unknown to Kozeny and
      // Carman: these promised a k, and with it a tau, that is far too large. The flow would need
      // very long, and round too much. Nor is the coarse flow's pressure any good then.
      Limits look = limits;
      look.most_steps = kSecondLook;
      const Reached seen = level->run_until_steady(look, voxel, part);
      k = std::max(seen.k / seen.factor, 0.0);
      if (!seen.steady && level->viscosity() > 3 * viscosity_of(best_tau())) {
        Grid again = level->release();
        level = std::make_unique<Level>(std::move(again), best_tau(), force, job, part);
        wasted = kSecondLook;
        limits.most_steps -= wasted;
      }
    }
    solved.level = std::move(level);
    solved.reached = solved.level->run_until_steady(limits, voxel, part);
    progress.say("");
    k = 4 * (solved.reached.k > 0 ? solved.reached.k : k);
  }
  solved.reached.steps += wasted;
  return solved;
}

}  // namespace

std::array<Border, 3> borders_for(Sides sides, EndsUsed ends, int axis) {
  std::array<Border, 3> borders{};
  borders.fill(sides == Sides::kWalls      ? Border::kWall
               : sides == Sides::kPeriodic ? Border::kPeriodic
                                           : Border::kMirrored);
  borders[static_cast<std::size_t>(axis)] =
      ends == EndsUsed::kMirrored ? Border::kReversed : Border::kPeriodic;
  return borders;
}

double kozeny_carman(const BitVolume& pores, const std::array<Border, 3>& borders, int threads,
                     Progress& progress) {
  const auto voxels = static_cast<double>(pores.shape().voxel_count());
  const double porosity = static_cast<double>(count_pores(pores)) / voxels;
  // Lines along the axes meet the surface where they cross a face: Crofton's formula.
  const std::int64_t faces = count_faces(pores, borders, threads, progress);
  const double surface = 2.0 / 3 * static_cast<double>(faces) / voxels;
  return porosity * porosity * porosity / (5 * surface * surface);
}

// The part of the four faces beside the axis that pores touch.
double pores_at_sides(const BitVolume& pores, int axis) {
  const Shape& s = pores.shape();
  const std::array<std::int64_t, 3> size{s.width, s.height, s.depth};
  std::array<std::int64_t, 3> at{};
  std::int64_t found = 0, all = 0;
  for (std::size_t across = 0; across < 3; ++across) {
    if (across == static_cast<std::size_t>(axis)) continue;
    const std::size_t u = across == 0 ? 1 : 0, v = across == 2 ? 1 : 2;
    for (at[v] = 0; at[v] < size[v]; ++at[v])
      for (at[u] = 0; at[u] < size[u]; ++at[u])
        for (const std::int64_t end : {std::int64_t{0}, size[across] - 1}) {
          at[across] = end;
          const std::uint64_t* const row = pores.slice(at[2]) + at[1] * s.words_per_row();
          found += (row[at[0] / 64] >> (at[0] % 64) & 1U) != 0 ? 1 : 0;
        }
    all += 2 * size[u] * size[v];
  }
  return static_cast<double>(found) / static_cast<double>(all);
}

Flow flow_along(int axis, const BitVolume& pores, const Job& job, SliceSink* velocity,
                Progress& progress) {
  const Stopwatch clock;
  auto [joining, starting, running, measuring, writing] = progress_parts(progress, 5, 5, 80, 2, 8);
  Conducting conducting = find_conducting(pores, axis, job, joining);
  Flow flow;
  flow.axis = axis;
  flow.mirrored_ends = conducting.ends == EndsUsed::kMirrored;
  const std::array<Border, 3> borders = borders_for(job.options.sides, conducting.ends, axis);
  flow.kozeny_carman = kozeny_carman(pores, borders, job.threads, starting);
  flow.connected = count_pores(conducting.pores);
  flow.pores_at_sides = pores_at_sides(pores, axis);
  if (flow.connected == 0) {
    flow.seconds = clock.seconds();
    if (velocity != nullptr) write_zeros(pores.shape(), job.options.velocity, *velocity, writing);
    return flow;
  }

  const Shape& shape = pores.shape();
  const std::int64_t size = axis == 0 ? shape.width : axis == 1 ? shape.height : shape.depth;
  const double length = static_cast<double>(flow.mirrored_ends ? 2 * size : size);
  const double guess = kozeny_carman(conducting.pores, borders, job.threads, starting);
  Grid fine = make_grid(std::move(conducting.pores), borders, axis);
  Solved solved = solve(make_grids(std::move(fine), job, starting), guess, length, job, running);

  Level& level = *solved.level;
  flow.permeability[static_cast<std::size_t>(axis)] = solved.reached.k;
  if (has_flow_to_sides(job.options.sides, conducting.ends)) {
    for (int a = 0; a < 3; ++a) {
      if (a == axis) continue;
      flow.permeability[static_cast<std::size_t>(a)] =
          level.scale_of_velocity() * level.two_steps(a, measuring).mean;
    }
  }
  flow.mean_velocity = flow.permeability[static_cast<std::size_t>(axis)] / level.porosity();
  const double square = level.flow().largest_square(level.rates(), measuring);
  flow.max_velocity = level.scale_of_velocity() * std::sqrt(square);
  flow.tau = level.tau();
  flow.steps = solved.reached.steps;
  flow.spread = solved.reached.spread;
  flow.change = solved.reached.change;
  flow.change_steps = solved.reached.window;
  flow.steady = solved.reached.steady;
  flow.seconds = clock.seconds();
  if (velocity != nullptr) write_velocities(level, job.options.velocity, *velocity, writing);
  return flow;
}

}  // namespace bitvox::permeability
