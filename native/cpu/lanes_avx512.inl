// SPDX-License-Identifier: BSD-2-Clause
// AVX-512 with F, BW, VL and DQ: 64 bytes, and comparisons that are bits at once. What is not
// explained here is in cpu/lanes.inl or cpu/lanes_scalar.inl. Forms with masks that are all ones
// are there because GCC 12 warns of its own text for the plain ones.

constexpr int kRegisterBytes = 64;
constexpr int kRegisters = 32;
constexpr bool kPlain = false;
#include "cpu/lane_types.inl"
// What AVX2 has, for 32 bytes.
#include "cpu/lanes_avx2.inl"

constexpr __mmask8 kAll8 = 0xff;
constexpr __mmask16 kAll16 = 0xffff;

// ---- Bits -----------------------------------------------------------------------------------

// Bit i of kTable: what becomes of bits a, b, c of which 4 a + 2 b + c is i.
template <int kTable>
BITVOX_LANE Vector<uint64_t> bits_by_table(Vector<uint64_t> a, Vector<uint64_t> b,
                                           Vector<uint64_t> c) {
  return (Vector<uint64_t>)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, kTable);
}
BITVOX_LANE Vector<uint64_t> either(Vector<uint64_t> mask, Vector<uint64_t> a, Vector<uint64_t> b) {
  return bits_by_table<0xb8>(b, mask, a);  // a mask is needed again more often than b
}
BITVOX_LANE Vector<uint64_t> or_masked(Vector<uint64_t> so_far, Vector<uint64_t> v,
                                       Vector<uint64_t> mask) {
  return bits_by_table<0xf8>(so_far, v, mask);
}
BITVOX_LANE void add_three(Vector<uint64_t> a, Vector<uint64_t> b, Vector<uint64_t> c,
                           Vector<uint64_t>& low, Vector<uint64_t>& high) {
  low = bits_by_table<0x96>(a, b, c);
  high = bits_by_table<0xe8>(a, b, c);
}
BITVOX_LANE Vector<uint64_t> greater_bit(Vector<uint64_t> a, Vector<uint64_t> b,
                                         Vector<uint64_t> so_far) {
  return bits_by_table<0xd4>(so_far, a, b);
}
BITVOX_LANE bool any(Vector<uint64_t> v) {
  return _mm512_test_epi64_mask((__m512i)v, (__m512i)v) != 0;
}

using ByteLanes = Vector<uint8_t>;
BITVOX_LANE uint64_t top_bits(ByteLanes bytes) { return _mm512_movepi8_mask((__m512i)bytes); }
BITVOX_LANE ByteLanes bytes_of_bits(uint64_t bits) { return (ByteLanes)_mm512_movm_epi8(bits); }
BITVOX_LANE ByteLanes signs(ByteLanes bytes) { return bytes_of_bits(top_bits(bytes)); }

using BitSums = Vector<uint8_t>;
BITVOX_LANE BitSums bits_of_nibbles(Vector<uint64_t> nibbles) {
  Vector<uint64_t> table;
  for (int i = 0; i < 8; ++i) table[i] = i % 2 == 0 ? 0x0302020102010100 : 0x0403030203020201;
  return (BitSums)_mm512_shuffle_epi8((__m512i)table, (__m512i)nibbles);
}
BITVOX_LANE BitSums count_bits_of(Vector<uint64_t> v) {
  constexpr uint64_t kLow = 0x0f0f0f0f0f0f0f0f;
  return bits_of_nibbles(v & kLow) + bits_of_nibbles(v >> 4 & kLow);
}
BITVOX_LANE int64_t total(BitSums sums) {
  const auto eights = (Vector<uint64_t>)_mm512_sad_epu8((__m512i)sums, _mm512_setzero_si512());
  uint64_t sum = 0;
  for (int i = 0; i < 8; ++i) sum += eights[i];
  return static_cast<int64_t>(sum);
}

// ---- Comparisons ----------------------------------------------------------------------------

