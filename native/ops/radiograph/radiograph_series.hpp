// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ops/radiograph/radiograph.hpp"
#include "rays/attenuation.hpp"
#include "rays/volume_lengths.hpp"

namespace bitvox::radiograph {

// What both twins do alike with a series of angles, some of which are computed at once.
class Series {
 public:
  // The lengths of the angles at once are about so many floats.
  Series(const Options& options, int materials, std::int64_t floats_at_once);

  const rays::DetectorPart& part() const { return part_; }
  std::int64_t at_once() const { return at_once_; }
  const std::optional<rays::PhotonNoise>& noise() const { return noise_; }

  // Tells what the images are, and has a result in which nothing is added up.
  Result begin(const Outputs& outputs, const rays::VolumeLengths& ways) const;
  // Of `count` angles from `first` on, around the middle of a volume.
  std::vector<rays::View> views(const Shape& shape, std::int64_t first, std::int64_t count) const;
  // After all angles: sums of paths become volumes.
  void end(Result& result) const;

 private:
  const Options& options_;
  int materials_;
  rays::DetectorPart part_;
  std::int64_t at_once_;
  std::optional<rays::PhotonNoise> noise_;
};

}  // namespace bitvox::radiograph
