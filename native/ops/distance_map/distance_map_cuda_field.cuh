// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/error.hpp"
#include "core/threads/progress.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/launch.hpp"
#include "ops/distance_map/distance_map_long.cuh"

namespace bitvox::distance_map {

// How the kernels are put together; also what local thickness begins with.

// Indices along an axis have 32 bits, and the y of a grid of blocks 16.
inline void require_short_sides(const Shape& shape) {
  if (shape.width >= 1 << 29 || shape.height > 1 << 20 || shape.depth > 1 << 20) {
    throw DeviceOutOfMemory(
        "the GPU measures distances in images of less than 2^29 columns and up to 2^20 rows and "
        "slices.");
  }
}

// body(the cells of values of this type).
template <class Body>
auto with_cells(ValueType type, const Body& body) {
  switch (type) {
    case ValueType::k16:
      return body(Pairs());
    case ValueType::k32:
      return body(Words());
    case ValueType::kDouble:
      break;
  }
  return body(Doubles());
}

template <class V>
CellField<V> take_field(cuda::DeviceArena& arena, const Shape& shape, std::int64_t rows) {
  CellField<V> field{};
  field.pitch = (shape.width + V::kColumns - 1) / V::kColumns;
  field.rows = rows;
  field.cells = arena.take<typename V::Cell>(field.pitch * rows * shape.depth);
  field.largest = arena.take<unsigned long long>(1);
  return field;
}

// What lines take of shared memory, kWide of them.
template <class V>
std::int64_t shared_bytes(std::int64_t length) {
  return Lines<V>::cells_of(static_cast<int>(length)) *
         static_cast<std::int64_t>(sizeof(typename V::Cell));
}

template <class V>
bool fits_shared(std::int64_t length) {
  return shared_bytes<V>(length) <= cuda::most_shared_bytes();
}

// The volume's bits, what else the kernels read, and lines that are too long for shared memory.
template <class V>
struct Workspace {
  using Cell = typename V::Cell;
  std::uint64_t* words;
  Beside* beside;
  Cell* weights_y;
  Cell* weights_z;
  Cell* long_lines = nullptr;  // of a slice, or of a row of every slice
  std::int64_t pitch;

  Workspace(cuda::DeviceArena& arena, const Shape& shape)
      : words(arena.take<std::uint64_t>(shape.word_count())),
        beside(arena.take<Beside>(shape.word_count())),
        weights_y(arena.take<Cell>(weights_of(static_cast<int>(shape.height)))),
        weights_z(arena.take<Cell>(weights_of(static_cast<int>(shape.depth)))),
        pitch((shape.width + V::kColumns - 1) / V::kColumns) {
    std::int64_t cells = 0;
    for (const std::int64_t length : {shape.height, shape.depth}) {
      if (!fits_shared<V>(length)) {
        cells = std::max(cells, Lines<V>::cells_of(static_cast<int>(length)));
      }
    }
    if (cells > 0) long_lines = arena.take<Cell>((pitch + kWide - 1) / kWide * cells);
  }
};

// For Pairs, Words and Doubles; compiled once.
template <class V>
class CellFieldMaker {
 public:
  CellFieldMaker(const Shape& shape, const Spacing& steps, Metric metric, bool planar,
                 const cuda::Stream& stream, cuda::DeviceArena& arena)
      : shape_(shape),
        steps_(steps),
        metric_(metric),
        planar_(planar),
        stream_(stream),
        work_(arena, shape_) {}
  CellFieldMaker(const Job& job, const cuda::Stream& stream, cuda::DeviceArena& arena)
      : CellFieldMaker(job.in.shape(), job.steps, job.metric, job.planar, stream, arena) {}

  // Where the volume is to be uploaded.
  std::uint64_t* words() const { return work_.words; }

  // Fills the field; phase is the object's. Values larger than `most` become that, which saves the
  // search for them. Waits. Returns the largest value.
  double make(Phase phase, Edges edges, const CellField<V>& field, Progress& progress,
              double most = V::kInfinite);

 private:
  const Shape shape_;
  const Spacing steps_;
  const Metric metric_;
  const bool planar_;
  const cuda::Stream& stream_;
  const Workspace<V> work_;
};

}  // namespace bitvox::distance_map
