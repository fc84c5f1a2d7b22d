// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "collect_slices.hpp"
#include "deformation_runs.hpp"
#include "operation_contract.hpp"

namespace bitvox::deformation {
namespace {

using bitvox::test::Bits;
using bitvox::test::CollectSlices;

Bits bits_of(const Result& result, const test::KeepFrames& frames) {
  Bits bits;
  bits.add(result.nodes).add(result.held).add(result.isolated).add(result.neighbours);
  bits.add(result.one_sided).add(result.node_spacing).add(result.poisson).add(result.time_step);
  bits.add(result.steps).add(result.diverged_at);
  const Table& table = result.table;
  bits.add(table.step).add(table.time).add(table.strain).add(table.displacement);
  bits.add(table.near_force).add(table.far_force).add(table.elastic_energy);
  bits.add(table.kinetic_energy).add(table.momentum_x).add(table.momentum_y);
  bits.add(table.momentum_z);
  bits.add(frames.numbers).add(frames.steps).add(frames.strains);
  for (const auto& all : {frames.places, frames.displacements})
    for (const auto& frame : all)
      for (const Vector& vector : frame)
        for (const double number : vector) bits.add(number);
  return bits;
}

// A block with a hole, its grey values, and all that can be had of it.
Bits everything(Method method, const std::string& backend, int threads, Progress& progress,
                std::string& ran) {
  const Shape shape{40, 31, 36};
  static const BitVolume mask = test::make_volume(shape, [](auto x, auto y, auto z) {
    return (x - 20) * (x - 20) + (y - 15) * (y - 15) > 40 || z < 9;
  });
  static const GreyVolume grey = [&] {
    GreyVolume out(shape, PixelType::kUint8);
    for (std::int64_t i = 0; i < shape.voxel_count(); ++i) {
      out.data<std::uint8_t>()[i] = static_cast<std::uint8_t>(i * 37 % 251);
    }
    return out;
  }();
  Options options;
  options.method = method;
  options.backend = backend;
  options.threads = threads;
  options.nodes = 2000;
  options.frames = 3;
  options.steps = 60;
  options.strain = 0.1;
  test::KeepFrames frames;
  CollectSlices displacement, warped;
  Outputs outputs;
  outputs.frames = &frames;
  outputs.displacement = &displacement;
  outputs.grey = &grey;
  outputs.warped = &warped;
  const Result result = deform(mask, options, outputs, progress);
  ran = result.run.backend;
  Bits bits = bits_of(result, frames);
  bits.add(displacement.values()).add(warped.values());
  return bits;
}

bitvox::test::Operation operation() {
  const auto run = [](const std::string& backend, int threads, Progress& progress) {
    bitvox::test::Outcome out;
    out.result = everything(Method::kPointBased, backend, threads, progress, out.backend);
    return out;
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    const BitVolume mask({8, 8, 8});
    Options options;
    options.backend = backend;
    deform(mask, options, {}, progress);
  };
  return {run, run_wrong, 10};
}

auto on_every_backend() { return bitvox::test::on_every_backend(operation()); }

}  // namespace
}  // namespace bitvox::deformation

// The contracts' names are those of their suites.
namespace bitvox::test {
INSTANTIATE_TEST_SUITE_P(Deformation, OperationContract, deformation::on_every_backend(),
                         contract_name);
INSTANTIATE_TEST_SUITE_P(Deformation, BackendContract, deformation::on_every_backend(),
                         contract_name);
}  // namespace bitvox::test

namespace bitvox::deformation {
namespace {

TEST(DeformationBits, AllMethodsAreTheSameOnAllBackends) {
  NoProgress quiet;
  for (const Method method : test::kMethods) {
    std::string ran;
    const Bits expected = everything(method, "scalar", 1, quiet, ran);
    for (const std::string& backend : bitvox::test::available_backends()) {
      EXPECT_TRUE(everything(method, backend, 3, quiet, ran) == expected)
          << backend << ", method " << static_cast<int>(method);
    }
  }
}

// An image that cannot be read to its end, and a sink that is full.
class BrokenMask final : public VolumeSource {
 public:
  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override { return std::make_unique<Reader>(); }

 private:
  class Reader final : public VolumeReader {
   public:
    void read_slices(std::int64_t, std::int64_t, std::uint64_t*) override {
      throw std::runtime_error("the file ends");
    }
  };
  Shape shape_{9, 9, 9};
};

class FullSink final : public FrameSink {
 public:
  void take(const Frame& frame) override {
    if (frame.number == 1) throw std::runtime_error("the disk is full");
  }
};

template <class Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing";
}

TEST(DeformationBits, WhatSourcesAndSinksThrowIsHandedOn) {
  NoProgress quiet;
  Options options;
  options.nodes = 300;
  options.steps = 10;
  EXPECT_EQ(error_of([&] { deform(BrokenMask(), options, {}, quiet); }), "the file ends");
  FullSink sink;
  EXPECT_EQ(error_of([&] { test::run(test::full({9, 9, 9}), options, sink); }), "the disk is full");
}

}  // namespace
}  // namespace bitvox::deformation
