// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/blocks/slabs.hpp"
#include "core/memory/aligned_array.hpp"
#include "core/memory/memory.hpp"
#include "cuda/device_memory.hpp"
#include "ops/local_thickness/local_thickness_region.cuh"

namespace bitvox::local_thickness {
namespace {

using distance_map::Doubles;
using distance_map::ValueType;
using distance_map::Words;

MemoryUser user_of(const Job& job) {
  return {job.name, "Choose backend 'auto' or crop the image."};
}

template <class V>
bool is_too_large(const Job& job, double largest) {
  if (largest < V::kInfinite) return false;
  if (V::kColumns == 1) refuse_infinite(job);
  return true;  // a wider type is to be taken
}

// Nothing where squared distances are too large and a wider type is to be taken.
template <class V>
std::optional<Counts> run_at_once(const Job& job, SliceSink* out, Progress& progress) {
  const Shape& shape = job.field.in.shape();
  RegionPainter<V> painter(job, shape.height);
  PhaseProgress uploading(progress, 0, 100);
  painter.upload(uploading);
  PhaseProgress measuring(progress, 100, 200);
  if (is_too_large<V>(job, painter.measure(0, measuring))) return std::nullopt;
  PhaseProgress painting(progress, 200, 600);
  painter.paint({0, shape.height}, painting);
  PhaseProgress handing_out(progress, 600, 1000);
  if (painter.kCounts) {
    if (out != nullptr) painter.hand_out(*out, handing_out);
    return painter.counts();
  }
  CountingSink counting(job, out);
  painter.hand_out(counting, handing_out);
  return counting.counts();
}

// The same, slab by slab. What reaches into a slab lies no further from it than the largest ball's
// radius, which a first run over all slabs finds.
template <class V>
std::optional<Counts> run_in_slabs(const Job& job, SliceSink* out, Progress& progress) {
  const Shape& shape = job.field.in.shape();
  const auto plan = [&](std::int64_t halo) {
    const std::int64_t most = job.slab > 0 ? job.slab : shape.height;
    return plan_slab_depth({std::min(most, shape.height), 1}, user_of(job), cuda::device_memory(),
                           [&](std::int64_t rows) {
                             return RegionPainter<V>::bytes(
                                 job, std::min(shape.height, rows + 2 * halo));
                           });
  };
  double largest = 0;
  {
    const std::int64_t rows = plan(0);
    RegionPainter<V> painter(job, rows);
    PhaseProgress uploading(progress, 0, 50);
    painter.upload(uploading);
    for (std::int64_t first = 0; first < shape.height; first += rows) {
      PhaseProgress part(progress, 50 + 150 * first / shape.height,
                         50 + 150 * std::min(shape.height, first + rows) / shape.height);
      largest = std::max(largest, painter.measure(std::min(first, shape.height - rows), part));
      if (is_too_large<V>(job, largest)) return std::nullopt;
    }
  }
  const auto halo = static_cast<std::int64_t>(
      std::min(std::sqrt(largest) / job.field.steps.y + 1, static_cast<double>(shape.height)));
  const std::int64_t rows = plan(halo);
  const std::int64_t region = std::min(shape.height, rows + 2 * halo);
  const bool with_map = out != nullptr || !RegionPainter<V>::kCounts;
  const std::int64_t slice_bytes = shape.width * shape.height * bytes_per_pixel(job.pixels());
  AlignedArray<unsigned char> map;
  if (with_map) {
    require_memory({job.name, "Crop the image."}, host_memory(), shape.depth * slice_bytes);
    map = aligned_array<unsigned char>(shape.depth * slice_bytes);
  }
  RegionPainter<V> painter(job, region);
  PhaseProgress uploading(progress, 200, 250);
  painter.upload(uploading);
  for (std::int64_t first = 0; first < shape.height; first += rows) {
    const RowRange slab{first, std::min(shape.height, first + rows)};
    const auto thousandth = [&](std::int64_t of_ten) {
      return 250 + 650 * (10 * slab.first + of_ten * slab.count()) / (10 * shape.height);
    };
    PhaseProgress measuring(progress, thousandth(0), thousandth(3));
    painter.measure(std::clamp<std::int64_t>(first - halo, 0, shape.height - region), measuring);
    PhaseProgress painting(progress, thousandth(3), thousandth(10));
    painter.paint(slab, painting);
    if (with_map) painter.gather(slab, map.get());
  }
  CountingSink counting(job, out);
  for (std::int64_t z = 0; with_map && z < shape.depth; ++z) {
    progress.report(900 + 100 * z / shape.depth, 1000);
    SliceSink& to = RegionPainter<V>::kCounts ? *out : counting;
    to.write_slice(z, map.get() + z * slice_bytes);
  }
  progress.report(1000, 1000);
  return RegionPainter<V>::kCounts ? painter.counts() : counting.counts();
}

template <class V>
std::optional<Counts> run(const Job& job, SliceSink* out, Progress& progress) {
  const std::int64_t height = job.field.in.shape().height;
  const bool slabs =
      job.slab > 0 || RegionPainter<V>::bytes(job, height) > cuda::device_memory().free;
  return slabs ? run_in_slabs<V>(job, out, progress) : run_at_once<V>(job, out, progress);
}

}  // namespace

Counts measure_cuda(const Job& job, SliceSink* out, Progress& progress) {
  distance_map::require_short_sides(job.field.in.shape());
  PhaseProgress first(progress, 0, 500);
  PhaseProgress again(progress, 500, 1000);
  Progress* left = &progress;
  if (first_type(job.field) == ValueType::k16) {
    if (auto counts = run<Pairs>(job, out, first)) {
      progress.report(1000, 1000);
      return *std::move(counts);
    }
    left = &again;
  }
  return wide_type(job.field) == ValueType::k32 ? *run<Words>(job, out, *left)
                                                : *run<Doubles>(job, out, *left);
}

}  // namespace bitvox::local_thickness
