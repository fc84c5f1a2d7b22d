// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/voxel_chunk.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "core/error.hpp"
#include "core/volumes/bit_runs.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox {
namespace {

std::int64_t bytes_of(VoxelType type) {
  switch (type) {
    case VoxelType::kUint8:
    case VoxelType::kInt8:
      return 1;
    case VoxelType::kUint16:
    case VoxelType::kInt16:
      return 2;
    default:
      return 4;
  }
}

std::int64_t words_for(std::int64_t bits) { return (bits + 63) / 64; }

// Voxels that ImageJ has no images of: 255 for those within the range, else 0.
template <class Voxel>
void find_within(const unsigned char* bytes, std::int64_t count, const ForegroundRule& rule,
                 std::uint8_t* to) {
  for (std::int64_t i = 0; i < count; ++i) {
    Voxel voxel;
    std::memcpy(&voxel, bytes + i * static_cast<std::int64_t>(sizeof voxel), sizeof voxel);
    const auto value = static_cast<double>(voxel);
    to[i] = rule.low <= value && value <= rule.high ? 255 : 0;
  }
}

// How many rows are packed at a time: more than one if they lie one behind the other, and as many
// as the cache holds.
std::int64_t rows_at_once(const ChunkRows& rows) {
  constexpr std::int64_t kMostVoxels = 1 << 15;
  const bool behind_another = rows.count == rows.width && rows.type != VoxelType::kBits;
  return behind_another ? std::max<std::int64_t>(1, kMostVoxels / rows.count) : 1;
}

// Packs parts of rows.
class RowPacker {
 public:
  RowPacker(const ChunkRows& rows, const ForegroundRule& rule)
      : rows_(rows),
        rule_(rule),
        at_once_(rows_at_once(rows)),
        words_(static_cast<std::size_t>(at_once_ * words_for(rows.count) + 1)),
        within_(static_cast<std::size_t>(at_once_ * rows.count)) {
    if (rows.type != VoxelType::kUint8 && rows.type != VoxelType::kBits &&
        rule.kind == ForegroundRule::Kind::kBinary) {
      throw UnsuitableImage(kBinaryRequired);
    }
  }

  std::int64_t at_once() const { return at_once_; }

  // The bits of so many rows, up to at_once(), each in whole words; valid until the next ones.
  const std::uint64_t* pack(const unsigned char* row, std::int64_t count) {
    if (rows_.type == VoxelType::kBits) return take_bits(row);
    shape_ = {rows_.count, count, 1};
    const unsigned char* const first = row + rows_.first * bytes_of(rows_.type);
    switch (rows_.type) {
      case VoxelType::kUint8:
        return pack_as(first, PixelType::kUint8, rule_);
      case VoxelType::kUint16:
        return pack_as(first, PixelType::kUint16, rule_);
      case VoxelType::kFloat32:
        return pack_as(first, PixelType::kFloat32, rule_);
      case VoxelType::kInt8:
        return pack_within<std::int8_t>(first);
      case VoxelType::kInt16:
        return pack_within<std::int16_t>(first);
      case VoxelType::kUint32:
        return pack_within<std::uint32_t>(first);
      default:
        return pack_within<std::int32_t>(first);
    }
  }

  bool allowed() const { return allowed_; }

 private:
  const std::uint64_t* pack_as(const void* voxels, PixelType type, const ForegroundRule& rule) {
    allowed_ = pack_slice(voxels, type, rule, shape_, words_.data()) && allowed_;
    return words_.data();
  }

  template <class Voxel>
  const std::uint64_t* pack_within(const unsigned char* voxels) {
    find_within<Voxel>(voxels, shape_.voxel_count(), rule_, within_.data());
    return pack_as(within_.data(), PixelType::kUint8, {});
  }

  const std::uint64_t* take_bits(const unsigned char* row) {
    const std::int64_t skipped = rows_.first % 8;
    const std::int64_t bytes = (skipped + rows_.count + 7) / 8;
    std::fill(words_.begin(), words_.end(), 0);
    std::memcpy(words_.data(), row + rows_.first / 8, static_cast<std::size_t>(bytes));
    const std::int64_t words = std::ssize(words_);
    for (std::int64_t i = 0; skipped > 0 && i < words; ++i) {
      words_[static_cast<std::size_t>(i)] = bits_from(words_.data(), words, 64 * i + skipped);
    }
    return words_.data();
  }

