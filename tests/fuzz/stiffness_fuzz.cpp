// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <memory>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/stiffness/stiffness.hpp"

namespace bitvox::stiffness {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(70, 9, 7);
  const auto mask = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto grey = std::make_shared<GreyVolume>(bytes.grey(shape, bytes.grey_type()));
  const auto materials = std::make_shared<Materials>();
  for (std::int64_t i = bytes.between(0, 6); i > 0; --i) {
    materials->label.push_back(static_cast<double>(bytes.integer(1, 6)));
    materials->modulus.push_back(bytes.number(0.5, 1000));
    materials->poisson.push_back(bytes.number(-0.3, 0.499));
  }
  if (materials->label.size() > 3) {  // all the labels that there are
    for (std::int64_t i = 0; i < shape.voxel_count() && grey->type() == PixelType::kUint8; ++i) {
      auto& label = grey->data<std::uint8_t>()[i];
      label = static_cast<std::uint8_t>(
          label % 2 == 0 ? 0 : materials->label[label % materials->label.size()]);
    }
  }
  const auto kind = bytes.between(0, 2);
  Options options;
  fuzz::fuzz_fields(bytes, options);
  options.max_iterations = std::min<std::int64_t>(options.max_iterations, 40);
  const bool has_maps = bytes.yes();
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    Body body;
    if (kind == 0) body.mask = mask.get();
    if (kind == 1) {
      body.labels = grey.get();
      body.materials = materials.get();
    }
    if (kind == 2) body.densities = grey.get();
    test::Bits bits;
    fuzz::FuzzSink energy(bits), displacement(bits);
    Maps maps;
    if (has_maps) {
      maps.energy = &energy;
      maps.displacement = &displacement;
    }
    const Result result = stiffness(body, options, maps, progress);
    for (const Case& of : result.cases) {
      bits.add(of.elements).add(of.modulus).add(of.iterations).add(of.residual).add(of.error);
      bits.add(of.failure_force).add(of.hashin_shtrikman_upper);
    }
    return bits.add(result.solid).add(result.tensor);
  };
}

const fuzz::FuzzOperation operation("stiffness", make);

}  // namespace
}  // namespace bitvox::stiffness
