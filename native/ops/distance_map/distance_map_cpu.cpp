// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <optional>
#include <type_traits>

#include "core/blocks/block_views.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"
#include "core/volumes/counting_source.hpp"
#include "ops/distance_map/distance_map.hpp"
#include "ops/distance_map/distance_map_count.hpp"
#include "ops/distance_map/distance_map_field.hpp"
#include "ops/distance_map/distance_map_plan.hpp"
#include "ops/distance_map/distance_map_roots.hpp"

namespace bitvox::distance_map {
namespace {

constexpr std::int64_t kPiece = 4096;  // values that are turned into pixels at a time

std::int64_t slice_bytes(const Job& job, const Block& block) {
  return block.whole.width * block.whole.height * bytes_per_pixel(job.pixels());
}

ColumnRange columns_of(const Block& block) { return {block.core.begin[0], block.core.end[0]}; }

}  // namespace

class CpuTwin::Fields {
 public:
  virtual ~Fields() = default;
  virtual Found compute(const Block& block, CoreSink* map, Progress& progress) = 0;
};

namespace {

template <class T>
class TypedFields final : public CpuTwin::Fields {
 public:
  TypedFields(const Job& job, InstructionSet instructions, const Block& largest)
      : rows_(rows_for<Rows>(instructions)), kernels_(rows_of<T>(rows_)), job_(job) {
    for (int i = 0; i < job_.fields(); ++i) fields_[i] = aligned_array<T>(values_of(largest));
  }

  static std::int64_t bytes(const Job& job, const Block& block) {
    const std::int64_t slices = block.has_whole_slices() ? batch_slices(block.whole, job.threads)
                                                         : block.core.shape().depth;
    return job.fields() * values_of(block) * static_cast<std::int64_t>(sizeof(T)) +
           slices * slice_bytes(job, block) + job.threads * kPiece * 4 +
           FieldMaker<T>::bytes(block.whole, columns_of(block), job.threads);
  }

  Found compute(const Block& block, CoreSink* map, Progress& progress) override {
    auto [making, writing] = progress_parts(progress, 4, map != nullptr ? 1 : 0);
    Found found;
    make(block, found, making);
    if (map == nullptr) return found;
    if (const auto places = map->places()) {
      write_core(block, *places, writing);
    } else {
      hand_out(block, *map, writing);
    }
    return found;
  }

 private:
  static std::int64_t values_of(const Block& block) {
    return columns_of(block).count() * block.whole.height * block.whole.depth;
  }

  std::int64_t pixel_bytes() const { return bytes_per_pixel(job_.pixels()); }

  void make(const Block& block, Found& found, Progress& progress) {
    const CountedVoxels counted(block, job_.mask);
    const bool all = job_.mask == nullptr && block.is_whole();
    const CountingSource in(job_.in, all ? nullptr : &counted);
    FieldMaker<T> maker(rows_, in, job_.metric, job_.planar, job_.steps, job_.threads);
    // Columns are measured over all rows and slices, whether these count or not.
    const bool measured = job_.mask == nullptr && block.core.shape().height == block.whole.height &&
                          block.core.shape().depth == block.whole.depth;
    largest_ = 0;
    make_fields(job_, found, progress,
                [&](int i, Phase phase, Edges edges, double& largest, Progress& part) {
                  auto [making, looking] = progress_parts(part, 9, measured ? 0 : 1);
                  T* const field = fields_[i].get();
                  T most = maker.make(phase, edges, columns_of(block), field, making);
                  // (What does not fit 16 bits is 65535 among integers too.)
                  if (sizeof(T) == 2 && most == kInfinite<T> && job_.numbers == Numbers::kFloat) {
                    throw TooNarrow();
                  }
                  largest_ = std::max(largest_, most);
                  if (!measured) {
                    most =
                        largest_counted(kernels_, field, block, job_.mask, job_.threads, looking);
                  }
                  largest = std::max(largest, number_of(job_, most, kInfinite<T>));
                });
    found.voxels = in.voxels();
  }

  // Of the values that make() made last.
  Roots<T> roots_of_values() const { return {kernels_, job_.scale, job_.roots(), largest_}; }

