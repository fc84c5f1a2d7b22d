// SPDX-License-Identifier: BSD-2-Clause
#include "digest.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace bitvox::fuzz {
namespace {

constexpr int kMostInputs = 1000;  // for kGoldenResults

// NaN is NaN, whose sign and payload IEEE 754 leaves to the machine. Elementary values are rounded:
// glibc's exp, log and sin differ in their last bits with and without fused multiply-add, lgamma
// and hypot from x86 to aarch64. Of differences in the last bit of a double fewer than one in 10^6
// shows in so many digits.
constexpr int kDigitsOfDoubles = 9;
constexpr int kDigitsOfFloats = 5;

class Digest {
 public:
  void add(const test::Bits& bits) {
    const std::uint8_t* from = bits.bytes().data();
    for (const auto& [kind, count] : bits.parts()) {
      add(kind, from, count);
      from += count;
    }
  }
  void add(const std::string& text) { add_bytes(text.data(), text.size()); }

  std::string text() const {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash_));
    return text;
  }

 private:
  using Kind = test::Bits::Kind;

  void add(Kind kind, const std::uint8_t* from, std::size_t count) {
    switch (kind) {
      case Kind::kWhole:
        return add_bytes(from, count);
      case Kind::kFloat:
        return add_numbers<float>(from, count, 0);
      case Kind::kDouble:
        return add_numbers<double>(from, count, 0);
      case Kind::kElementaryFloat:
        return add_numbers<float>(from, count, kDigitsOfFloats);
      case Kind::kElementaryDouble:
        return add_numbers<double>(from, count, kDigitsOfDoubles);
    }
  }

  // digits: to which they are rounded, or 0.
  template <class T>
  void add_numbers(const std::uint8_t* from, std::size_t count, int digits) {
    for (std::size_t i = 0; i < count; i += sizeof(T)) {
      T number;
      std::memcpy(&number, from + i, sizeof number);
      if (std::isnan(number)) {
        add("nan");
      } else if (digits == 0) {
        add_bytes(&number, sizeof number);
      } else {
        char text[40];
        const auto [end, error] = std::to_chars(text, std::end(text), static_cast<double>(number),
                                                std::chars_format::scientific, digits - 1);
        add(std::string(text, end));
      }
    }
  }

  void add_bytes(const void* from, std::size_t count) {
    const auto* const bytes = static_cast<const std::uint8_t*>(from);
    for (std::size_t i = 0; i < count; ++i) {
      hash_ = (hash_ ^ bytes[i]) * 0x100000001b3U;  // FNV-1a
    }
  }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace

Outcome golden_outcome(const FuzzOperation& operation, std::uint32_t input,
                       const std::string& backend) {
  const std::uint32_t seed = input * 0x9e3779b9U;  // small numbers would be bytes of zero
  std::uint8_t data[sizeof seed];
  for (std::size_t i = 0; i < sizeof seed; ++i) {
    data[i] = static_cast<std::uint8_t>(seed >> (8 * i));
  }
  FuzzBytes bytes(data, sizeof data);
  return outcome(operation.decode(bytes), backend, 1);
}

std::string digest_of(const Outcome& outcome) {
  Digest digest;
  digest.add(outcome.bits);
  return digest.text();
}

Digests digests_of(const FuzzOperation& operation, const std::string& backend) {
  Digests digests;
  digests.operation = operation.name();
  Digest of_results, of_errors;
  while (digests.results < kGoldenResults && digests.inputs < kMostInputs) {
    const Outcome outcome =
        golden_outcome(operation, static_cast<std::uint32_t>(digests.inputs++), backend);
    digests.results += outcome.is_result() ? 1 : 0;
    of_results.add(outcome.bits);
    of_errors.add(outcome.refusal);
  }
  digests.of_results = of_results.text();
  digests.of_errors = of_errors.text();
  return digests;
}

}  // namespace bitvox::fuzz
