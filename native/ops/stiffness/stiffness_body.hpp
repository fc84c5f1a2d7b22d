// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/stiffness/stiffness.hpp"
#include "ops/stiffness/stiffness_level.hpp"
#include "ops/stiffness/stiffness_material.hpp"

namespace bitvox::stiffness {

// What is read: which voxels have a material, and which. Moduli are over the largest one, which is
// the unit of all that is computed.
class Solid {
 public:
  const Shape& shape() const { return voxels_.shape(); }
  // Those that have a material.
  const BitVolume& voxels() const { return voxels_; }
  double unit() const { return unit_; }
  // The largest modulus over the smallest one.
  double contrast() const { return contrast_; }
  bool mean_dilatation() const;
  double highest_eigenvalue(const Spacing& spacing) const;

  Material at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return of_voxels().at(x, y, z);
  }
  VoxelMaterials of_voxels() const {
    return {shape().width,
            shape().height,
            materials_.data(),
            numbers_.empty() ? nullptr : numbers_.data(),
            moduli_.empty() ? nullptr : moduli_.data(),
            modulus_of_one_};
  }
  // Of a mask or labels, among materials().
  std::size_t number_at(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return numbers_.empty() ? 0 : numbers_[index(x, y, z)] - std::size_t{1};
  }
  // The stiffnesses of those voxels of a row that are in `body`.
  void fill(const BitVolume& body, std::int64_t y, std::int64_t z, const LameRow& row) const;

  // The materials of a mask or labels, or, of densities, one that stands for all.
  const std::vector<Material>& materials() const { return materials_; }
  bool has_densities() const { return !moduli_.empty(); }

 private:
  friend Solid read_solid(const Body& body, const Options& options, int threads,
                          Progress& progress);
  explicit Solid(BitVolume voxels) : voxels_(std::move(voxels)) {}
  std::size_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return static_cast<std::size_t>((z * shape().height + y) * shape().width + x);
  }

  BitVolume voxels_;
  double unit_ = 1, contrast_ = 1;
  std::vector<Material> materials_;
  std::vector<std::uint16_t> numbers_;  // of labels: the material of each voxel; or none
  std::vector<float> moduli_;           // of densities: of each voxel, over the next; or none
  double modulus_of_one_ = 1;
};

// Throws InvalidInput for materials that are out of range, labels without one, and densities that
// are no numbers or below 0; UnsuitableImage where nothing has a material.
Solid read_solid(const Body& body, const Options& options, int threads, Progress& progress);
// The part of that that needs no image.
void check_materials(const Body& body);
const Shape& shape_of(const Body& body);

// What of the solid carries: joined by faces to both plates across the axis, also across periodic
// sides. For a tensor: what goes on for ever along an axis, or, where displacements of the border
// are given, what touches that. goes_on: of a tensor, along which axes any of it does; stresses and
// strains of the others are nothing to it.
BitVolume carrying_body(const Solid& solid, int axis, const Options& options,
                        const std::string& backend, int threads, std::array<bool, 3>& goes_on,
                        Progress& progress);

}  // namespace bitvox::stiffness
