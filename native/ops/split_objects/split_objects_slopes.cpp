// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_slopes.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"

namespace bitvox::split_objects {
namespace {

using Voxels = std::vector<std::uint32_t>;

// What a voxel knows: a voxel further up (a peak's first voxel: itself), one of these, or, when all
// is found, kIsName and the name of its slopes.
constexpr std::uint32_t kIsName = std::uint32_t{1} << 31;
constexpr std::uint32_t kOutside = kIsName - 1;
constexpr std::uint32_t kOnPlateau = kIsName - 2;  // no neighbour is higher, but some as high
constexpr std::uint32_t kNextLayer = kIsName - 3;  // the same, and its way is about to be found

using Shared = std::atomic_ref<std::uint32_t>;
std::uint32_t load(std::uint32_t& value) { return Shared(value).load(std::memory_order_relaxed); }
void store(std::uint32_t& value, std::uint32_t to) {
  Shared(value).store(to, std::memory_order_relaxed);
}

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
class Climb {
 public:
  Climb(const ClimbRows<T>& rows, const Grid& grid, const T* heights, int threads,
        std::uint32_t* up)
      : rows_(rows),
        grid_(grid),
        heights_(heights),
        threads_(threads),
        parts_(grid.shape()),
        up_(up) {}

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

  // Layer by layer from the voxels of plateaus that have a higher neighbour. Returns those of
  // plateaus that have none: peaks.
  Voxels cross_plateaus(const Voxels& plateaus, Progress& progress) {
    StandingProgress standing(progress);
    Voxels layer =
        for_each_of(plateaus, threads_, standing, [&](std::uint32_t voxel, Voxels& next) {
          if (up_[voxel] == kOnPlateau && place_of(voxel) != kOutside) next.push_back(voxel);
        });
    while (!layer.empty()) {
      const Voxels places = for_each_of(
          layer, threads_, standing,
          [&](std::uint32_t voxel, Voxels& found) { found.push_back(place_of(voxel)); });
      for (std::size_t i = 0; i < layer.size(); ++i) up_[layer[i]] = places[i];
      layer = for_each_of(layer, threads_, standing, [&](std::uint32_t voxel, Voxels& next) {
        grid_.any_neighbour(voxel, [&](std::int64_t other) {
          std::uint32_t waits = kOnPlateau;
          if (heights_[other] == heights_[voxel] &&
              Shared(up_[other])
                  .compare_exchange_strong(waits, kNextLayer, std::memory_order_relaxed)) {
            next.push_back(static_cast<std::uint32_t>(other));
          }
          return false;
        });
      });
    }
    return for_each_of(plateaus, threads_, standing, [&](std::uint32_t voxel, Voxels& peaks) {
      if (up_[voxel] == kOnPlateau) peaks.push_back(voxel);
    });
  }

  // The voxels of a peak get its first one, by union-find.
  void join_peaks(const Voxels& peaks, Progress& progress) {
    StandingProgress standing(progress);
    for_each_of(peaks, threads_, standing,
                [&](std::uint32_t voxel, Voxels&) { up_[voxel] = voxel; });
    for_each_of(peaks, threads_, standing, [&](std::uint32_t voxel, Voxels&) {
      grid_.any_neighbour(voxel, [&](std::int64_t other) {
        if (other < voxel && heights_[other] == heights_[voxel]) {
          join(voxel, static_cast<std::uint32_t>(other));
        }
        return other > voxel;
      });
    });
  }

  // Every voxel gets the first voxel of its peak. Returns these.
  Voxels climb_to_the_top(Progress& progress) {
    std::vector<Voxels> tops(static_cast<std::size_t>(parts_.count()));
    each_part(progress, [&](std::int64_t part, std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const auto voxel = static_cast<std::uint32_t>(i);
        if (load(up_[i]) == kOutside) continue;
        const std::uint32_t top = find(voxel);
        store(up_[i], top);
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
    // A peak loses the flag while others look at it, which changes nothing for them.
    each_part(progress, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) {
        const std::uint32_t at = load(up_[i]);
        if (at == kOutside) {
          store(up_[i], 0);
        } else {
          store(up_[i], ((at & kIsName) != 0 ? at : load(up_[at])) & ~kIsName);
        }
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
        up_[voxel] = static_cast<std::uint32_t>(voxel + grid_.step(code));
      }
    }
  }

  // The first neighbour on the plateau whose way is known; kOutside for none.
  std::uint32_t place_of(std::uint32_t voxel) {
    std::uint32_t place = kOutside;
    grid_.any_neighbour(voxel, [&](std::int64_t other) {
      if (heights_[other] != heights_[voxel] || up_[other] >= kNextLayer) return false;
      place = static_cast<std::uint32_t>(other);
      return true;
    });
    return place;
  }

  std::uint32_t find(std::uint32_t voxel) {
    for (;;) {
      const std::uint32_t parent = load(up_[voxel]);
      if (parent == voxel) return voxel;
      const std::uint32_t above = load(up_[parent]);
      if (above == parent) return parent;
      // (Not a plain store: what another thread has found meanwhile is further up.)
      std::uint32_t still = parent;
      Shared(up_[voxel]).compare_exchange_strong(still, above, std::memory_order_relaxed);
      voxel = above;
    }
  }

  // The smaller one is the root, however threads come.
  void join(std::uint32_t a, std::uint32_t b) {
    for (;;) {
      a = root(a);
      b = root(b);
      if (a == b) return;
      if (a < b) std::swap(a, b);
      std::uint32_t still = a;
      if (Shared(up_[a]).compare_exchange_strong(still, b, std::memory_order_relaxed)) return;
    }
  }
  std::uint32_t root(std::uint32_t voxel) {
    for (;;) {
      const std::uint32_t parent = load(up_[voxel]);
      if (parent == voxel) return voxel;
      voxel = parent;
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
};

}  // namespace

template <class T>
std::vector<std::uint32_t> find_slopes(const ClimbRows<T>& rows, const Grid& grid, const T* heights,
                                       const Seeds& seeds, int threads, std::uint32_t* names,
                                       Progress& progress) {
  auto parts = progress_parts(progress, 8, 3, 1, 6, 2);
  Climb<T> climb(rows, grid, heights, threads, names);
  const Voxels plateaus = climb.look_around(parts[0]);
  for (std::size_t i = 0; i < seeds.voxels.size(); ++i) names[seeds.voxels[i]] = seeds.firsts[i];
  climb.join_peaks(climb.cross_plateaus(plateaus, parts[1]), parts[2]);
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
