// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <numeric>
#include <type_traits>

#include "core/volumes/bit_volume.hpp"
#include "core/volumes/grey_volume.hpp"
#include "test_volumes.hpp"

namespace bitvox::fuzz {

// Makes options and small images of the bytes that the fuzzer hands out: the same bytes make the
// same, by every compiler, where no two arguments of one call draw. When they are used up, it goes
// on with random ones that follow from them, so that a few bytes make a whole input.
class FuzzBytes {
 public:
  FuzzBytes(const std::uint8_t* data, std::size_t size)
      : next_(data),
        end_(data + size),
        more_(std::accumulate(data, data + size, std::uint64_t{size},
                              [](std::uint64_t hash, std::uint8_t byte) {
                                return (hash ^ byte) * 0x100000001b3U;  // FNV-1a
                              })) {}

  // Any value of the type, the bytes being its bits: of floating-point types NaN, too.
  template <class T>
  T any() {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) bits |= std::uint64_t{next()} << (8 * i);
    if constexpr (std::is_same_v<T, double>) {
      return std::bit_cast<double>(bits);
    } else if constexpr (std::is_same_v<T, float>) {
      return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    } else {
      static_assert(std::is_integral_v<T>);
      return static_cast<T>(bits);
    }
  }

  bool yes() { return next() % 2 == 1; }
  bool rarely() { return next() == 255; }

  std::int64_t between(std::int64_t least, std::int64_t most) {
    const auto values = static_cast<std::uint64_t>(most - least) + 1;
    const std::uint64_t number = values <= 256 ? next() : any<std::uint64_t>();
    return least + static_cast<std::int64_t>(number % values);
  }

  // Mostly one that suits, now and then any.
  int integer(int least, int most) {
    return rarely() ? any<int>() : static_cast<int>(between(least, most));
  }
  double number(double least, double most) {
    return rarely() ? any<double>() : least + (most - least) * next() / 255.0;
  }

  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[next() % values.size()];
  }

  // Small, and often a width at which the words of a row change.
  Shape shape(std::int64_t most_width, std::int64_t most_height, std::int64_t most_depth,
              std::int64_t least = 1) {
    static constexpr std::int64_t kEdges[] = {1, 63, 64, 65, 127, 128, 129};
    Shape shape;
    shape.width = between(least, most_width);
    if (yes()) {
      shape.width = std::clamp(kEdges[next() % std::size(kEdges)], least, most_width);
    }
    shape.height = between(least, most_height);
    shape.depth = between(least, most_depth);
    return shape;
  }

  BitVolume bits(const Shape& shape);
  GreyVolume grey(const Shape& shape, PixelType type);
  PixelType grey_type() {
    return one_of({PixelType::kUint8, PixelType::kUint16, PixelType::kFloat32});
  }

 private:
  std::uint8_t next() {
    return next_ == end_ ? static_cast<std::uint8_t>(more_.next() >> 56) : *next_++;
  }

  const std::uint8_t* next_;
  const std::uint8_t* end_;
  test::Random more_;
};

}  // namespace bitvox::fuzz
