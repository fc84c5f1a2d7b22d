// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <optional>
#include <utility>

#include "core/memory/aligned_array.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "ops/distance_map/distance_map_roots.hpp"
#include "ops/local_thickness/local_thickness_histogram.hpp"
#include "ops/local_thickness/local_thickness_tiles.hpp"

namespace bitvox::local_thickness {
namespace {

using distance_map::kInfinite;
using distance_map::ValueType;

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

// T(x), pixel by pixel: several slices are made at a time.
template <class T>
void hand_out(const distance_map::Roots<T>& thickness, const Job& job, const T* squares,
              SliceSink& out, Progress& progress) {
  const Shape& shape = job.field.in.shape();
  const std::int64_t plane = shape.width * shape.height;
  const std::int64_t batch = distance_map::batch_slices(shape, job.field.threads);
  const std::int64_t slice_bytes = plane * bytes_per_pixel(job.pixels());
  const AlignedArray<char> pixels = aligned_array<char>(batch * slice_bytes);
  for (std::int64_t first = 0; first < shape.depth; first += batch) {
    progress.report(first, shape.depth);
    const std::int64_t count = std::min(batch, shape.depth - first);
    NoProgress none;
    parallel_for(count, job.field.threads, none, [&](std::int64_t i) {
      to_pixels(thickness, job, squares + (first + i) * plane, plane,
                pixels.get() + i * slice_bytes);
    });
    for (std::int64_t i = 0; i < count; ++i) {
      out.write_slice(first + i, pixels.get() + i * slice_bytes);
    }
  }
  progress.report(shape.depth, shape.depth);
}

// Nothing where squared distances do not fit T and a wider type is to be taken.
template <class T>
std::optional<Counts> run(InstructionSet instructions, const Job& job, SliceSink* out,
                          Progress& progress) {
  const auto& rows = rows_for<distance_map::Rows>(instructions);
  const distance_map::Job& field = job.field;
  const Shape& shape = field.in.shape();
  const std::int64_t plane = shape.width * shape.height;
  const std::int64_t batch = distance_map::batch_slices(shape, field.threads);
  const std::int64_t pixel_bytes = out == nullptr ? 0 : bytes_per_pixel(job.pixels());
  const distance_map::ColumnRange all{0, shape.width};
  const MemoryUser user{job.name, "Crop the image."};
  require_memory(user, host_memory(),
                 shape.voxel_count() * static_cast<std::int64_t>(sizeof(T)) +
                     Tiles<T>::bytes(shape, field.threads) + batch * plane * pixel_bytes +
                     distance_map::FieldMaker<T>::bytes(shape, all, field.threads));

  const AlignedArray<T> squares = aligned_array<T>(shape.voxel_count());
  T largest{0};
  {
    PhaseProgress measuring(progress, 0, 150);
    distance_map::FieldMaker<T> maker(rows, field.in, field.metric, field.planar, field.steps,
                                      field.threads);
    largest = maker.make(job.phase, field.edges, all, squares.get(), measuring);
  }
  if (largest == kInfinite<T>) {
    if (sizeof(T) == 2) return std::nullopt;
    refuse_infinite(job);
  }

  {
    PhaseProgress painting(progress, 150, 900);
    const TileGrid grid(shape, field.planar);
    Tiles<T>(distance_map::rows_of<T>(rows_for<Rows>(instructions)), grid,
             {field.steps.x, field.steps.y, field.steps.z}, largest)
        .paint(squares.get(), user, field.threads, painting);
  }

  if (out != nullptr) {
    PhaseProgress handing_out(progress, 900, 980);
    hand_out(distance_map::Roots<T>(distance_map::rows_of<T>(rows), 2 * field.scale, true, largest),
             job, squares.get(), *out, handing_out);
  }
  PhaseProgress counting(progress, 980, 1000);
  return count_pixels(job, squares.get(), largest, counting);
}

}  // namespace

Counts measure_cpu(InstructionSet instructions, const Job& job, SliceSink* out,
                   Progress& progress) {
  PhaseProgress first(progress, 0, 500);
  PhaseProgress again(progress, 500, 1000);
  Progress* left = &progress;
  if (first_type(job.field) == ValueType::k16) {
    // Whether 16 bits will do shows at the end of the distance map.
    if (auto counts = run<std::uint16_t>(instructions, job, out, first)) {
      progress.report(1000, 1000);
      return *std::move(counts);
    }
    left = &again;
  }
  return wide_type(job.field) == ValueType::k32 ? *run<std::uint32_t>(instructions, job, out, *left)
                                                : *run<double>(instructions, job, out, *left);
}

}  // namespace bitvox::local_thickness
