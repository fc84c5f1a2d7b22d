// SPDX-License-Identifier: BSD-2-Clause
#include "colour/tracks.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "colour/assignment.hpp"
#include "core/disjoint_sets.hpp"

namespace bitvox::colour {
namespace {

constexpr std::int64_t kNone = -1;

// The positions of a sorted list in which items are looked up by x.
class ByX {
 public:
  explicit ByX(const std::vector<Detection>& detections)
      : detections_(detections), order_(detections.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
      return detections[a].x < detections[b].x;
    });
  }

  template <class Body>
  void each_near(const Detection& place, double gate, const Body& body) const {
    auto at = std::lower_bound(order_.begin(), order_.end(), place.x - gate,
                               [&](std::size_t i, double x) { return detections_[i].x < x; });
    for (; at != order_.end() && detections_[*at].x <= place.x + gate; ++at) body(*at);
  }

 private:
  const std::vector<Detection>& detections_;
  std::vector<std::size_t> order_;
};

}  // namespace

// What is within the gate of what: gains of links, by track and object of one frame.
struct TrackLinker::Link {
  std::size_t track;
  std::size_t object;
  double gain;
};

std::vector<std::int64_t> TrackLinker::add_frame(const std::vector<Detection>& objects,
                                                 Progress& progress) {
  std::vector<std::int64_t> numbers(objects.size(), kNone);
  if (objects.empty()) return numbers;
  std::erase_if(tracks_, [&](const Track& track) {
    return track.last.frame < objects.front().frame - rule_.gaps - 1;
  });
  solve(links_to(objects), objects, numbers, progress);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (numbers[i] == kNone) {
      numbers[i] = next_++;
      tracks_.push_back({objects[i], numbers[i]});
    }
  }
  return numbers;
}

std::vector<TrackLinker::Link> TrackLinker::links_to(const std::vector<Detection>& objects) const {
  const ByX by_x(objects);
  std::vector<Link> found;
  for (std::size_t track = 0; track < tracks_.size(); ++track) {
    const Detection& last = tracks_[track].last;
    by_x.each_near(last, rule_.gate, [&](std::size_t object) {
      const double dx = objects[object].x - last.x;
      const double dy = objects[object].y - last.y;
      const double gain = rule_.gate * rule_.gate - (dx * dx + dy * dy);
      if (gain > 0) found.push_back({track, object, gain});
    });
  }
  return found;
}

void TrackLinker::solve(std::vector<Link> links, const std::vector<Detection>& objects,
                        std::vector<std::int64_t>& numbers, Progress& progress) {
  // Parts that share no link are solved alone: nearly all are one track and one object.
  DisjointSets<std::size_t> parts(tracks_.size() + objects.size());
  for (const Link& link : links) parts.join(link.track, tracks_.size() + link.object);
  std::sort(links.begin(), links.end(), [&](const Link& a, const Link& b) {
    const std::size_t part_a = parts.root(a.track);
    const std::size_t part_b = parts.root(b.track);
    if (part_a != part_b) return part_a < part_b;
    return a.track != b.track ? a.track < b.track : a.object < b.object;
  });
  for (std::size_t i = 0; i < links.size();) {
    std::size_t last = i;
    while (last < links.size() && parts.root(links[last].track) == parts.root(links[i].track)) {
      ++last;
    }
    solve_part({links.begin() + static_cast<std::ptrdiff_t>(i),
                links.begin() + static_cast<std::ptrdiff_t>(last)},
               objects, numbers, progress);
    i = last;
  }
}

void TrackLinker::solve_part(const std::vector<Link>& links, const std::vector<Detection>& objects,
                             std::vector<std::int64_t>& numbers, Progress& progress) {
  std::vector<std::size_t> rows;
  std::vector<std::size_t> columns;
  for (const Link& link : links) {
    if (rows.empty() || rows.back() != link.track) rows.push_back(link.track);
    columns.push_back(link.object);
  }
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  std::vector<std::vector<Gain>> gains(rows.size());
  std::size_t row = 0;
  for (const Link& link : links) {
    if (rows[row] != link.track) ++row;
    const auto column = std::lower_bound(columns.begin(), columns.end(), link.object);
    gains[row].push_back({static_cast<std::size_t>(column - columns.begin()), link.gain});
  }
  const std::vector<std::size_t> chosen = assign(gains, columns.size(), progress);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (chosen[i] == kUnassigned) continue;
    Track& track = tracks_[rows[i]];
    const std::size_t object = columns[chosen[i]];
    track.last = objects[object];
    numbers[object] = track.number;
  }
}

}  // namespace bitvox::colour
