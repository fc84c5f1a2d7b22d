// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "core/volumes/volume_source.hpp"

namespace bitvox::rays {

inline constexpr int kMaterialsOfVolume = 255;

// Reads slices on one thread, a byte a voxel: the number of its material from 1, or 0 for none.
class MaterialReader {
 public:
  virtual ~MaterialReader() = default;
  virtual void read(std::int64_t z, std::uint8_t* slice) = 0;
};

// What a volume is made of.
class MaterialSource {
 public:
  virtual ~MaterialSource() = default;

  virtual const Shape& shape() const = 0;
  virtual int materials() const = 0;
  virtual std::unique_ptr<MaterialReader> open() const = 0;
};

// The foreground is material 1.
class ForegroundMaterial final : public MaterialSource {
 public:
  explicit ForegroundMaterial(const VolumeSource& volume) : volume_(volume) {}

  const Shape& shape() const override { return volume_.shape(); }
  int materials() const override { return 1; }
  std::unique_ptr<MaterialReader> open() const override;

 private:
  const VolumeSource& volume_;
};

// Voxels of value labels[i] are of material i + 1, others of none.
class LabelMaterials final : public MaterialSource {
 public:
  // Throws InvalidInput where labels are none, too many, or one of them stands there twice or is
  // not finite.
  LabelMaterials(const GreySource& image, const std::vector<double>& labels);

  const Shape& shape() const override { return image_.shape(); }
  int materials() const override { return materials_; }
  std::unique_ptr<MaterialReader> open() const override;

  std::uint8_t material_of(float value) const;
  // Of each value of images whose pixels are integers.
  const std::vector<std::uint8_t>& table() const { return table_; }

 private:
  struct Known {
    float label;
    std::uint8_t material;
  };

  const GreySource& image_;
  int materials_;
  std::vector<Known> known_;  // by label
  std::vector<std::uint8_t> table_;
};

// The values of an image but 0, in ascending order. Throws InvalidInput where one is no whole
// number from 0 to 16777216, there are more than kMaterialsOfVolume, or none.
std::vector<double> labels_of(const GreySource& image, int threads, Progress& progress);

}  // namespace bitvox::rays
