// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <vector>

#include "diffusion/row_numbers.hpp"
#include "ops/tortuosity/tortuosity_voxels.hpp"

namespace bitvox::tortuosity {

// Voxels that each have a diffusivity of their own, 0 for what insulates and for what does not join
// both faces, at most 1. The equations are solved by a twin's weighted grid; what comes of them is
// summed up here, on the host, the same for both.
class Conductors : public Voxels {
 public:
  // Fluxes are so many times larger than those of diffusivities up to 1, in maps.
  Conductors(const GridField<float>& diffusivities, Weights weights, double unit, int threads,
             Progress& progress);

  const Grid& grid() const override { return d_.grid(); }
  std::vector<double> fluxes() override;
  double energy() override;
  double residual() override;
  double energy_of_rounding(double least) override;
  std::vector<double> layer_sums() override;
  std::unique_ptr<VoxelValues> values(const Gradients& gradients) override;

 protected:
  const GridField<float>& diffusivities() const { return d_; }
  const Weights& weights() const { return weights_; }
  const RowLoop& loop() const { return loop_; }
  // In memory of the host. What it is where nothing conducts does not matter.
  virtual const GridField<float>& v() = 0;

 private:
  // The numbers of rows are the sums of term(x, y, z) of all that conducts.
  template <class Term>
  void sum_rows(const Term& term);
  // What flows into a voxel and not out of it, and what joins the voxel to others.
  struct Balance {
    double left;
    double diagonal;
  };
  Balance balance(const GridField<float>& v, std::int64_t x, std::int64_t y, std::int64_t z) const;

  const GridField<float>& d_;
  Weights weights_;
  double unit_;
  RowLoop loop_;
  RowNumbers numbers_;
};

// The twins. Throw HostOutOfMemory or DeviceOutOfMemory before they allocate.
std::unique_ptr<Voxels> conductors_cpu(InstructionSet instructions,
                                       const GridField<float>& diffusivities, Weights weights,
                                       double unit, int threads, Progress& progress);
std::unique_ptr<Voxels> conductors_cuda(const GridField<float>& diffusivities, Weights weights,
                                        double unit, int threads, Progress& progress);

}  // namespace bitvox::tortuosity
