// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/stop_request.hpp"
#include "core/volumes/counting_source.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "ops/distance_map/distance_map_count.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "ops/distance_map/distance_map_plan.hpp"
#include "ops/distance_map/distance_map_roots.hpp"

namespace bitvox::distance_map {
namespace {

constexpr MemoryUser kUser{"Distance Map", "Crop the image."};

template <class T>
class Run {
 public:
  Run(InstructionSet instructions, const Job& job)
      : rows_(rows_for<Rows>(instructions)),
        kernels_(rows_of<T>(rows_)),
        job_(job),
        shape_(job.in.shape()),
        counted_(job.in),
        maker_(rows_, counted_, job.metric, job.planar, job.steps, job.threads),
        slab_(plan_slab(job, shape_.width, sizeof(T), kUser, host_memory(),
                        [&](std::int64_t columns) { return bytes(columns); })) {}

  // What is known of the largest values; nothing where a value is too large for T and a wider type
  // is to be taken.
  std::optional<Found> run(SliceSink* out, Progress& progress) {
    for (int i = 0; i < job_.fields(); ++i) {
      fields_[i] = aligned_array<T>(slab_ * shape_.height * shape_.depth);
    }
    Found found;
    if (slab_ == shape_.width) {
      PhaseProgress making(progress, 0, out != nullptr ? 800 : 1000);
      if (!make({0, shape_.width}, found, making)) return std::nullopt;
      PhaseProgress handing_out(progress, 800, 1000);
      if (out != nullptr) hand_out(*out, handing_out);
      return with_voxels(found);
    }
    PhaseProgress making(progress, 0, out != nullptr ? 900 : 1000);
    AlignedArray<std::uint8_t> map;
    if (out != nullptr) map = aligned_array<std::uint8_t>(shape_.voxel_count() * pixel_bytes());
    for (std::int64_t first = 0; first < shape_.width; first += slab_) {
      const ColumnRange columns{first, std::min(shape_.width, first + slab_)};
      PhaseProgress part(making, 1000 * columns.first / shape_.width,
                         1000 * columns.end / shape_.width);
      if (!make(columns, found, part)) return std::nullopt;
      if (out == nullptr) continue;
      const Roots<T> roots = roots_of_values();
      PhaseProgress copying(part, 1000, 1000);
      parallel_for(shape_.depth, job_.threads, copying, [&](std::int64_t z) {
        const std::int64_t end = (z + 1) * shape_.height;
        for (std::int64_t row = z * shape_.height; row < end && !stop_requested(); ++row) {
          write_pixels(roots, row * columns.count(), columns.count(),
                       map.get() + (row * shape_.width + first) * pixel_bytes());
        }
      });
    }
    for (std::int64_t z = 0; z < shape_.depth && out != nullptr; ++z) {
      progress.report(900 + 100 * z / shape_.depth, 1000);
      out->write_slice(z, map.get() + z * slice_pixels() * pixel_bytes());
    }
    progress.report(1000, 1000);
    return with_voxels(found);
  }

 private:
  std::int64_t slice_pixels() const { return shape_.width * shape_.height; }
  std::int64_t pixel_bytes() const { return bytes_per_pixel(job_.pixels()); }

  std::int64_t bytes(std::int64_t columns) const {
    const std::int64_t field =
        columns * shape_.height * shape_.depth * static_cast<std::int64_t>(sizeof(T));
    const std::int64_t map =
        (columns < shape_.width ? shape_.depth : batch_slices(shape_, job_.threads)) *
        slice_pixels() * pixel_bytes();
    return job_.fields() * field + map + job_.threads * kPiece * 4 +
           FieldMaker<T>::bytes(shape_, {0, columns}, job_.threads);
  }

  // Where all voxels count, they were counted when they were read.
  Found with_voxels(Found found) const {
    if (job_.mask == nullptr) found.voxels = counted_.voxels();
    return found;
  }

  // False where a wider type is to be taken.
  bool make(const ColumnRange& columns, Found& found, Progress& progress) {
    largest_ = 0;
    const auto field = [&](int i, Phase phase, Edges edges, double& largest, Progress& part) {
      PhaseProgress making(part, 0, job_.mask == nullptr ? 1000 : 900);
      T most = maker_.make(phase, edges, columns, fields_[i].get(), making);
      const bool known = most != kInfinite<T> || job_.numbers == Numbers::kIntegers;
      if (!known && sizeof(T) == 2) return false;
      largest_ = std::max(largest_, most);
      if (job_.mask != nullptr) {
        PhaseProgress looking(part, 900, 1000);
        const Seen<T> seen = look_at_mask(i, columns, looking);
        most = seen.largest;
        if (i == 0) found.voxels += of_object(seen, phase);
      }
      // (What does not fit 16 bits is 65535 among integers too.)
      largest = std::max(largest, number_of(job_, most, kInfinite<T>));
      return true;
    };
    return make_fields(job_, found, progress, field);
  }

