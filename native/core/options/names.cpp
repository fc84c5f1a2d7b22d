// SPDX-License-Identifier: BSD-2-Clause
#include "core/options/names.hpp"

namespace bitvox {
namespace {

// Plain ASCII, whatever the locale is.
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }
char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }

// "local_thickness" is "LocalThickness", "skeleton3d" is "Skeleton3D".
std::string pascal_case(std::string_view name) {
  std::string result;
  bool begins = true;
  for (const char c : name) {
    if (c != '_') result += begins ? to_upper(c) : c;
    begins = c == '_' || is_digit(c);
  }
  return result;
}

// The words of "kPerSlice" with this between them.
std::string words_of(std::string_view enumerator, char between) {
  std::string result;
  for (std::size_t i = 1; i < enumerator.size(); ++i) {
    if (i > 1 && is_upper(enumerator[i]) && !is_upper(enumerator[i - 1])) result += between;
    result += enumerator[i];
  }
  return result;
}

}  // namespace

std::string java_class(std::string_view type) {
  const std::size_t colons = type.find("::");
  if (colons == std::string_view::npos) return std::string(type);
  std::string name = pascal_case(type.substr(0, colons));
  const std::string_view nested = type.substr(colons + 2);
  if (nested == "Options") return name;
  name += '$';
  name += nested;
  return name;
}

std::string camel_case(std::string_view name) {
  std::string result;
  bool begins = false;
  for (const char c : name) {
    if (c != '_') result += begins ? to_upper(c) : c;
    begins = c == '_';
  }
  return result;
}

std::string java_constant(std::string_view enumerator) {
  std::string result = words_of(enumerator, '_');
  for (char& c : result) c = to_upper(c);
  return result;
}

std::string word_of(std::string_view enumerator) {
  std::string result = words_of(enumerator, '-');
  for (char& c : result) c = to_lower(c);
  return result;
}

}  // namespace bitvox
