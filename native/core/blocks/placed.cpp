// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/placed.hpp"

#include <algorithm>

namespace bitvox {
namespace {

class PlacedGreyReader final : public GreyReader {
 public:
  PlacedGreyReader(const Shape& whole, const Box& box, const GreySource& held)
      : reader_(held.open()),
        whole_(whole),
        box_(box),
        width_(box.shape().width),
        pixel_bytes_(bytes_per_pixel(held.type())) {}

  // Row by row: what is held may be narrower than the whole.
  void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
    auto* to = static_cast<char*>(pixels);
    for (const std::int64_t end = first + count; first < end;) {
      const std::int64_t x = first % whole_.width;
      const std::int64_t y = first / whole_.width;
      const std::int64_t here = std::min(end - first, whole_.width - x);
      const Box row = in_held({{x, y, z}, {x + here, y + 1, z + 1}}, box_);
      reader_->read(row.begin[2], row.begin[1] * width_ + row.begin[0], here, to);
      first += here;
      to += here * pixel_bytes_;
    }
  }

 private:
  std::unique_ptr<GreyReader> reader_;
  Shape whole_;
  Box box_;
  std::int64_t width_;
  std::int64_t pixel_bytes_;
};

}  // namespace

std::unique_ptr<GreyReader> PlacedGrey::open() const {
  if (held_ == nullptr) throw std::logic_error("no voxel of the volume is at hand");
  return std::make_unique<PlacedGreyReader>(whole_, box_, *held_);
}

}  // namespace bitvox
