// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>

#include "diffusion/row_numbers.hpp"
#include "ops/tortuosity/tortuosity_levels.hpp"
#include "ops/tortuosity/tortuosity_memory.hpp"
#include "ops/tortuosity/tortuosity_voxels.hpp"

namespace bitvox::tortuosity {
namespace {

constexpr std::int64_t kVectors = 4;

// The equations on the CPU: a byte and four 32-bit floats a voxel, and the coarse levels.
class VoxelsCpu final : public Voxels {
 public:
  static std::int64_t bytes(const Grid& grid);

  VoxelsCpu(InstructionSet instructions, const BitVolume& pores, const Grid& grid, Weights weights,
            int threads, Progress& progress);

  double start() override;
  double precondition(float correction) override;
  double advance(float beta) override;
  double move(float alpha) override;
  std::vector<double> fluxes() override;
  double energy() override;
  double residual() override;

  const Grid& grid() const override { return codes_.grid(); }
  std::vector<double> layer_sums() override;
  std::unique_ptr<VoxelValues> values(const Gradients& gradients) override {
    return values_of(codes_, v_, gradients);
  }

 private:
  void encode(const BitVolume& pores);
  VoxelRow row(std::int64_t y, std::int64_t z) const {
    return {codes_.row(y, z), weights_, grid().width};
  }
  // Layers have codes before and behind them too, at the faces: those of pores.
  const Code* layer_codes(std::int64_t y, std::int64_t z) const;
  CoarseRows coarse_rows(std::int64_t y, std::int64_t z) const;
  // What the first sweep leaves of a row; returns its part of r . t.
  double leave(std::int64_t y, std::int64_t z);

