// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/write_core.hpp"

#include <algorithm>

#include "core/threads/parallel.hpp"
#include "core/volumes/bit_runs.hpp"

namespace bitvox {
namespace {

std::uint64_t bits_below(std::int64_t bit) {
  return bit >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bit) - 1;
}

}  // namespace

Index first_of(const Block& block, const BitVolume& whole) {
  return whole.shape() == block.core.shape() ? block.core.begin : Index{};
}

void write_core(const Block& block, const BitVolume& from, BitVolume& whole, int threads) {
  const Shape& read = from.shape();
  const Shape& size = whole.shape();
  const Index origin = first_of(block, whole);
  const Box core = moved(block.core, origin);
  const Box held = moved(block.read, origin);
  const std::int64_t first = core.begin[0] / 64;
  const std::int64_t last = (core.end[0] - 1) / 64;
  // The padding of rows that end here is written too.
  const std::int64_t end = core.end[0] == size.width ? 64 * (last + 1) : core.end[0];
  NoProgress quick;
  parallel_for(core.shape().depth, threads, quick, [&](std::int64_t i) {
    const std::int64_t z = core.begin[2] + i;
    for (std::int64_t y = core.begin[1]; y < core.end[1]; ++y) {
      const std::uint64_t* const row =
          from.slice(z - held.begin[2]) + (y - held.begin[1]) * read.words_per_row();
      std::uint64_t* const to = whole.slice(z) + y * size.words_per_row();
      for (std::int64_t w = first; w <= last; ++w) {
        const std::uint64_t written = bits_below(end - 64 * w) & ~bits_below(std::max<std::int64_t>(
                                                                     0, core.begin[0] - 64 * w));
        // What lies beyond a core that is a volume of its own is padding there.
        const std::uint64_t bits = bits_from(row, read.words_per_row(), 64 * w - held.begin[0]) &
                                   bits_below(core.end[0] - 64 * w);
        to[w] = (to[w] & ~written) | (bits & written);
      }
    }
  });
}

}  // namespace bitvox
