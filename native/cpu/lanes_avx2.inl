// SPDX-License-Identifier: BSD-2-Clause
// AVX2, with FMA and F16C: 32 bytes. Everything here is there for AVX-512 too, for vectors of 32
// bytes. What is not explained here is in cpu/lanes.inl or cpu/lanes_scalar.inl.

#ifndef __AVX512F__
constexpr int kRegisterBytes = 32;
constexpr int kRegisters = 16;
constexpr bool kPlain = false;
#include "cpu/lane_types.inl"
#endif

// ---- Bits -----------------------------------------------------------------------------------

BITVOX_LANE bool any(FourLongs v) { return !_mm256_testz_si256((__m256i)v, (__m256i)v); }

BITVOX_LANE uint64_t top_bits(Bytes32 bytes) {
  return static_cast<uint32_t>(_mm256_movemask_epi8((__m256i)bytes));
}
BITVOX_LANE uint64_t bits_of(LanesOf<int8_t, 32> truth) { return top_bits((Bytes32)truth); }
BITVOX_LANE uint64_t bits_of(LanesOf<int16_t, 16> first, LanesOf<int16_t, 16> second) {
  // packs works within 128-bit halves; the permutation puts the quarters back in order.
  const __m256i packed = _mm256_packs_epi16((__m256i)first, (__m256i)second);
  return top_bits((Bytes32)_mm256_permute4x64_epi64(packed, 0xd8));
}
BITVOX_LANE uint64_t bits_of(EightInts truth) {
  return static_cast<uint32_t>(_mm256_movemask_ps((__m256)truth));
}
BITVOX_LANE bool all(EightInts truth) { return bits_of(truth) == 0xff; }

constexpr bool kBitsOfSixteen = true;
BITVOX_LANE uint32_t bits_of_sixteen(SixteenBytes truth) {
  return static_cast<uint32_t>(_mm_movemask_epi8((__m128i)truth));
}

BITVOX_LANE Bytes32 bits_of_nibbles(FourLongs nibbles) {
  // The bits of 0 to 15 in bytes, low half and high half, for every 16 bytes.
  FourLongs table;
  for (int i = 0; i < 4; ++i) table[i] = i % 2 == 0 ? 0x0302020102010100 : 0x0403030203020201;
  return (Bytes32)_mm256_shuffle_epi8((__m256i)table, (__m256i)nibbles);
}
BITVOX_LANE Bytes32 count_bits_of(FourLongs v) {
  constexpr uint64_t kLow = 0x0f0f0f0f0f0f0f0f;
  return bits_of_nibbles(v & kLow) + bits_of_nibbles(v >> 4 & kLow);
}

BITVOX_LANE FourLongs sums_of_eight(Bytes32 bytes) {
  return (FourLongs)_mm256_sad_epu8((__m256i)bytes, _mm256_setzero_si256());
}
BITVOX_LANE int64_t total(Bytes32 sums) {
  const FourLongs eights = sums_of_eight(sums);
  uint64_t sum = 0;
  for (int i = 0; i < 4; ++i) sum += eights[i];
  return static_cast<int64_t>(sum);
}
BITVOX_LANE void add_eight_each(const Bytes32& bytes, FourLongs& sums) {
  sums += sums_of_eight(bytes);
}

// ---- Lanes ----------------------------------------------------------------------------------

constexpr bool kChoosesLanes = true;
BITVOX_LANE void choose(const uint32_t* from, const uint8_t* places, uint32_t bits,
                        EightWords& to) {
  const __m256i place = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i*)places));
  const __m256i all = _mm256_loadu_si256((const __m256i*)from);
#ifdef __AVX512VL__
  to = (EightWords)_mm256_maskz_permutexvar_epi32(static_cast<__mmask8>(bits), place, all);
#else
  const __m256i bit = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m256i inside =
      _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), bit), bit);
  to = (EightWords)_mm256_and_si256(_mm256_permutevar8x32_epi32(all, place), inside);
#endif
}

constexpr bool kGathers = true;
template <int kScale>
BITVOX_LANE void gather(const void* from, const EightInts& places, EightInts& found) {
  found = (EightInts)_mm256_i32gather_epi32(static_cast<const int*>(from), (__m256i)places, kScale);
}

BITVOX_LANE void load_where(const EightInts& where, const float* from, float* values) {
  _mm256_storeu_ps(values, _mm256_maskload_ps(from, (__m256i)where));
}
BITVOX_LANE void store_where(const EightInts& where, const float* values, float* to) {
  _mm256_maskstore_ps(to, (__m256i)where, _mm256_loadu_ps(values));
}

