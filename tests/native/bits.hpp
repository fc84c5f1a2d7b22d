// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/bit_volume.hpp"
#include "core/grey_volume.hpp"

namespace bitvox::test {

// Everything that an operation returns but its report, to be compared to the bit.
class Bits {
 public:
  template <class T>
  Bits& add(const T& value) {
    static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
    return add_bytes(&value, sizeof value);
  }
  template <class T>
  Bits& add(const std::vector<T>& values) {
    for (const T& value : values) add(value);
    return *this;
  }
  Bits& add(const BitVolume& volume) {
    return add_bytes(volume.words(), volume.shape().word_count() * 8);
  }
  Bits& add(const GreyVolume& volume) {
    return add_bytes(volume.data<std::uint8_t>(),
                     volume.shape().voxel_count() * bytes_per_pixel(volume.type()));
  }
  bool operator==(const Bits&) const = default;

 private:
  Bits& add_bytes(const void* from, std::int64_t count) {
    const auto* const bytes = static_cast<const std::uint8_t*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count);
    return *this;
  }
  std::vector<std::uint8_t> bytes_;
};

}  // namespace bitvox::test
