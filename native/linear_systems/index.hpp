// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>

namespace bitvox::sparse {

// Rows and entries are counted with a sign; containers ask for an index without one.
inline std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

}  // namespace bitvox::sparse
