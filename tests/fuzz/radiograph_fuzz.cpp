// SPDX-License-Identifier: BSD-2-Clause
#include <memory>
#include <vector>

#include "fuzz_fields.hpp"
#include "fuzz_operation.hpp"
#include "ops/radiograph/radiograph.hpp"

namespace bitvox::radiograph {
namespace {

using fuzz::FuzzBytes;
using fuzz::FuzzRun;

double tenths(FuzzBytes& bytes) { return static_cast<double>(bytes.between(0, 20)) / 10; }

Photons some_photons(FuzzBytes& bytes, int materials) {
  Photons photons;
  const std::int64_t energies = bytes.between(1, 4);
  const bool build_up = bytes.yes();
  for (std::int64_t k = 0; k < energies; ++k) {
    photons.photons.push_back(tenths(bytes));
    photons.response.push_back(tenths(bytes));
    for (int m = 0; m < materials; ++m) photons.attenuation.push_back(tenths(bytes));
    if (build_up) photons.build_up_a.push_back(tenths(bytes));
    if (build_up) photons.build_up_b.push_back(tenths(bytes) / 4);
  }
  return photons;
}

// A few labels, in a byte or a float a voxel.
std::shared_ptr<GreyVolume> some_labels(FuzzBytes& bytes, const Shape& shape) {
  const bool floats = bytes.yes();
  auto volume =
      std::make_shared<GreyVolume>(shape, floats ? PixelType::kFloat32 : PixelType::kUint8);
  const BitVolume low = bytes.bits(shape), high = bytes.bits(shape);
  for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
    const std::int64_t x = i % shape.width, row = i / shape.width;
    const std::int64_t word = row * shape.words_per_row() + x / 64;
    const auto value = static_cast<std::uint8_t>((low.words()[word] >> (x % 64) & 1U) +
                                                 2 * (high.words()[word] >> (x % 64) & 1U));
    if (floats) {
      volume->data<float>()[i] = value;
    } else {
      volume->data<std::uint8_t>()[i] = value;
    }
  }
  return volume;
}

FuzzRun make(FuzzBytes& bytes) {
  const Shape shape = bytes.shape(70, 20, 20);
  const bool of_labels = bytes.yes();
  const auto bits = std::make_shared<BitVolume>(bytes.bits(shape));
  const auto labels = of_labels ? some_labels(bytes, shape) : nullptr;
  Options options;
  options.detector.source_object = static_cast<double>(bytes.between(0, 80));
  options.detector.source_detector = static_cast<double>(bytes.between(1, 160));
  options.detector.pixel_width = options.detector.pixel_height = 3;
  options.detector.columns = options.detector.rows = 16;
  fuzz::fuzz_fields(bytes, options);
  options.angles = options.angles > 100 ? 2 : options.angles;  // many pixels take long
  if (std::int64_t{options.detector.columns} * options.detector.rows > 65536)
    options.detector.rows = 1;
  const Photons photons = some_photons(bytes, of_labels ? 2 : 1);
  return [=](const std::string& backend, int threads, Progress& progress) mutable {
    options.backend = backend;
    options.threads = threads;
    // Of an image each, as backends hand out their slices in turns of their own.
    test::Bits result_bits, transmission_bits, attenuation_bits;
    fuzz::FuzzSink lengths(result_bits), transmission(transmission_bits),
        attenuation(attenuation_bits);
    const Outputs outputs{&lengths, &transmission, &attenuation};
    const auto run = [&](const rays::MaterialSource& volume) {
      const Result result = project(volume, &photons, options, outputs, progress);
      result_bits.add(transmission_bits)
          .add(attenuation_bits)
          .add(result.voxels)
          .add(result.longest)
          .add(result.projected);
      result_bits.add(result.rays).add(result.through).add(result.dark);
      return result_bits.add(result.least).add(result.most);
    };
    if (!of_labels) return run(rays::ForegroundMaterial(*bits));
    const std::vector<double> values{3, 1};
    return run(rays::LabelMaterials(*labels, values));
  };
}

const fuzz::FuzzOperation operation("radiograph", make);

}  // namespace
}  // namespace bitvox::radiograph
