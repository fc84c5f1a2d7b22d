// SPDX-License-Identifier: BSD-2-Clause
#include "core/options/number.hpp"

#include <array>
#include <charconv>
#include <locale>
#include <sstream>

namespace bitvox {

std::string short_number(double value) { return short_number(value, 6); }

std::string short_number(double value, int digits) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text.precision(digits);
  text << value;
  return text.str();
}

std::string exact_number(double value) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

}  // namespace bitvox
