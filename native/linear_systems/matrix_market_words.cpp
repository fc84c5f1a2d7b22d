// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/matrix_market_words.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

namespace bitvox::sparse {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

// std::from_chars knows no plus.
std::string_view without_plus(std::string_view text) {
  return text.starts_with('+') && !text.starts_with("+-") ? text.substr(1) : text;
}

struct Parsed {
  bool is_number = false;
  bool is_in_range = false;
};

// All of the text as a number.
template <class Number>
Parsed parse(std::string_view text, Number& value) {
  const std::string_view digits = without_plus(text);
  const char* const last = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), last, value);
  return {error != std::errc::invalid_argument && end == last, error == std::errc{}};
}

}  // namespace

std::optional<std::string_view> next_data_line(TextLines& lines) {
  while (const auto line = lines.next()) {
    std::string_view rest = *line;
    const std::string_view word = take_word(rest);
    if (!word.empty() && word.front() != '%') return line;
  }
  return std::nullopt;
}

std::string_view take_word(std::string_view& line) {
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  std::size_t length = 0;
  while (length < line.size() && !is_blank(line[length])) ++length;
  const std::string_view word = line.substr(0, length);
  line.remove_prefix(length);
  return word;
}

std::int64_t take_whole_number(const TextLines& lines, std::string_view& line, const char* what) {
  const std::string_view text = take_word(line);
  std::int64_t value = 0;
  const Parsed parsed = parse(text, value);
  if (text.empty()) lines.refuse(std::string(what) + " is missing");
  if (!parsed.is_number || !parsed.is_in_range) {
    lines.refuse(std::string(what) + " is " + shown(text) + ", which is no whole number");
  }
  return value;
}

double take_number(const TextLines& lines, std::string_view& line) {
  const std::string_view text = take_word(line);
  double value = 0;
  const Parsed parsed = parse(text, value);
  const char* const wrong = !parsed.is_number       ? "no number"
                            : !parsed.is_in_range   ? "too large or too small for 64 bits"
                            : !std::isfinite(value) ? "not finite"
                                                    : nullptr;
  if (text.empty()) lines.refuse("the value is missing");
  if (wrong != nullptr) lines.refuse("the value is " + shown(text) + ", which is " + wrong);
  return value;
}

void expect_end(const TextLines& lines, std::string_view line) {
  const std::string_view more = take_word(line);
  if (!more.empty()) lines.refuse(shown(more) + " stands behind what is expected");
}

std::string lower(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

std::string shown(std::string_view word) {
  constexpr std::size_t kMost = 40;
  std::string text(word.substr(0, kMost));
  for (char& c : text) c = c >= ' ' && c <= '~' ? c : '?';
  return "'" + text + (word.size() > kMost ? "...'" : "'");
}

}  // namespace bitvox::sparse