BITVOX_LANE __mmask64 in_range(ByteLanes v, ByteLanes low, ByteLanes high) {
  return _mm512_cmpge_epu8_mask((__m512i)v, (__m512i)low) &
         _mm512_cmple_epu8_mask((__m512i)v, (__m512i)high);
}
BITVOX_LANE __mmask32 in_range(Vector<uint16_t> v, Vector<uint16_t> low, Vector<uint16_t> high) {
  return _mm512_cmpge_epu16_mask((__m512i)v, (__m512i)low) &
         _mm512_cmple_epu16_mask((__m512i)v, (__m512i)high);
}
BITVOX_LANE __mmask16 in_range(Vector<float> v, Vector<float> low, Vector<float> high) {
  return static_cast<__mmask16>(_mm512_cmp_ps_mask(v, low, _CMP_GE_OQ) &
                                _mm512_cmp_ps_mask(v, high, _CMP_LE_OQ));
}
BITVOX_LANE uint64_t bits_of(uint64_t truth) { return truth; }
BITVOX_LANE uint64_t bits_of(__mmask32 first, __mmask32 second) {
  return first | static_cast<uint64_t>(second) << 32;
}
BITVOX_LANE uint64_t bits_of(Vector<int32_t> truth) { return _mm512_movepi32_mask((__m512i)truth); }
BITVOX_LANE bool all(Vector<int32_t> truth) { return bits_of(truth) == 0xffff; }

BITVOX_LANE Vector<uint16_t> least_of(Vector<uint16_t> a, Vector<uint16_t> b) {
  return (Vector<uint16_t>)_mm512_min_epu16((__m512i)a, (__m512i)b);
}
BITVOX_LANE Vector<uint32_t> least_of(Vector<uint32_t> a, Vector<uint32_t> b) {
  return (Vector<uint32_t>)_mm512_maskz_min_epu32(kAll16, (__m512i)a, (__m512i)b);
}
BITVOX_LANE Vector<double> least_of(Vector<double> a, Vector<double> b) {
  return _mm512_maskz_min_pd(kAll8, a, b);
}
BITVOX_LANE Vector<uint16_t> largest_of(Vector<uint16_t> a, Vector<uint16_t> b) {
  return (Vector<uint16_t>)_mm512_max_epu16((__m512i)a, (__m512i)b);
}
BITVOX_LANE Vector<uint32_t> largest_of(Vector<uint32_t> a, Vector<uint32_t> b) {
  return (Vector<uint32_t>)_mm512_maskz_max_epu32(kAll16, (__m512i)a, (__m512i)b);
}
BITVOX_LANE Vector<double> largest_of(Vector<double> a, Vector<double> b) {
  return _mm512_maskz_max_pd(kAll8, a, b);
}
BITVOX_LANE bool any_below(Vector<uint16_t> a, Vector<uint16_t> b) {
  return _mm512_cmplt_epu16_mask((__m512i)a, (__m512i)b) != 0;
}
BITVOX_LANE bool any_below(Vector<uint32_t> a, Vector<uint32_t> b) {
  return _mm512_cmplt_epu32_mask((__m512i)a, (__m512i)b) != 0;
}
BITVOX_LANE bool any_below(Vector<double> a, Vector<double> b) {
  return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ) != 0;
}

// ---- Numbers --------------------------------------------------------------------------------

BITVOX_LANE Vector<uint16_t> saturated_sum(Vector<uint16_t> a, Vector<uint16_t> b) {
  return (Vector<uint16_t>)_mm512_adds_epu16((__m512i)a, (__m512i)b);
}
BITVOX_LANE Vector<float> multiply_add(Vector<float> a, Vector<float> b, Vector<float> c) {
  return _mm512_fmadd_ps(a, b, c);
}
BITVOX_LANE Vector<float> root_of(Vector<float> v) { return _mm512_maskz_sqrt_ps(kAll16, v); }

BITVOX_LANE __m128i eight_bytes(const uint8_t* from) {
  return _mm_loadl_epi64((const __m128i*)from);
}
BITVOX_LANE __m128i sixteen_bytes(const uint16_t* from) {
  return _mm_loadu_si128((const __m128i*)from);
}
BITVOX_LANE Vector<double> doubles(const uint8_t* from) {
  return _mm512_maskz_cvtepi32_pd(kAll8, _mm256_cvtepu8_epi32(eight_bytes(from)));
}
BITVOX_LANE Vector<double> doubles(const uint16_t* from) {
  return _mm512_maskz_cvtepi32_pd(kAll8, _mm256_cvtepu16_epi32(sixteen_bytes(from)));
}
BITVOX_LANE Vector<double> doubles(const float* from) {
  return _mm512_maskz_cvtps_pd(kAll8, _mm256_loadu_ps(from));
}
BITVOX_LANE Vector<int64_t> integers(const uint8_t* from) {
  return (Vector<int64_t>)_mm512_maskz_cvtepu8_epi64(kAll8, eight_bytes(from));
}
BITVOX_LANE Vector<int64_t> integers(const uint16_t* from) {
  return (Vector<int64_t>)_mm512_maskz_cvtepu16_epi64(kAll8, sixteen_bytes(from));
}

