// SPDX-License-Identifier: BSD-2-Clause
#include "ops/geodesic/geodesic_objects.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/threads/onward.hpp"
#include "core/volumes/bit_volume.hpp"
#include "ops/geodesic/geodesic_object_map.hpp"
#include "ops/label/label.hpp"

namespace bitvox::geodesic {
namespace {

class SlicesOfLabels final : public SliceSink {
 public:
  SlicesOfLabels(std::int64_t pixels, std::int32_t* to) : pixels_(pixels), to_(to) {}
  void write_slice(std::int64_t slice, const void* pixels) override {
    std::copy_n(static_cast<const std::int32_t*>(pixels), pixels_, to_ + slice * pixels_);
  }

 private:
  std::int64_t pixels_;
  std::int32_t* to_;
};

ObjectMap object_map(const Terrain& terrain, label::Connectivity connectivity, Progress& progress) {
  const Shape& shape = terrain.grid.shape;
  auto [marking, numbering] = progress_parts(progress, 1, 4);
  PhaseProgress& marks = marking;
  auto open = BitVolume::unset(shape);
  terrain.costs.with([&](const auto* costs) {
    using Whole = std::remove_cvref_t<decltype(costs[0])>;
    parallel_for(shape.height * shape.depth, terrain.threads, marks, [&](std::int64_t row) {
      std::uint64_t* const words = open.words() + row * shape.words_per_row();
      std::fill_n(words, shape.words_per_row(), std::uint64_t{0});
      for (std::int64_t x = 0; x < shape.width; ++x) {
        if (costs[row * shape.width + x] == paths::kWall<Whole>) continue;
        words[x / 64] |= std::uint64_t{1} << (x % 64);
      }
    });
  });
  ObjectMap map;
  map.voxels = shape.voxel_count();
  map.threads = terrain.threads;
  map.labels = aligned_array<std::int32_t>(map.voxels);
  label::Options how;
  how.connectivity = connectivity;
  how.pixels = label::Pixels::kInteger;
  how.backend = terrain.backend;
  how.threads = terrain.threads;
  SlicesOfLabels sink(shape.width * shape.height, map.labels.get());
  map.objects = label::label(open, how, {&sink, nullptr, false, nullptr}, numbering).found;
  return map;
}

// The farthest voxel of each object from one of its voxels is an end of a long path in it, and the
// farthest from that the other end of a longer one, if not equally long: on trees of the longest.
// All objects are searched in one map, and again until none gets longer. So that the maps of both
// ends are there at last, objects that no longer grow are searched from one end and the other.
template <class Word>
class Sweeps {
 public:
  Sweeps(const Terrain& terrain, const ObjectMap& map, const std::vector<std::int64_t>& starts)
      : terrain_(terrain),
        map_(map),
        now_(starts),
        before_(starts),
        lengths_(starts.size()),
        grows_(starts.size(), 1) {
    for (AlignedArray<Word>& words : maps_) words = aligned_array<Word>(map.voxels);
  }

  // False where the words are too narrow.
  bool run(Distances<Word>& distances, Progress& progress) {
    bool any_grows = true;
    for (int sweep = 0; sweep < 2 || any_grows; ++sweep) {
      // There are three or four mostly.
      PhaseProgress part(progress, std::min(sweep, kMostSweeps - 1), std::min(sweep + 1, 16), 16);
      std::swap(maps_[0], maps_[1]);
      if (!search(distances, part)) return false;
      any_grows = step(sweep + 1 < kMostSweeps, part);
    }
    return true;
  }

  MeasuredObjects measured(const Spacing& spacing, Progress& progress) const {
    MeasuredObjects all;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      all.ends[0].push_back(std::min(now_[i], before_[i]));
      all.ends[1].push_back(std::max(now_[i], before_[i]));
      all.lengths.push_back(static_cast<std::int64_t>(lengths_[i]));
    }
    const Shape& s = terrain_.grid.shape;
    const auto off_middle = [&](std::size_t object, std::int64_t voxel) {
      const std::int64_t a = now_[object], b = before_[object];
      const std::int64_t rows = s.height;
      const auto along = [&](double side, std::int64_t v, std::int64_t p, std::int64_t q) {
        const double d = side * static_cast<double>(2 * v - p - q);
        return d * d;
      };
      return along(spacing.x, voxel % s.width, a % s.width, b % s.width) +
             along(spacing.y, voxel / s.width % rows, a / s.width % rows, b / s.width % rows) +
             along(spacing.z, voxel / s.width / rows, a / s.width / rows, b / s.width / rows);
    };
    const Word *const from_now = maps_[0].get(), *const from_before = maps_[1].get();
    const auto nearness = [&](std::size_t, std::int64_t voxel) {
      return static_cast<Word>(paths::kFar<Word> - std::max(from_now[voxel], from_before[voxel]));
    };
    all.centres = best_voxels<Word>(map_, nearness, off_middle, progress).voxels;
    return all;
  }