  const Rows& rows_;
  Weights weights_;
  RowLoop loop_;
  GridField<Code> codes_;
  GridField<float> v_, p_, z_, left_;
  float correction_ = 0;
  std::vector<Code> face_;
  RowNumbers numbers_;
  Levels levels_;
};

std::int64_t VoxelsCpu::bytes(const Grid& grid) {
  return GridField<Code>::bytes(grid) + kVectors * GridField<float>::bytes(grid) +
         Levels::bytes(grid) + RowNumbers::bytes(grid);
}

VoxelsCpu::VoxelsCpu(InstructionSet instructions, const BitVolume& pores, const Grid& of,
                     Weights weights, int threads, Progress& progress)
    : rows_(rows_for<Rows>(instructions)),
      weights_(weights),
      loop_(threads, progress),
      codes_(of),
      v_(of),
      p_(of),
      z_(of),
      left_(of),
      face_(static_cast<std::size_t>(of.width), 1),
      numbers_(of) {
  codes_.clear(threads, progress);
  for (GridField<float>* field : {&v_, &p_, &z_, &left_}) field->clear(threads, progress);
  encode(pores);
  levels_ = coarse_levels(rows_, codes_, weights_, loop_);
}

void VoxelsCpu::encode(const BitVolume& pores) {
  const Grid& g = grid();
  const std::int64_t words = pores.shape().words_per_row();
  const std::int64_t stride = (words + 2) * 64;
  // Of a row, that before and that behind it along y, then along z.
  const auto five = [&] { return std::vector<std::uint8_t>(static_cast<std::size_t>(5 * stride)); };
  loop_(g, five, [&](std::vector<std::uint8_t>& buffer, std::int64_t y, std::int64_t z) {
    const auto bytes = [&](std::int64_t slot, std::int64_t j, std::int64_t k) {
      std::uint8_t* const out = buffer.data() + slot * stride + 64;
      if (g.wraps_y()) j = (j + g.height) % g.height;
      if (k < 0 || k >= g.depth) {
        std::fill_n(out, g.width, std::uint8_t{2});  // a face
      } else if (j < 0 || j >= g.height) {
        std::fill_n(out, g.width, std::uint8_t{0});
      } else {
        rows_.unpack(pores.slice(k) + j * words, words, out);
      }
      out[-1] = g.wraps_x() ? out[g.width - 1] : 0;
      out[g.width] = g.wraps_x() ? out[0] : 0;
      return out;
    };
    const std::uint8_t* const here = bytes(0, y, z);
    Code* const out = codes_.row(y, z);
    rows_.encode(here,
                 {bytes(1, y - 1, z), bytes(2, y + 1, z), bytes(3, y, z - 1), bytes(4, y, z + 1)},
                 g.width, out);
    codes_.close_row(out);
  });
}

const Code* VoxelsCpu::layer_codes(std::int64_t y, std::int64_t z) const {
  return z < 0 || z >= grid().depth ? face_.data() : codes_.row(y, z);
}

double VoxelsCpu::start() {
  return numbers_.sum(loop_, [&](std::int64_t y, std::int64_t z) {
    const std::int64_t width = grid().width;
    std::fill_n(v_.row(y, z), width, 0.0F);
    std::fill_n(p_.row(y, z), width, 0.0F);
    v_.close_row(v_.row(y, z));
    float* const sweep = z_.row(y, z);
    const double square =
        rows_.start(row(y, z), layer_codes(y, z - 1), layer_codes(y, z + 1), sweep);
    z_.close_row(sweep);
    return square;
  });
}

double VoxelsCpu::precondition(float correction) {
  correction_ = correction;
  if (levels_.empty()) {  // one voxel
    return numbers_.sum(loop_, [&](std::int64_t y, std::int64_t z) { return leave(y, z); });
  }
  Level& coarse = levels_.first();
  loop_(coarse.grid, [&](std::int64_t y, std::int64_t z) {
    float* const out = coarse.rhs.row(y, z);
    std::fill_n(out, coarse.grid.width, 0.0F);
    for (std::int64_t k = 2 * z; k < std::min(grid().depth, 2 * z + 2); ++k)
      for (std::int64_t j = 2 * y; j < std::min(grid().height, 2 * y + 2); ++j) {
        numbers_.of(j, k) = leave(j, k);
        rows_.add_pairs(coarse.grid.width, left_.row(j, k), out);
      }
  });
  const double of_voxels = numbers_.sum();
  levels_.solve(correction, loop_);
  const double of_coarse = product(coarse, loop_);
  if (grid().wraps_x() &&
      coarse.grid.width == 1) {  // both voxels of a row have this one cell around
    loop_(coarse.grid, [&](std::int64_t y, std::int64_t z) {
      float* const value = coarse.value.row(y, z);
      value[-1] = value[1] = value[0];
    });
  }
  return of_voxels + static_cast<double>(correction) * of_coarse;
}

double VoxelsCpu::leave(std::int64_t y, std::int64_t z) {
  return rows_.residual(row(y, z), z_.row(y, z), z_.around(y, z), left_.row(y, z));
}

CoarseRows VoxelsCpu::coarse_rows(std::int64_t y, std::int64_t z) const {
  const Grid& g = grid();
  const float* const zeros = v_.beyond(-1, -1);
  if (levels_.empty()) return {zeros, {}, {}};
  const GridField<float>& values = levels_.first().value;
  const auto along_y = [&](std::int64_t other) -> CoarseRow {
    const bool inside = other >= 0 && other < g.height;
    if (inside ? other / 2 == y / 2 : !g.wraps_y()) return {};
    other = (other + g.height) % g.height;
    return {values.row(other / 2, z / 2), codes_.row(other, z), 1};
  };
  const auto along_z = [&](std::int64_t other) -> CoarseRow {
    if (other < 0 || other >= g.depth) return {zeros, face_.data(), 2};
    if (other / 2 == z / 2) return {};
    return {values.row(y / 2, other / 2), codes_.row(y, other), 1};
  };
  return {
      values.row(y / 2, z / 2), {along_y(y - 1), along_y(y + 1)}, {along_z(z - 1), along_z(z + 1)}};
}

double VoxelsCpu::advance(float beta) {
  loop_(grid(), [&](std::int64_t y, std::int64_t z) {
    float* const out = p_.row(y, z);
    rows_.advance(row(y, z), coarse_rows(y, z), correction_, beta, z_.row(y, z), left_.row(y, z),
                  out);
    p_.close_row(out);
  });
  return numbers_.sum(loop_, [&](std::int64_t y, std::int64_t z) {
    return rows_.curvature(row(y, z), p_.row(y, z), p_.around(y, z));
  });
}

double VoxelsCpu::move(float alpha) {
  return numbers_.sum(loop_, [&](std::int64_t y, std::int64_t z) {
    float* const sweep = z_.row(y, z);
    float* const v = v_.row(y, z);
    const double square = rows_.move(row(y, z), p_.row(y, z), p_.around(y, z), alpha, v, sweep);
    v_.close_row(v);
    z_.close_row(sweep);
    return square;
  });
}

std::vector<double> VoxelsCpu::fluxes() {
  const Grid& g = grid();
  double first = 0;
  for (std::int64_t y = 0; y < g.height; ++y) {
    first += rows_.flux_of_face(row(y, 0), v_.row(y, 0), 1);
  }
  // What flows from each layer to the next, row by row; the last one's is through the face.
  numbers_.set(loop_, [&](std::int64_t y, std::int64_t z) {
    return z + 1 < g.depth
               ? rows_.flux(row(y, z), codes_.row(y, z + 1), v_.row(y, z), v_.row(y, z + 1))
               : rows_.flux_of_face(row(y, z), v_.row(y, z), -1);
  });
  std::vector<double> result = numbers_.sums_of_layers();
  result.insert(result.begin(), first);
  return result;
}

double VoxelsCpu::energy() {
  return numbers_.sum(loop_, [&](std::int64_t y, std::int64_t z) {
    const float* const v = v_.row(y, z);
    double energy = rows_.energy(row(y, z), codes_.beyond(y + 1, z), codes_.beyond(y, z + 1), v,
                                 v_.around(y, z));
    if (z == 0) energy += rows_.energy_of_face(row(y, z), v, 1);
    if (z + 1 == grid().depth) energy += rows_.energy_of_face(row(y, z), v, -1);
    return energy;
  });
}

double VoxelsCpu::residual() {
  return std::sqrt(numbers_.sum(loop_, [&](std::int64_t y, std::int64_t z) {
    return rows_.residual_squared(row(y, z), layer_codes(y, z - 1), layer_codes(y, z + 1),
                                  v_.row(y, z), v_.around(y, z));
  }));
}

std::vector<double> VoxelsCpu::layer_sums() {
  numbers_.set(
      loop_, [&](std::int64_t y, std::int64_t z) { return rows_.sum(grid().width, v_.row(y, z)); });
  return numbers_.sums_of_layers();
}

}  // namespace

std::unique_ptr<Voxels> voxels_cpu(InstructionSet instructions, const BitVolume& pores,
                                   const Grid& grid, Weights weights, int threads,
                                   Progress& progress) {
  require_memory(kHostUser, host_memory(), VoxelsCpu::bytes(grid));
  return std::make_unique<VoxelsCpu>(instructions, pores, grid, weights, threads, progress);
}

}  // namespace bitvox::tortuosity
