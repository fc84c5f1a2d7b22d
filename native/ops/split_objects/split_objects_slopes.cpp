// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_slopes.hpp"

#include <algorithm>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/split_objects/split_objects_climb.hpp"

namespace bitvox::split_objects {
namespace {

using Voxels = std::vector<std::uint32_t>;

// body(voxel, to) for all voxels of a list on all threads; what bodies append to `to` is put
// together in the order of the list.
template <class Body>
Voxels for_each_of(const Voxels& list, int threads, Progress& progress, const Body& body) {
  constexpr std::size_t kOfPart = 4096;
  const std::size_t parts = (list.size() + kOfPart - 1) / kOfPart;
  std::vector<Voxels> found(parts);
  parallel_for(static_cast<std::int64_t>(parts), threads, progress, [&](std::int64_t part) {
    const std::size_t first = static_cast<std::size_t>(part) * kOfPart;
    Voxels& to = found[static_cast<std::size_t>(part)];
    for (std::size_t i = first; i < std::min(list.size(), first + kOfPart); ++i) body(list[i], to);
  });
  Voxels all;
  for (const Voxels& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

template <class T>
class Climber {
 public:
  Climber(const ClimbRows<T>& rows, const Grid& grid, const T* heights, int threads,
          std::uint32_t* up)
      : rows_(rows),
        grid_(grid),
        heights_(heights),
        threads_(threads),
        parts_(grid.shape()),
        up_(up),
        climb_{grid.neighbours(), heights, up} {}

  // Voxels with a higher neighbour get their place, and those on plateaus are returned.
  Voxels look_around(Progress& progress) {
    struct Own {
      Window<T> window;
      std::vector<T> codes, best;
    };
    const Shape& s = grid_.shape();
    const auto width = static_cast<std::size_t>(s.width);
    std::vector<Voxels> flat(static_cast<std::size_t>(parts_.count()));
    parallel_for(
        parts_.count(), threads_, progress,
        [&] {
          return Own{Window<T>(grid_, heights_), std::vector<T>(width), std::vector<T>(width)};
        },
        [&](Own& own, std::int64_t part) {
          const std::int64_t z = parts_.slice(part);
          for (std::int64_t y = parts_.first(part); y < parts_.end(part); ++y) {
            rows_.climb(own.window.at(y, z), s.width, grid_.most_axes(), own.codes.data(),
                        own.best.data());
            take_row((z * s.height + y) * s.width, own.codes.data(),
                     flat[static_cast<std::size_t>(part)]);
          }
        });
    Voxels all;
    for (const Voxels& some : flat) all.insert(all.end(), some.begin(), some.end());
    return all;
  }

  // Layer by layer from the voxels of plateaus beside one that goes up. Those that are not reached
  // are peaks, and their first voxels the roots.
  void cross_plateaus(const Voxels& plateaus, Progress& crossing, Progress& joining) {
    StandingProgress standing(crossing);
    Voxels layer =
        for_each_of(plateaus, threads_, standing, [&](std::uint32_t voxel, Voxels& first) {
          if (climb_.is_in_first_layer(voxel)) first.push_back(voxel);
        });
    for (const std::uint32_t voxel : layer) up_[voxel] = climb_.layer(0);
    for (std::uint64_t number = 0; !layer.empty(); ++number) {
      layer = for_each_of(layer, threads_, standing, [&](std::uint32_t voxel, Voxels& next) {
        climb_.spread(voxel, number, [&](std::uint32_t other) { next.push_back(other); });
      });
    }
    const Voxels ways = for_each_of(
        plateaus, threads_, standing,
        [&](std::uint32_t voxel, Voxels& found) { found.push_back(climb_.way(voxel)); });
    Voxels peaks;
    for (std::size_t i = 0; i < plateaus.size(); ++i) {
      if (up_[plateaus[i]] == kOnPlateau) peaks.push_back(plateaus[i]);
      up_[plateaus[i]] = ways[i];
    }
    StandingProgress joins(joining);
    for_each_of(peaks, threads_, joins,
                [&](std::uint32_t voxel, Voxels&) { climb_.join_peak(voxel); });
  }

  // Every voxel gets the first voxel of its peak. Returns these.
  Voxels climb_to_the_top(Progress& progress) {
    std::vector<Voxels> tops(static_cast<std::size_t>(parts_.count()));
    each_part(progress, [&](std::int64_t part, std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const auto voxel = static_cast<std::uint32_t>(i);
        if (words::load(up_[i]) == kOutside) continue;
        const std::uint32_t top = find(voxel);
        words::store(up_[i], top);
        if (top == voxel) tops[static_cast<std::size_t>(part)].push_back(voxel);
      }
    });
    Voxels all;
    for (const Voxels& some : tops) all.insert(all.end(), some.begin(), some.end());
    return all;
  }

  void name(const Voxels& peaks, Progress& progress) {
    for (std::size_t i = 0; i < peaks.size(); ++i) {
      up_[peaks[i]] = kIsName | static_cast<std::uint32_t>(i + 1);
    }
    each_part(progress, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        words::store(up_[i], climb_.name(static_cast<std::uint32_t>(i)));
      }
    });
  }

