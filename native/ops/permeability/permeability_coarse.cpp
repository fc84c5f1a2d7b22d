// SPDX-License-Identifier: BSD-2-Clause
#include <array>

#include "core/threads/parallel.hpp"
#include "ops/permeability/permeability_solve.hpp"

namespace bitvox::permeability {
namespace {

// The even bits of a word, and the odd ones, next to each other in its lower half.
std::uint64_t even_bits(std::uint64_t word) {
  word &= 0x5555555555555555U;
  word = (word | word >> 1) & 0x3333333333333333U;
  word = (word | word >> 2) & 0x0f0f0f0f0f0f0f0fU;
  word = (word | word >> 4) & 0x00ff00ff00ff00ffU;
  word = (word | word >> 8) & 0x0000ffff0000ffffU;
  return (word | word >> 16) & 0xffffffffU;
}

// Where at least four of eight bits are set: counted in bit planes.
std::uint64_t at_least_four(const std::array<std::uint64_t, 8>& bits) {
  std::uint64_t ones = 0, twos = 0, fours = 0;
  for (const std::uint64_t bit : bits) {
    const std::uint64_t carry = ones & bit;
    ones ^= bit;
    fours |= twos & carry;  // once four, never fewer
    twos ^= carry;
  }
  return fours;
}

}  // namespace

BitVolume halved(const BitVolume& pores, int threads, Progress& progress) {
  const Shape& fine = pores.shape();
  BitVolume coarse({fine.width / 2, fine.height / 2, fine.depth / 2});
  const Shape& shape = coarse.shape();
  parallel_for(shape.depth, threads, progress, [&](std::int64_t z) {
    for (std::int64_t y = 0; y < shape.height; ++y) {
      std::uint64_t* const out = coarse.slice(z) + y * shape.words_per_row();
      for (std::int64_t i = 0; i < shape.words_per_row(); ++i) {
        std::array<std::uint64_t, 8> bits{};
        for (std::size_t k = 0; k < 4; ++k) {
          const std::int64_t row = 2 * y + static_cast<std::int64_t>(k % 2);
          const std::uint64_t* const in = pores.slice(2 * z + static_cast<std::int64_t>(k / 2)) +
                                          row * fine.words_per_row() + 2 * i;
          const std::uint64_t second = 2 * i + 1 < fine.words_per_row() ? in[1] : 0;
          bits[2 * k] = even_bits(in[0]) | even_bits(second) << 32;
          bits[2 * k + 1] = even_bits(in[0] >> 1) | even_bits(second >> 1) << 32;
        }
        out[i] = at_least_four(bits);
      }
      out[shape.words_per_row() - 1] &= shape.last_word_mask();
    }
  });
  return coarse;
}

}  // namespace bitvox::permeability
