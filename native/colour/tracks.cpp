// SPDX-License-Identifier: BSD-2-Clause
#include "colour/tracks.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "colour/assignment.hpp"
#include "core/disjoint_sets.hpp"

namespace bitvox::colour {
namespace {

struct Track {
  std::size_t last;  // its last detection
  std::int64_t number;
};

// What is within the gate of what: gains of links, by track and object of one frame.
struct Link {
  std::size_t track;
  std::size_t object;
  double gain;
};

// The positions of a sorted list in which items are looked up by x.
class ByX {
 public:
  ByX(const std::vector<Detection>& detections, std::size_t begin, std::size_t end)
      : detections_(detections), order_(end - begin) {
    std::iota(order_.begin(), order_.end(), begin);
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

class Linker {
 public:
  Linker(const std::vector<Detection>& detections, const TrackRule& rule)
      : detections_(detections), rule_(rule), numbers_(detections.size(), kNone) {}

  void add_frame(std::size_t begin, std::size_t end, Progress& progress) {
    const std::int64_t frame = detections_[begin].frame;
    std::erase_if(tracks_, [&](const Track& track) {
      return detections_[track.last].frame < frame - rule_.gaps - 1;
    });
    solve(links(begin, end), begin, end, progress);
    for (std::size_t i = begin; i < end; ++i) {
      if (numbers_[i] == kNone) {
        numbers_[i] = next_++;
        tracks_.push_back({i, numbers_[i]});
      }
    }
  }

  std::vector<std::int64_t> take() { return std::move(numbers_); }

 private:
  static constexpr std::int64_t kNone = -1;

  std::vector<Link> links(std::size_t begin, std::size_t end) const {
    const ByX objects(detections_, begin, end);
    std::vector<Link> found;
    for (std::size_t track = 0; track < tracks_.size(); ++track) {
      const Detection& last = detections_[tracks_[track].last];
      objects.each_near(last, rule_.gate, [&](std::size_t object) {
        const double dx = detections_[object].x - last.x;
        const double dy = detections_[object].y - last.y;
        const double gain = rule_.gate * rule_.gate - (dx * dx + dy * dy);
        if (gain > 0) found.push_back({track, object, gain});
      });
    }
    return found;
  }

  void solve(std::vector<Link> links, std::size_t begin, std::size_t end, Progress& progress) {
    // Parts that share no link are solved alone: nearly all are one track and one object.
    DisjointSets<std::size_t> parts(tracks_.size() + end - begin);
    for (const Link& link : links) parts.join(link.track, tracks_.size() + link.object - begin);
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
                 progress);
      i = last;
    }
  }

  void solve_part(const std::vector<Link>& links, Progress& progress) {
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
      track.last = columns[chosen[i]];
      numbers_[track.last] = track.number;
    }
  }

  const std::vector<Detection>& detections_;
  TrackRule rule_;
  std::vector<Track> tracks_;  // that may go on
  std::vector<std::int64_t> numbers_;
  std::int64_t next_ = 0;
};

}  // namespace

std::vector<std::int64_t> link_tracks(const std::vector<Detection>& detections,
                                      const TrackRule& rule, Progress& progress) {
  Linker linker(detections, rule);
  const auto count = static_cast<std::int64_t>(detections.size());
  StandingProgress standing(progress);
  for (std::size_t begin = 0; begin < detections.size();) {
    std::size_t end = begin;
    while (end < detections.size() && detections[end].frame == detections[begin].frame) ++end;
    linker.add_frame(begin, end, standing);
    begin = end;
    standing.move_to(static_cast<std::int64_t>(begin), count);
    standing.report(0, 1);
  }
  return linker.take();
}

}  // namespace bitvox::colour
