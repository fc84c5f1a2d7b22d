// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>

#include "colour/colour_table.hpp"
#include "colour/colour_table_cuda.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/pinned_buffer.hpp"
#include "ops/classify_colours/classify_colours_device.hpp"

namespace bitvox::classify_colours {
namespace {

class GpuDevice final : public Device {
 public:
  explicit GpuDevice(int threads) : threads_(threads) {}

  void build_tables(const colour::PreparedModel& model, Progress& progress, std::uint8_t* classes,
                    std::uint8_t* certainty) const override {
    progress.report(0, 1);
    const auto both = cuda::allocate<std::uint8_t>(2 * colour::kTableBytes);
    const cuda::Stream stream;
    build_colour_tables(model, stream, both.get(), both.get() + colour::kTableBytes);
    cuda::read_back(classes, both.get(), colour::kTableBytes, stream);
    cuda::read_back(certainty, both.get() + colour::kTableBytes, colour::kTableBytes, stream);
    progress.report(1, 1);
  }
  bool is_exact_without_tables() const override { return false; }
  std::unique_ptr<colour::FrameEngine> make_engine(const colour::EngineRule& rule,
                                                   int most_frames) const override {
    return colour::make_cuda_engine(rule, most_frames);
  }
  std::int64_t engine_bytes(const colour::EngineRule& rule, int most_frames) const override {
    return colour::cuda_engine_bytes(rule, most_frames);
  }
  Memory memory() const override { return cuda::device_memory(); }
  std::int64_t batch_pixels() const override { return std::int64_t{32} << 20; }
  // The GPU copies from there at full speed.
  std::shared_ptr<char[]> frame_memory(std::int64_t bytes) const override {
    return cuda::allocate_pinned<char>(bytes);
  }
  int readers() const override { return std::min(threads_, 4); }

 private:
  int threads_;
};

}  // namespace

std::unique_ptr<Device> gpu_device(int threads) { return std::make_unique<GpuDevice>(threads); }

}  // namespace bitvox::classify_colours