  const ChunkRows rows_;
  const ForegroundRule rule_;
  const std::int64_t at_once_;
  Shape shape_;
  std::vector<std::uint64_t> words_;  // and one more, for bits that do not begin at a byte
  std::vector<std::uint8_t> within_;
  bool allowed_ = true;
};

// word = what is written of it
void put_bits(std::uint64_t& word, std::uint64_t written, std::uint64_t bits) {
  if (written == ~std::uint64_t{0}) {
    word = bits;
    return;
  }
  std::atomic_ref<std::uint64_t> shared(word);
  std::uint64_t before = shared.load(std::memory_order_relaxed);
  while (!shared.compare_exchange_weak(before, (before & ~written) | (bits & written),
                                       std::memory_order_relaxed)) {
  }
}

}  // namespace

std::int64_t ChunkRows::row_bytes() const {
  return type == VoxelType::kBits ? (width + 7) / 8 : width * bytes_of(type);
}

bool pack_rows(const void* slice, const ChunkRows& rows, const ForegroundRule& rule, BitVolume& to,
               const VoxelPlace& at) {
  RowPacker packer(rows, rule);
  const auto* const bytes = static_cast<const unsigned char*>(slice);
  const std::int64_t words = words_for(rows.count);
  for (std::int64_t first = 0; first < rows.rows; first += packer.at_once()) {
    const std::int64_t end = std::min(rows.rows, first + packer.at_once());
    const std::uint64_t* bits =
        packer.pack(bytes + (rows.first_row + first) * rows.row_bytes(), end - first);
    for (std::int64_t y = first; y < end; ++y, bits += words) {
      std::uint64_t* const row = to.slice(at.z) + (at.y + y) * to.shape().words_per_row();
      for_each_word(row, at.x, at.x + rows.count, [&](std::uint64_t& word, std::uint64_t written) {
        put_bits(word, written, bits_from(bits, words, 64 * (&word - row) - at.x));
      });
    }
  }
  return packer.allowed();
}

void unpack_rows(const BitVolume& from, const VoxelPlace& at, const ChunkRows& rows, void* slice) {
  const bool as_bits = rows.type == VoxelType::kBits;
  if (!as_bits && rows.type != VoxelType::kUint8) {
    throw InvalidInput("voxels are unpacked as bits or 8-bit integers only");
  }
  auto* const bytes = static_cast<unsigned char*>(slice);
  const std::int64_t per_row = from.shape().words_per_row();
  // Bits of a row begin as far behind a byte as in the chunk.
  const std::int64_t skipped = as_bits ? rows.first % 8 : 0;
  std::vector<std::uint64_t> words(static_cast<std::size_t>(words_for(skipped + rows.count)));
  for (std::int64_t y = 0; y < rows.rows; ++y) {
    const std::uint64_t* const row = from.slice(at.z) + (at.y + y) * per_row;
    for (std::int64_t i = 0; i < std::ssize(words); ++i) {
      words[static_cast<std::size_t>(i)] = bits_from(row, per_row, at.x - skipped + 64 * i);
    }
    unsigned char* const to = bytes + (rows.first_row + y) * rows.row_bytes();
    if (!as_bits) {
      packing_rows().unpack(words.data(), rows.count, to + rows.first);
      continue;
    }
    for (std::int64_t x = rows.first; x < rows.first + rows.count;) {
      const std::int64_t end = std::min(rows.first + rows.count, (x / 8 + 1) * 8);
      const std::int64_t i = x / 8 - rows.first / 8;
      const auto byte =
          static_cast<unsigned>(words[static_cast<std::size_t>(i / 8)] >> (8 * (i % 8)));
      const unsigned written = 0xffU << (x % 8) & 0xffU >> (8 * (x / 8 + 1) - end);
      to[x / 8] = static_cast<unsigned char>((to[x / 8] & ~written) | (byte & written));
      x = end;
    }
  }
}

}  // namespace bitvox
