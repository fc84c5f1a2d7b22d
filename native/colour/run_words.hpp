// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/host_and_device.hpp"

// Runs of set bits within one word of a plane, for the GPU; a run that goes on in the next word is
// two of them here. The host can call all of it, which is how it is tested.
namespace bitvox::colour {

BITVOX_BOTH inline int bit_count(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __popcll(bits);
#else
  return __builtin_popcountll(bits);
#endif
}

// The lowest and the highest bit that is set; bits are not 0.
BITVOX_BOTH inline int lowest_bit(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __ffsll(static_cast<long long>(bits)) - 1;
#else
  return __builtin_ctzll(bits);
#endif
}
BITVOX_BOTH inline int highest_bit(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(static_cast<long long>(bits));
#else
  return 63 - __builtin_clzll(bits);
#endif
}

BITVOX_BOTH inline std::uint64_t starts_of_runs(std::uint64_t word) { return word & ~(word << 1); }

BITVOX_BOTH inline int run_count(std::uint64_t word) { return bit_count(starts_of_runs(word)); }

// The bits of the run that bit `at` lies in, from there on.
BITVOX_BOTH inline std::uint64_t rest_of_run(std::uint64_t word, int at) {
  return word & ~(word + (std::uint64_t{1} << at));
}

// Which run of the word bit `at` lies in, from 0.
BITVOX_BOTH inline int run_of_bit(std::uint64_t word, int at) {
  return bit_count(starts_of_runs(word) << (63 - at)) - 1;
}

// Calls body(run, bits) for each run of a word.
template <class Body>
BITVOX_BOTH inline void for_each_run_of_word(std::uint64_t word, const Body& body) {
  for (int run = 0; word != 0; ++run) {
    const std::uint64_t bits = rest_of_run(word, lowest_bit(word));
    body(run, bits);
    word ^= bits;
  }
}

// Calls body(run, run above) for all that touch by an edge or a corner between a word and the one
// above it.
template <class Body>
BITVOX_BOTH inline void for_each_contact(std::uint64_t word, std::uint64_t above,
                                         const Body& body) {
  if (above == 0) return;
  for_each_run_of_word(word, [&](int run, std::uint64_t bits) {
    std::uint64_t met = above & (bits | bits << 1 | bits >> 1);
    while (met != 0) {
      const int at = lowest_bit(met);
      body(run, run_of_bit(above, at));
      met &= ~rest_of_run(above, at);
    }
  });
}

}  // namespace bitvox::colour
