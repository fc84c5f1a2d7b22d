// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <vector>

#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/team_progress.hpp"
#include "ops/flow/flow_cells.hpp"
#include "ops/flow/flow_corners.hpp"
#include "ops/flow/flow_cover.hpp"
#include "ops/flow/flow_drive.hpp"
#include "ops/flow/flow_sums.hpp"

namespace bitvox::flow {
namespace {

#define BITVOX_INLINE inline
#define BITVOX_UNROLL
#include "ops/flow/flow_collide.inl"
#include "ops/flow/flow_free_face.inl"
#include "ops/flow/flow_particle.inl"
#undef BITVOX_UNROLL
#undef BITVOX_INLINE

float population(float stored) { return stored; }
float population(Half stored) { return to_float(stored) / kHalvesOf; }

template <class Stored>
Stored stored(float population) {
  if constexpr (std::is_same_v<Stored, Half>) {
    return to_half(population * kHalvesOf);
  } else {
    return population;
  }
}

template <class Stored>
const RowsOf<Stored>& rows_of(const Rows& rows) {
  if constexpr (std::is_same_v<Stored, Half>) {
    return rows.halves;
  } else {
    return rows.floats;
  }
}

// So that the slots of a cell do not share a set of the caches.
std::int64_t stride_for(std::int64_t cells) { return (cells + 1023) / 1024 * 1024 + 544; }

template <class Stored>
class CellsCpu final : public Cells {
 public:
  CellsCpu(const Grid& grid, Bodies& bodies, const Options& options, InstructionSet instructions,
           int threads, Progress& progress)
      : grid_(grid),
        bodies_(bodies),
        options_(options),
        ramp_(ramp_steps(options)),
        drive_(drive_at(options, 0)),
        rows_(rows_of<Stored>(rows_for<Rows>(instructions))),
        threads_(threads),
        links_(make_links(grid, sizeof(Stored), threads, progress)),
        stride_(stride_for(links_.cells)),
        sums_(grid, threads,
              [this](std::int64_t row, std::vector<float>& u) { return velocities_of(row, u); }) {
    require_memory(kFlowUser, host_memory(), kSlots * stride_ * std::int64_t{sizeof(Stored)});
    populations_ = aligned_array<Stored>(kSlots * stride_);
    parallel_for(grid.shape.depth, threads, progress, [&](std::int64_t z) { start_plane(z); });
    if (bodies.empty()) return;
    StandingProgress covering(progress);
    cover_.emplace(grid, links_, bodies.place(), covering);
  }

  void run(std::int64_t steps, Particles* particles, Progress& progress) override {
    const std::int64_t rows = grid_.row_count();
    const auto workers = static_cast<int>(std::clamp<std::int64_t>(rows, 1, threads_));
    Barrier barrier(workers);
    const std::int64_t done = done_;
    run_team(workers, steps, progress, [&](Team& team, int worker) {
      const std::int64_t first = rows * worker / workers, end = rows * (worker + 1) / workers;
      Drive drive = drive_;
      TeamProgress alone(team);
      for (std::int64_t number = done + 1; number <= done + steps; ++number) {
        if (number <= ramp_) drive = drive_at(options_, number);
        const Drive next = number < ramp_ ? drive_at(options_, number + 1) : drive;
        if (cover_) {
          if (worker == 0) begin_step(alone);
          if (!barrier.wait(team)) return;
        }
        for (std::int64_t row = first; row < end && !team.stopped(); ++row) {
          step_row(row, number, drive, next.rates);
        }
        if (!barrier.wait(team)) return;
        if (worker == 0) {
          done_ = number;
          drive_ = drive;
          if (cover_) bodies_.feel(cover_->momenta(alone));
          team.add_done(1);
        }
        if (particles == nullptr) continue;
        if (!barrier.wait(team)) return;
        const std::int64_t count = particles->count();
        for (std::int64_t i = count * worker / workers; i < count * (worker + 1) / workers; ++i) {
          if (team.stopped()) return;
          Corners corners;
          move(*particles, static_cast<std::size_t>(i), corners);
        }
        if (!barrier.wait(team)) return;
      }
    });
  }

  void carry(std::int64_t steps, Particles& particles, Progress& progress) override {
    parallel_for(particles.count(), threads_, progress, [&](std::int64_t i) {
      Corners corners;
      for (std::int64_t step = 0; step < steps; ++step) {
        move(particles, static_cast<std::size_t>(i), corners);
      }
    });
  }