// ---- Lanes ----------------------------------------------------------------------------------

BITVOX_LANE Vector<uint64_t> moved_up(Vector<uint64_t> v, uint64_t before) {
  const __m512i in = _mm512_set1_epi64(static_cast<long long>(before));
  return (Vector<uint64_t>)_mm512_maskz_alignr_epi64(kAll8, (__m512i)v, in, 7);
}
BITVOX_LANE Vector<uint64_t> moved_down(Vector<uint64_t> v, uint64_t after) {
  const __m512i in = _mm512_set1_epi64(static_cast<long long>(after));
  return (Vector<uint64_t>)_mm512_maskz_alignr_epi64(kAll8, in, (__m512i)v, 1);
}

template <int kScale>
BITVOX_LANE void gather(const void* from, const Vector<int32_t>& places, Vector<int32_t>& found) {
  found = (Vector<int32_t>)_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), kAll16,
                                                       (__m512i)places, from, kScale);
}

// Quads i, i + 4, i + 8 and i + 12.
template <class At>
BITVOX_LANE Vector<float> quads_apart(const At& at, int i) {
  const __m512 low = _mm512_castps128_ps512(_mm_load_ps(at(i)));
  const __m512 two = _mm512_insertf32x4(low, _mm_load_ps(at(i + 4)), 1);
  const __m512 three = _mm512_insertf32x4(two, _mm_load_ps(at(i + 8)), 2);
  return _mm512_insertf32x4(three, _mm_load_ps(at(i + 12)), 3);
}
template <class At>
BITVOX_LANE void turn_quads(const At& at, Vector<float> (&to)[4]) {
  const __m512 a = quads_apart(at, 0), b = quads_apart(at, 1);
  const __m512 c = quads_apart(at, 2), d = quads_apart(at, 3);
  const __m512 xy = _mm512_maskz_unpacklo_ps(kAll16, a, b);
  const __m512 xy_next = _mm512_maskz_unpacklo_ps(kAll16, c, d);
  const __m512 zw = _mm512_maskz_unpackhi_ps(kAll16, a, b);
  const __m512 zw_next = _mm512_maskz_unpackhi_ps(kAll16, c, d);
  to[0] = _mm512_maskz_shuffle_ps(kAll16, xy, xy_next, 0x44);
  to[1] = _mm512_maskz_shuffle_ps(kAll16, xy, xy_next, 0xee);
  to[2] = _mm512_maskz_shuffle_ps(kAll16, zw, zw_next, 0x44);
  to[3] = _mm512_maskz_shuffle_ps(kAll16, zw, zw_next, 0xee);
}

BITVOX_LANE __mmask8 mask_of(const EightInts& where) {
  return _mm256_movepi32_mask((__m256i)where);
}
BITVOX_LANE void load_where(const EightInts& where, const uint16_t* from, uint16_t* values) {
  _mm_storeu_si128((__m128i*)values, _mm_maskz_loadu_epi16(mask_of(where), from));
}
BITVOX_LANE void store_where(const EightInts& where, const uint16_t* values, uint16_t* to) {
  _mm_mask_storeu_epi16(to, mask_of(where), _mm_loadu_si128((const __m128i*)values));
}

constexpr bool kRotates = true;
constexpr bool kCompresses = true;
BITVOX_LANE __mmask16 equal_lanes(Vector<uint32_t> v, uint32_t value, uint32_t of) {
  return _mm512_mask_cmpeq_epi32_mask(static_cast<__mmask16>(of), (__m512i)v,
                                      _mm512_set1_epi32(static_cast<int>(value)));
}
BITVOX_LANE __mmask16 other_lanes(Vector<uint32_t> v, uint32_t value, uint32_t of) {
  return _mm512_mask_cmpneq_epi32_mask(static_cast<__mmask16>(of), (__m512i)v,
                                       _mm512_set1_epi32(static_cast<int>(value)));
}
BITVOX_LANE void store_lanes(Vector<uint32_t> v, __mmask16 lanes, uint32_t* to) {
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(lanes, (__m512i)v));
}
