// SPDX-License-Identifier: BSD-2-Clause
// What a colour adds to the sums of EM, for one colour and for vectors of them, on the CPU and the
// GPU: the same bits everywhere. Behind colour/mixture.inl; who includes this defines
// BITVOX_INLINE, and BITVOX_UNROLL for loops whose length is known.

// log2(x) of x from 1/2 to 2^20, within 1e-7: 2 artanh(s) / ln 2 with s = (m - 1) / (m + 1).
template <class Float, class Bits>
BITVOX_INLINE Float log2_of(Float x) {
  const Bits bits = __builtin_bit_cast(Bits, x);
  constexpr uint32_t kSqrtOfHalf = 0x3f3504f3U;
  const Bits exponent = ((bits - kSqrtOfHalf) >> 23) + 1U;  // as x is above sqrt(1/2) / 2
  const Float m = __builtin_bit_cast(Float, bits - (exponent << 23) + (1U << 23));
  const Float s = (m - 1.0F) / (m + 1.0F);
  const Float z = s * s;
  Float p = Float{} + 2.885390082F / 9;
  p = multiply_add(p, z, Float{} + 2.885390082F / 7);
  p = multiply_add(p, z, Float{} + 2.885390082F / 5);
  p = multiply_add(p, z, Float{} + 2.885390082F / 3);
  p = multiply_add(p, z, Float{} + 2.885390082F);
  return multiply_add(p, s, float_of<Float>(exponent) - 1.0F);
}

// A colour that was sampled `count` times. sum(g, i) is a reference to sum i of Gaussian g, in the
// order of GaussianSums. Returns the bits that one sample takes.
template <bool kHue, class Float, class Bits, class Sum>
BITVOX_INLINE Float add_colour(const PreparedGaussian* mixture, int gaussians,
                               const Point<Float>& point, const Float& count, const Sum& sum) {
  Point<Float> distances[kMostGaussians];
  Float terms[kMostGaussians];
  Float least = Float{} + 1e30F;
  BITVOX_UNROLL
  for (int g = 0; g < gaussians; ++g) {
    distances[g] = distance_at<kHue>(mixture[g], point);
    terms[g] = bits_of(mixture[g], distances[g]);
    least = terms[g] < least ? terms[g] : least;
  }
  Float total{};
  BITVOX_UNROLL
  for (int g = 0; g < gaussians; ++g) {
    terms[g] = exp2_of_minus<Float, Bits>(terms[g] - least);
    total += terms[g];
  }
  const Float share = count / total;
  BITVOX_UNROLL
  for (int g = 0; g < gaussians; ++g) {
    const Float own = terms[g] * share;
    const Point<Float>& d = distances[g];
    const Float x = own * d.first;
    const Float y = own * d.second;
    const Float z = own * d.third;
    const auto add = [&](int i, const Float& a, const Float& b) {
      sum(g, i) = multiply_add(a, b, sum(g, i));
    };
    sum(g, 0) += own;
    sum(g, 1) += x;
    sum(g, 2) += y;
    sum(g, 3) += z;
    add(4, x, d.first);
    add(5, x, d.second);
    add(6, x, d.third);
    add(7, y, d.second);
    add(8, y, d.third);
    add(9, z, d.third);
  }
  return least - log2_of<Float, Bits>(total);
}