// ---- Halves, see cpu/half_lanes.inl ---------------------------------------------------------

BITVOX_LANE void load_half(const uint16_t* from, float& value) { value = _cvtsh_ss(*from); }
BITVOX_LANE void load_halves(const uint16_t* from, EightFloats& values) {
  values = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i*)from));
}
BITVOX_LANE void store_halves(const EightFloats& values, uint16_t* to) {
  _mm_storeu_si128((__m128i*)to, _mm256_cvtps_ph(values, _MM_FROUND_TO_NEAREST_INT));
}

// ---- What AVX-512 has for its own vectors ---------------------------------------------------

#ifndef __AVX512F__
using ByteLanes = Bytes32;
using BitSums = Bytes32;

BITVOX_LANE ByteLanes signs(ByteLanes bytes) {
  return (ByteLanes)_mm256_cmpgt_epi8(_mm256_setzero_si256(), (__m256i)bytes);
}
BITVOX_LANE ByteLanes bytes_of_bits(uint64_t bits) {
  // Byte i of a half gets bits 8 (i / 8) .. 8 (i / 8) + 7 and keeps bit i % 8.
  const __m256i source_byte =
      _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i own_bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201U));
  const __m256i all = _mm256_set1_epi32(static_cast<int>(bits));
  const __m256i own = _mm256_and_si256(_mm256_shuffle_epi8(all, source_byte), own_bit);
  return (ByteLanes)_mm256_cmpeq_epi8(own, own_bit);
}

BITVOX_LANE Vector<uint16_t> least_of(Vector<uint16_t> a, Vector<uint16_t> b) {
  return (Vector<uint16_t>)_mm256_min_epu16((__m256i)a, (__m256i)b);
}
BITVOX_LANE Vector<uint32_t> least_of(Vector<uint32_t> a, Vector<uint32_t> b) {
  return (Vector<uint32_t>)_mm256_min_epu32((__m256i)a, (__m256i)b);
}
BITVOX_LANE Vector<double> least_of(Vector<double> a, Vector<double> b) {
  return _mm256_min_pd(a, b);
}
BITVOX_LANE Vector<uint16_t> largest_of(Vector<uint16_t> a, Vector<uint16_t> b) {
  return (Vector<uint16_t>)_mm256_max_epu16((__m256i)a, (__m256i)b);
}
BITVOX_LANE Vector<uint32_t> largest_of(Vector<uint32_t> a, Vector<uint32_t> b) {
  return (Vector<uint32_t>)_mm256_max_epu32((__m256i)a, (__m256i)b);
}
BITVOX_LANE Vector<double> largest_of(Vector<double> a, Vector<double> b) {
  return _mm256_max_pd(a, b);
}

// There is no unsigned comparison, but what is left of a difference, and clamping leaves alone what
// is in the range.
BITVOX_LANE bool any_below(Vector<uint16_t> a, Vector<uint16_t> b) {
  return any((FourLongs)_mm256_subs_epu16((__m256i)b, (__m256i)a));
}
BITVOX_LANE bool any_below(Vector<uint32_t> a, Vector<uint32_t> b) {
  return any((FourLongs)(b - least_of(a, b)));
}
BITVOX_LANE bool any_below(Vector<double> a, Vector<double> b) {
  return _mm256_movemask_pd(_mm256_cmp_pd(a, b, _CMP_LT_OQ)) != 0;
}
BITVOX_LANE LanesOf<int8_t, 32> in_range(Bytes32 v, Bytes32 low, Bytes32 high) {
  const __m256i raised = _mm256_max_epu8((__m256i)v, (__m256i)low);
  return (Bytes32)_mm256_min_epu8(raised, (__m256i)high) == v;
}
BITVOX_LANE Vector<int16_t> in_range(Vector<uint16_t> v, Vector<uint16_t> low,
                                     Vector<uint16_t> high) {
  return least_of(largest_of(v, low), high) == v;
}
// Clang for Windows makes 32 bits of "long" of it, which is no EightInts and no bytes.
BITVOX_LANE EightInts in_range(EightFloats v, EightFloats low, EightFloats high) {
  return (EightInts)((v >= low) & (v <= high));
}

BITVOX_LANE Vector<uint16_t> saturated_sum(Vector<uint16_t> a, Vector<uint16_t> b) {
  return (Vector<uint16_t>)_mm256_adds_epu16((__m256i)a, (__m256i)b);
}
BITVOX_LANE Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
  return _mm256_fmadd_ps(a, b, c);
}
BITVOX_LANE Vector<float> root_of(Vector<float> v) { return _mm256_sqrt_ps(v); }

