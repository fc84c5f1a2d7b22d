// SPDX-License-Identifier: BSD-2-Clause
// For Clang's libFuzzer, whose main() calls the functions at the end. Every input is an operation,
// an image and options: it is computed by all backends, which must agree to the bit, or refuse it
// with the same words; or it is stopped. Anything else ends the process and leaves the input in a
// file.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "core/error.hpp"
#include "fuzz_operation.hpp"
#include "test_volumes.hpp"

namespace bitvox::fuzz {
namespace {

std::vector<const FuzzOperation*>& operations() {
  static std::vector<const FuzzOperation*> all;
  return all;
}

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

struct Outcome {
  test::Bits bits;
  std::string refusal;
  bool operator==(const Outcome&) const = default;
};

Outcome outcome(const FuzzRun& run, const std::string& backend, int threads) {
  NoProgress quiet;
  try {
    return {run(backend, threads, quiet), ""};
  } catch (const InvalidInput& error) {
    return {{}, error.what()};
  } catch (const HostOutOfMemory&) {
    return {{}, "out of memory"};
  }
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
  ++(expected.refusal.empty() ? count.results : count.refused);
}

void print_counts() {
  for (const auto& [name, count] : counts()) {
    std::printf("%s: %lld inputs {refused=%lld, results=%lld, stopped=%lld}\n", name.c_str(),
                static_cast<long long>(count.refused + count.results + count.stopped),
                static_cast<long long>(count.refused), static_cast<long long>(count.results),
                static_cast<long long>(count.stopped));
  }
}

}  // namespace

FuzzOperation::FuzzOperation(const char* name, Make make) : name_(name), make_(make) {
  const auto by_name = [](const auto* a, const auto* b) { return a->name() < b->name(); };
  auto& all = operations();
  all.insert(std::upper_bound(all.begin(), all.end(), this, by_name), this);
}

const std::vector<const FuzzOperation*>& FuzzOperation::all() { return operations(); }

void FuzzSink::write_slice(std::int64_t slice, const void* pixels) {
  if (slice != next_++) {
    std::abort();
  }
  const auto* const bytes = static_cast<const std::uint8_t*>(pixels);
  const std::int64_t count = format_.slice_pixels() * bytes_per_pixel(format_.type);
  bits_.add(std::vector<std::uint8_t>(bytes, bytes + count));
}

}  // namespace bitvox::fuzz

using namespace bitvox::fuzz;

extern "C" int LLVMFuzzerInitialize(int*, char***) {
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
