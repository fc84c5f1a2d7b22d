// SPDX-License-Identifier: BSD-2-Clause
#include "fuzz_operation.hpp"

#include <algorithm>
#include <cstdlib>

#include "core/error.hpp"

namespace bitvox::fuzz {
namespace {

std::vector<const FuzzOperation*>& operations() {
  static std::vector<const FuzzOperation*> all;
  return all;
}

}  // namespace

FuzzOperation::FuzzOperation(const char* name, Make make) : name_(name), make_(make) {
  const auto by_name = [](const auto* a, const auto* b) { return a->name() < b->name(); };
  auto& all = operations();
  all.insert(std::upper_bound(all.begin(), all.end(), this, by_name), this);
}

const std::vector<const FuzzOperation*>& FuzzOperation::all() { return operations(); }

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

void FuzzSink::write_slice(std::int64_t slice, const void* pixels) {
  if (slice != next_++) {
    std::abort();
  }
  using Kind = test::Bits::Kind;
  const auto count =
      static_cast<std::size_t>(format_.slice_pixels() * bytes_per_pixel(format_.type));
  bits_.add_bytes(format_.type == PixelType::kFloat32 ? floats_ : Kind::kWhole, pixels, count);
}

}  // namespace bitvox::fuzz
