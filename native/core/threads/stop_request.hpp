// SPDX-License-Identifier: BSD-2-Clause
#pragma once

namespace bitvox {

// Whether the team (core/threads/parallel.hpp) that this thread works for was stopped: what it
// computes is thrown away. For bodies that may take more than milliseconds. False on other threads.
bool stop_requested();

}  // namespace bitvox