  Seen<T> look_at_mask(int i, const ColumnRange& columns, Progress& progress) const {
    const Box core{{columns.first, 0, 0}, {columns.end, shape_.height, shape_.depth}};
    return look_at(kernels_, fields_[i].get(), columns, {shape_, box_of(shape_), core}, job_.mask,
                   job_.threads, progress);
  }

  // Of the values that make() made last.
  Roots<T> roots_of_values() const { return {kernels_, job_.scale, job_.roots(), largest_}; }

  // `count` values from number `first` of the fields on, as pixels.
  void write_pixels(const Roots<T>& roots, std::int64_t first, std::int64_t count,
                    std::uint8_t* to) const {
    const T* const values = fields_[0].get() + first;
    if (job_.numbers == Numbers::kIntegers) {
      kernels_.to_integers(values, count, static_cast<T>(job_.above),
                           reinterpret_cast<std::uint16_t*>(to));
      return;
    }
    auto* const distances = reinterpret_cast<float*>(to);
    roots(values, count, distances);
    if (job_.region != Region::kSigned) return;
    const T* const outside = fields_[1].get() + first;
    float piece[kPiece];
    for (std::int64_t i = 0; i < count; i += kPiece) {
      const std::int64_t part = std::min(kPiece, count - i);
      roots(outside + i, part, piece);
      rows_.subtract(piece, part, distances + i);
    }
  }

  // Fields that are the map already leave as they are.
  static constexpr bool kIntegers = std::is_same_v<T, std::uint16_t>;

  // Several slices are made at a time, some rows by a thread at a time.
  void hand_out(SliceSink& out, Progress& progress) const {
    const bool ready = kIntegers && job_.numbers == Numbers::kIntegers;
    const Roots<T> roots = roots_of_values();
    const std::int64_t batch = batch_slices(shape_, job_.threads);
    const std::int64_t slice_bytes = slice_pixels() * pixel_bytes();
    const std::int64_t rows_of_part = std::max<std::int64_t>(1, kPixelsOfPart / shape_.width);
    const AlignedArray<std::uint8_t> pixels = aligned_array<std::uint8_t>(batch * slice_bytes);
    for (std::int64_t first = 0; first < shape_.depth; first += batch) {
      progress.report(first, shape_.depth);
      const std::int64_t count = std::min(batch, shape_.depth - first);
      if (ready) {
        for (std::int64_t z = first; z < first + count; ++z) {
          out.write_slice(z, fields_[0].get() + z * slice_pixels());
        }
        continue;
      }
      const std::int64_t rows = count * shape_.height;
      PhaseProgress part(progress, 1000 * first / shape_.depth,
                         1000 * (first + count) / shape_.depth);
      parallel_for((rows + rows_of_part - 1) / rows_of_part, job_.threads, part,
                   [&](std::int64_t i) {
                     const std::int64_t row = i * rows_of_part;
                     const std::int64_t pixel = row * shape_.width;
                     write_pixels(roots, first * slice_pixels() + pixel,
                                  std::min(rows_of_part, rows - row) * shape_.width,
                                  pixels.get() + pixel * pixel_bytes());
                   });
      for (std::int64_t i = 0; i < count; ++i) {
        out.write_slice(first + i, pixels.get() + i * slice_bytes);
      }
    }
    progress.report(shape_.depth, shape_.depth);
  }

  static constexpr std::int64_t kPiece = 4096;
  static constexpr std::int64_t kPixelsOfPart = std::int64_t{1} << 17;

  const Rows& rows_;
  const RowsOf<T>& kernels_;
  const Job& job_;
  const Shape shape_;
  const CountingSource counted_;
  FieldMaker<T> maker_;
  const std::int64_t slab_;
  AlignedArray<T> fields_[2];
  T largest_ = 0;
};

template <class T>
std::optional<Found> run(InstructionSet instructions, const Job& job, SliceSink* out,
                         Progress& progress) {
  return Run<T>(instructions, job).run(out, progress);
}

}  // namespace

Found measure_cpu(InstructionSet instructions, const Job& job, SliceSink* out, Progress& progress) {
  PhaseProgress first(progress, 0, 500);
  PhaseProgress again(progress, 500, 1000);
  Progress* left = &progress;
  if (first_type(job) == ValueType::k16) {
    // Whether 16 bits will do shows at the end only; where they do, no more is to be done.
    if (const auto done = run<std::uint16_t>(instructions, job, out, first)) {
      progress.report(1000, 1000);
      return *done;
    }
    left = &again;
  }
  return wide_type(job) == ValueType::k32 ? *run<std::uint32_t>(instructions, job, out, *left)
                                          : *run<double>(instructions, job, out, *left);
}

}  // namespace bitvox::distance_map