 private:
  bool search(Distances<Word>& distances, Progress& progress) {
    auto [clearing, searching, looking] = progress_parts(progress, 1, 30, 1);
    Word* const words = maps_[0].get();
    each_part(map_.voxels, terrain_.threads, clearing, [&](std::int64_t first, std::int64_t end) {
      std::fill(words + first, words + end, paths::kFar<Word>);
    });
    for (const std::int64_t voxel : now_) words[voxel] = 0;
    distances.find(words, searching);
    const Word largest = largest_word(words, map_.voxels, terrain_.threads, looking);
    return paths::sum_is_exact(largest, std::uint64_t{1}, terrain_.grid.longest_step(), 0);
  }

  // From where each object is searched next. Whether any may still get longer.
  bool step(bool may_grow, Progress& progress) {
    StandingProgress standing(progress);
    const Word* const words = maps_[0].get();
    const BestVoxels<Word> farthest = best_voxels<Word>(
        map_, [&](std::size_t, std::int64_t voxel) { return words[voxel]; }, standing);
    bool any_grows = false;
    for (std::size_t i = 0; i < now_.size(); ++i) {
      grows_[i] = grows_[i] != 0 && may_grow && farthest.values[i] > lengths_[i] ? 1 : 0;
      std::swap(before_[i], now_[i]);
      if (grows_[i] == 0) continue;
      lengths_[i] = farthest.values[i];
      now_[i] = farthest.voxels[i];
      any_grows = true;
    }
    return any_grows;
  }

  const Terrain& terrain_;
  const ObjectMap& map_;
  std::array<AlignedArray<Word>, 2> maps_;  // from before_, and from the voxels before those
  std::vector<std::int64_t> now_, before_;  // of each object the next voxel, and the one before
  std::vector<Word> lengths_;               // of the longest path that was found, between these
  std::vector<std::uint8_t> grows_;
};

template <class Word>
std::optional<MeasuredObjects> measure_with(const Terrain& terrain, const ObjectMap& map,
                                            const std::vector<std::int64_t>& starts,
                                            const Spacing& spacing, RunReport& report,
                                            Progress& progress) {
  if (!paths::sum_fits<Word>(1, terrain.grid.longest_step(), 0)) return {};
  require_memory(kHostUser, host_memory(),
                 2 * map.voxels * static_cast<std::int64_t>(sizeof(Word)));
  auto [searching, choosing] = progress_parts(progress, 20, 1);
  PhaseProgress& paths = searching;
  PhaseProgress& centres = choosing;
  return terrain.costs.with([&](const auto* costs) {
    using Whole = std::remove_cvref_t<decltype(costs[0])>;
    const Problem<Word, Whole> problem{terrain.grid, {0}, costs};
    const auto sweep = [&](Distances<Word>& distances) -> std::optional<MeasuredObjects> {
      Sweeps<Word> sweeps(terrain, map, starts);
      if (!sweeps.run(distances, paths)) return {};
      return sweeps.measured(spacing, centres);
    };
    return run_on(
        terrain.backend, gpu_use(terrain.grid.shape), report,
        [&](Gpu) { return sweep(*distances_cuda(problem, terrain.threads, paths)); },
        [&](InstructionSet instructions) {
          return sweep(*distances_cpu(instructions, problem, terrain.threads));
        });
  });
}

}  // namespace

MeasuredObjects measure_objects(const Terrain& terrain, const Options& options, RunReport& report,
                                Progress& progress) {
  require_memory(kHostUser, host_memory(), terrain.grid.voxels() * 12);
  auto [mapping, counting, starting, sweeping] = progress_parts(progress, 3, 1, 1, 40);
  const ObjectMap map = object_map(terrain, options.connectivity, mapping);
  if (map.objects == 0) return {};
  std::vector<std::int64_t> voxels = map.count(counting);
  const std::vector<std::int64_t> starts =
      best_voxels<std::uint8_t>(
          map, [](std::size_t, std::int64_t) { return std::uint8_t{1}; }, starting)
          .voxels;
  const Spacing& spacing = options.spacing;
  Onward onward(sweeping);
  auto found = measure_with<std::uint32_t>(terrain, map, starts, spacing, report, onward);
  if (!found) found = measure_with<std::uint64_t>(terrain, map, starts, spacing, report, onward);
  if (!found) throw InvalidInput(kTooLarge);
  found->voxels = std::move(voxels);
  return *std::move(found);
}

Objects objects_of(MeasuredObjects&& measured, const Shape& shape, double unit) {
  Objects objects;
  objects.voxels = std::move(measured.voxels);
  for (const std::int64_t length : measured.lengths) {
    objects.diameter.push_back(static_cast<double>(length) * unit);
  }
  const auto places = [&](std::vector<std::int64_t>& of,
                          std::array<std::vector<std::int32_t>, 3>& to) {
    for (const std::int64_t voxel : of) {
      to[0].push_back(static_cast<std::int32_t>(voxel % shape.width));
      to[1].push_back(static_cast<std::int32_t>(voxel / shape.width % shape.height));
      to[2].push_back(static_cast<std::int32_t>(voxel / shape.width / shape.height));
    }
    std::vector<std::int64_t>().swap(of);
  };
  places(measured.ends[0], objects.first_end);
  places(measured.ends[1], objects.second_end);
  places(measured.centres, objects.centre);
  return objects;
}

}  // namespace bitvox::geodesic
