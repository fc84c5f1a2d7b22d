// SPDX-License-Identifier: BSD-2-Clause
#include "ops/graph_distance/exact_weights.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <system_error>

namespace bitvox::graph_distance {
namespace {

constexpr std::uint64_t kTen = 10;

// digits x 10^exponent, without zeros at the end.
struct Decimal {
  bool is_plain = true;  // nothing but digits
  bool fits = true;      // into 64 bits and a small exponent
  std::uint64_t digits = 0;
  int exponent = 0;
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Of a text that is known to be a number, without its sign.
Decimal decimal_of(std::string_view text) {
  Decimal number;
  int zeros = 0;  // that a digit other than 0 may follow
  bool is_behind_point = false;
  std::size_t i = 0;
  for (; i < text.size() && (is_digit(text[i]) || text[i] == '.'); ++i) {
    if (text[i] == '.') {
      is_behind_point = true;
      continue;
    }
    if (is_behind_point) --number.exponent;
    if (text[i] == '0') {
      zeros += number.digits != 0 ? 1 : 0;
      continue;
    }
    for (++zeros; zeros > 0; --zeros) {
      number.fits = number.fits && number.digits <= kLargestWhole / kTen;
      if (number.fits) number.digits *= kTen;
    }
    const auto digit = static_cast<std::uint64_t>(text[i] - '0');
    number.fits = number.fits && number.digits <= kLargestWhole - digit;
    if (number.fits) number.digits += digit;
  }
  number.is_plain = i == text.size() && !is_behind_point;
  number.exponent += zeros;
  if (i < text.size()) {  // 'e'
    int more = 0;
    text.remove_prefix(i + 1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto end = std::from_chars(text.data(), text.data() + text.size(), more);
    constexpr int kFar = 10000;
    number.fits = number.fits && end.ec == std::errc{} && more > -kFar && more < kFar;
    if (number.fits) number.exponent += more;
  }
  if (number.digits == 0 && number.fits) number.exponent = 0;
  return number;
}

// Times 10^exponent; false if that is too large.
bool multiply(std::uint64_t& value, int exponent) {
  for (; exponent > 0 && value > 0; --exponent) {
    if (value > kLargestWhole / kTen) return false;
    value *= kTen;
  }
  return true;
}

// digits x 10^-decimals, rounded once.
double as_float(std::uint64_t digits, int decimals) {
  std::array<char, 40> text{};
  char* end = std::to_chars(text.data(), text.data() + 30, digits).ptr;
  *end++ = 'e';
  end = std::to_chars(end, text.data() + text.size(), -decimals).ptr;
  double value = 0;
  std::from_chars(text.data(), end, value);
  return value;
}

// Only digits, but too many.
bool is_too_large(std::string_view text, double value) {
  constexpr double kSurelyFits = 0x1p62;
  if (value < kSurelyFits) return false;
  Decimal number = decimal_of(text);
  return number.is_plain && !(number.fits && multiply(number.digits, number.exponent));
}

// What is said of a number that is no weight.
std::string wrong_with(double value) {
  return std::isnan(value)   ? "which is not a number"
         : std::isinf(value) ? "which is not finite"
                             : "but no weight may be negative";
}

}  // namespace

// What most files have.
bool ExactWeights::add_short_whole(std::string_view text) {
  constexpr std::size_t kShort = 18;
  if (text.empty() || text.size() > kShort || units_.kind != Kind::kWhole || units_.decimals != 0) {
    return false;
  }
  std::uint64_t value = 0;
  for (const char c : text) {
    if (!is_digit(c)) return false;
    value = kTen * value + static_cast<std::uint64_t>(c - '0');
  }
  largest_ = std::max(largest_, value);
  words_.push_back(value);
  return true;
}

std::string ExactWeights::add(std::string_view text) {
  if (add_short_whole(text)) return {};
  std::string_view digits = text;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
    return "which is no number";
  }
  if (error != std::errc{}) return "which is too large or too small for 64 bits";
  if (!(value >= 0) || std::isinf(value)) return wrong_with(value);
  if (is_too_large(digits, value)) {
    return "but whole numbers go to " + std::to_string(kLargestWhole) +
           "; divide all weights by 1000, say";
  }
  if (units_.kind == Kind::kFloats) {
    words_.push_back(std::bit_cast<std::uint64_t>(value + 0.0));  // -0 is 0
    return {};
  }
  if (digits.starts_with('-')) digits.remove_prefix(1);  // -0
  const Decimal number = decimal_of(digits);
  const int decimals = std::max(0, -number.exponent);
  std::uint64_t units = number.digits;
  bool is_whole = number.fits && decimals <= kMostDecimals && can_have(decimals);
  if (is_whole) {
    take_decimals(decimals);
    is_whole = multiply(units, units_.decimals + number.exponent);
  }
  if (is_whole) {
    largest_ = std::max(largest_, units);
    words_.push_back(units);
    return {};
  }
  become_floats();
  words_.push_back(std::bit_cast<std::uint64_t>(value));
  return {};
}

std::string ExactWeights::add(double weight) {
  constexpr double kExact = 0x1p53;
  if (!(weight >= 0) || std::isinf(weight)) return wrong_with(weight);
  if (units_.kind == Kind::kWhole && !(weight == std::floor(weight) && weight <= kExact)) {
    become_floats();
  }
  if (units_.kind == Kind::kFloats) {
    words_.push_back(std::bit_cast<std::uint64_t>(weight + 0.0));
  } else {
    words_.push_back(static_cast<std::uint64_t>(weight));
    largest_ = std::max(largest_, words_.back());
  }
  return {};
}

bool ExactWeights::can_have(int decimals) const {
  std::uint64_t largest = largest_;
  return multiply(largest, decimals - units_.decimals);
}

void ExactWeights::take_decimals(int decimals) {
  if (decimals <= units_.decimals) return;
  for (std::uint64_t& word : words_) multiply(word, decimals - units_.decimals);
  multiply(largest_, decimals - units_.decimals);
  units_.decimals = decimals;
}

void ExactWeights::become_floats() {
  for (std::uint64_t& word : words_) {
    word = std::bit_cast<std::uint64_t>(as_float(word, units_.decimals));
  }
  units_ = {Kind::kFloats, 0};
}

void ExactWeights::finish() {
  if (units_.kind == Kind::kFloats || units_.decimals == 0) return;
  std::uint64_t sum = 0;
  for (const std::uint64_t word : words_) {
    if (word > kLargestWhole - sum) return become_floats();
    sum += word;
  }
}

}  // namespace bitvox::graph_distance
