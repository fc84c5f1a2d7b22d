// SPDX-License-Identifier: BSD-2-Clause
#include "colour/tracks.hpp"

#include <cstddef>

#include "colour/assignment.hpp"
#include "colour/nearby.hpp"

namespace bitvox::colour {

std::vector<std::int64_t> TrackLinker::add_frame(const std::vector<Detection>& objects,
                                                 Progress& progress) {
  constexpr std::int64_t kNone = -1;
  std::vector<std::int64_t> numbers(objects.size(), kNone);
  if (objects.empty()) return numbers;
  progress.report(0, 1);
  std::erase_if(tracks_, [&](const Track& track) {
    return track.last.frame < objects.front().frame - rule_.gaps - 1;
  });
  std::vector<Place> places;
  places.reserve(objects.size());
  for (const Detection& object : objects) places.push_back({object.x, object.y});
  const Nearby nearby(places, rule_.gate);
  // The largest sum of gate^2 - distance^2 is the least of distance^2 and gate^2 for no link.
  const double out = rule_.gate * rule_.gate;
  const auto each_link = [&](std::size_t track, const auto& body) {
    const Detection& last = tracks_[track].last;
    nearby.each({last.x, last.y}, rule_.gate, [&](std::size_t object) {
      const double dx = places[object].x - last.x;
      const double dy = places[object].y - last.y;
      const double loss = dx * dx + dy * dy;
      if (loss < out) body(object, loss);
    });
  };
  const std::vector<std::size_t> chosen =
      assign(tracks_.size(), objects.size(), out, each_link, progress);
  for (std::size_t track = 0; track < chosen.size(); ++track) {
    if (chosen[track] == kUnassigned) continue;
    tracks_[track].last = objects[chosen[track]];
    numbers[chosen[track]] = tracks_[track].number;
  }
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (numbers[i] != kNone) continue;
    numbers[i] = next_++;
    tracks_.push_back({objects[i], numbers[i]});
  }
  return numbers;
}

}  // namespace bitvox::colour