  // `count` values from number `first` of the fields on, as pixels.
  void write_pixels(const Roots<T>& roots, std::int64_t first, std::int64_t count, char* to) const {
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

  void write_core(const Block& block, const CoreSink::Places& places, Progress& progress) const {
    const Roots<T> roots = roots_of_values();
    const std::int64_t columns = columns_of(block).count();
    const Box& core = block.core;
    parallel_for(core.shape().depth, job_.threads, progress, [&](std::int64_t z) {
      const std::int64_t first = (core.begin[2] + z) * block.whole.height;
      char* to = places.first + z * places.slice_bytes;
      for (std::int64_t y = core.begin[1]; y < core.end[1] && !stop_requested(); ++y) {
        write_pixels(roots, (first + y) * columns, columns, to);
        to += places.row_bytes;
      }
    });
  }

  // Several slices are made at a time, some rows by a thread at a time. Fields that are the map
  // already leave as they are.
  void hand_out(const Block& block, SliceSink& out, Progress& progress) const {
    constexpr bool kIntegers = std::is_same_v<T, std::uint16_t>;
    const bool ready = kIntegers && job_.numbers == Numbers::kIntegers;
    const Shape& shape = block.whole;
    const std::int64_t plane = shape.width * shape.height;
    const std::int64_t depth = block.core.shape().depth;
    const Roots<T> roots = roots_of_values();
    const std::int64_t batch = batch_slices(shape, job_.threads);
    const std::int64_t rows_of_part = std::max<std::int64_t>(1, kPixelsOfPart / shape.width);
    const AlignedArray<char> pixels = aligned_array<char>(batch * slice_bytes(job_, block));
    for (std::int64_t first = 0; first < depth; first += batch) {
      progress.report(first, depth);
      const std::int64_t count = std::min(batch, depth - first);
      const std::int64_t begin = (block.core.begin[2] + first) * plane;
      if (ready) {
        out.write_slices({first, count, fields_[0].get() + begin, slice_bytes(job_, block)},
                         job_.threads);
        continue;
      }
      const std::int64_t rows = count * shape.height;
      PhaseProgress part(progress, first, first + count, depth);
      parallel_for(
          (rows + rows_of_part - 1) / rows_of_part, job_.threads, part, [&](std::int64_t i) {
            const std::int64_t row = i * rows_of_part;
            const std::int64_t pixel = row * shape.width;
            write_pixels(roots, begin + pixel, std::min(rows_of_part, rows - row) * shape.width,
                         pixels.get() + pixel * pixel_bytes());
          });
      out.write_slices({first, count, pixels.get(), slice_bytes(job_, block)}, job_.threads);
    }
    progress.report(depth, depth);
  }

  static constexpr std::int64_t kPixelsOfPart = std::int64_t{1} << 17;

  const Rows& rows_;
  const RowsOf<T>& kernels_;
  const Job job_;
  AlignedArray<T> fields_[2];
  T largest_ = 0;
};

}  // namespace

MemoryUser CpuTwin::user() { return {"Distance Map", "Crop the image."}; }

// So many columns that the values take a byte a voxel where all of them would pass 5 bytes.
std::int64_t CpuTwin::most_side(const Job& job) {
  constexpr std::int64_t kMostBytes = 5;  // a voxel
  const std::int64_t each = with_type(job.values, [&](auto value) {
    return job.fields() * static_cast<std::int64_t>(sizeof value);
  });
  const std::int64_t width = job.in.shape().width;
  return each > kMostBytes ? std::max<std::int64_t>(1, width / each) : width;
}

std::int64_t CpuTwin::bytes(const Job& job, const Block& block) {
  return with_type(job.values,
                   [&](auto value) { return TypedFields<decltype(value)>::bytes(job, block); });
}

CpuTwin::CpuTwin(const Job& job, InstructionSet instructions, const Block& largest)
    : fields_(with_type(job.values, [&](auto value) -> std::shared_ptr<Fields> {
        return std::make_shared<TypedFields<decltype(value)>>(job, instructions, largest);
      })) {}

Found CpuTwin::compute(const Block& block, CoreSink* map, Progress& progress) {
  return fields_->compute(block, map, progress);
}

Found measure_cpu(InstructionSet instructions, const Job& job, SliceSink* map, Progress& progress) {
  return run_wide_enough<CpuTwin>(job, instructions, &host_memory, map, progress);
}

}  // namespace bitvox::distance_map
