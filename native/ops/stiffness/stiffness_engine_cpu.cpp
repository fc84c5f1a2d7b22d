// SPDX-License-Identifier: BSD-2-Clause
#include <utility>

#include "ops/stiffness/stiffness_cpu.hpp"
#include "ops/stiffness/stiffness_engine.hpp"
#include "ops/stiffness/stiffness_measure.hpp"

namespace bitvox::stiffness {
namespace {

// Of the vectors, those of coarse levels too: an eighth for each step down.
std::int64_t bytes_of_vectors(const Level& level, const Options& options) {
  constexpr std::int64_t kVectors = 6, kFloats = 4, kDoubles = 8;
  std::int64_t bytes = kVectors * kFloats * 8 / 7;
  if (options.tolerance > 0) bytes += kDoubles;
  if (options.direction == Direction::kTensor) bytes += 6 * kFloats;
  return level.numbers() * bytes;
}

Level level_of(const Structure& of, const Tasks& tasks) {
  Level level(
      of.lattice, voxel_of(of.options), of.solid.mean_dilatation(),
      [&](std::int64_t y, std::int64_t z, const LameRow& row) {
        of.solid.fill(of.body, y, z, row);
      },
      tasks);
  require_memory(kHostUser, host_memory(), bytes_of_vectors(level, of.options));
  return level;
}

class EngineCpu final : public Engine {
 public:
  EngineCpu(InstructionSet instructions, const Structure& structure, int threads,
            Progress& progress)
      : structure_(structure),
        threads_(threads),
        tasks_(threads, progress),
        equations_(instructions, level_of(structure, tasks_),
                   structure.solid.highest_eigenvalue(structure.options.spacing), tasks_) {}

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
