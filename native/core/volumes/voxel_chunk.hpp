// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/volumes/bit_volume.hpp"
#include "core/volumes/packing.hpp"

// Voxels as files of chunks have them, packed into boxes of larger volumes and back.
namespace bitvox {

// Little-endian. kBits: 8 voxels a byte, the first is the lowest bit; rows begin at whole bytes.
enum class VoxelType { kUint8, kInt8, kUint16, kInt16, kUint32, kInt32, kFloat32, kBits };

// One slice of a chunk, and some of its rows: `count` voxels of each from `first` on.
struct ChunkRows {
  VoxelType type = VoxelType::kUint8;
  std::int64_t width = 0;  // of the chunk
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  std::int64_t first = 0;
  std::int64_t count = 0;

  std::int64_t row_bytes() const;
};

// Where they are in a volume: the place of their first voxel.
struct VoxelPlace {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
};

// Replaces voxels of the volume by those of a slice, whose bytes are given: by the rule, or bits as
// they are. Other voxels stay, whatever other threads do to them meanwhile: words that are shared
// with others are changed atomically. Returns false if the rule is kBinary and a value other than 0
// and 255 was met. Throws InvalidInput if the rule does not suit the type.
bool pack_rows(const void* slice, const ChunkRows& rows, const ForegroundRule& rule, BitVolume& to,
               const VoxelPlace& at);

// The other way: bits, or 8-bit voxels of 0 and 255. Other voxels of the slice stay. Throws
// InvalidInput for other types.
void unpack_rows(const BitVolume& from, const VoxelPlace& at, const ChunkRows& rows, void* slice);

}  // namespace bitvox
