// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.

namespace bitvox::skeleton2d {

// The passes of all rules, in the order of their use.
enum ThinningPass {
  kHilditchPass,
  kGuoHallNorthEast,
  kGuoHallSouthWest,
  kImageJFirst,  // four passes: two to be repeated, then two others
  kImageJSecond,
  kImageJStrayFirst,
  kImageJStraySecond,
  kThinningPasses,
};

// Passes that are repeated until all of them in turn delete nothing.
struct ThinningStage {
  int first_pass;
  int passes;  // 0: there is no such stage
};

// What a rule does, one stage after the other; indices are those of Rule.
constexpr int kMostStages = 2;
constexpr ThinningStage kThinningStages[3][kMostStages] = {
    {{kGuoHallNorthEast, 2}, {}},
    {{kHilditchPass, 1}, {}},
    {{kImageJFirst, 2}, {kImageJStrayFirst, 2}},
};

}  // namespace bitvox::skeleton2d
