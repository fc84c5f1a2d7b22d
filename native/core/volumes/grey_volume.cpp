// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/grey_volume.hpp"

#include <cstring>

namespace bitvox {
namespace {

class GreyMemoryReader final : public GreyReader {
 public:
  explicit GreyMemoryReader(const GreyVolume& volume) : volume_(volume) {}

  void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
    const std::int64_t size = bytes_per_pixel(volume_.type());
    const std::int64_t offset = z * volume_.slice_pixels() + first;
    std::memcpy(pixels, volume_.data<std::uint8_t>() + offset * size,
                static_cast<std::size_t>(count * size));
  }

 private:
  const GreyVolume& volume_;
};

}  // namespace

GreyVolume::GreyVolume(Shape shape, PixelType type) : shape_(shape), type_(type) {
  check_shape(shape);
  pixels_.reset(platform::zeroed_memory(static_cast<std::size_t>(shape.voxel_count()) *
                                        static_cast<std::size_t>(bytes_per_pixel(type))));
  if (pixels_ == nullptr) {
    throw std::bad_alloc();
  }
}

std::unique_ptr<GreyReader> GreyVolume::open() const {
  return std::make_unique<GreyMemoryReader>(*this);
}

}  // namespace bitvox
