// SPDX-License-Identifier: BSD-2-Clause
// Bytes to bits and back; floor: one byte a voxel over the memory bandwidth.
#include <benchmark/benchmark.h>

#include <vector>

#include "../native/test_volumes.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/packing.hpp"

namespace {

constexpr std::int64_t kSide = 512;

struct Slices {
  bitvox::BitVolume bits = bitvox::test::random_volume({kSide, kSide, kSide}, 0.5, 1);
  std::vector<std::uint8_t> bytes;

  Slices() : bytes(static_cast<std::size_t>(kSide * kSide * kSide)) {
    for (std::int64_t z = 0; z < kSide; ++z) {
      bitvox::unpack_slice(bits.slice(z), bits.shape(), bitvox::PixelsBefore::kAny, slice(z));
    }
  }
  std::uint8_t* slice(std::int64_t z) { return bytes.data() + z * kSide * kSide; }
};

template <class Body>
void over_slices(benchmark::State& state, Body&& body) {
  Slices slices;
  bitvox::NoProgress progress;
  const int threads = bitvox::core_count();
  for (auto _ : state) {
    bitvox::parallel_for(kSide, threads, progress, [&](std::int64_t z) { body(slices, z); });
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * kSide * kSide * kSide);
}

void pack_binary(benchmark::State& state) {
  over_slices(state, [](Slices& s, std::int64_t z) {
    benchmark::DoNotOptimize(bitvox::pack_slice(s.slice(z), bitvox::PixelType::kUint8, {},
                                                s.bits.shape(), s.bits.slice(z)));
  });
}

void unpack(benchmark::State& state) {
  over_slices(state, [](Slices& s, std::int64_t z) {
    bitvox::unpack_slice(s.bits.slice(z), s.bits.shape(), bitvox::PixelsBefore::kAny, s.slice(z));
  });
}

void copy_bytes(benchmark::State& state) {  // the ceiling, in the same run
  std::vector<std::uint8_t> target(static_cast<std::size_t>(kSide * kSide * kSide));
  over_slices(state, [&](Slices& s, std::int64_t z) {
    std::copy_n(s.slice(z), kSide * kSide, target.data() + z * kSide * kSide);
  });
}

BENCHMARK(pack_binary)->Name("packing/pack_binary")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(unpack)->Name("packing/unpack")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(copy_bytes)->Name("packing/copy")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
