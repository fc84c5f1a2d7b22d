// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

namespace bitvox {

// "0.5", "2", "1e-09": six digits of it, for messages.
std::string short_number(double value);

// The same with so many digits.
std::string short_number(double value, int digits);

// The shortest one that is read back as this very number: "0.1", "1e-08", "inf".
std::string exact_number(double value);

}  // namespace bitvox
