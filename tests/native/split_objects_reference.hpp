// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "ops/split_objects/split_objects.hpp"
#include "test_volumes.hpp"

// The definition in split_objects.hpp word by word, by loops that take all the time they need.
namespace bitvox::test {

inline constexpr double kOutsideHeight = -std::numeric_limits<double>::infinity();
inline constexpr double kMarkerHeight = std::numeric_limits<double>::infinity();

class ObviousSplit {
 public:
  using Numbers = std::vector<std::int64_t>;

  ObviousSplit(const Shape& shape, const split_objects::Options& options)
      : shape_(shape),
        options_(options),
        planar_(options.extent == Extent::kPerSlice || shape.depth == 1) {}

  // The distance map by looking at every pair of voxels. No volume is without background.
  std::vector<double> distances(const BitVolume& volume) const {
    std::vector<double> all(static_cast<std::size_t>(shape_.voxel_count()), kOutsideHeight);
    const Spacing& size = options_.spacing;
    const std::int64_t out = options_.edges == Edges::kBackground ? 1 : 0;
    const std::int64_t out_z = planar_ ? 0 : out;
    each([&](std::int64_t i, std::int64_t x, std::int64_t y, std::int64_t z) {
      if (!voxel(volume, x, y, z)) return;
      double least = std::numeric_limits<double>::infinity();
      for (std::int64_t v = planar_ ? z : -out_z; v < (planar_ ? z + 1 : shape_.depth + out_z); ++v)
        for (std::int64_t b = -out; b < shape_.height + out; ++b)
          for (std::int64_t a = -out; a < shape_.width + out; ++a) {
            const bool within = a >= 0 && b >= 0 && v >= 0 && a < shape_.width &&
                                b < shape_.height && v < shape_.depth;
            if (within && voxel(volume, a, b, v)) continue;
            const bool cubes = size.x == size.y && (planar_ || size.x == size.z);
            const auto step = [&](std::int64_t k, double length) {
              const double d = static_cast<double>(std::abs(k)) * (cubes ? 1 : length);
              return d * d;
            };
            const double square = step(a - x, size.x) + step(b - y, size.y) + step(v - z, size.z);
            const double distance = static_cast<float>((cubes ? size.x : 1) * std::sqrt(square));
            least = std::min(least, distance);
          }
      all[at(i)] = least;
    });
    return all;
  }

  // Labels, from heights, and from given markers where there are any: one number for each voxel.
  std::vector<std::uint32_t> labels(std::vector<double> heights, const Numbers& given = {}) {
    heights_ = std::move(heights);
    given_ = given;
    for (std::size_t i = 0; i < given_.size(); ++i) {
      if (heights_[i] == kOutsideHeight) given_[i] = 0;
      if (given_[i] != 0) heights_[i] = kMarkerHeight;
    }
    climb();
    find_passes();
    choose_markers();
    flood();
    return number();
  }

  // Of a voxel, without its own height where it is a marker: the first voxel of its peak.
  const Numbers& peaks() const { return peak_; }
  const std::map<std::int64_t, std::int64_t>& markers() const { return marker_; }

  template <class Body>
  void each_neighbour(std::int64_t i, const Body& body) const {
    const std::int64_t x = i % shape_.width, y = i / shape_.width % shape_.height;
    const std::int64_t z = i / shape_.width / shape_.height;
    const int most = options_.connectivity == label::Connectivity::kFaces   ? 1
                     : options_.connectivity == label::Connectivity::kEdges ? 2
                                                                            : 3;
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const int axes = std::abs(dx) + std::abs(dy) + std::abs(dz);
          if (axes == 0 || axes > most || (planar_ && dz != 0)) continue;
          const std::int64_t a = x + dx, b = y + dy, c = z + dz;
          if (a < 0 || b < 0 || c < 0 || a >= shape_.width || b >= shape_.height ||
              c >= shape_.depth) {
            continue;
          }
          const std::int64_t other = (c * shape_.height + b) * shape_.width + a;
          if (heights_[at(other)] != kOutsideHeight) body(other);
        }
  }

  double height(std::int64_t i) const { return heights_[at(i)]; }

 private:
  static std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

  template <class Body>
  void each(const Body& body) const {
    std::int64_t i = 0;
    for (std::int64_t z = 0; z < shape_.depth; ++z)
      for (std::int64_t y = 0; y < shape_.height; ++y)
        for (std::int64_t x = 0; x < shape_.width; ++x) body(i++, x, y, z);
  }
  template <class Body>
  void each_inside(const Body& body) const {
    for (std::int64_t i = 0; i < shape_.voxel_count(); ++i) {
      if (heights_[at(i)] != kOutsideHeight) body(i);
    }
  }
  bool is_given(std::int64_t i) const { return !given_.empty() && given_[at(i)] != 0; }

