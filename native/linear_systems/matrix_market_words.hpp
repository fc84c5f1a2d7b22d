// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "linear_systems/text_lines.hpp"

// What the lines of a Matrix Market file are made of.
namespace bitvox::sparse {

// The next line that is neither blank nor a comment; none at the end of the file.
std::optional<std::string_view> next_data_line(TextLines& lines);

// The next word of a line, which is cut off; empty at its end.
std::string_view take_word(std::string_view& line);

// The same as a number. `what` it is, for messages: "the row". Both refuse what is none; a number
// may be any finite double.
std::int64_t take_whole_number(const TextLines& lines, std::string_view& line, const char* what);
double take_number(const TextLines& lines, std::string_view& line);

// Refuses a line that goes on.
void expect_end(const TextLines& lines, std::string_view line);

// In small letters.
std::string lower(std::string_view word);

// For messages: short, and nothing that a terminal would act on.
std::string shown(std::string_view word);

}  // namespace bitvox::sparse
