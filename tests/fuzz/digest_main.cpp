// SPDX-License-Identifier: BSD-2-Clause
// Prints tests/golden/digests.inc: digests of what the scalar code of each operation makes of
// random inputs. With the name of an operation it prints one line per input, which shows for which
// inputs two machines or compilers differ.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "digest.hpp"

namespace bitvox::fuzz {
namespace {

// Whether there were enough results.
bool print(const FuzzOperation& operation) {
  const Digests digests = digests_of(operation, "scalar");
  std::printf("{\"%s\", %d, %d, \"%s\", \"%s\"},\n", digests.operation.c_str(), digests.results,
              digests.inputs, digests.of_results.c_str(), digests.of_errors.c_str());
  std::fflush(stdout);
  if (digests.results < kGoldenResults) {
    std::fprintf(stderr, "%s: fewer than %d results\n", operation.name().c_str(), kGoldenResults);
  }
  return digests.results == kGoldenResults;
}

bool print_all() {
  std::puts(
      "// SPDX-License-Identifier: BSD-2-Clause\n"
      "// What operations make of random inputs, on every machine. Made by native_digest:\n"
      "// operation, results, inputs, digest of the results, digest of the error messages.");
  bool enough = true;
  for (const FuzzOperation* operation : FuzzOperation::all()) {
    enough = print(*operation) && enough;
  }
  return enough;
}

bool print_inputs(const std::string& name) {
  constexpr std::uint32_t kInputs = 1000;
  for (const FuzzOperation* operation : FuzzOperation::all()) {
    if (operation->name() != name) continue;
    for (std::uint32_t input = 0; input < kInputs; ++input) {
      const Outcome outcome = golden_outcome(*operation, input, "scalar");
      std::printf("%u: %s\n", input,
                  outcome.is_result() ? digest_of(outcome).c_str() : outcome.refusal.c_str());
      std::fflush(stdout);
    }
    return true;
  }
  std::fprintf(stderr, "there is no operation %s\n", name.c_str());
  return false;
}

}  // namespace
}  // namespace bitvox::fuzz

int main(int argc, char** argv) {
  const bool done = argc == 1 ? bitvox::fuzz::print_all() : bitvox::fuzz::print_inputs(argv[1]);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
