// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

namespace bitvox::sample_match {

// A turn in 65536ths; larger numbers go around again.
inline constexpr std::int64_t kTurn = 65536;

// What stands for a sine, in 32768ths: two parabolas, one upwards and one downwards, of which the
// wave and its slope are continuous. From 0 it rises to 32768 after a quarter of a turn.
constexpr std::int64_t wave(std::int64_t turn) {
  const std::int64_t half = turn & (kTurn / 2 - 1);
  const std::int64_t arch = half * (kTurn / 2 - half) >> 13;
  return (turn & (kTurn / 2)) == 0 ? arch : -arch;
}
inline constexpr int kWaveBits = 15;

// How the light changes: so many frames are a turn.
inline constexpr std::int64_t kLightFrames = 256;
constexpr std::int64_t light_turn(std::int64_t frame) { return frame * (kTurn / kLightFrames); }

}  // namespace bitvox::sample_match