  // Where the voxels go; -1 for those of peaks.
  void climb() {
    Numbers next(heights_.size(), -1);
    each_inside([&](std::int64_t i) {
      double best = height(i);
      if (is_given(i)) return;
      each_neighbour(i, [&](std::int64_t other) {
        if (height(other) > best) {
          best = height(other);
          next[at(i)] = other;
        }
      });
    });
    for (bool any = true; any;) {  // a layer of all plateaus
      any = false;
      Numbers then = next;
      each_inside([&](std::int64_t i) {
        if (next[at(i)] >= 0 || is_given(i)) return;
        each_neighbour(i, [&](std::int64_t other) {
          if (then[at(i)] < 0 && height(other) == height(i) && next[at(other)] >= 0) {
            then[at(i)] = other;
            any = true;
          }
        });
      });
      next = then;
    }
    // Peaks have the first of their voxels, which are flooded from it.
    peak_.assign(heights_.size(), -1);
    each_inside([&](std::int64_t i) {
      if (next[at(i)] >= 0 || peak_[at(i)] >= 0) return;
      if (is_given(i)) {
        std::int64_t first = i;
        for (std::int64_t j = 0; j < i; ++j) {
          const bool same_slice = !planar_ || slice(j) == slice(i);
          if (given_[at(j)] == given_[at(i)] && same_slice) first = std::min(first, j);
        }
        peak_[at(i)] = first;
        return;
      }
      Numbers todo{i};
      peak_[at(i)] = i;
      while (!todo.empty()) {
        const std::int64_t from = todo.back();
        todo.pop_back();
        each_neighbour(from, [&](std::int64_t other) {
          if (height(other) == height(i) && peak_[at(other)] < 0) {
            peak_[at(other)] = i;
            todo.push_back(other);
          }
        });
      }
    });
    each_inside([&](std::int64_t i) {
      std::int64_t top = i;
      while (next[at(top)] >= 0) top = next[at(top)];
      peak_[at(i)] = peak_[at(top)];
    });
  }

  std::int64_t slice(std::int64_t i) const { return i / (shape_.width * shape_.height); }

  void find_passes() {
    passes_.clear();
    each_inside([&](std::int64_t i) {
      each_neighbour(i, [&](std::int64_t other) {
        const std::int64_t a = peak_[at(i)], b = peak_[at(other)];
        if (a == b) return;
        const double height_of_pair = std::min(height(i), height(other));
        const auto [pass, is_new] = passes_.try_emplace({a, b}, height_of_pair);
        pass->second = std::max(pass->second, height_of_pair);
      });
    });
  }

  // By flooding from each peak all that lies at most the tolerance below it.
  void choose_markers() {
    marker_.clear();
    std::set<std::int64_t> peaks;
    each_inside([&](std::int64_t i) { peaks.insert(peak_[at(i)]); });
    for (const std::int64_t peak : peaks) {
      if (!given_.empty()) {
        marker_[peak] = is_given(peak) ? peak : -1;
        continue;
      }
      std::vector<char> seen(heights_.size());
      Numbers todo{peak};
      seen[at(peak)] = 1;
      std::int64_t name = peak;
      while (!todo.empty() && name >= 0) {
        const std::int64_t from = todo.back();
        todo.pop_back();
        each_neighbour(from, [&](std::int64_t other) {
          if (seen[at(other)] != 0 || height(peak) - height(other) > options_.tolerance) return;
          seen[at(other)] = 1;
          todo.push_back(other);
          if (height(other) > height(peak)) name = -1;
          if (name >= 0 && height(other) == height(peak)) name = std::min(name, peak_[at(other)]);
        });
      }
      marker_[peak] = name;
    }
  }

  // Relaxed until nothing changes.
  void flood() {
    std::map<std::int64_t, double> lowest;  // of the best way from a marker
    for (const auto& [peak, marker] : marker_) {
      lowest[peak] = marker >= 0 ? kMarkerHeight : kOutsideHeight;
    }
    for (bool any = true; any;) {
      any = false;
      for (const auto& [pair, pass] : passes_) {
        const double here = std::min(lowest[pair.first], pass);
        if (here > lowest[pair.second]) {
          lowest[pair.second] = here;
          any = true;
        }
      }
    }
    using Arrival = std::pair<std::int64_t, std::int64_t>;  // steps, marker
    constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
    std::map<std::int64_t, Arrival> arrival;
    for (const auto& [peak, marker] : marker_) {
      arrival[peak] = marker >= 0 ? Arrival{0, marker} : Arrival{kNever, kNever};
    }
    for (bool any = true; any;) {
      std::map<std::int64_t, Arrival> then = arrival;
      for (auto& [peak, best] : then) {
        if (marker_[peak] < 0) best = {kNever, kNever};
      }
      for (const auto& [pair, pass] : passes_) {
        const auto [from, to] = pair;
        const bool leads =
            lowest[to] > kOutsideHeight && std::min(lowest[from], pass) == lowest[to];
        if (marker_[to] >= 0 || !leads || arrival[from].first == kNever) continue;
        const std::int64_t steps = lowest[from] == lowest[to] ? arrival[from].first + 1 : 1;
        then[to] = std::min(then[to], Arrival{steps, arrival[from].second});
      }
      any = then != arrival;
      arrival = then;
    }
    part_of_.clear();
    for (const auto& [peak, best] : arrival) {
      part_of_[peak] = best.second == kNever ? first_connected(peak) : best.second;
    }
  }

  std::int64_t first_connected(std::int64_t peak) const {
    std::set<std::int64_t> seen{peak};
    Numbers todo{peak};
    while (!todo.empty()) {
      const std::int64_t from = todo.back();
      todo.pop_back();
      for (const auto& [pair, pass] : passes_) {
        if (pair.first == from && seen.insert(pair.second).second) todo.push_back(pair.second);
      }
    }
    return *seen.begin();
  }

  std::vector<std::uint32_t> number() {
    std::vector<std::uint32_t> labels(heights_.size());
    std::map<std::int64_t, std::uint32_t> label_of;
    each_inside([&](std::int64_t i) {
      const auto next = static_cast<std::uint32_t>(label_of.size() + 1);
      labels[at(i)] = label_of.try_emplace(part_of_[peak_[at(i)]], next).first->second;
    });
    return labels;
  }

  Shape shape_;
  split_objects::Options options_;
  bool planar_;
  std::vector<double> heights_;
  Numbers given_;
  Numbers peak_;
  std::map<std::pair<std::int64_t, std::int64_t>, double> passes_;  // both ways
  std::map<std::int64_t, std::int64_t> marker_;                     // -1: the peak is none
  std::map<std::int64_t, std::int64_t> part_of_;
};

}  // namespace bitvox::test
