// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace bitvox::meshes {

// A number of the byte order that is given, at any address.
template <class Number>
Number number_at(const char* bytes, std::endian order) {
  std::array<char, sizeof(Number)> own{};
  std::copy(bytes, bytes + sizeof(Number), own.begin());
  if (order != std::endian::native) std::reverse(own.begin(), own.end());
  return std::bit_cast<Number>(own);
}

template <class Number>
void put_number(char* bytes, Number number, std::endian order) {
  auto own = std::bit_cast<std::array<char, sizeof(Number)>>(number);
  if (order != std::endian::native) std::reverse(own.begin(), own.end());
  std::copy(own.begin(), own.end(), bytes);
}

}  // namespace bitvox::meshes