 private:
  void take_row(std::int64_t first, const T* codes, Voxels& flat) {
    for (std::int64_t x = 0; x < grid_.shape().width; ++x) {
      const std::int64_t voxel = first + x;
      const auto code = static_cast<int>(codes[x]);
      if (heights_[voxel] == 0) {
        up_[voxel] = kOutside;
      } else if (code == kFlat) {
        up_[voxel] = kOnPlateau;
        flat.push_back(static_cast<std::uint32_t>(voxel));
      } else {
        up_[voxel] = static_cast<std::uint32_t>(voxel + grid_.neighbours().step(code));
      }
    }
  }

  std::uint32_t find(std::uint32_t voxel) {
    for (;;) {
      const std::uint32_t parent = words::load(up_[voxel]);
      if (parent == voxel) return voxel;
      const std::uint32_t above = words::load(up_[parent]);
      if (above == parent) return parent;
      // (Not a plain store: what another thread has found meanwhile is further up.)
      words::replace(up_[voxel], parent, above);
      voxel = above;
    }
  }

  // body(part, first voxel, end)
  template <class Body>
  void each_part(Progress& progress, const Body& body) {
    const Shape& s = grid_.shape();
    parallel_for(parts_.count(), threads_, progress, [&](std::int64_t part) {
      const std::int64_t slice = parts_.slice(part) * s.height;
      body(part, (slice + parts_.first(part)) * s.width, (slice + parts_.end(part)) * s.width);
    });
  }

  const ClimbRows<T>& rows_;
  const Grid& grid_;
  const T* heights_;
  int threads_;
  RowParts parts_;
  std::uint32_t* up_;
  const Climb<T> climb_;
};

}  // namespace

template <class T>
std::vector<std::uint32_t> find_slopes(const ClimbRows<T>& rows, const Grid& grid, const T* heights,
                                       const Seeds& seeds, int threads, std::uint32_t* names,
                                       Progress& progress) {
  auto parts = progress_parts(progress, 8, 3, 1, 6, 2);
  Climber<T> climb(rows, grid, heights, threads, names);
  const Voxels plateaus = climb.look_around(parts[0]);
  for (std::size_t i = 0; i < seeds.voxels.size(); ++i) names[seeds.voxels[i]] = seeds.firsts[i];
  climb.cross_plateaus(plateaus, parts[1], parts[2]);
  Voxels peaks = climb.climb_to_the_top(parts[3]);
  climb.name(peaks, parts[4]);
  return peaks;
}

template std::vector<std::uint32_t> find_slopes(const ClimbRows<std::uint16_t>&, const Grid&,
                                                const std::uint16_t*, const Seeds&, int,
                                                std::uint32_t*, Progress&);
template std::vector<std::uint32_t> find_slopes(const ClimbRows<std::uint32_t>&, const Grid&,
                                                const std::uint32_t*, const Seeds&, int,
                                                std::uint32_t*, Progress&);

}  // namespace bitvox::split_objects
