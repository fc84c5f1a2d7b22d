// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_run.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/threads/progress_parts.hpp"
#include "core/threads/stopwatch.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
#include "ops/stiffness/stiffness_bounds.hpp"
#include "ops/stiffness/stiffness_load.hpp"
#include "ops/stiffness/stiffness_solve.hpp"

namespace bitvox::stiffness {
namespace {

std::int64_t count_elements(const BitVolume& body) {
  return packing_rows().count_bits(body.words(), body.shape().word_count());
}

// The body of one lattice, ready for its load cases.
class Problem {
 public:
  Problem(const Job& job, const BitVolume& body, const LoadCase& first, Progress& progress)
      : job_(job),
        elements_(count_elements(body)),
        bounds_(bounds_of_body(job.solid, body, Tasks(job.threads, progress))),
        engine_(job.make_engine({job.solid, body, first.lattice, job.options}, progress)),
        stiffnesses_(engine_->stiffnesses()) {}

  Engine& engine() { return *engine_; }

  // The modulus of a load case, and how it was found.
  Case solve(const LoadCase& load, Progress& progress) {
    const Options& options = job_.options;
    const Limits limits{options.accuracy, options.tolerance, options.max_iterations,
                        load.lattice.is_held()};
    const Solution found = stiffness::solve(engine_->equations(), load.strain,
                                            energy_of(load.strain), limits, progress);
    Case out;
    out.axis = load.axis;
    out.elements = elements_;
    out.modulus = found.energy * stress_unit();
    out.iterations = found.iterations;
    out.error = found.error;
    out.residual = found.residual;
    out.converged = found.converged;
    out.hashin_shtrikman_lower = bounds_.lower;
    out.hashin_shtrikman_upper = bounds_.upper;
    return out;
  }

  // What makes of a product of displacements and forces, for a strain of 1, the mean stress.
  double stress_unit() const {
    return job_.solid.unit() / static_cast<double>(job_.solid.shape().voxel_count());
  }

 private:
  // Of the strain alone, over the unit of moduli and the volume of a voxel.
  double energy_of(const Strain& strain) const {
    double w[3][kModes] = {}, forces[3][kModes];
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t a = 0; a < 3; ++a) w[c][1 << a] = 4 * strain[3 * c + a];
    std::copy_n(&w[0][0], 3 * kModes, &forces[0][0]);
    const auto h = voxel_of(job_.options);
    to_forces(forces, stiffnesses_, ratios_of<double>(h[0], h[1], h[2]));
    double sum = 0;
    for (int c = 0; c < 3; ++c)
      for (int mode = 1; mode < kModes; ++mode) sum += w[c][mode] * forces[c][mode];
    return sum;
  }

  const Job& job_;
  const std::int64_t elements_;
  const Bounds bounds_;
  const std::unique_ptr<Engine> engine_;
  const Lame<double> stiffnesses_;  // of all elements
};

// Forces and stiffness of a load between plates.
void add_forces(Engine& engine, const LoadCase& load, const Job& job, Progress& progress,
                Case& out) {
  const Options& options = job.options;
  const std::array<double, 3> h = voxel_of(options);
  const auto axis = static_cast<std::size_t>(load.axis);
  const auto along = static_cast<std::size_t>(load.component);
  const std::array<std::int64_t, 3> sizes = load.lattice.elements;
  double area = 1;
  for (std::size_t a = 0; a < 3; ++a) {
    if (a != axis) area *= h[a] * static_cast<double>(sizes[a]);
  }
  const double length = h[axis] * static_cast<double>(sizes[axis]);
  const double volume = h[0] * h[1] * h[2];
  const std::array<double, 3> forces = engine.plate_forces(load);
  // All of the energy is the far plate's work, unless sides are moved too: then the modulus is of
  // its force alone.
  const bool is_all_work = load.axis == load.component || options.sides != Sides::kConfined;
  double along_load = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const bool is_known = c == along && is_all_work;
    const double of_one =
        is_known ? out.modulus * area : forces[c] * job.solid.unit() * volume / h[c];
    if (c == along) {
      along_load = of_one;
      out.modulus = is_known ? out.modulus : of_one / area;
    }
    out.force[c] = load.sign * options.strain * of_one;
  }
  out.stiffness = along_load / length;
  const double strain = engine.strain_above(load, out.elements, options.failure_part, progress);
  out.failure_force = strain > 0 ? along_load * options.failure_strain / strain : 0;
}

}  // namespace

Case run_axis(const Job& job, int axis, Progress& progress) {
  const Stopwatch clock;
  auto [joining, solving, measuring] = progress_parts(progress, 1, 17, 2);
  std::array<bool, 3> goes_on{};
  const BitVolume body =
      carrying_body(job.solid, axis, job.options, job.backend, job.threads, goes_on, joining);
  Case out;
  out.axis = axis;
  if (count_elements(body) == 0) {
    out.seconds = clock.seconds();
    return out;
  }
  StandingProgress standing(solving);
  MovingProgress moving(standing);
  const LoadCase load = load_case(axis, job.solid.shape(), job.options);
  Problem problem(job, body, load, standing);
  out = problem.solve(load, moving);
  StandingProgress standing_measuring(measuring);
  add_forces(problem.engine(), load, job, standing_measuring, out);
  out.seconds = clock.seconds();
  problem.engine().write_maps(load, load.sign * job.options.strain, job.maps, standing_measuring);
  return out;
}

std::vector<Case> run_tensor(const Job& job, Tensor& tensor, Progress& progress) {
  auto [joining, solving] = progress_parts(progress, 1, 19);
  std::array<bool, 3> goes_on{};
  const BitVolume body =
      carrying_body(job.solid, 0, job.options, job.backend, job.threads, goes_on, joining);
  std::vector<Case> cases(6);
  if (count_elements(body) == 0) return cases;
  StandingProgress standing(solving);
  Problem problem(job, body, load_case(0, job.solid.shape(), job.options), standing);
  Equations& equations = problem.engine().equations();
  // A strain that has to do with an axis along which nothing goes on is no strain of the body.
  const auto is_carried = [&](int i) {
    constexpr std::size_t kAxes[6][2] = {{0, 0}, {1, 1}, {2, 2}, {1, 2}, {0, 2}, {0, 1}};
    return goes_on[kAxes[i][0]] && goes_on[kAxes[i][1]];
  };
  for (int i = 0; i < 6; ++i) {
    if (!is_carried(i)) {
      cases[static_cast<std::size_t>(i)].elements = count_elements(body);
      cases[static_cast<std::size_t>(i)].converged = true;
      continue;
    }
    const Stopwatch clock;
    const LoadCase load = load_case(i, job.solid.shape(), job.options);
    MovingProgress moving(standing);
    PhaseProgress part(moving, i, i + 1, 6);
    cases[static_cast<std::size_t>(i)] = problem.solve(load, part);
    Case& out = cases[static_cast<std::size_t>(i)];
    // The product of the displacements of two cases and their forces is exact to the product of
    // their errors, as energies are.
    const Stress stress = problem.engine().mean_stress(load, standing);
    const auto row = static_cast<std::size_t>(i);
    for (std::size_t j = 0; j < row; ++j) {
      const int other = static_cast<int>(j);
      if (!is_carried(other)) continue;
      const double product = stress[j] - equations.product_with(other) * problem.stress_unit();
      tensor[6 * row + j] = product;
      tensor[6 * j + row] = product;
    }
    tensor[7 * row] = out.modulus;
    equations.keep(i);
    out.seconds = clock.seconds();
  }
  return cases;
}

}  // namespace bitvox::stiffness
