// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "core/backends/instruction_set.hpp"
#include "diffusion/link_cycle_cpu.hpp"
#include "diffusion/row_numbers.hpp"
#include "diffusion/weighted_grid.hpp"
#include "diffusion/weighted_grid_levels.hpp"

namespace bitvox::weighted_grid {

// The equations on the CPU, which take about 55 bytes a cell. Fill links() and call set_up(); then,
// for every right-hand side, fill r() and solve(). There is one at a time: three side by side,
// links read once for all, took a third more of the processors' time than one after the other.
class EquationsCpu final : public Equations {
 public:
  static std::int64_t bytes(const Grid& grid);

  EquationsCpu(InstructionSet instructions, const Grid& grid, int threads, Progress& progress);

  const Grid& grid() const { return links_.grid; }
  const RowLoop& loop() const { return loop_; }
  Links& links() { return links_; }
  void set_up();
  GridField<double>& r() { return r_; }
  const GridField<float>& x() const { return x_; }

  std::vector<double> start(const Parts& parts) override;
  std::vector<double> precondition(const Parts& parts) override;
  double largest_resistance() const override { return largest_resistance_; }
  bool set_up_along_links() override;
  std::vector<double> precondition_along_links(const Parts& parts) override;
  std::vector<double> advance(const Parts& parts) override;
  std::vector<double> move(const Parts& parts) override;
  std::vector<double> largest_shift(const Parts& parts) override;

 private:
  void relax();
  std::vector<double> last_sweep();

  const Rows& rows_;
  RowLoop loop_;
  Links links_;
  GridField<float> x_, p_, z_, t_, resistance_;
  GridField<double> r_;
  double largest_resistance_ = 0;
  RowNumbers numbers_;
  Levels levels_;
  LinkCycleCpu along_links_;
};

}  // namespace bitvox::weighted_grid
