// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "ops/stiffness/stiffness_cpu.hpp"
#include "ops/stiffness/stiffness_engine.hpp"
#include "ops/stiffness/stiffness_measure.hpp"

namespace bitvox::stiffness {
namespace {

// Bytes for each node that a solution takes after its first step: displacements in doubles, those
// of the load cases of a tensor, or the effective strains that the failure load is found by.
std::int64_t later_bytes(const Options& options) {
  constexpr std::int64_t kDoubles = 3 * 8, kLoadCases = 6 * 3 * 4, kStrains = 2 * 4;
  return (options.tolerance > 0 ? kDoubles : 0) +
         (options.direction == Direction::kTensor ? kLoadCases : kStrains);
}

Level level_of(const Structure& of, const Tasks& tasks) {
  return {of.lattice, voxel_of(of.options), of.solid.mean_dilatation(),
          [&](std::int64_t y, std::int64_t z, const LameRow& row) {
            of.solid.fill(of.body, y, z, row);
          },
          tasks};
}

class EngineCpu final : public Engine {
 public:
  EngineCpu(InstructionSet instructions, const Structure& structure, int threads,
            Progress& progress)
      : structure_(structure),
        threads_(threads),
        tasks_(threads, progress),
        equations_(instructions, level_of(structure, tasks_),
                   structure.solid.highest_eigenvalue(structure.options.spacing),
                   later_bytes(structure.options), tasks_) {}

  Equations& equations() override { return equations_; }
  Lame<double> stiffnesses() override { return equations_.level().sum(tasks_); }

  std::array<double, 3> plate_forces(const LoadCase& load) override {
    return stiffness::plate_forces(equations_, load);
  }
  Stress mean_stress(const LoadCase& load, Progress& progress) override {
    return stiffness::mean_stress(found(load), Tasks(threads_, progress));
  }
  double strain_above(const LoadCase& load, std::int64_t elements, double part,
                      Progress& progress) override {
    return stiffness::strain_above(found(load), elements, part, Tasks(threads_, progress));
  }
  void write_maps(const LoadCase& load, double strain, const Maps& maps,
                  Progress& progress) override {
    stiffness::write_maps(found(load), strain, maps, Tasks(threads_, progress));
  }

 private:
  Found found(const LoadCase& load) const {
    return {equations_, structure_.solid, structure_.body, load, structure_.options.spacing};
  }

  const Structure structure_;
  const int threads_;
  const Tasks tasks_;
  EquationsCpu equations_;
};

}  // namespace

std::unique_ptr<Engine> make_engine_cpu(InstructionSet instructions, const Structure& structure,
                                        int threads, Progress& progress) {
  return std::make_unique<EngineCpu>(instructions, structure, threads, progress);
}

}  // namespace bitvox::stiffness
