// SPDX-License-Identifier: BSD-2-Clause
// For Clang's libFuzzer, whose main() calls the functions at the end. Every input is an operation,
// an image and options: it is computed by all backends, which must agree to the bit, or refuse it
// with the same words; or it is stopped. Anything else ends the process and leaves the input in a
// file.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "core/error.hpp"
#include "fuzz_operation.hpp"
#include "test_volumes.hpp"

namespace bitvox::fuzz {
namespace {

struct Count {
  std::int64_t results = 0;
  std::int64_t refused = 0;
  std::int64_t stopped = 0;
};

// By operation. Never destroyed: read when the process exits.
std::map<std::string, Count>& counts() {
  static auto* const all = new std::map<std::string, Count>;
  return *all;
}

[[noreturn]] void fail(const FuzzOperation& operation, const std::string& what) {
  std::fprintf(stderr, "%s: %s\n", operation.name().c_str(), what.c_str());
  std::abort();
}

void stop(const FuzzOperation& operation, const FuzzRun& run, const std::string& backend,
          int threads, int after) {
  test::CancelAfter progress(after);
  Count& count = counts()[operation.name()];
  try {
    run(backend, threads, progress);
    ++count.results;
  } catch (const Cancelled&) {
    ++count.stopped;
  } catch (const InvalidInput&) {
    ++count.refused;
  } catch (const HostOutOfMemory&) {
    ++count.refused;
  }
}

void compare(const FuzzOperation& operation, const FuzzRun& run,
             const std::vector<std::string>& backends, int threads) {
  const Outcome expected = outcome(run, "scalar", 1);
  for (const std::string& backend : backends) {
    const Outcome actual = outcome(run, backend, threads);
    if (!(actual == expected)) {
      fail(operation, backend + " with " + std::to_string(threads) + " threads is not scalar: '" +
                          actual.refusal + "', '" + expected.refusal + "'");
    }
  }
  Count& count = counts()[operation.name()];
  ++(expected.is_result() ? count.results : count.refused);
}

// Results of each operation; fewer are a failure, as what refuses most inputs is hardly tested.
std::int64_t least_results = 0;

void print_counts() {
  bool enough = true;
  for (const FuzzOperation* operation : FuzzOperation::all()) {
    const char* const name = operation->name().c_str();
    const Count count = counts()[operation->name()];
    std::printf("%s: %lld inputs {refused=%lld, results=%lld, stopped=%lld}\n", name,
                static_cast<long long>(count.refused + count.results + count.stopped),
                static_cast<long long>(count.refused), static_cast<long long>(count.results),
                static_cast<long long>(count.stopped));
    if (count.results >= least_results) continue;
    enough = false;
    std::fprintf(stderr, "%s: fewer than %lld results\n", name,
                 static_cast<long long>(least_results));
  }
  std::fflush(nullptr);
  if (!enough) std::_Exit(EXIT_FAILURE);
}

}  // namespace

}  // namespace bitvox::fuzz

using namespace bitvox::fuzz;

// libFuzzer leaves arguments to us that begin with two dashes.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static const std::string least = "--least_results=";
  for (int i = 1; i < *argc; ++i) {
    const std::string argument = (*argv)[i];
    if (argument.rfind(least, 0) == 0) least_results = std::stoll(argument.substr(least.size()));
  }
  std::atexit(print_counts);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::string> backends = bitvox::test::available_backends();
  FuzzBytes bytes(data, size);
  const auto& all = FuzzOperation::all();
  const FuzzOperation& operation =
      *all[static_cast<std::size_t>(bytes.between(0, static_cast<std::int64_t>(all.size()) - 1))];
  const auto threads = static_cast<int>(bytes.between(1, 5));
  const auto stop_after = static_cast<int>(bytes.between(-200, 20));
  const FuzzRun run = operation.decode(bytes);
  if (stop_after > 0) {
    stop(operation, run, backends.front(), threads, stop_after);
  } else {
    compare(operation, run, backends, threads);
  }
  return 0;
}
