// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "fuzz_bytes.hpp"

namespace bitvox::fuzz {

// One of the numbers that a text has, or a strange one in its place.
inline void change_number(FuzzBytes& bytes, std::string& text) {
  static const char* const kDigits = "0123456789";
  const auto from = static_cast<std::size_t>(
      bytes.between(0, static_cast<std::int64_t>(std::max<std::size_t>(text.size(), 1)) - 1));
  const std::size_t begin = text.find_first_of(kDigits, from);
  if (begin == std::string::npos) return;
  const std::size_t end = std::min(text.find_first_not_of(kDigits, begin), text.size());
  const std::string number =
      bytes.yes() ? std::to_string(bytes.between(0, 12))
                  : bytes.one_of({"nan", "-1", "1e400", "0", "1e-400", "2147483648", "1.5", "inf",
                                  "9223372036854775808", "0x10", "", "1e", "+3", "-0", ".5"});
  text.replace(begin, end - begin, number);
}

// One of these texts, half of the time as it is, else nearly so.
inline std::string nearly_right(FuzzBytes& bytes, std::initializer_list<const char*> texts) {
  const auto choice = static_cast<std::size_t>(bytes.between(0, 255));
  std::string text = texts.begin()[choice / 2 % texts.size()];
  for (std::int64_t change = choice % 2 == 0 ? 0 : bytes.between(1, 3); change > 0; --change) {
    const auto size = static_cast<std::int64_t>(text.size());
    const auto at = static_cast<std::size_t>(bytes.between(0, size));
    switch (bytes.between(0, 7)) {
      case 0:
        text.insert(at, 1, static_cast<char>(bytes.any<std::uint8_t>()));
        break;
      case 1:
        text.erase(at, static_cast<std::size_t>(bytes.between(1, 9)));
        break;
      case 2:
        text.insert(at, text.substr(static_cast<std::size_t>(bytes.between(0, size)), 60));
        break;
      case 3:
        if (at < text.size()) text[at] = bytes.one_of({'\r', '\n', ' ', '\t', ',', '=', '\0', '%'});
        break;
      case 4: {
        const auto letters = static_cast<std::size_t>(bytes.between(1, 3000));
        text.insert(at, std::string(letters, bytes.one_of({' ', '9', 'x', '\n'})));
        break;
      }
      default:
        change_number(bytes, text);
    }
  }
  if (bytes.rarely()) text.insert(0, "\xEF\xBB\xBF");
  return text;
}

}  // namespace bitvox::fuzz
