// SPDX-License-Identifier: BSD-2-Clause
template <class Pixel>
static inline void from_pixels(const Pixel* pixels, int64_t count, float* values) {
  for (int64_t i = 0; i < count; ++i) values[i] = static_cast<float>(pixels[i]);
}

template <class Pixel>
static inline void to_pixels(const float* values, int64_t count, Pixel* pixels) {
  constexpr float kLargest = static_cast<Pixel>(-1);
  for (int64_t i = 0; i < count; ++i) {
    const float low = values[i] > 0 ? values[i] : 0;
    const float cut = low < kLargest ? low : kLargest;
    // Half up, the same operations as on the GPU. NOLINTNEXTLINE(bugprone-incorrect-roundings)
    pixels[i] = static_cast<Pixel>(static_cast<int>(cut + 0.5F));
  }
}

static void from_u8(const uint8_t* pixels, int64_t count, float* values) {
  from_pixels(pixels, count, values);
}
static void from_u16(const uint16_t* pixels, int64_t count, float* values) {
  from_pixels(pixels, count, values);
}
static void to_u8(const float* values, int64_t count, uint8_t* pixels) {
  to_pixels(values, count, pixels);
}
static void to_u16(const float* values, int64_t count, uint16_t* pixels) {
  to_pixels(values, count, pixels);
}

constexpr Rows kRows = {
    .from_u8 = from_u8,
    .from_u16 = from_u16,
    .to_u8 = to_u8,
    .to_u16 = to_u16,
};
