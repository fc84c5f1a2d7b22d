// SPDX-License-Identifier: BSD-2-Clause
#include "ops/distance_map/distance_map_block.hpp"

#include <algorithm>
#include <memory>
#include <optional>

#include "core/blocks/block_views.hpp"
#include "core/blocks/slices_of_core.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/numbers.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/bit_runs.hpp"
#include "ops/distance_map/distance_map_certificate.hpp"

namespace bitvox::distance_map {
namespace {

constexpr std::int64_t kFirstReach = 32;

// A volume with layers of background around it: what is outside the whole, where that is
// background, said by voxels. The faces of what is left are no border.
class Padded final : public VolumeSource {
 public:
  Padded(const VolumeSource& in, const Index& low, const Index& high) : in_(in), low_(low) {
    const Index sides = sides_of(in.shape());
    shape_ = {sides[0] + low[0] + high[0], sides[1] + low[1] + high[1],
              sides[2] + low[2] + high[2]};
  }

  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override { return std::make_unique<Reader>(*this); }

 private:
  class Reader final : public VolumeReader {
   public:
    explicit Reader(const Padded& padded)
        : padded_(padded),
          reader_(padded.in_.open()),
          slice_(static_cast<std::size_t>(padded.in_.shape().words_per_slice())) {}

    void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
      const Shape& shape = padded_.shape_;
      const Shape& inner = padded_.in_.shape();
      std::fill_n(words, count * shape.words_per_slice(), 0);
      for (std::int64_t z = first; z < first + count; ++z, words += shape.words_per_slice()) {
        const std::int64_t at = z - padded_.low_[2];
        if (at < 0 || at >= inner.depth) continue;
        reader_->read_slices(at, 1, slice_.data());
        for (std::int64_t y = 0; y < inner.height; ++y) {
          const std::uint64_t* const row = slice_.data() + y * inner.words_per_row();
          std::uint64_t* const to = words + (y + padded_.low_[1]) * shape.words_per_row();
          for (std::int64_t i = 0; i < shape.words_per_row(); ++i) {
            to[i] = bits_from(row, inner.words_per_row(), 64 * i - padded_.low_[0]);
          }
        }
      }
    }

   private:
    const Padded& padded_;
    std::unique_ptr<VolumeReader> reader_;
    std::vector<std::uint64_t> slice_;
  };

  const VolumeSource& in_;
  Index low_;
  Shape shape_;
};

// How a block is computed: as a volume of its own, whose borders are none.
struct Plan {
  Plan(const Block& block, const Options& options)
      : size(block.whole, {}, nullptr), of_whole(job_of(size, options)) {
    for (std::size_t axis = 0; options.edges == Edges::kBackground && axis < 3; ++axis) {
      const auto a = static_cast<int>(axis);
      if (axis == 2 && of_whole.planar) continue;
      low[axis] = block.low_is_real(a) ? 1 : 0;
      high[axis] = block.high_is_real(a) ? 1 : 0;
    }
    const Box read = moved(block.read, block.read.begin);
    Box padded = read;
    for (std::size_t axis = 0; axis < 3; ++axis) padded.end[axis] += low[axis] + high[axis];
    const Index outside{-low[0], -low[1], -low[2]};
    inner = {padded.shape(), padded, moved(block.core_in_read(), outside)};
  }

  Job job(const VolumeSource& in) const {
    Job job(in);
    job.metric = of_whole.metric;
    job.region = of_whole.region;
    job.edges = Edges::kClipped;
    // A single slice that is read of many is no volume of one slice: their distance counts.
    job.planar = of_whole.planar || in.shape().depth == 1;
    job.numbers = of_whole.numbers;
    job.steps = of_whole.steps;
    job.scale = of_whole.scale;
    job.threads = of_whole.threads;
    return job;
  }

