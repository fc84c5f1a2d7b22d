// SPDX-License-Identifier: BSD-2-Clause
#include "ops/split_objects/split_objects_splitter.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/label_objects.hpp"
#include "ops/label/label_shapes.hpp"
#include "ops/split_objects/split_objects_flood.hpp"
#include "ops/split_objects/split_objects_markers.hpp"
#include "ops/split_objects/split_objects_parts.hpp"

namespace bitvox::split_objects {
namespace {

class Splitter {
 public:
  Splitter(const Images& images, const Options& options, const Outputs& outputs, const Shape& shape)
      : images_(images),
        options_(options),
        outputs_(outputs),
        threads_(thread_count(options.threads)),
        shape_(shape) {}

  Result run(const MakeWatershed& make, const VolumeSource& in, Progress& progress) {
    auto [reading, making, splitting, finishing] = progress_parts(progress, 1, 3, 5, 3);
    BitVolume volume = read_volume(in, threads_, reading);
    watershed_ = make({volume, images_.grey, options_, threads_}, making);
    split(volume, splitting);
    watershed_->drop_heights();
    finish(finishing);
    progress.report(1, 1);
    return std::move(result_);
  }

 private:
  void split(const BitVolume& volume, Progress& progress) {
    const bool from_passes = images_.markers == nullptr && options_.tolerance > 0;
    auto [counting, marking, climbing, joining, numbering] =
        progress_parts(progress, from_passes ? 0 : 1, 1, 4, 4, 1);
    if (!from_passes) result_.found = watershed_->count_objects(counting);
    if (images_.markers != nullptr) {
      given_ = read_markers(*images_.markers, volume, options_, threads_, marking);
      result_.lost_markers = given_.lost;
    }
    const std::vector<std::uint32_t> peaks = watershed_->find_slopes(given_.seeds, climbing);
    result_.peaks = std::ssize(peaks);
    names_ = number_parts(*watershed_, markers_of_slopes(peaks, joining), numbering);
    note_markers(peaks);
  }

  // Of each of the slopes the marker that it belongs to.
  std::vector<std::uint32_t> markers_of_slopes(const std::vector<std::uint32_t>& peaks,
                                               Progress& progress) {
    auto [finding, counting, choosing, flooding] = progress_parts(progress, 12, 1, 2, 4);
    std::vector<std::uint32_t> markers(peaks.size());
    const bool own = images_.markers == nullptr;
    if (own && options_.tolerance == 0) {  // every peak is one
      std::iota(markers.begin(), markers.end(), 1U);
      return markers;
    }
    const std::vector<Pass> passes = watershed_->find_passes(finding);
    if (own) {
      result_.found = count_connected(peaks.size(), passes, counting);
      const auto number = [&](std::uint32_t height) { return watershed_->number_of(height); };
      markers =
          markers_of(watershed_->heights_of(peaks), passes, number, options_.tolerance, choosing);
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
    if (options_.line) draw_lines(drawing);
    const PixelType type = outputs_.labels == nullptr
                               ? PixelType::kInt32
                               : label::pixel_type(options_.pixels, result_.parts);
    if (outputs_.objects) measure(measuring);
    auto [keeping, naming] = progress_parts(writing, 3, 7);
    if (outputs_.binary != nullptr) watershed_->write(*outputs_.binary, keeping);
    if (outputs_.labels != nullptr) watershed_->write(type, *outputs_.labels, naming);
  }

  // Parts that are nothing but line are gone, and others may begin elsewhere.
  void draw_lines(Progress& progress) {
    auto [drawing, numbering] = progress_parts(progress, 2, 1);
    result_.line_voxels = watershed_->draw_lines(drawing);
    if (result_.line_voxels == 0) return;
    std::vector<std::uint32_t> same(static_cast<std::size_t>(result_.parts));
    std::iota(same.begin(), same.end(), 1U);
    const std::vector<std::uint32_t> left = number_parts(*watershed_, same, numbering);
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
    auto [fetching, summing, shaping] = progress_parts(progress, 1, 4, 5);
    const label::LabelVolume labels{shape_, watershed_->labels(fetching)};
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

  const Images& images_;
  const Options& options_;
  const Outputs& outputs_;
  int threads_;
  Shape shape_;
  GivenMarkers given_;
  std::unique_ptr<Watershed> watershed_;
  std::vector<std::uint32_t> names_;  // of the parts, in the order of their labels
  Result result_;
};

}  // namespace

Result split_by(const MakeWatershed& make, const VolumeSource& in, const Images& images,
                const Options& options, const Outputs& outputs, Progress& progress) {
  return Splitter(images, options, outputs, in.shape()).run(make, in, progress);
}

}  // namespace bitvox::split_objects
