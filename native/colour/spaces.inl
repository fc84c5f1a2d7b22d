// SPDX-License-Identifier: BSD-2-Clause
// Colour spaces in whole numbers (see spaces.hpp), for single colours and for vectors of them, on
// the CPU and the GPU. Whole numbers are floats below 2^24, so that their sums and products are
// exact. Who includes this defines BITVOX_INLINE, and has multiply_add() and light_of() before it.

template <class Float>
struct Point {
  Float first, second, third;
};

BITVOX_INLINE float reciprocal(float x) {
#ifdef __CUDA_ARCH__
  return __fdividef(1.0F, x);  // within 2 units, which is enough for quotient()
#else
  return 1.0F / x;
#endif
}

// What is added to a float and taken off again leaves no fraction.
constexpr float kWhole = 0x1.8p23F;

template <class Float>
BITVOX_INLINE Float rounded(Float x) {
  return (x + kWhole) - kWhole;
}

// floor(n / d) for whole n from 0 and d from 1 to 510, if it is below 520. (n + 1/2) / d is at
// least 1/1020 away from all whole numbers; roundings move it by less than 1/5000.
template <class Float>
BITVOX_INLINE Float quotient(Float n, Float d) {
  return rounded((n + 0.5F) * reciprocal(d) - 0.5F);
}

template <class Float>
BITVOX_INLINE Point<Float> hsv_of(Point<Float> rgb) {
  const Float r = rgb.first;
  const Float g = rgb.second;
  const Float b = rgb.third;
  const Float more = r > g ? r : g;
  const Float less = r > g ? g : r;
  const Float most = more > b ? more : b;
  const Float least = less > b ? b : less;
  const Float chroma = most - least;
  const auto is_grey = chroma == 0.0F;
  const auto is_red = r == most;
  const auto is_green = g == most;
  // From the middle of red, green or blue, from -chroma to chroma.
  const Float from = is_red ? g - b : (is_green ? b - r : r - g);
  const Float middle = is_red ? Float{} : (is_green ? Float{} + 512.0F : Float{} + 1024.0F);
  const Float two = Float{} + 2.0F;
  // Half up: floor(256 from / chroma + 1/2), by a numerator that is not negative.
  const Float steps =
      quotient(512.0F * (from + chroma) + chroma, is_grey ? two : 2.0F * chroma) - 256.0F;
  const Float hue = middle + steps;
  const Float turned = hue < 0.0F ? hue + 1536.0F : hue;
  return {is_grey ? Float{} : turned,
          quotient(510.0F * chroma + most, most == 0.0F ? two : 2.0F * most), most};
}

// The light of the 256 values of sRGB, 0 to 1. By Newton's method, as there is no constexpr power.
struct LightTable {
  float of[256];
};
BITVOX_INLINE constexpr LightTable light_of_srgb() {
  LightTable table{};
  for (int value = 0; value < 256; ++value) {
    const double v = value / 255.0;
    if (v <= 0.04045) {
      table.of[value] = static_cast<float>(v / 12.92);
      continue;
    }
    const double x = (v + 0.055) / 1.055;
    const double x4 = x * x * x * x;
    double root = 1;  // x^2.4 is the fifth root of x^12
    for (int i = 0; i < 50; ++i) {
      root = (4 * root + x4 * x4 * x4 / (root * root * root * root)) / 5;
    }
    table.of[value] = static_cast<float>(root);
  }
  return table;
}

// t^(1/3) for t from 0.008 to 1.1, within 3 units: Newton's method for t^(-1/3), from a third of
// the exponent.
template <class Float, class Bits>
BITVOX_INLINE Float cube_root(Float t) {
  const Bits bits = __builtin_bit_cast(Bits, t);
  Bits third = (bits >> 2) + (bits >> 4);
  third += third >> 4;
  third += third >> 8;
  Float y = __builtin_bit_cast(Float, 0x54a2fa8cU - third);
  for (int i = 0; i < 4; ++i) {
    const Float excess = multiply_add(t * y, y * y, Float{} - 1.0F);
    y = multiply_add(y * (-1.0F / 3.0F), excess, y);
  }
  return t * y * y;
}

template <class Float, class Bits>
BITVOX_INLINE Float lightness_of(Float t) {
  const Float line = multiply_add(t, Float{} + 7.787037F, Float{} + 16.0F / 116.0F);
  const auto is_dark = t < 0.008856452F;
  const Float root = cube_root<Float, Bits>(is_dark ? Float{} + 1.0F : t);
  return is_dark ? line : root;
}

// Of light: red, green and blue, each 0 to 1. The rows are those of sRGB, divided by D65.
template <class Float, class Bits>
BITVOX_INLINE Point<Float> lab_of(Point<Float> light) {
  const auto row = [&](float r, float g, float b) {
    const Float blue = light.third * b;
    return multiply_add(light.first, Float{} + r, multiply_add(light.second, Float{} + g, blue));
  };
  const Float x = lightness_of<Float, Bits>(row(0.4339499F, 0.3762098F, 0.1898403F));
  const Float y = lightness_of<Float, Bits>(row(0.2126729F, 0.7151522F, 0.0721750F));
  const Float z = lightness_of<Float, Bits>(row(0.0177566F, 0.1094681F, 0.8727754F));
  return {rounded(multiply_add(y, Float{} + 1160.0F, Float{} - 160.0F)), rounded(5000.0F * (x - y)),
          rounded(2000.0F * (y - z))};
}

// Of 0xRRGGBB; what lies above is ignored.
template <int kShift, class Bits>
BITVOX_INLINE Bits channel_of(Bits rgb) {
  return (rgb >> kShift) & 255U;
}

// A whole number below 2^23 as a float: as the fraction of 2^23, which is taken off.
template <class Float, class Bits>
BITVOX_INLINE Float float_of(Bits whole) {
  return __builtin_bit_cast(Float, whole | 0x4b000000U) - 0x1p23F;
}

template <class Float, class Bits>
BITVOX_INLINE Point<Float> point_of(Space space, Bits rgb) {
  const Bits r = channel_of<16>(rgb);
  const Bits g = channel_of<8>(rgb);
  const Bits b = channel_of<0>(rgb);
  if (space == Space::kLab) {
    return lab_of<Float, Bits>({light_of(r), light_of(g), light_of(b)});
  }
  const Point<Float> values{float_of<Float>(r), float_of<Float>(g), float_of<Float>(b)};
  return space == Space::kHsv ? hsv_of(values) : values;
}
