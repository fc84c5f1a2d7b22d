// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "core/backends/instruction_set.hpp"
#include "ops/stiffness/stiffness_cycle.hpp"
#include "ops/stiffness/stiffness_equations.hpp"

namespace bitvox::stiffness {

// The equations on the CPU: about 105 bytes for each node of a stored block. `highest_eigenvalue`
// is the largest of the materials'. `later_bytes` more for each node must be free: they are taken
// when it has begun.
class EquationsCpu final : public Equations {
 public:
  EquationsCpu(InstructionSet instructions, Level level, double highest_eigenvalue,
               std::int64_t later_bytes, const Tasks& tasks);

  const Level& level() const { return level_; }

  double start(const Strain& strain) override;
  double precondition() override;
  double advance(double beta) override;
  double move(double alpha) override;
  double begin_anew() override;
  double true_square() override;
  void keep(int load) override;
  double product_with(int load) override;

  // Of all nodes, by what start(), begin_anew() or true_square() has found last.
  const FloatVector& forces() const { return q_; }
  // u, at Level::at().
  double displacement(std::int64_t at) const {
    const auto i = static_cast<std::size_t>(at);
    return static_cast<double>(u_[i]) + (kept_.empty() ? 0 : kept_[i]);
  }

 private:
  void find_forces();
  double balance();

  const Rows& rows_;
  const Tasks& tasks_;
  Level level_;
  float sweep_;
  Cycle cycle_;
  Strain strain_{};
  FloatVector u_, p_, r_, z_, q_, other_;
  PlainVector<double> kept_;  // empty at first
  std::vector<FloatVector> of_loads_;
  std::vector<double> sums_, pieces_;
};

}  // namespace bitvox::stiffness
