// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <vector>

#include "core/bit_volume.hpp"
#include "core/instruction_set.hpp"
#include "ops/tortuosity/tortuosity_levels.hpp"
#include "ops/tortuosity/tortuosity_solve.hpp"

namespace bitvox::tortuosity {

// The equations on the CPU: a byte and five 32-bit floats a voxel, and the coarse levels.
class VoxelsCpu final : public Equations {
 public:
  static std::int64_t bytes(const Grid& grid);

  // The pores are those joined to both faces. The progress is reported to unchanged, whenever
  // something may stop it.
  VoxelsCpu(InstructionSet instructions, const BitVolume& pores, bool periodic, Weights weights,
            int threads, Progress& progress);

  double start() override;
  double precondition(float correction) override;
  double advance(float beta) override;
  double move(float alpha) override;
  std::vector<double> fluxes() override;
  double energy() override;
  double residual() override;

  // The sum of v over the pores of each layer.
  std::vector<double> layer_sums();

  const Grid& grid() const { return codes_.grid(); }
  const Field<Code>& codes() const { return codes_; }
  const Field<float>& v() const { return v_; }

 private:
  void encode(const BitVolume& pores);
  VoxelRow row(std::int64_t y, std::int64_t z) const {
    return {codes_.row(y, z), weights_, grid().width};
  }
  // Layers have codes before and behind them too, at the faces: those of pores.
  const Code* layer_codes(std::int64_t y, std::int64_t z) const;
  // Sums of rows, added up in an order that does not depend on threads.
  template <class SumOfRow>
  double sum(const SumOfRow& sum_of_row);

  const Rows& rows_;
  Weights weights_;
  RowLoop loop_;
  Field<Code> codes_;
  Field<float> v_, r_, p_, z_, t_;
  std::vector<Code> face_;
  std::vector<double> row_sums_;
  std::unique_ptr<Levels> levels_;
};

}  // namespace bitvox::tortuosity
