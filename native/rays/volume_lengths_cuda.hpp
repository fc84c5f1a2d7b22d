// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/memory/memory.hpp"
#include "cuda/staging.hpp"
#include "rays/volume_lengths.hpp"

namespace bitvox::rays {

// VolumeLengths on the GPU, of the same bits: cells, bricks or columns, whatever that has, in the
// GPU's memory.
class VolumeLengthsCuda {
 public:
  // Throws DeviceOutOfMemory, DeviceError, and what progress throws.
  VolumeLengthsCuda(const VolumeLengths& host, const MemoryUser& user, int threads,
                    cuda::Staging& staging, Progress& progress);
  ~VolumeLengthsCuda();
  VolumeLengthsCuda(const VolumeLengthsCuda&) = delete;
  VolumeLengthsCuda& operator=(const VolumeLengthsCuda&) = delete;

  // Bytes on the GPU, besides those of lengths.
  static std::int64_t bytes(const VolumeLengths& host);

  // lengths, in the GPU's memory: [view][material - 1][row][column]. Waits until they are there.
  void measure(std::span<const View> views, const DetectorPart& part, float* lengths,
               Progress& progress) const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

}  // namespace bitvox::rays
