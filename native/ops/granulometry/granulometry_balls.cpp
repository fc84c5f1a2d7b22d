// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry_balls.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "core/blocks/object_box.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
#include "ops/local_thickness/local_thickness.hpp"

namespace bitvox::granulometry {
namespace {

// Which slices lie in an infinite ball: those of a volume, or per slice those slices, without
// background, where what is outside is not background either.
std::vector<bool> find_unbounded(const VolumeSource& object, const Options& options,
                                 Progress& progress) {
  const Shape& shape = object.shape();
  const bool planar = options.extent == Extent::kPerSlice || shape.depth == 1;
  std::vector<bool> unbounded(static_cast<std::size_t>(shape.depth), false);
  progress.report(0, shape.depth);
  if (options.edges == Edges::kBackground) return unbounded;
  const std::unique_ptr<VolumeReader> reader = object.open();
  std::vector<std::uint64_t> words(static_cast<std::size_t>(shape.words_per_slice()));
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    reader->read_slices(z, 1, words.data());
    const bool full = packing_rows().count_bits(words.data(), shape.words_per_slice()) ==
                      shape.width * shape.height;
    if (!full && !planar) {
      unbounded.assign(unbounded.size(), false);
      break;
    }
    unbounded[static_cast<std::size_t>(z)] = full;
    progress.report(z + 1, shape.depth);
  }
  return unbounded;
}

// An object without its unbounded slices.
class BoundedSlices final : public VolumeSource {
 public:
  BoundedSlices(const VolumeSource& object, const std::vector<bool>& unbounded)
      : object_(object), unbounded_(unbounded) {}

  const Shape& shape() const override { return object_.shape(); }
  std::unique_ptr<VolumeReader> open() const override { return std::make_unique<Reader>(*this); }

 private:
  class Reader final : public VolumeReader {
   public:
    explicit Reader(const BoundedSlices& slices)
        : slices_(slices), reader_(slices.object_.open()) {}

    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      reader_->read_slices(first, count, words);
      const std::int64_t size = slices_.shape().words_per_slice();
      for (std::int64_t i = 0; i < count; ++i) {
        if (slices_.unbounded_[static_cast<std::size_t>(first + i)]) {
          std::fill_n(words + i * size, size, 0);
        }
      }
    }

   private:
    const BoundedSlices& slices_;
    std::unique_ptr<VolumeReader> reader_;
  };

  const VolumeSource& object_;
  const std::vector<bool>& unbounded_;
};

// How many of the voxels that count lie in unbounded slices.
std::int64_t count_unbounded(const Shape& shape, const VolumeSource* mask,
                             const std::vector<bool>& unbounded) {
  if (mask == nullptr) {
    return std::count(unbounded.begin(), unbounded.end(), true) * shape.width * shape.height;
  }
  const std::unique_ptr<VolumeReader> reader = mask->open();
  std::vector<std::uint64_t> words(static_cast<std::size_t>(shape.words_per_slice()));
  std::int64_t voxels = 0;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    if (!unbounded[static_cast<std::size_t>(z)]) continue;
    reader->read_slices(z, 1, words.data());
    voxels += packing_rows().count_bits(words.data(), shape.words_per_slice());
  }
  return voxels;
}

}  // namespace

double step_of(const distance_map::Job& field, const Options& options) {
  const Spacing& sides = field.steps;
  return options.step > 0 ? options.step : field.scale * std::min({sides.x, sides.y, sides.z});
}

std::vector<double> limits_of(const distance_map::Job& field, const Options& options) {
  const double step = step_of(field, options) / field.scale;
  std::vector<double> limits;
  for (int n = 0; n <= options.max_radius; ++n) {
    const double radius = n * step;
    limits.push_back(radius * radius * (1 + 1e-12));
  }
  return limits;
}

std::vector<std::int64_t> histogram_of(const local_thickness::Counts& counts,
                                       std::int64_t in_unbounded, int max_radius) {
  std::vector<std::int64_t> histogram(static_cast<std::size_t>(max_radius) + 2);
  for (const auto& [size, voxels] : counts.voxels) {
    histogram[static_cast<std::size_t>(size)] = voxels;
  }
  histogram.front() = 0;
  histogram.back() += in_unbounded;
  return histogram;
}

std::vector<std::int64_t> measure_balls(const VolumeSource& in, const VolumeSource* mask,
                                        const Options& options, SliceSink* map, Result& result,
                                        Progress& progress) {
  const ObjectBox object(in, options.phase, box_of(in.shape()));
  auto [looking, measuring] = progress_parts(progress, 1, 19);
  const std::vector<bool> unbounded = find_unbounded(object, options, looking);
  const BoundedSlices bounded(object, unbounded);

  local_thickness::Job job{
      local_thickness::field_of(bounded, options), Phase::kForeground, {}, "Granulometry"};
  job.field.mask = mask;
  job.block = options.block;
  result.step = step_of(job.field, options);
  job.limits = limits_of(job.field, options);

  std::optional<WidthSink> widths;
  if (map != nullptr) widths.emplace(*map, in.shape(), unbounded, options.max_radius);
  const local_thickness::Counts counts = local_thickness::run(
      job, options.backend, widths ? &*widths : nullptr, result.run, measuring);
  return histogram_of(counts, count_unbounded(in.shape(), mask, unbounded), options.max_radius);
}

}  // namespace bitvox::granulometry
