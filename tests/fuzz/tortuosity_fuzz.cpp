// SPDX-License-Identifier: BSD-2-Clause
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/tortuosity/tortuosity.hpp"

namespace bitvox::tortuosity {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const auto volume = std::make_shared<BitVolume>(bytes.bits(bytes.shape(140, 20, 12)));
  Options options;
  fuzz::fuzz_fields(bytes, options);
  const bool concentration = bytes.yes();
  const bool flux = !concentration && bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    test::Bits bits;
    fuzz::FuzzSink concentrations(bits);
    fuzz::FuzzSink fluxes(bits, test::Bits::Kind::kElementaryFloat);  // by hypot
    const Maps maps{concentration ? &concentrations : nullptr, flux ? &fluxes : nullptr};
    const Result result = measure(*volume, options, maps, progress);
    return bits.add(result.diffusivity).add(result.residual).add(result.spread).add(result.profile);
  };
}

const fuzz::FuzzOperation operation("tortuosity", make);

}  // namespace
}  // namespace bitvox::tortuosity
