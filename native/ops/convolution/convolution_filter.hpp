// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/threads/progress.hpp"
#include "core/volumes/grey_volume.hpp"
#include "cpu/conversion_rows.hpp"
#include "ops/convolution/convolution.hpp"
#include "ops/convolution/convolution_rows.hpp"

namespace bitvox::convolution {

// Slices of floats in rows that begin at whole groups, with room for the last group's taps. Not
// initialised: the threads that fill it place its pages.
class Planes {
 public:
  Planes() = default;
  Planes(std::int64_t count, std::int64_t height, std::int64_t row_length);

  float* row(std::int64_t plane, std::int64_t y) {
    return values_.get() + plane * plane_stride_ + y * stride_;
  }
  static std::int64_t floats(std::int64_t count, std::int64_t height, std::int64_t row_length);

 private:
  std::int64_t stride_ = 0;
  std::int64_t plane_stride_ = 0;
  std::unique_ptr<float[]> values_;
};

// Receives the rows of the result in any order, on several threads.
using RowSink = std::function<void(std::int64_t z, std::int64_t y, const float* row)>;

// Applies one kernel to batch after batch of slices. What the last step takes its rows from is
// the input continued along x (full kernels), or the input after the pass along x, and the one
// along y where one along z follows. Within slices that is a band of rows in the cache; else a ring
// of planes, where plane e belongs to z = e - reach.z.
class KernelFilter {
 public:
  KernelFilter(InstructionSet instructions, const GreySource& in, const Kernel& kernel,
               Border edges, std::int64_t batch);

  // For batches of so many slices at most.
  static std::int64_t bytes(const Shape& shape, const Kernel& kernel, std::int64_t batch);

  // Results for slices first .. end - 1, ascending from call to call. Where these go on from those
  // of the last call, what both need is in the ring already.
  void run(std::int64_t first, std::int64_t end, int threads, Progress& progress,
           const RowSink& sink);

 private:
  class Worker;
  friend class Worker;

  // The working memory of one thread.
  struct Buffers {
    explicit Buffers(const KernelFilter& filter);
    Planes wide;    // a row continued along x
    Planes band;    // rows with their apron after the first step
    Planes result;  // rows
  };

  std::int64_t bands() const { return (shape_.height + band_rows_ - 1) / band_rows_; }
  void for_each_unit(std::int64_t count, int threads, Progress& progress,
                     const std::function<void(Worker&, std::int64_t)>& body);

  const Rows& rows_;
  const conversion::Rows& conversion_;
  const GreySource& in_;
  Shape shape_;
  const Kernel& kernel_;
  Border edges_;
  Radii reach_;
  Passes passes_;
  bool planar_;
  std::int64_t row_length_;  // of a plane of the ring, or a row of a band
  std::int64_t band_rows_;   // rows that one thread does at a time
  std::int64_t capacity_;
  Planes ring_;
  std::vector<float> zeros_;
  std::vector<std::unique_ptr<Buffers>> buffers_;  // of each thread of the team
  std::int64_t filled_ = 0;                        // before this plane
};

}  // namespace bitvox::convolution
