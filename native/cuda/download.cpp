// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/download.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "cuda/device_buffer.hpp"
#include "cuda/pinned_buffer.hpp"

namespace bitvox::cuda {

void download(const Shape& shape, PixelType type, const MakePixels& make, GreySink& out,
              const Stream& stream, Progress& progress) {
  constexpr std::int64_t kBatchBytes = std::int64_t{2} << 20;
  const std::int64_t size = bytes_per_pixel(type);
  const std::int64_t plane = shape.width * shape.height;
  const std::int64_t pixels = shape.voxel_count();
  const std::int64_t batch = std::min(kBatchBytes / size, pixels);
  const auto device = allocate<std::uint8_t>(2 * batch * size);
  const auto host = allocate_pinned<std::uint8_t>(2 * batch * size);
  std::vector<std::uint8_t> slice(static_cast<std::size_t>(plane * size));
  Event arrived[2];
  const Drain drain(stream);

  const auto begin = [&](std::int64_t first) {
    const std::int64_t slot = first / batch % 2;
    const std::int64_t count = std::min(batch, pixels - first);
    make(first, count, device.get() + slot * batch * size);
    check(cudaMemcpyAsync(host.get() + slot * batch * size, device.get() + slot * batch * size,
                          static_cast<std::size_t>(count * size), cudaMemcpyDeviceToHost,
                          stream.get()),
          "copying pixels from the GPU");
    arrived[slot].record(stream);
  };
  progress.report(0, pixels);
  begin(0);
  for (std::int64_t first = 0; first < pixels; first += batch) {
    if (first + batch < pixels) {
      begin(first + batch);
    }
    const std::int64_t slot = first / batch % 2;
    arrived[slot].wait();
    const std::int64_t end = std::min(pixels, first + batch);
    const std::uint8_t* from = host.get() + slot * batch * size;
    for (std::int64_t pixel = first; pixel < end;) {
      const std::int64_t count = std::min(end, (pixel / plane + 1) * plane) - pixel;
      const auto bytes = static_cast<std::size_t>(count * size);
      std::memcpy(slice.data() + pixel % plane * size, from, bytes);
      from += bytes;
      pixel += count;
      if (pixel % plane == 0) {
        out.write_slice(pixel / plane - 1, slice.data());
      }
    }
    progress.report(end, pixels);
  }
}

}  // namespace bitvox::cuda