  Totals totals(Progress& progress) override { return sums_.totals(progress); }
  void keep(Progress& progress) override { sums_.keep(progress); }
  double change(Progress& progress) override { return sums_.change(progress); }

  void velocities(const Region& region, float* out) override {
    const auto [x, y, z] = region.first;
    std::vector<float> u;
    const std::int64_t count = region.count();
    for (std::int64_t k = 0; k < region.size[1] * region.size[2]; ++k) {
      const std::int64_t row =
          (z + k / region.size[1]) * grid_.shape.height + y + k % region.size[1];
      float* const to = out + k * region.size[0];
      if (region.size[0] == 1) {  // a plane across x
        float one[3];
        const bool fluid = velocity(row, x, one);
        for (std::int64_t a = 0; a < 3; ++a) to[a * count] = fluid ? one[a] : 0;
        continue;
      }
      const std::array<float*, 4> of_row = velocities_of(row, u);
      for (std::size_t a = 0; a < 3; ++a) {
        std::copy(of_row[a] + x, of_row[a] + x + region.size[0],
                  to + static_cast<std::int64_t>(a) * count);
      }
    }
  }

 private:
  void begin_step(Progress& progress) {
    if (done_ == 0) return;
    bodies_.move(progress);
    cover_->place(bodies_.place(), progress);
  }

  const float* share(std::int64_t row) const {  // of its cells; null where it is 0
    const std::int64_t first = links_.cell(row, 0);
    if (cover_) return cover_->partly(row) ? cover_->share() + first : nullptr;
    return links_.rows[static_cast<std::size_t>(row)].partly ? links_.share.get() + first : nullptr;
  }

  // As after a step of the cells' own places, so that the first one is of the neighbours.
  void start_plane(std::int64_t z) {
    const Shape& s = grid_.shape;
    const std::int64_t first = z == 0 ? 0 : links_.cell(z * s.height, -1);
    const std::int64_t end = z + 1 == s.depth ? stride_ : links_.cell((z + 1) * s.height, -1);
    float left[kSlots];
    for (int i = 0; i < kSlots; ++i) {
      const auto rest = stored<Stored>(at_rest(i, drive_.rates));
      left[i] = population(rest);
      Stored* const slot = populations_.get() + opposite(i) * stride_;
      std::fill(slot + first, slot + end, Stored{});
      for (std::int64_t row = z * s.height; row < (z + 1) * s.height; ++row) {
        // With the cells before and behind the row, which are its ends where x is periodic.
        std::fill_n(slot + links_.cell(row, -1), s.width + 2, rest);
      }
    }
    const Rates rates = drive_at(options_, 1).rates;
    for (std::int64_t row = z * s.height; row < (z + 1) * s.height; ++row) {
      for (FaceLink& face : links_.rows[static_cast<std::size_t>(row)].faces) {
        if (face.free != 0) face.arrives = from_free_face(left, face.slot, rates);
      }
    }
  }

  // What a step needs of a row wherever the populations are to be found.
  RowStep<Stored> row_of_step(std::int64_t row, std::int64_t number) const {
    const Shape& s = grid_.shape;
    const std::int64_t y = row % s.height, z = row / s.height, first = links_.cell(row, 0);
    // Where there is no such row any will do: what arrives from there has a link.
    const auto within = [](std::int64_t i, std::int64_t size) {
      return i < 0 ? i + size : i >= size ? i - size : i;
    };
    RowStep<Stored> step{};
    step.own = populations_.get() + first;
    step.stride = stride_;
    step.blocks = links_.blocks();
    step.of_neighbours = number % 2 == 1;
    for (int i = 0; i < kSlots; ++i) {
      if (i == 0 || !step.of_neighbours) {
        step.places[i] = step.own + i * stride_;
        continue;
      }
      const std::int64_t source =
          within(z - direction(i, 2), s.depth) * s.height + within(y - direction(i, 1), s.height);
      step.places[i] =
          populations_.get() + opposite(i) * stride_ + links_.cell(source, -direction(i, 0));
    }
    step.links =
        links_.rows[static_cast<std::size_t>(row)].linked ? links_.links.get() + first : nullptr;
    step.solid = share(row);
    return step;
  }

