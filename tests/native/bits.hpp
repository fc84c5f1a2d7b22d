// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"

namespace bitvox::test {

// Everything that an operation returns but its report, to be compared to the bit.
class Bits {
 public:
  // What bytes are, for who compares results of two machines. Elementary are floating-point numbers
  // that functions such as exp or hypot made: C libraries differ in their last bits.
  enum class Kind { kWhole, kFloat, kDouble, kElementaryFloat, kElementaryDouble };
  struct Part {
    Kind kind;
    std::size_t bytes;
    bool operator==(const Part&) const = default;
  };

  template <class T>
  Bits& add(const T& value) {
    return add_bytes(kind_of<T>(), &value, sizeof value);
  }
  template <class T>
  Bits& add(const std::vector<T>& values) {
    return add_bytes(kind_of<T>(), values.data(), values.size() * sizeof(T));
  }
  Bits& add(const Bits& others) {
    const std::uint8_t* from = others.bytes_.data();
    for (const auto& [kind, count] : others.parts_) {
      add_bytes(kind, from, count);
      from += count;
    }
    return *this;
  }
  Bits& add(const BitVolume& volume) {
    return add_bytes(Kind::kWhole, volume.words(),
                     static_cast<std::size_t>(volume.shape().word_count()) * 8);
  }
  Bits& add(const GreyVolume& volume) {
    return add_bytes(
        volume.type() == PixelType::kFloat32 ? Kind::kFloat : Kind::kWhole,
        volume.data<std::uint8_t>(),
        static_cast<std::size_t>(volume.shape().voxel_count() * bytes_per_pixel(volume.type())));
  }
  Bits& add_elementary(double value) {
    return add_bytes(Kind::kElementaryDouble, &value, sizeof value);
  }
  // Not inline: GCC 12 would warn of overflows that cannot be.
  [[gnu::noinline]] Bits& add_bytes(Kind kind, const void* from, std::size_t count) {
    const auto* const bytes = static_cast<const std::uint8_t*>(from);
    bytes_.insert(bytes_.end(), bytes, bytes + count);
    if (parts_.empty() || parts_.back().kind != kind) parts_.push_back({kind, 0});
    parts_.back().bytes += count;
    return *this;
  }
  bool operator==(const Bits&) const = default;

  const std::vector<std::uint8_t>& bytes() const { return bytes_; }
  const std::vector<Part>& parts() const { return parts_; }  // of them, in order

 private:
  template <class T>
  static constexpr Kind kind_of() {
    if constexpr (std::is_same_v<T, float>) return Kind::kFloat;
    if constexpr (std::is_same_v<T, double>) return Kind::kDouble;
    static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T>);
    return Kind::kWhole;
  }
  std::vector<std::uint8_t> bytes_;
  std::vector<Part> parts_;
};

}  // namespace bitvox::test
