// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_markers.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_rows.hpp"
#include "ops/label/label.hpp"

namespace bitvox::split_objects {
namespace {

struct MarkedVoxel {
  std::uint32_t voxel;
  std::uint32_t marker;
};

constexpr double kLargestMarker = 2147483647;

std::uint32_t marker_of_value(double value) {
  if (!(value >= 0 && value <= kLargestMarker) ||
      value != static_cast<double>(static_cast<std::uint32_t>(value))) {
    throw InvalidInput("the image of markers has the value " + short_number(value) +
                       "; markers are whole numbers from 1, and 0 is no marker");
  }
  return static_cast<std::uint32_t>(value);
}

// Takes slices of labels as markers.
class MarkersOfLabels final : public SliceSink {
 public:
  MarkersOfLabels(std::int64_t plane, std::vector<MarkedVoxel>& to) : plane_(plane), to_(to) {}

  void write_slice(std::int64_t slice, const void* pixels) override {
    const auto* const labels = static_cast<const std::int32_t*>(pixels);
    for (std::int64_t i = 0; i < plane_; ++i) {
      if (labels[i] == 0) continue;
      to_.push_back(
          {static_cast<std::uint32_t>(slice * plane_ + i), static_cast<std::uint32_t>(labels[i])});
    }
  }

 private:
  std::int64_t plane_;
  std::vector<MarkedVoxel>& to_;
};

// The connected parts of the voxels that are marked.
std::vector<MarkedVoxel> connected(const std::vector<MarkedVoxel>& marked, const Shape& s,
                                   const Options& options, int threads, Progress& progress) {
  BitVolume volume(s);
  for (const MarkedVoxel& m : marked) {
    const std::int64_t row = m.voxel / s.width, x = m.voxel % s.width;
    volume.words()[row * s.words_per_row() + x / 64] |= std::uint64_t{1} << (x % 64);
  }
  label::Options how;
  how.connectivity = options.connectivity;
  how.extent = options.extent;
  how.pixels = label::Pixels::kInteger;
  how.threads = threads;
  std::vector<MarkedVoxel> parts;
  MarkersOfLabels sink(s.width * s.height, parts);
  label::label(volume, how, {&sink, nullptr, false, nullptr}, progress);
  return parts;
}

// Of the whole image, in raster order.
std::vector<MarkedVoxel> marked_voxels(const GreySource& image, const Options& options, int threads,
                                       Progress& progress) {
  const Shape& s = image.shape();
  std::vector<std::vector<MarkedVoxel>> rows;
  std::mutex lock;
  std::atomic<bool> binary{image.type() == PixelType::kUint8};
  auto [reading, joining] = progress_parts(progress, 1, 1);
  read_rows(image, threads, reading, [&](std::int64_t y, std::int64_t z, const auto* row) {
    std::vector<MarkedVoxel> of_row;
    const std::int64_t first = (z * s.height + y) * s.width;
    for (std::int64_t x = 0; x < s.width; ++x) {
      const auto value = static_cast<double>(row[x]);
      if (value == 0) continue;
      of_row.push_back({static_cast<std::uint32_t>(first + x), marker_of_value(value)});
      if (value != 255) binary = false;
    }
    if (of_row.empty()) return;
    const std::lock_guard<std::mutex> guard(lock);
    rows.push_back(std::move(of_row));
  });
  joining.report(0, 1);
  std::sort(rows.begin(), rows.end(),
            [](const auto& a, const auto& b) { return a.front().voxel < b.front().voxel; });
  std::vector<MarkedVoxel> marked;
  for (std::vector<MarkedVoxel>& row : rows) {
    marked.insert(marked.end(), row.begin(), row.end());
    std::vector<MarkedVoxel>().swap(row);
  }
  return binary ? connected(marked, s, options, threads, joining) : marked;
}

}  // namespace

GivenMarkers read_markers(const GreySource& image, const BitVolume& volume, const Options& options,
                          int threads, Progress& progress) {
  const Shape& s = volume.shape();
  constexpr std::size_t kVoxelsBetweenReports = std::size_t{1} << 18;
  const bool planar = options.extent == Extent::kPerSlice || s.depth == 1;
  GivenMarkers given;
  std::set<std::uint32_t> all, inside;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::uint32_t> first_of;  // of slice and marker
  auto [reading, sorting] = progress_parts(progress, 2, 1);
  const std::vector<MarkedVoxel> marked = marked_voxels(image, options, threads, reading);
  std::pair<std::int64_t, std::uint32_t> last{-1, 0};  // neighbours are mostly of one marker
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (i % kVoxelsBetweenReports == 0) sorting.report(0, 1);
    const auto [voxel, marker] = marked[i];
    if (i == 0 || marker != marked[i - 1].marker) all.insert(marker);
    const std::int64_t row = voxel / s.width, x = voxel % s.width;
    if ((volume.words()[row * s.words_per_row() + x / 64] >> (x % 64) & 1) == 0) continue;
    const std::pair here{planar ? voxel / (s.width * s.height) : 0, marker};
    if (here != last) {
      last = here;
      inside.insert(marker);
      const auto [place, is_first] = first_of.try_emplace(here, voxel);
      first = place->second;
      if (is_first) {
        given.firsts.push_back(voxel);
        given.numbers.push_back(marker);
      }
    }
    given.seeds.voxels.push_back(voxel);
    given.seeds.firsts.push_back(first);
  }
  given.lost = static_cast<std::int64_t>(all.size() - inside.size());
  return given;
}

}  // namespace bitvox::split_objects
