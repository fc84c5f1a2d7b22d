// SPDX-License-Identifier: BSD-2-Clause
#include "core/number.hpp"

#include <locale>
#include <sstream>

namespace bitvox {

std::string short_number(double value) {
  std::ostringstream text;
  text.imbue(std::locale::classic());
  text << value;
  return text.str();
}

}  // namespace bitvox
