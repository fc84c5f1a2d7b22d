// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_objects.hpp"
#include "ops/label/label_shapes.hpp"
#include "ops/split_objects/split_objects.hpp"
#include "ops/split_objects/split_objects_flood.hpp"
#include "ops/split_objects/split_objects_heights.hpp"
#include "ops/split_objects/split_objects_markers.hpp"
#include "ops/split_objects/split_objects_parts.hpp"
#include "ops/split_objects/split_objects_slopes.hpp"

namespace bitvox::split_objects {
namespace {

// Of a voxel, at the same time: heights and what they are made of, and a label.
std::int64_t bytes_of_voxel(const Options& options) {
  const Spacing& size = options.spacing;
  const bool cubes = size.x == size.y && size.x == size.z;
  if (options.heights == Heights::kDistance) return cubes ? 6 : 12;
  return 8;
}

class Splitter {
 public:
  Splitter(InstructionSet instructions, const Images& images, const Options& options,
           const Outputs& outputs, const Shape& shape)
      : instructions_(instructions),
        rows_(rows_for<Rows>(instructions)),
        images_(images),
        options_(options),
        outputs_(outputs),
        threads_(thread_count(options.threads)),
        grid_(shape, options.connectivity, options.extent) {}

  Result run(const VolumeSource& in, Progress& progress) {
    auto [reading, making, counting, splitting, finishing] =
        progress_parts(progress, 1, 3, 1, 4, 3);
    const Shape& shape = grid_.shape();
    require_memory(kUser, host_memory(),
                   shape.voxel_count() * bytes_of_voxel(options_) + 8 * shape.word_count());
    BitVolume volume = read_volume(in, threads_, reading);
    const HeightJob job{instructions_, options_, threads_, grid_.planar()};
    if (options_.heights != Heights::kDistance) {
      const auto heights = grey_heights(job, *images_.grey, volume, making);
      split(volume, rows_.of_32, heights.get(), number_of_height, counting, splitting);
    } else {
      auto [narrow, wide] = progress_parts(making, 1, 1);
      if (const auto made = squared_distances(job, volume, narrow)) {
        const double scale = made->scale;
        const auto number = [scale](std::uint32_t square) -> double {
          return static_cast<float>(scale * std::sqrt(static_cast<double>(square)));
        };
        split(volume, rows_.of_16, made->heights.get(), number, counting, splitting);
      } else {
        const auto heights = distances(job, volume, wide);
        split(volume, rows_.of_32, heights.get(), number_of_height, counting, splitting);
      }
    }
    finish(finishing);
    progress.report(1, 1);
    return std::move(result_);
  }

 private:
  template <class T>
  void split(const BitVolume& volume, const ClimbRows<T>& climb, T* heights, const NumberOf& number,
             Progress& counting, Progress& progress) {
    auto [marking, climbing, joining, numbering] = progress_parts(progress, 1, 4, 4, 1);
    Progress& flooding = joining;
    result_.found =
        label::components_cpu(
            instructions_, {volume, options_.connectivity, options_.extent, threads_, {}}, counting)
            ->count();
    if (images_.markers != nullptr) {
      given_ = read_markers(*images_.markers, volume, grid_, options_, threads_, marking);
      result_.lost_markers = given_.lost;
      for (const std::uint32_t voxel : given_.seeds.voxels) heights[voxel] = kTopHeight<T>;
    }
    labels_ = aligned_array<std::uint32_t>(grid_.voxels());
    const std::vector<std::uint32_t> peaks =
        find_slopes<T>(climb, grid_, heights, given_.seeds, threads_, labels_.get(), climbing);
    result_.peaks = std::ssize(peaks);
    const std::vector<std::uint32_t> markers = markers_of_slopes(peaks, heights, number, flooding);
    Parts parts(rows_, grid_, labels_.get(), threads_);
    names_ = parts.number(markers, numbering);
    note_markers(peaks);
  }

