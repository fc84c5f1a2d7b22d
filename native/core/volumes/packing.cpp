// SPDX-License-Identifier: BSD-2-Clause
#include "core/volumes/packing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/backends/dispatch.hpp"
#include "core/error.hpp"
#include "cpu/packing_rows.hpp"

namespace bitvox {
namespace {

template <class Pixel>
struct Range {
  Pixel low;
  Pixel high;
};

// The pixel values within [low, high], which may lie partly or wholly outside the type; low > high
// says that there are none.
template <class Pixel>
Range<Pixel> integer_range(const ForegroundRule& rule) {
  if (!(rule.low <= rule.high)) {  // one of them may be NaN
    return {1, 0};
  }
  constexpr double kLargest = std::numeric_limits<Pixel>::max();
  const double low = std::max(0.0, std::ceil(rule.low));
  const double high = std::min(kLargest, std::floor(rule.high));
  if (low > high) {
    return {1, 0};
  }
  return {static_cast<Pixel>(low), static_cast<Pixel>(high)};
}

// The smallest float that is not below the limit: value >= limit is then the same in both types.
float at_least(double limit) {
  const auto rounded = static_cast<float>(limit);
  return rounded < limit ? std::nextafter(rounded, std::numeric_limits<float>::infinity())
                         : rounded;
}

float at_most(double limit) { return -at_least(-limit); }

// Rows lie one behind the other without padding in an image, at whole words in a volume.
template <class Pixel, class PackRow>
void pack_rows(const void* pixels, const Shape& shape, std::uint64_t* words, PackRow&& pack_row) {
  const auto* row = static_cast<const Pixel*>(pixels);
  for (std::int64_t y = 0; y < shape.height; ++y) {
    pack_row(row, words);
    row += shape.width;
    words += shape.words_per_row();
  }
}

}  // namespace

const packing::Rows& packing_rows() {
  static const packing::Rows& rows = rows_for<packing::Rows>(best_cpu());
  return rows;
}

bool pack_slice(const void* pixels, PixelType type, const ForegroundRule& rule, const Shape& shape,
                std::uint64_t* words) {
  const packing::Rows& rows = packing_rows();
  const std::int64_t width = shape.width;
  int odd = 0;
  if (rule.kind == ForegroundRule::Kind::kBinary) {
    if (type != PixelType::kUint8) {
      throw UnsuitableImage(kBinaryRequired);
    }
    pack_rows<std::uint8_t>(pixels, shape, words, [&](const std::uint8_t* row, std::uint64_t* out) {
      odd |= rows.pack_binary(row, width, out);
    });
  } else if (type == PixelType::kUint8) {
    const auto range = integer_range<std::uint8_t>(rule);
    pack_rows<std::uint8_t>(pixels, shape, words, [&](const std::uint8_t* row, std::uint64_t* out) {
      rows.pack_range_u8(row, width, range.low, range.high, out);
    });
  } else if (type == PixelType::kUint16) {
    const auto range = integer_range<std::uint16_t>(rule);
    pack_rows<std::uint16_t>(pixels, shape, words,
                             [&](const std::uint16_t* row, std::uint64_t* out) {
                               rows.pack_range_u16(row, width, range.low, range.high, out);
                             });
  } else {
    const float low = at_least(rule.low);
    const float high = at_most(rule.high);
    pack_rows<float>(pixels, shape, words, [&](const float* row, std::uint64_t* out) {
      rows.pack_range_f32(row, width, low, high, out);
    });
  }
  return odd == 0;
}

void unpack_slice(const std::uint64_t* words, const Shape& shape, PixelsBefore before,
                  std::uint8_t* pixels) {
  const packing::Rows& rows = packing_rows();
  for (std::int64_t y = 0; y < shape.height; ++y, pixels += shape.width) {
    if (before == PixelsBefore::kAny) {
      rows.unpack(words, shape.width, pixels);
      words += shape.words_per_row();
      continue;
    }
    for (std::int64_t x = 0; x < shape.width; x += 64, ++words) {
      if (*words != 0) {
        rows.unpack(words, std::min<std::int64_t>(64, shape.width - x), pixels + x);
      }
    }
  }
}

}  // namespace bitvox
