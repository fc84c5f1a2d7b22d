// SPDX-License-Identifier: BSD-2-Clause
#include "ops/convolution/convolution_filter.hpp"

#include <algorithm>
#include <atomic>

#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/convolution/convolution_row_reader.hpp"

namespace bitvox::convolution {
namespace {

// In whole groups, with room for the last group's taps.
std::int64_t padded_row(std::int64_t length) {
  return (length + kRowGroup - 1) / kRowGroup * kRowGroup + kRowGroup;
}

// Planes begin at different places of a memory page, since what does not shares few places in the
// cache.
constexpr std::int64_t kPlaneShift = 5 * kRowGroup;

std::int64_t taps(const std::vector<float>& row) { return static_cast<std::int64_t>(row.size()); }

// Rows of a band: half the cache of a core, but not mostly apron.
std::int64_t rows_of_band(std::int64_t row_length, std::int64_t reach) {
  constexpr std::int64_t kCachedFloats = std::int64_t{1} << 17;
  return std::max({kCachedFloats / row_length - 2 * reach, 2 * reach, std::int64_t{16}});
}

}  // namespace

Planes::Planes(std::int64_t count, std::int64_t height, std::int64_t row_length)
    : stride_(padded_row(row_length)),
      plane_stride_(height * stride_ + kPlaneShift),
      values_(std::make_unique_for_overwrite<float[]>(
          static_cast<std::size_t>(floats(count, height, row_length)))) {}

std::int64_t Planes::floats(std::int64_t count, std::int64_t height, std::int64_t row_length) {
  return count * (height * padded_row(row_length) + kPlaneShift);
}

// Slices that a pass along z computes at a time, and rows of each: one unit of work.
constexpr std::int64_t kStackDepth = 32;

KernelFilter::Buffers::Buffers(const KernelFilter& filter)
    : wide(1, 1, filter.shape_.width + 2 * filter.reach_.x),
      band(1, std::min(filter.band_rows_, filter.shape_.height) + 2 * filter.reach_.y,
           filter.row_length_),
      result(1, std::max(std::min(filter.band_rows_, filter.shape_.height), kStackDepth),
             filter.shape_.width) {}

// One thread at work, in memory that outlives it.
class KernelFilter::Worker {
 public:
  Worker(KernelFilter& filter, Buffers& buffers)
      : filter_(filter),
        kernel_(filter.kernel_),
        shape_(filter.shape_),
        reader_(filter.conversion_, filter.in_, filter.edges_, filter.reach_.x),
        buffers_(buffers) {}

  // Rows first .. of plane e of the ring.
  void fill(std::int64_t plane, std::int64_t first) {
    const std::int64_t z = border_index(plane - filter_.reach_.z, shape_.depth, filter_.edges_);
    const std::int64_t end = band_end(first);
    const auto ring_row = [&](std::int64_t y) {
      return filter_.ring_.row(plane % filter_.capacity_, y);
    };
    if (z < 0) {
      for (std::int64_t y = first; y < end; ++y) {
        std::fill_n(ring_row(y), filter_.row_length_, 0.0F);
      }
    } else if (filter_.passes_.y && !kernel_.full) {
      fill_band(z, first, end);
      outs_.clear();
      for (std::int64_t y = first; y < end; ++y) outs_.push_back(ring_row(y));
      correlate_stack(band_rows_, kernel_.separable.y, 1.0F);
    } else {
      for (std::int64_t y = first; y < end; ++y) first_step(y, z, ring_row(y));
    }
  }

