// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <functional>
#include <string>

#include "core/options/fields.hpp"

namespace bitvox {

// The lines of settings(), of the fields that `write` gives.
std::string settings_of(const std::function<void(FieldWriter&)>& write);

// What a result depends on besides its inputs: a line for each option, numbers to the last bit
// ("max_radius=30", "spacing.x=0.1"), without those that say how it is run (RunOptions). The same
// on every machine, so that a run that is resumed can say which option differs. Whoever keeps them
// puts the version of the program beside them.
template <Described T>
std::string settings(const T& options) {
  return settings_of([&](FieldWriter& writer) { write_fields(options, writer); });
}

}  // namespace bitvox
