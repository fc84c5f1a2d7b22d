// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
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
  Result begin(const Outputs& outputs) const;
  // After all angles: sums of paths become volumes.
  void end(Result& result) const;

 private:
  const Options& options_;
  int materials_;
  rays::DetectorPart part_;
  std::int64_t at_once_;
  std::optional<rays::PhotonNoise> noise_;
};

// How lengths of materials are measured: in the computer's memory, or in that of the GPU.
class Ways {
 public:
  virtual ~Ways() = default;
  // Says what is known before.
  virtual void begin(Result& result) const = 0;
  // lengths[angle][material][row][column], of `count` angles from `first` on.
  virtual void measure(std::int64_t first, std::int64_t count, float* lengths, Result& result,
                       Progress& progress) = 0;
};

// Of `count` angles from `first` on, around the middle of a volume.
std::vector<rays::View> views_of(const Options& options, const Shape& shape, std::int64_t first,
                                 std::int64_t count);

// Measures angle after angle: of_angle(view, lengths, progress) returns the number of odd rays.
template <class OfAngle>
void measure_meshes(const rays::MeshViews& views, const Options& options,
                    const rays::DetectorPart& part, std::int64_t first, std::int64_t count,
                    float* lengths, Result& result, Progress& progress, const OfAngle& of_angle) {
  for (std::int64_t i = 0; i < count; ++i) {
    PhaseProgress one(progress, i, i + 1, count);
    auto [placing, measuring] = progress_parts(one, 1, 4);
    const rays::MeshViews::At at = views.at(options.detector, angle_of(options, first + i), part,
                                            thread_count(options.threads), placing);
    result.touched += at.touched > 0 ? 1 : 0;
    result.odd_rays += of_angle(at, lengths + i * views.materials() * part.pixels(), measuring);
  }
}

}  // namespace bitvox::radiograph