  // Rows first .. of slice z of the result, within slices or by a full kernel.
  void combine(std::int64_t z, std::int64_t first, const RowSink& sink) {
    const std::int64_t end = band_end(first);
    if (filter_.planar_) {
      fill_band(z, first, end);
    }
    if (kernel_.full) {
      float* const to = buffers_.result.row(0, 0);
      for (std::int64_t y = first; y < end; ++y) {
        gather(z, y, first);
        filter_.rows_.correlate(sources_.data(), static_cast<std::int64_t>(sources_.size()),
                                kernel_.full->coefficients.data(), kernel_.full->width,
                                kernel_.scale, shape_.width, to);
        sink(z, y, to);
      }
    } else if (filter_.passes_.y) {
      results_for(end - first);
      correlate_stack(band_rows_, kernel_.separable.y, kernel_.scale);
      for (std::int64_t y = first; y < end; ++y) sink(z, y, buffers_.result.row(0, y - first));
    } else {
      for (std::int64_t y = first; y < end; ++y) {
        sink(z, y, band_rows_[static_cast<std::size_t>(y - first)]);
      }
    }
  }

  // Row y of slices first .. end - 1 of the result, by a pass along z.
  void combine_along_z(std::int64_t first, std::int64_t end, std::int64_t y, const RowSink& sink) {
    sources_.clear();
    for (std::int64_t plane = first; plane < end + 2 * filter_.reach_.z; ++plane) {
      sources_.push_back(filter_.ring_.row(plane % filter_.capacity_, y));
    }
    results_for(end - first);
    correlate_stack(sources_, kernel_.separable.z, kernel_.scale);
    for (std::int64_t z = first; z < end; ++z) sink(z, y, buffers_.result.row(0, z - first));
  }

 private:
  std::int64_t band_end(std::int64_t first) const {
    return std::min(shape_.height, first + filter_.band_rows_);
  }

  void results_for(std::int64_t count) {
    outs_.clear();
    for (std::int64_t i = 0; i < count; ++i) outs_.push_back(buffers_.result.row(0, i));
  }

  // One row of outs_ after the other.
  void correlate_stack(const std::vector<const float*>& sources, const std::vector<float>& row,
                       float scale) {
    filter_.rows_.correlate_stack(sources.data(), row.data(), taps(row), scale, shape_.width,
                                  static_cast<std::int64_t>(outs_.size()), outs_.data());
  }

  // Rows first - reach.y .. end - 1 + reach.y of slice z after the first step, by the border rule.
  void fill_band(std::int64_t z, std::int64_t first, std::int64_t end) {
    const std::int64_t reach = filter_.reach_.y;
    band_rows_.clear();
    for (std::int64_t y = first - reach; y < end + reach; ++y) {
      const std::int64_t from = border_index(y, shape_.height, filter_.edges_);
      const auto done = static_cast<std::int64_t>(band_rows_.size());
      // A row that a border repeats may be here already.
      const std::int64_t earlier = from - (first - reach);
      if (from < 0) {
        band_rows_.push_back(filter_.zeros_.data());
      } else if (from != y && earlier >= 0 && earlier < done) {
        band_rows_.push_back(band_rows_[static_cast<std::size_t>(earlier)]);
      } else {
        float* const to = buffers_.band.row(0, done);
        first_step(from, z, to);
        band_rows_.push_back(to);
      }
    }
  }

  // A row of the input continued along x, or after the pass along x.
  void first_step(std::int64_t y, std::int64_t z, float* to) {
    if (kernel_.full) {
      reader_.read_wide(y, z, to);
    } else if (!filter_.passes_.x) {
      reader_.read(y, z, to);
    } else {
      const bool last = !filter_.passes_.y && !filter_.passes_.z;
      float* const wide = buffers_.wide.row(0, 0);
      reader_.read_wide(y, z, wide);
      const std::vector<float>& row = kernel_.separable.x;
      filter_.rows_.correlate(&wide, 1, row.data(), taps(row), last ? kernel_.scale : 1.0F,
                              shape_.width, to);
    }
  }

  // The rows under a full kernel at row y of slice z.
  void gather(std::int64_t z, std::int64_t y, std::int64_t first) {
    const std::int64_t rows = 2 * filter_.reach_.y + 1;
    sources_.clear();
    if (filter_.planar_) {
      const auto begin = band_rows_.begin() + (y - first);
      sources_.assign(begin, begin + rows);
      return;
    }
    for (std::int64_t dz = 0; dz <= 2 * filter_.reach_.z; ++dz) {
      for (std::int64_t dy = -filter_.reach_.y; dy <= filter_.reach_.y; ++dy) {
        const std::int64_t from = border_index(y + dy, shape_.height, filter_.edges_);
        sources_.push_back(from < 0 ? filter_.zeros_.data()
                                    : filter_.ring_.row((z + dz) % filter_.capacity_, from));
      }
    }
  }

