// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/threads/progress.hpp"
#include "cuda/stream.hpp"
#include "rays/attenuation.hpp"

namespace bitvox::rays {

// attenuate() on the GPU, of the same bits, for any number of images.
class AttenuationCuda {
 public:
  // Of a beam that was checked. Throws DeviceOutOfMemory, DeviceError.
  AttenuationCuda(const PhotonBeam& beam, const std::optional<PhotonNoise>& noise,
                  const cuda::Stream& stream);
  ~AttenuationCuda();
  AttenuationCuda(const AttenuationCuda&) = delete;
  AttenuationCuda& operator=(const AttenuationCuda&) = delete;

  // In the GPU's memory; null for what is not wanted.
  struct Images {
    float* transmission = nullptr;
    float* attenuation = nullptr;
  };

  // lengths: [material][pixel] in the GPU's memory. Waits until all is there.
  AttenuationReport attenuate(const float* lengths, std::int64_t pixels, std::int64_t image,
                              const Images& out, Progress& progress) const;

 private:
  struct Held;
  std::unique_ptr<Held> held_;
};

}  // namespace bitvox::rays
