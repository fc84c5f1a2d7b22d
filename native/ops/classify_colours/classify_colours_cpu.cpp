// SPDX-License-Identifier: BSD-2-Clause
#include "colour/colour_table.hpp"
#include "core/memory/aligned_array.hpp"
#include "ops/classify_colours/classify_colours_device.hpp"

namespace bitvox::classify_colours {
namespace {

class CpuDevice final : public Device {
 public:
  CpuDevice(InstructionSet instructions, int threads)
      : instructions_(instructions), threads_(threads) {}

  void build_tables(const colour::PreparedModel& model, Progress& progress, std::uint8_t* classes,
                    std::uint8_t* certainty) const override {
    build_colour_tables(model, instructions_, threads_, progress, classes, certainty);
  }
  bool is_exact_without_tables() const override { return true; }
  std::unique_ptr<colour::FrameEngine> make_engine(const colour::EngineRule& rule,
                                                   int most_frames) const override {
    return colour::make_cpu_engine(rule, most_frames, instructions_, threads_);
  }
  std::int64_t engine_bytes(const colour::EngineRule& rule, int most_frames) const override {
    return colour::cpu_engine_bytes(rule, most_frames, threads_);
  }
  Memory memory() const override { return host_memory(); }
  std::int64_t batch_pixels() const override { return std::int64_t{12} << 20; }
  std::shared_ptr<char[]> frame_memory(std::int64_t bytes) const override {
    return aligned_array<char>(bytes);
  }
  int readers() const override { return 1; }

 private:
  InstructionSet instructions_;
  int threads_;
};

}  // namespace

std::unique_ptr<Device> cpu_device(InstructionSet instructions, int threads) {
  return std::make_unique<CpuDevice>(instructions, threads);
}

}  // namespace bitvox::classify_colours