  KernelFilter& filter_;
  const Kernel& kernel_;
  Shape shape_;
  RowReader reader_;
  Buffers& buffers_;
  std::vector<const float*> band_rows_;
  std::vector<const float*> sources_;
  std::vector<float*> outs_;
};

KernelFilter::KernelFilter(InstructionSet instructions, const GreySource& in, const Kernel& kernel,
                           Border edges, std::int64_t batch)
    : rows_(rows_for<Rows>(instructions)),
      conversion_(rows_for<conversion::Rows>(instructions)),
      in_(in),
      shape_(in.shape()),
      kernel_(kernel),
      edges_(edges),
      reach_(radii_of(kernel)),
      passes_(passes_of(kernel.separable)),
      planar_(kernel.full ? kernel.full->depth == 1 : !passes_.z),
      row_length_(kernel.full ? shape_.width + 2 * reach_.x : shape_.width),
      band_rows_(rows_of_band(row_length_, reach_.y)),
      capacity_(batch + 2 * reach_.z),
      zeros_(static_cast<std::size_t>(Planes::floats(1, 1, row_length_))) {
  if (!planar_) {
    ring_ = Planes(capacity_, shape_.height, row_length_);
  }
}

std::int64_t KernelFilter::bytes(const Shape& shape, const Kernel& kernel, std::int64_t batch) {
  const Radii reach = radii_of(kernel);
  const std::int64_t row_length = shape.width + 2 * reach.x;
  return 4 * Planes::floats(batch + 2 * reach.z, shape.height, row_length);
}

void KernelFilter::for_each_unit(std::int64_t count, int threads, Progress& progress,
                                 const std::function<void(Worker&, std::int64_t)>& body) {
  const auto team_size = static_cast<int>(std::clamp<std::int64_t>(count, 1, threads));
  buffers_.resize(std::max(buffers_.size(), static_cast<std::size_t>(team_size)));
  std::atomic<std::int64_t> next{0};
  run_team(team_size, count, progress, [&](Team& team, int index) {
    auto& buffers = buffers_[static_cast<std::size_t>(index)];
    if (buffers == nullptr) buffers = std::make_unique<Buffers>(*this);
    Worker worker(*this, *buffers);
    for (std::int64_t i = next++; i < count && !team.stopped(); i = next++) {
      body(worker, i);
      team.add_done(1);
    }
  });
}

void KernelFilter::run(std::int64_t first, std::int64_t end, int threads, Progress& progress,
                       const RowSink& sink) {
  auto [filling, combining] = progress_parts(progress, planar_ ? 0 : 1, 1);
  if (!planar_) {
    const std::int64_t start = std::max(filled_, first);
    filled_ = end + 2 * reach_.z;
    for_each_unit((filled_ - start) * bands(), threads, filling,
                  [&](Worker& worker, std::int64_t unit) {
                    worker.fill(start + unit / bands(), unit % bands() * band_rows_);
                  });
  }
  if (planar_ || kernel_.full) {
    for_each_unit((end - first) * bands(), threads, combining,
                  [&](Worker& worker, std::int64_t unit) {
                    worker.combine(first + unit / bands(), unit % bands() * band_rows_, sink);
                  });
    return;
  }
  // Row by row through the slices: then a row of the ring is in the cache for all its sums.
  const std::int64_t stacks = (end - first + kStackDepth - 1) / kStackDepth;
  for_each_unit(stacks * shape_.height, threads, combining, [&](Worker& worker, std::int64_t unit) {
    const std::int64_t start = first + unit % stacks * kStackDepth;
    worker.combine_along_z(start, std::min(end, start + kStackDepth), unit / stacks, sink);
  });
}

}  // namespace bitvox::convolution
