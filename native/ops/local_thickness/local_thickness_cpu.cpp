// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>

#include "core/memory/aligned_array.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/distance_map/distance_map_roots.hpp"
#include "ops/local_thickness/local_thickness_histogram.hpp"
#include "ops/local_thickness/local_thickness_object.hpp"
#include "ops/local_thickness/local_thickness_plan.hpp"
#include "ops/local_thickness/local_thickness_tiles.hpp"

namespace bitvox::local_thickness {

class CpuTwin::Balls {
 public:
  virtual ~Balls() = default;
  virtual Counts compute(const Block& block, CoreSink* out, Progress& progress) = 0;
};

namespace {

using distance_map::kInfinite;

// What the sink gets of so many voxels.
template <class T>
void to_pixels(const distance_map::Roots<T>& thickness, const Job& job, const T* squares,
               std::int64_t count, void* pixels) {
  if (job.limits.empty()) {
    thickness(squares, count, static_cast<float*>(pixels));
    return;
  }
  auto* const sizes = static_cast<std::uint16_t*>(pixels);
  const auto first = job.limits.begin();
  for (std::int64_t i = 0; i < count; ++i) {
    // Neighbours are often as thick.
    sizes[i] = i > 0 && squares[i] == squares[i - 1]
                   ? sizes[i - 1]
                   : static_cast<std::uint16_t>(
                         std::lower_bound(first, job.limits.end(), squares[i]) - first);
  }
}

template <class T>
class TypedBalls final : public CpuTwin::Balls {
 public:
  TypedBalls(const Job& job, InstructionSet instructions, const Block& largest)
      : job_(job),
        distance_rows_(rows_for<distance_map::Rows>(instructions)),
        rows_(distance_map::rows_of<T>(rows_for<Rows>(instructions))),
        squares_(aligned_array<T>(largest.read.shape().voxel_count())) {}

  static std::int64_t bytes(const Job& job, const Block& block) {
    const Shape read = block.read.shape();
    const int threads = job.field.threads;
    return read.voxel_count() * static_cast<std::int64_t>(sizeof(T)) +
           Tiles<T>::bytes(read, threads) +
           distance_map::batch_slices(read, threads) * slice_bytes(job, read) +
           distance_map::FieldMaker<T>::bytes(read, columns_of(read), threads);
  }

  Counts compute(const Block& block, CoreSink* out, Progress& progress) override {
    auto [measuring, painting, handing_out, counting] =
        progress_parts(progress, 15, 75, out != nullptr ? 8 : 0, 2);
    const T largest = measure(block, measuring);
    const distance_map::Job& field = job_.field;
    const TileGrid grid(block.read.shape(), field.planar);
    Tiles<T>(rows_, grid, {field.steps.x, field.steps.y, field.steps.z}, largest)
        .paint(squares_.get(), CpuTwin::user(job_), field.threads, painting);
    if (out != nullptr) hand_out(block, largest, *out, handing_out);
    return count_pixels(job_, block, squares_.get(), largest, counting);
  }

 private:
  static distance_map::ColumnRange columns_of(const Shape& read) { return {0, read.width}; }

  static std::int64_t slice_bytes(const Job& job, const Shape& read) {
    return read.width * read.height * bytes_per_pixel(job.pixels());
  }

  // The squared distances. Returns the largest.
  T measure(const Block& block, Progress& progress) {
    const distance_map::Job& field = job_.field;
    const ClosedObject object(field.in, job_.phase, block);
    distance_map::FieldMaker<T> maker(distance_rows_, object, field.metric, field.planar,
                                      field.steps, field.threads);
    const T largest = maker.make(Phase::kForeground, field.edges, columns_of(object.shape()),
                                 squares_.get(), progress);
    if (largest == kInfinite<T>) {
      if (sizeof(T) == 2) throw distance_map::TooNarrow();
      refuse_infinite(job_);
    }
    return largest;
  }

  // T(x), pixel by pixel: several slices are made at a time.
  void hand_out(const Block& block, T largest, SliceSink& out, Progress& progress) const {
    const Shape read = block.read.shape();
    const Box core = block.core_in_read();
    const std::int64_t plane = read.width * read.height;
    const std::int64_t depth = core.shape().depth;
    const T* const squares = squares_.get() + core.begin[2] * plane;
    const distance_map::Roots<T> thickness(distance_map::rows_of<T>(distance_rows_),
                                           2 * job_.field.scale, true, largest);
    const std::int64_t batch = distance_map::batch_slices(read, job_.field.threads);
    const std::int64_t bytes = slice_bytes(job_, read);
    const AlignedArray<char> pixels = aligned_array<char>(batch * bytes);
    for (std::int64_t first = 0; first < depth; first += batch) {
      progress.report(first, depth);
      const std::int64_t count = std::min(batch, depth - first);
      NoProgress none;
      parallel_for(count, job_.field.threads, none, [&](std::int64_t i) {
        to_pixels(thickness, job_, squares + (first + i) * plane, plane, pixels.get() + i * bytes);
      });
      out.write_slices({first, count, pixels.get(), bytes}, job_.field.threads);
    }
    progress.report(depth, depth);
  }

  const Job job_;
  const distance_map::Rows& distance_rows_;
  const RowsOf<T>& rows_;
  AlignedArray<T> squares_;
};

}  // namespace

MemoryUser CpuTwin::user(const Job& job) { return {job.name, "Crop the image."}; }

std::int64_t CpuTwin::bytes(const Job& job, const Block& block) {
  return distance_map::with_type(
      job.field.values, [&](auto value) { return TypedBalls<decltype(value)>::bytes(job, block); });
}

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block& largest)
    : balls_(distance_map::with_type(job.field.values, [&](auto value) -> std::shared_ptr<Balls> {
        return std::make_shared<TypedBalls<decltype(value)>>(job, instructions, largest);
      })) {}

Counts CpuTwin::compute(const Block& block, CoreSink* out, Progress& progress) {
  return balls_->compute(block, out, progress);
}

Counts measure_cpu(InstructionSet instructions, const Job& job, WatchedSink* out,
                   Progress& progress) {
  const auto measure = [&](const distance_map::Job& field, Progress& part) {
    return distance_map::measure_cpu(instructions, field, nullptr, part);
  };
  return run_wide_enough<CpuTwin>(job, instructions, &host_memory, measure, out, progress);
}

}  // namespace bitvox::local_thickness
