// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/options/fields.hpp"

// A described object as whole numbers, so that it can be sent to another computer or kept in a
// file, and back with the same bits. Its members are numbers, described objects, and vectors,
// arrays and maps of these.
namespace bitvox {

template <class T>
inline constexpr bool kResizable = requires(T values) {
  values.resize(0);
};

template <class T>
void append_numbers(const T& value, std::vector<std::int64_t>& numbers) {
  if constexpr (std::integral<T>) {
    numbers.push_back(static_cast<std::int64_t>(value));
  } else if constexpr (std::same_as<T, double>) {
    numbers.push_back(std::bit_cast<std::int64_t>(value));
  } else if constexpr (std::same_as<T, float>) {
    numbers.push_back(std::bit_cast<std::int32_t>(value));
  } else if constexpr (Described<T>) {
    T::fields([&](std::string_view, auto member) { append_numbers(value.*member, numbers); });
  } else if constexpr (requires { typename T::mapped_type; }) {
    numbers.push_back(std::ssize(value));
    for (const auto& [key, of_key] : value) {
      append_numbers(key, numbers);
      append_numbers(of_key, numbers);
    }
  } else {
    if constexpr (kResizable<T>) numbers.push_back(std::ssize(value));
    for (const auto& one : value) append_numbers(one, numbers);
  }
}

template <class T>
std::vector<std::int64_t> to_numbers(const T& value) {
  std::vector<std::int64_t> numbers;
  append_numbers(value, numbers);
  return numbers;
}

// Reads them one after the other. Throws InvalidInput where they are not those of the type.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::int64_t> numbers) : left_(numbers) {}

  template <class T>
  void read(T& value) {
    if constexpr (std::integral<T>) {
      value = static_cast<T>(next());
    } else if constexpr (std::same_as<T, double>) {
      value = std::bit_cast<double>(next());
    } else if constexpr (std::same_as<T, float>) {
      value = std::bit_cast<float>(static_cast<std::int32_t>(next()));
    } else if constexpr (Described<T>) {
      T::fields([&](std::string_view, auto member) { read(value.*member); });
    } else if constexpr (requires { typename T::mapped_type; }) {
      for (std::int64_t count = next_count(); count > 0; --count) {
        typename T::key_type key{};
        read(key);
        read(value[key]);
      }
    } else {
      if constexpr (kResizable<T>) {
        value.resize(static_cast<std::size_t>(next_count()));
      }
      for (auto& one : value) read(one);
    }
  }

  void end() const {
    if (!left_.empty()) refuse();
  }

 private:
  [[noreturn]] static void refuse() {
    throw InvalidInput("these are not the numbers of a block's results");
  }

  std::int64_t next() {
    if (left_.empty()) refuse();
    const std::int64_t number = left_.front();
    left_ = left_.subspan(1);
    return number;
  }
  // Each that is counted is a number at least.
  std::int64_t next_count() {
    const std::int64_t count = next();
    if (count < 0 || count > std::ssize(left_)) refuse();
    return count;
  }

  std::span<const std::int64_t> left_;
};

template <class T>
T from_numbers(std::span<const std::int64_t> numbers) {
  T value{};
  NumberReader reader(numbers);
  reader.read(value);
  reader.end();
  return value;
}

}  // namespace bitvox
