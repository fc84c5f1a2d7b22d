// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <cstring>

#include "ops/graph_distance/weighted_graph.hpp"

// Sums along paths, for the CPU and the GPU. A distance is a word that has its highest bit free and
// is ordered as unsigned numbers are; kFar is larger than any, and what too large sums become.
namespace bitvox::graph_distance {

#ifdef __CUDACC__
#define BITVOX_PATH_SUM __host__ __device__
#else
#define BITVOX_PATH_SUM
#endif

// Whole numbers. Of 32 bits: for graphs none of whose distances turns out to be larger.
template <class UnsignedWord, class GraphArc>
struct WholeSum {
  using Word = UnsignedWord;
  using Arc = GraphArc;
  static constexpr Word kFar = static_cast<Word>(~Word{0}) >> 1;

  BITVOX_PATH_SUM static Word add(Word distance, std::uint64_t weight) {
    return weight >= kFar - distance ? kFar : static_cast<Word>(distance + weight);
  }
  // For the search's own use, not for results.
  BITVOX_PATH_SUM static double number(Word distance) { return static_cast<double>(distance); }
  BITVOX_PATH_SUM static Word word(double distance) {
    return distance < static_cast<double>(kFar) ? static_cast<Word>(distance) : kFar;
  }
};

using SmallSum = WholeSum<std::uint32_t, NarrowArc>;
using NarrowSum = WholeSum<std::uint64_t, NarrowArc>;
using WideSum = WholeSum<std::uint64_t, WideArc>;

// 64-bit floats by their bits.
struct FloatSum {
  using Word = std::uint64_t;
  using Arc = WideArc;
  static constexpr Word kFar = ~Word{0} >> 1;
  static constexpr Word kInfinite = Word{0x7ff} << 52;

  BITVOX_PATH_SUM static Word add(Word distance, std::uint64_t weight) {
    if (distance >= kInfinite) return kFar;
    return word(number(distance) + number(weight));
  }
  BITVOX_PATH_SUM static double number(Word distance) {
#ifdef __CUDA_ARCH__
    return __longlong_as_double(static_cast<long long>(distance));
#else
    double value = 0;
    std::memcpy(&value, &distance, sizeof(value));
    return value;
#endif
  }
  BITVOX_PATH_SUM static Word word(double distance) {
    Word bits = 0;
#ifdef __CUDA_ARCH__
    bits = static_cast<Word>(__double_as_longlong(distance));
#else
    std::memcpy(&bits, &distance, sizeof(bits));
#endif
    return bits >= kInfinite ? kFar : bits;
  }
};

// The arcs of a graph that this sum takes.
template <class Sum>
const LargeList<typename Sum::Arc>& arcs_of(const Graph& graph) {
  if constexpr (std::is_same_v<typename Sum::Arc, NarrowArc>) {
    return graph.narrow;
  } else {
    return graph.wide;
  }
}

}  // namespace bitvox::graph_distance
