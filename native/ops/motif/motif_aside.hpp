// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>

#include "core/threads/parallel.hpp"
#include "core/threads/progress.hpp"

namespace bitvox::motif {

// Below this, going through letters takes no longer than waking a thread.
inline constexpr std::int64_t kManyLetters = 1'000'000;

// How many letters are gone through before stop_requested() is asked: some milliseconds.
inline constexpr std::size_t kLettersBetween = std::size_t{1} << 16;

// Runs what one thread has to do with so many letters where it keeps nobody from stopping: on
// another thread, while the progress is reported. It returns soon after stop_requested().
template <class Body>
void aside(std::int64_t letters, Progress& progress, const Body& body) {
  if (letters < kManyLetters) {
    body();
  } else {
    parallel_for(1, 1, progress, [&](std::int64_t) { body(); });
  }
}

}  // namespace bitvox::motif