  PlacedVolume size;  // of the whole
  Job of_whole;
  Index low{};
  Index high{};
  Block inner;
};

// All that is read, by values that are wide enough, as run_wide_enough() does.
Found measure_inner(Job job, const Options& options, SliceSink& map, RunReport& report,
                    Progress& progress) {
  const Shape& shape = job.in.shape();
  const Block all = block_at(shape, bitvox::box_of(shape), {});
  WatchedSink watched(map);
  const auto run = [&](ValueType values, Progress& part) {
    job.values = values;
    return run_block<CpuTwin, GpuTwin>(job, all, options.backend, gpu_for(shape),
                                       {&watched, {shape, job.pixels()}}, report, part);
  };
  if (first_type(job) != ValueType::k16) return run(wide_type(job), progress);
  auto [first, again] = progress_parts(progress, 1, 1);
  try {
    Found found = run(ValueType::k16, first);
    progress.report(1, 1);
    return found;
  } catch (const TooNarrow&) {
    return run(wide_type(job), again);
  }
}

// Takes the slices of what is read, of which a certificate looks at the core's; nobody wants them.
class Looking final : public SliceSink {
 public:
  Looking(const Block& block, Certificate& certificate)
      : core_(block.core_in_read()), width_(block.read.shape().width), certificate_(certificate) {}

  void write_slice(std::int64_t z, const void* pixels) override {
    write_slices({z, 1, pixels, 0}, 1);
  }

  void write_slices(const SliceBatch& batch, int threads) override {
    const std::int64_t begin = std::max(batch.first, core_.begin[2]);
    const std::int64_t end = std::min(batch.first + batch.count, core_.end[2]);
    if (begin >= end) return;
    const SliceBatch slices{begin, end - begin, batch.slice(begin - batch.first),
                            batch.slice_bytes};
    certificate_.look(begin - core_.begin[2], slices, core_.begin[1] * width_ + core_.begin[0],
                      width_, threads);
  }

 private:
  Box core_;
  std::int64_t width_;
  Certificate& certificate_;
};

}  // namespace

Reach first_reach(const Options& options, const Shape& whole) {
  const bool planar = options.extent == Extent::kPerSlice || whole.depth == 1;
  const Index reach{kFirstReach, kFirstReach, planar ? 0 : kFirstReach};
  return {reach, reach};
}

BlockDistances measure_block(const VolumeSource& in, const VolumeSource* mask, const Block& block,
                             const Options& options, SliceSink* map, Progress& progress) {
  check_fields(options);
  const Plan plan(block, options);
  const Padded padded(in, plan.low, plan.high);
  std::optional<Padded> padded_mask;
  if (mask != nullptr) padded_mask.emplace(*mask, plan.low, plan.high);
  Job job = plan.job(padded);
  const CountedVoxels counted(plan.inner, padded_mask ? &*padded_mask : nullptr);
  job.mask = &counted;

  BlockDistances distances;
  Certificate certificate(plan.of_whole, block, map);
  Looking looking(plan.inner, certificate);
  std::optional<SlicesOfCore> slices;
  if (map != nullptr) slices.emplace(plan.inner, job.pixels(), certificate);
  SliceSink& to = slices ? static_cast<SliceSink&>(*slices) : looking;
  distances.numbers = to_numbers(measure_inner(job, options, to, distances.run, progress));
  if (!certificate.settled()) {
    const Box next = certificate.next();
    const Shape size = next.shape();
    distances.next = {next.begin[0], next.begin[1], next.begin[2],
                      size.width,    size.height,   size.depth};
  }
  return distances;
}

BlockMemory memory_for(const Block& block, const Options& options) {
  check_fields(options);
  const Plan plan(block, options);
  const PlacedVolume size(plan.inner.whole, {}, nullptr);
  Job job = plan.job(size);
  job.values = wide_type(job);
  job.mask = &size;
  const Shape& shape = size.shape();
  return memory_of<CpuTwin, GpuTwin>(job, block_at(shape, bitvox::box_of(shape), {}));
}

Result finish(const Found& found, const Options& options) {
  check_fields(options);
  Result result;
  result.largest_inside = found.largest_inside;
  result.largest_outside = found.largest_outside;
  result.voxels = found.voxels;
  return result;
}

}  // namespace bitvox::distance_map
