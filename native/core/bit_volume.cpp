// SPDX-License-Identifier: BSD-2-Clause
#include "core/bit_volume.hpp"

#include <cstring>

namespace bitvox {

void BitVolume::read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) const {
  std::memcpy(words, slice(first),
              static_cast<std::size_t>(count * shape_.words_per_slice()) * sizeof(std::uint64_t));
}

}  // namespace bitvox
