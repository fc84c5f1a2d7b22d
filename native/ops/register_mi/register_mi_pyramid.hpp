// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "ops/register_mi/register_mi_geometry.hpp"

namespace bitvox::register_mi {

// A volume in memory and the means of it, level by level.
class Pyramid {
 public:
  // Reads the volume, unless it is in memory already.
  Pyramid(const GreySource& source, const std::vector<LevelFactors>& levels, int threads,
          Progress& progress);

  // What it allocates.
  static std::int64_t bytes(const GreySource& source, const std::vector<LevelFactors>& levels);

  const GreyVolume& level(std::size_t i) const { return i == 0 ? *full_ : *means_[i - 1]; }

 private:
  const GreyVolume* full_ = nullptr;
  std::unique_ptr<GreyVolume> loaded_;
  std::vector<std::unique_ptr<GreyVolume>> means_;
};

}  // namespace bitvox::register_mi