  // Of each of the slopes the marker that it belongs to.
  template <class T>
  std::vector<std::uint32_t> markers_of_slopes(const std::vector<std::uint32_t>& peaks,
                                               const T* heights, const NumberOf& number,
                                               Progress& progress) {
    auto [finding, choosing, flooding] = progress_parts(progress, 6, 1, 2);
    std::vector<std::uint32_t> markers(peaks.size());
    const bool own = images_.markers == nullptr;
    if (own && options_.tolerance == 0) {  // every peak is one
      std::iota(markers.begin(), markers.end(), 1U);
      return markers;
    }
    const std::vector<Pass> passes =
        find_passes(rows_, grid_, heights, labels_.get(), threads_, finding);
    if (own) {
      std::vector<std::uint32_t> peak_heights;
      peak_heights.reserve(peaks.size());
      for (const std::uint32_t peak : peaks) peak_heights.push_back(heights[peak]);
      markers = markers_of(peak_heights, passes, number, options_.tolerance, choosing);
    } else {
      for (std::size_t i = 0; i < peaks.size(); ++i) {
        if (std::binary_search(given_.firsts.begin(), given_.firsts.end(), peaks[i])) {
          markers[i] = static_cast<std::uint32_t>(i + 1);
        }
      }
    }
    return flood(std::move(markers), passes, flooding);
  }

  // A part is named by a peak, which for given markers is their first voxel.
  void note_markers(const std::vector<std::uint32_t>& peaks) {
    result_.parts = std::ssize(names_);
    if (images_.markers == nullptr) {
      result_.markers = result_.parts;
      return;
    }
    result_.markers = std::ssize(given_.firsts);
    for (const std::uint32_t name : names_) {
      const std::uint32_t peak = peaks[name - 1];
      const auto at = std::lower_bound(given_.firsts.begin(), given_.firsts.end(), peak);
      const bool is_given = at != given_.firsts.end() && *at == peak;
      result_.marker_of.push_back(
          is_given ? given_.numbers[static_cast<std::size_t>(at - given_.firsts.begin())] : 0);
      if (!is_given) ++result_.unmarked;
    }
  }

  void finish(Progress& progress) {
    auto [drawing, measuring, writing] = progress_parts(progress, 1, 3, 2);
    Parts parts(rows_, grid_, labels_.get(), threads_);
    if (options_.line) draw_lines(parts, drawing);
    const PixelType type = outputs_.labels == nullptr
                               ? PixelType::kInt32
                               : label::pixel_type(options_.pixels, result_.parts);
    if (outputs_.objects) measure(measuring);
    auto [keeping, naming] = progress_parts(writing, 3, 7);
    if (outputs_.binary != nullptr) parts.write(*outputs_.binary, keeping);
    if (outputs_.labels != nullptr) parts.write(type, *outputs_.labels, naming);
  }

  // Parts that are nothing but line are gone, and others may begin elsewhere.
  void draw_lines(Parts& parts, Progress& progress) {
    auto [drawing, numbering] = progress_parts(progress, 2, 1);
    result_.line_voxels = parts.draw_lines(drawing);
    if (result_.line_voxels == 0) return;
    std::vector<std::uint32_t> same(static_cast<std::size_t>(result_.parts));
    std::iota(same.begin(), same.end(), 1U);
    const std::vector<std::uint32_t> left = parts.number(same, numbering);
    result_.parts = std::ssize(left);
    if (result_.marker_of.empty()) return;
    std::vector<std::int64_t> marker_of;
    marker_of.reserve(left.size());
    for (const std::uint32_t label : left) marker_of.push_back(result_.marker_of[label - 1]);
    result_.marker_of = std::move(marker_of);
  }

  void measure(Progress& progress) {
    require_memory(kUser, host_memory(),
                   label::bytes_of_objects(result_.parts, images_.second != nullptr));
    auto [summing, shaping] = progress_parts(progress, 4, 5);
    const label::LabelVolume labels{grid_.shape(), labels_.get()};
    label::Options how;
    how.connectivity = options_.connectivity;
    how.extent = options_.extent;
    how.spacing = options_.spacing;
    label::measure_objects(labels, result_.parts, images_.second, threads_, result_.objects,
                           summing);
    label::measure_shapes(labels, result_.parts, how, threads_, result_.objects, shaping);
    const auto& voxels = result_.objects.voxels;
    result_.voxels = std::accumulate(voxels.begin(), voxels.end(), std::int64_t{0});
  }

  InstructionSet instructions_;
  const Rows& rows_;
  const Images& images_;
  const Options& options_;
  const Outputs& outputs_;
  int threads_;
  Grid grid_;
  GivenMarkers given_;
  AlignedArray<std::uint32_t> labels_;
  std::vector<std::uint32_t> names_;  // of the parts, in the order of their labels
  Result result_;
};

}  // namespace

Result split_cpu(InstructionSet instructions, const VolumeSource& in, const Images& images,
                 const Options& options, const Outputs& outputs, Progress& progress) {
  return Splitter(instructions, images, options, outputs, in.shape()).run(in, progress);
}

}  // namespace bitvox::split_objects
