// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry_ball_block.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/blocks/block_views.hpp"
#include "core/blocks/object_box.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/volumes/check_mask.hpp"
#include "core/volumes/packing.hpp"
#include "cpu/packing_rows.hpp"
#include "ops/granulometry/granulometry_balls.hpp"
#include "ops/local_thickness/local_thickness_block.hpp"

namespace bitvox::granulometry {
namespace {

// How many voxels of a slice of a volume are set.
class SliceCounter {
 public:
  explicit SliceCounter(const VolumeSource& in)
      : reader_(in.open()),
        words_per_slice_(in.shape().words_per_slice()),
        words_(static_cast<std::size_t>(words_per_slice_)) {}

  std::int64_t count(std::int64_t z) {
    reader_->read_slices(z, 1, words_.data());
    return packing_rows().count_bits(words_.data(), words_per_slice_);
  }

 private:
  std::unique_ptr<VolumeReader> reader_;
  std::int64_t words_per_slice_;
  std::vector<std::uint64_t> words_;
};

// A volume in which some of the slices of a block have no voxel of the phase. Nothing else is read.
class WithoutSlices final : public VolumeSource {
 public:
  WithoutSlices(const VolumeSource& in, Phase phase, std::int64_t first, std::vector<bool> without)
      : in_(in), phase_(phase), first_(first), without_(std::move(without)) {}

  const Shape& shape() const override { return in_.shape(); }
  std::unique_ptr<VolumeReader> open() const override { return open_box(box_of(shape())); }
  std::unique_ptr<VolumeReader> open_box(const Box& box) const override {
    return std::make_unique<Reader>(*this, box);
  }

 private:
  class Reader final : public VolumeReader {
   public:
    Reader(const WithoutSlices& volume, const Box& box)
        : volume_(volume), box_(box), reader_(volume.in_.open_box(box)) {}

    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      reader_->read_slices(first, count, words);
      const Shape shape = box_.shape();
      for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t z = box_.begin[2] + first + i - volume_.first_;
        if (volume_.without_[static_cast<std::size_t>(z)]) {
          clear(shape, words + i * shape.words_per_slice());
        }
      }
    }

   private:
    void clear(const Shape& shape, std::uint64_t* words) const {
      const bool object_is_zero = volume_.phase_ == Phase::kBackground;
      std::fill_n(words, shape.words_per_slice(), object_is_zero ? ~std::uint64_t{0} : 0);
      const std::int64_t per_row = shape.words_per_row();
      for (std::int64_t i = per_row - 1; i < shape.words_per_slice() && shape.width % 64 != 0;
           i += per_row) {
        words[i] &= shape.last_word_mask();
      }
    }

    const WithoutSlices& volume_;
    Box box_;
    std::unique_ptr<VolumeReader> reader_;
  };

  const VolumeSource& in_;
  Phase phase_;
  std::int64_t first_;
  std::vector<bool> without_;
};

// Which slices of what a block reads are nothing but object. They are read as a whole.
std::vector<bool> full_slices(const VolumeSource& in, Phase phase, const Box& read) {
  const ObjectBox object(in, phase, read);
  const Shape& shape = object.shape();
  SliceCounter voxels(object);
  std::vector<bool> full;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    full.push_back(voxels.count(z) == shape.width * shape.height);
  }
  return full;
}

// How many of the voxels that count lie in these slices of a core.
std::int64_t count_in(const std::vector<bool>& slices, const Box& core, const VolumeSource* mask) {
  const Shape shape = core.shape();
  if (mask == nullptr) {
    return std::count(slices.begin(), slices.end(), true) * shape.width * shape.height;
  }
  const BoxSource counted(*mask, core);
  SliceCounter voxels(counted);
  std::int64_t sum = 0;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    if (slices[static_cast<std::size_t>(z)]) sum += voxels.count(z);
  }
  return sum;
}

local_thickness::Job job_for(const VolumeSource& in, const VolumeSource* mask,
                             const Options& options, double radius) {
  local_thickness::Job job{
      local_thickness::field_of(in, options), options.phase, {}, "Granulometry"};
  job.field.mask = mask;
  job.limits = limits_of(job.field, options);
  job.radius = radius / job.field.scale;
  job.field.values = values_for(job);
  return job;
}

}  // namespace

BallBlocks::BallBlocks(const VolumeSource& in, const VolumeSource* mask, const Options& options,
                       double radius)
    : in_(in),
      mask_(mask),
      options_(options),
      radius_(radius),
      planar_(options.extent == Extent::kPerSlice || in.shape().depth == 1) {
  check_fields(options);
  check_mask(in, mask);
  if (!(radius >= 0)) {
    throw InvalidInput("the radius of the largest ball is not known; measure it first");
  }
}

Reach BallBlocks::reach() const {
  // A volume that is nothing but object is known to be: no voxel has to be read around a core.
  const double radius = std::isinf(radius_) && !planar_ ? 0 : radius_;
  return reach_of(job_for(in_, nullptr, options_, radius));
}

double BallBlocks::bounded_radius() const {
  if (!std::isinf(radius_)) return radius_;
  if (!planar_) return 0;
  // Of the other slices, in which no ball is wider than they are.
  const Shape& shape = in_.shape();
  const Spacing& side = options_.spacing;
  const double width = static_cast<double>(shape.width) * side.x;
  const double height = static_cast<double>(shape.height) * side.y;
  return std::sqrt(width * width + height * height);
}

local_thickness::Job BallBlocks::job() const {
  return job_for(in_, mask_, options_, bounded_radius());
}

Sizes BallBlocks::measure(const Block& block, SliceSink* map, RunReport& report,
                          Progress& progress) const {
  const auto slices = [](const Box& box) { return box.end[2] - box.begin[2]; };
  std::vector<bool> unbounded(static_cast<std::size_t>(slices(block.read)), std::isinf(radius_));
  if (std::isinf(radius_) && planar_) unbounded = full_slices(in_, options_.phase, block.read);
  const auto first = unbounded.begin() + (block.core.begin[2] - block.read.begin[2]);
  const std::vector<bool> of_core(first, first + slices(block.core));

  const WithoutSlices bounded(in_, options_.phase, block.read.begin[2], unbounded);
  const local_thickness::Job balls = job_for(bounded, mask_, options_, bounded_radius());
  std::optional<WidthSink> widths;
  if (map != nullptr) {
    widths.emplace(*map, block.core.shape(), of_core, options_.max_radius);
  }
  local_thickness::Options how;
  how.backend = options_.backend;
  const local_thickness::Counts counts = local_thickness::measure_block(
      balls, block, how, widths ? &*widths : nullptr, report, progress);
  return {histogram_of(counts, count_in(of_core, block.core, mask_), options_.max_radius)};
}

Result BallBlocks::finish(const Sizes& sizes) const {
  Result result = finish_sizes(sizes, options_, radius_ > 0);
  result.step = step_of(local_thickness::field_of(in_, options_), options_);
  return result;
}

}  // namespace bitvox::granulometry
