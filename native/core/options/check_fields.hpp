// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <string>

#include "core/options/fields.hpp"

namespace bitvox {

// What a range allows, in words: "1 to 32767", "0 (all cores) to 1024", "32 or 16".
std::string allowed_in(const Range& range);

// Throws InvalidInput for a number that its range does not allow:
// "max_radius=0 is not allowed; use 1 to 32767". The range of an object is that of its numbers.
std::unique_ptr<FieldWriter> range_check();

// The same of all fields of these options, and of what they hold.
template <Described T>
void check_fields(const T& options) {
  write_fields(options, *range_check());
}

}  // namespace bitvox