BITVOX_LANE __m128i four_bytes(const uint8_t* from) { return _mm_cvtsi32_si128(load<int>(from)); }
BITVOX_LANE __m128i eight_bytes(const uint16_t* from) {
  return _mm_loadl_epi64((const __m128i*)from);
}
BITVOX_LANE Vector<double> doubles(const uint8_t* from) {
  return _mm256_cvtepi32_pd(_mm_cvtepu8_epi32(four_bytes(from)));
}
BITVOX_LANE Vector<double> doubles(const uint16_t* from) {
  return _mm256_cvtepi32_pd(_mm_cvtepu16_epi32(eight_bytes(from)));
}
BITVOX_LANE Vector<double> doubles(const float* from) {
  return _mm256_cvtps_pd(_mm_loadu_ps(from));
}
BITVOX_LANE Vector<int64_t> integers(const uint8_t* from) {
  return (Vector<int64_t>)_mm256_cvtepu8_epi64(four_bytes(from));
}
BITVOX_LANE Vector<int64_t> integers(const uint16_t* from) {
  return (Vector<int64_t>)_mm256_cvtepu16_epi64(eight_bytes(from));
}

BITVOX_LANE Vector<uint64_t> moved_up(Vector<uint64_t> v, uint64_t before) {
  const __m256i turned = _mm256_permute4x64_epi64((__m256i)v, 0x90);
  const __m256i in = _mm256_set1_epi64x(static_cast<long long>(before));
  return (Vector<uint64_t>)_mm256_blend_epi32(turned, in, 0x03);
}
BITVOX_LANE Vector<uint64_t> moved_down(Vector<uint64_t> v, uint64_t after) {
  const __m256i turned = _mm256_permute4x64_epi64((__m256i)v, 0xf9);
  const __m256i in = _mm256_set1_epi64x(static_cast<long long>(after));
  return (Vector<uint64_t>)_mm256_blend_epi32(turned, in, 0xc0);
}

// Quads i and i + 4.
template <class At>
BITVOX_LANE Vector<float> quads_apart(const At& at, int i) {
  return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_load_ps(at(i))), _mm_load_ps(at(i + 4)),
                              1);
}
template <class At>
BITVOX_LANE void turn_quads(const At& at, Vector<float> (&to)[4]) {
  const __m256 a = quads_apart(at, 0), b = quads_apart(at, 1);
  const __m256 c = quads_apart(at, 2), d = quads_apart(at, 3);
  const __m256 xy = _mm256_unpacklo_ps(a, b), xy_next = _mm256_unpacklo_ps(c, d);
  const __m256 zw = _mm256_unpackhi_ps(a, b), zw_next = _mm256_unpackhi_ps(c, d);
  to[0] = _mm256_shuffle_ps(xy, xy_next, 0x44);
  to[1] = _mm256_shuffle_ps(xy, xy_next, 0xee);
  to[2] = _mm256_shuffle_ps(zw, zw_next, 0x44);
  to[3] = _mm256_shuffle_ps(zw, zw_next, 0xee);
}

constexpr bool kRotates = false;
constexpr bool kCompresses = true;
BITVOX_LANE uint32_t equal_lanes(Vector<uint32_t> v, uint32_t value, uint32_t of) {
  return static_cast<uint32_t>(_mm256_movemask_ps((__m256)(v == value))) & of;
}
BITVOX_LANE uint32_t other_lanes(Vector<uint32_t> v, uint32_t value, uint32_t of) {
  return ~static_cast<uint32_t>(_mm256_movemask_ps((__m256)(v == value))) & of;
}
// The numbers of the bits set in a byte, 8 bits each, the lowest first.
struct SetBits {
  uint64_t of[256];
  constexpr SetBits() : of() {
    for (uint32_t byte = 0; byte < 256; ++byte) {
      int place = 0;
      for (uint64_t bit = 0; bit < 8; ++bit) {
        if ((byte >> bit & 1) != 0) of[byte] |= bit << (8 * place++);
      }
    }
  }
};
static constexpr SetBits kSetBits;
BITVOX_LANE void store_lanes(Vector<uint32_t> v, uint32_t lanes, uint32_t* to) {
  const __m256i order =
      _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kSetBits.of[lanes])));
  _mm256_storeu_si256((__m256i*)to, _mm256_permutevar8x32_epi32((__m256i)v, order));
}
#endif
