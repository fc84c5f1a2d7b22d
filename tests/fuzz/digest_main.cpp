// SPDX-License-Identifier: BSD-2-Clause
// Prints a line an operation: digests of the results of the scalar code for random inputs, the same
// on every machine, and of the sentences with which others were refused. Where the lines of two
// machines or compilers differ, so do their results. With the name of an operation it prints a line
// per input, which says for which. With a number it takes so many results of each operation.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "fuzz_operation.hpp"

namespace bitvox::fuzz {
namespace {

constexpr int kResults = 300;
constexpr int kMostInputs = 1000;  // for kResults

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
        std::snprintf(text, sizeof text, "%.*e", digits - 1, static_cast<double>(number));
        add(text);
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

Outcome outcome_of(const FuzzOperation& operation, std::uint32_t input) {
  const std::uint32_t seed = input * 0x9e3779b9U;  // small numbers would be bytes of zero
  std::uint8_t data[sizeof seed];
  for (std::size_t i = 0; i < sizeof seed; ++i) {
    data[i] = static_cast<std::uint8_t>(seed >> (8 * i));
  }
  FuzzBytes bytes(data, sizeof data);
  return outcome(operation.decode(bytes), "scalar", 1);
}

// Whether there were enough results.
bool print(const FuzzOperation& operation, int wanted) {
  Digest results, refusals;
  int inputs = 0, count = 0;
  while (count < wanted && inputs < kMostInputs) {
    const Outcome outcome = outcome_of(operation, static_cast<std::uint32_t>(inputs++));
    count += outcome.is_result() ? 1 : 0;
    results.add(outcome.bits);
    refusals.add(outcome.refusal);
  }
  std::printf("%s: %d results of %d inputs %s, refusals %s\n", operation.name().c_str(), count,
              inputs, results.text().c_str(), refusals.text().c_str());
  std::fflush(stdout);
  if (count < wanted) {
    std::fprintf(stderr, "%s: fewer than %d results\n", operation.name().c_str(), wanted);
  }
  return count == wanted;
}

void print_inputs(const FuzzOperation& operation) {
  for (std::uint32_t seed = 0; seed < kMostInputs; ++seed) {
    const Outcome outcome = outcome_of(operation, seed);
    Digest digest;
    digest.add(outcome.bits);
    std::printf("%u: %s\n", seed,
                outcome.is_result() ? digest.text().c_str() : outcome.refusal.c_str());
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace bitvox::fuzz

using namespace bitvox::fuzz;

int main(int argc, char** argv) {
  const int number = argc > 1 ? std::atoi(argv[1]) : kResults;
  bool enough = true;
  for (const FuzzOperation* operation : FuzzOperation::all()) {
    if (number > 0) {
      enough = print(*operation, number) && enough;
    } else if (operation->name() == argv[1]) {
      print_inputs(*operation);
    }
  }
  return enough ? EXIT_SUCCESS : EXIT_FAILURE;
}
