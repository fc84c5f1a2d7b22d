// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <chrono>

namespace bitvox {

// Who waits for other threads or the GPU reports so often meanwhile, so that the user can stop it.
inline constexpr std::chrono::milliseconds kBetweenReports{40};

}  // namespace bitvox
