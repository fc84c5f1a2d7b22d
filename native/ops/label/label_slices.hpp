// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/memory/aligned_array.hpp"
#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress.hpp"
#include "core/volumes/pixel_type.hpp"
#include "core/volumes/shape.hpp"
#include "core/volumes/slice_sink.hpp"

namespace bitvox::label {

// Some slices at a time, of which threads take some rows at a time. rows(first, end, pixels) writes
// the labels of the rows first .. end - 1, which count through all slices.
template <class Pixel, class Rows>
void write_slices_of(PixelType type, const MemoryUser& user, const Shape& s, int threads,
                     const Rows& rows, SliceSink& out, Progress& progress) {
  const std::int64_t plane = s.width * s.height;
  constexpr std::int64_t kPixelsOfBatch = std::int64_t{1} << 22;
  constexpr std::int64_t kPixelsOfPart = std::int64_t{1} << 16;
  constexpr auto kBytes = static_cast<std::int64_t>(sizeof(Pixel));
  const std::int64_t batch = std::clamp<std::int64_t>(kPixelsOfBatch / plane, 1, s.depth);
  const std::int64_t rows_of_part = std::max<std::int64_t>(1, kPixelsOfPart / s.width);
  require_memory(user, host_memory(), batch * plane * kBytes);
  const AlignedArray<Pixel> pixels = aligned_array<Pixel>(batch * plane);
  out.begin({s, type});
  for (std::int64_t first = 0; first < s.depth; first += batch) {
    const std::int64_t slices = std::min(batch, s.depth - first);
    const std::int64_t count = slices * s.height;
    PhaseProgress part(progress, first, first + slices, s.depth);
    parallel_for((count + rows_of_part - 1) / rows_of_part, threads, part, [&](std::int64_t i) {
      const std::int64_t row = i * rows_of_part;
      rows(first * s.height + row, first * s.height + std::min(count, row + rows_of_part),
           pixels.get() + row * s.width);
    });
    out.write_slices({first, slices, pixels.get(), plane * kBytes}, threads);
  }
}

// body(a pixel of the type that pixel_type() chose).
template <class Body>
void with_label_type(PixelType type, const Body& body) {
  switch (type) {
    case PixelType::kUint16:
      return body(std::uint16_t{});
    case PixelType::kFloat32:
      return body(float{});
    case PixelType::kUint8:
    case PixelType::kInt32:
      break;
  }
  body(std::int32_t{});
}

// Hands out labels; rows as above, for each type of pixels.
template <class Rows>
void write_label_slices(PixelType type, const MemoryUser& user, const Shape& s, int threads,
                        const Rows& rows, SliceSink& out, Progress& progress) {
  with_label_type(type, [&](auto pixel) {
    write_slices_of<decltype(pixel)>(type, user, s, threads, rows, out, progress);
  });
}

}  // namespace bitvox::label
