// SPDX-License-Identifier: BSD-2-Clause
#include "meshes/mesh_words.hpp"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

namespace bitvox::meshes {
namespace {

// All of the text as a number; too small is 0, as in other readers.
template <class Number>
std::errc parse(std::string_view text, Number& value) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  return end == last ? error : std::errc::invalid_argument;
}

// Of a number that doubles cannot hold; those are rare.
bool is_tiny(std::string_view text) {
  return std::abs(std::strtod(std::string(text).c_str(), nullptr)) < 1;
}

}  // namespace

double take_number(const MeshFile& file, std::string_view& line, const char* what) {
  const std::string_view text = take_word(line);
  if (text.empty()) file.refuse_line(std::string(what) + " is missing");
  double value = 0;
  const std::errc error = parse(text, value);
  if (error == std::errc::result_out_of_range && is_tiny(text)) return 0;
  const char* const wrong = error == std::errc::invalid_argument      ? "no number"
                            : error == std::errc::result_out_of_range ? "too large"
                            : !std::isfinite(value)                   ? "not finite"
                                                                      : nullptr;
  if (wrong != nullptr) {
    file.refuse_line(std::string(what) + " is " + shown(text) + ", which is " + wrong);
  }
  return value;
}

Point take_point(const MeshFile& file, std::string_view& line) {
  Point point{};
  for (double& coordinate : point) coordinate = take_number(file, line, "a coordinate");
  return point;
}

std::int64_t whole_number(const MeshFile& file, std::string_view word, const char* what) {
  if (word.empty()) file.refuse_line(std::string(what) + " is missing");
  std::int64_t value = 0;
  if (parse(word, value) != std::errc{}) {
    file.refuse_line(std::string(what) + " is " + shown(word) + ", which is no whole number");
  }
  return value;
}

}  // namespace bitvox::meshes