  void step_row(std::int64_t row, std::int64_t number, const Drive& drive, const Rates& next) {
    Links::Row& info = links_.rows[static_cast<std::size_t>(row)];
    if (!info.fluid) return;
    RowStep<Stored> step = row_of_step(row, number);
    step.faces = info.faces.data();
    step.faces_end = step.faces + info.faces.size();
    step.add = drive.add;
    step.number = number_of_step(number) + static_cast<std::uint32_t>(row * grid_.shape.width);
    for (int a = 0; a < 3 && cover_; ++a) step.motion[a] = cover_->motion(a) + links_.cell(row, 0);
    rows_.step(&step, &drive.rates, &next);
    if (grid_.periodic(0)) join_ends(step);
  }

  // The cells before and behind a row are its ends: what departed into one of such two places
  // arrives from the other in the next step.
  void join_ends(const RowStep<Stored>& step) const {
    const std::int64_t width = grid_.shape.width;
    for (int i = 1; i < kSlots; ++i) {
      const int c = direction(i, 0);
      if (c == 0) continue;
      const std::int64_t end = c > 0 ? 0 : width - 1, beyond = c > 0 ? width : -1;
      if (step.links != nullptr && (step.links[end] & (link_of(i) | kSolidCell)) != 0) continue;
      step.places[i][beyond] = step.places[i][end];
    }
  }

  void move(Particles& particles, std::size_t i, Corners& corners) const {
    const ParticleSpace& space = particles.space();
    const auto find = [&](const std::int64_t* at, float* u) {
      return velocity(at[2] * grid_.shape.height + at[1], at[0], u);
    };
    const auto velocity_at = [&](const std::int64_t* at, float* u) {
      return corners.velocity(at, u, find);
    };
    const auto velocity_between = [&](const double* point, double* u) {
      u[0] = u[1] = u[2] = 0;
      for (int corner = 0; corner < 8; ++corner) {
        double part[3];
        corner_velocity(space, point, corner, velocity_at, part);
        for (int a = 0; a < 3; ++a) u[a] += part[a];
      }
    };
    move_particle(space, particles.begin()[i].data(), particles.points()[i].data(),
                  velocity_between);
  }

  // The velocities of a row, x, y and z, and by how much densities exceed 1; 0 in solid.
  std::array<float*, 4> velocities_of(std::int64_t row, std::vector<float>& u) const {
    const std::int64_t length = links_.blocks() * kLanes;
    u.resize(static_cast<std::size_t>(4 * length));
    const std::array<float*, 4> out{u.data(), u.data() + length, u.data() + 2 * length,
                                    u.data() + 3 * length};
    const RowStep<Stored> step = row_of_step(row, done_);
    rows_.velocities(&step, &drive_.rates, out.data());
    return out;
  }

  // The velocity of one cell; false where it is solid.
  bool velocity(std::int64_t row, std::int64_t x, float* u) const {
    if (grid_.solid[static_cast<std::size_t>(row * grid_.shape.width + x)] == 255) return false;
    const RowStep<Stored> step = row_of_step(row, done_);
    const std::uint32_t links = step.of_neighbours && step.links != nullptr ? step.links[x] : 0;
    float h[kSlots];
    for (int i = 0; i < kSlots; ++i) {
      const bool back = (links & link_of(i)) != 0;
      h[opposite(i)] = population(back ? step.own[i * stride_ + x] : step.places[i][x]);
    }
    find_velocity(h, drive_.rates, step.solid != nullptr ? step.solid[x] : 0.0F, u);
    return true;
  }

  const Grid& grid_;
  Bodies& bodies_;
  const Options& options_;
  const std::int64_t ramp_;
  Drive drive_;  // of the last step
  const RowsOf<Stored>& rows_;
  const int threads_;
  Links links_;
  const std::int64_t stride_;
  FieldSums sums_;
  std::optional<Cover> cover_;
  AlignedArray<Stored> populations_;
  std::int64_t done_ = 0;  // steps
};

}  // namespace

std::unique_ptr<Cells> make_cells_cpu(const Grid& grid, Bodies& bodies, const Options& options,
                                      InstructionSet instructions, int threads,
                                      Progress& progress) {
  if (options.precision == 16) {
    return std::make_unique<CellsCpu<Half>>(grid, bodies, options, instructions, threads, progress);
  }
  return std::make_unique<CellsCpu<float>>(grid, bodies, options, instructions, threads, progress);
}

}  // namespace bitvox::flow
