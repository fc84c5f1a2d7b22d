// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"
#include "ops/register_mi/register_mi_smooth.hpp"

namespace bitvox::register_mi {

// A volume in memory and the means of it, level by level, all smoothed alike but the volume itself.
class Pyramid {
 public:
  // Reads the volume, unless it is in memory already.
  Pyramid(const GreySource& source, const std::vector<LevelFactors>& levels, int threads,
          Progress& progress);

  // Smooths each level, by one for each.
  void smooth(InstructionSet instructions, const std::vector<Smoothing>& by, int threads,
              Progress& progress);

  // What it allocates.
  static std::int64_t bytes(const GreySource& source, const std::vector<LevelFactors>& levels);

  const GreyVolume& full() const { return *full_; }
  const GreyVolume& level(std::size_t i) const {
    return i > 0 ? *means_[i - 1] : smoothed_ != nullptr ? *smoothed_ : *full_;
  }

 private:
  const GreyVolume* full_ = nullptr;
  std::unique_ptr<GreyVolume> loaded_;
  std::unique_ptr<GreyVolume> smoothed_;  // the volume itself
  std::vector<std::unique_ptr<GreyVolume>> means_;
};

}  // namespace bitvox::register_mi
