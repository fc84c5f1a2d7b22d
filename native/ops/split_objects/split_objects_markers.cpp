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
  std::vector<MarkedVoxel> marked;
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
    marked.insert(marked.end(), of_row.begin(), of_row.end());
  });
  if (binary) return connected(marked, s, options, threads, joining);
  joining.report(0, 1);
  std::sort(marked.begin(), marked.end(),
            [](const MarkedVoxel& a, const MarkedVoxel& b) { return a.voxel < b.voxel; });
  return marked;
}

}  // namespace

GivenMarkers read_markers(const GreySource& image, const BitVolume& volume, const Grid& grid,
                          const Options& options, int threads, Progress& progress) {
  const Shape& s = volume.shape();
  GivenMarkers given;
  std::set<std::uint32_t> all, inside;
  std::map<std::pair<std::int64_t, std::uint32_t>, std::uint32_t> first_of;  // of slice and marker
  for (const MarkedVoxel& m : marked_voxels(image, options, threads, progress)) {
    all.insert(m.marker);
    const std::int64_t row = m.voxel / s.width, x = m.voxel % s.width;
    if ((volume.words()[row * s.words_per_row() + x / 64] >> (x % 64) & 1) == 0) continue;
    inside.insert(m.marker);
    const std::int64_t slice = grid.planar() ? grid.slice_of(m.voxel) : 0;
    const auto [place, is_first] = first_of.try_emplace({slice, m.marker}, m.voxel);
    if (is_first) {
      given.firsts.push_back(m.voxel);
      given.numbers.push_back(m.marker);
    }
    given.seeds.voxels.push_back(m.voxel);
    given.seeds.firsts.push_back(place->second);
  }
  given.lost = static_cast<std::int64_t>(all.size() - inside.size());
  return given;
}

}  // namespace bitvox::split_objects
