// SPDX-License-Identifier: BSD-2-Clause
// 32 bytes at a time.

using OddValues = __m256i;
static inline int any_odd(OddValues odd) { return !_mm256_testz_si256(odd, odd); }

static inline __m256i load(const void* p) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(p));
}

static inline uint64_t top_bits(__m256i bytes) {
  return static_cast<uint32_t>(_mm256_movemask_epi8(bytes));
}

static inline uint64_t word_binary(const uint8_t* p, OddValues& odd) {
  const __m256i first = load(p);
  const __m256i second = load(p + 32);
  const __m256i zero = _mm256_setzero_si256();
  // Each byte should be its sign, eight times.
  odd = _mm256_or_si256(odd, _mm256_xor_si256(first, _mm256_cmpgt_epi8(zero, first)));
  odd = _mm256_or_si256(odd, _mm256_xor_si256(second, _mm256_cmpgt_epi8(zero, second)));
  return top_bits(first) | top_bits(second) << 32;
}

// 255 where low <= v <= high: there is no unsigned comparison, but clamping leaves such a v alone.
static inline __m256i in_range_u8(__m256i v, __m256i low, __m256i high) {
  return _mm256_cmpeq_epi8(_mm256_min_epu8(_mm256_max_epu8(v, low), high), v);
}
static inline __m256i in_range_u16(__m256i v, __m256i low, __m256i high) {
  return _mm256_cmpeq_epi16(_mm256_min_epu16(_mm256_max_epu16(v, low), high), v);
}

static inline uint64_t word_range_u8(const uint8_t* p, uint8_t low, uint8_t high) {
  if (low > high) {
    return 0;
  }
  const __m256i lows = _mm256_set1_epi8(static_cast<char>(low));
  const __m256i highs = _mm256_set1_epi8(static_cast<char>(high));
  return top_bits(in_range_u8(load(p), lows, highs)) |
         top_bits(in_range_u8(load(p + 32), lows, highs)) << 32;
}

static inline uint64_t word_range_u16(const uint16_t* p, uint16_t low, uint16_t high) {
  if (low > high) {
    return 0;
  }
  const __m256i lows = _mm256_set1_epi16(static_cast<short>(low));
  const __m256i highs = _mm256_set1_epi16(static_cast<short>(high));
  uint64_t word = 0;
  for (int i = 0; i < 64; i += 32) {
    const __m256i first = in_range_u16(load(p + i), lows, highs);
    const __m256i second = in_range_u16(load(p + i + 16), lows, highs);
    // packs works within 128-bit halves; the permutation puts the quarters back in order.
    const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(first, second), 0xd8);
    word |= top_bits(bytes) << i;
  }
  return word;
}

static inline uint64_t word_range_f32(const float* p, float low, float high) {
  const __m256 lows = _mm256_set1_ps(low);
  const __m256 highs = _mm256_set1_ps(high);
  uint64_t word = 0;
  for (int i = 0; i < 64; i += 8) {
    const __m256 v = _mm256_loadu_ps(p + i);
    const __m256 inside =
        _mm256_and_ps(_mm256_cmp_ps(v, lows, _CMP_GE_OQ), _mm256_cmp_ps(v, highs, _CMP_LE_OQ));
    word |= static_cast<uint64_t>(static_cast<uint8_t>(_mm256_movemask_ps(inside))) << i;
  }
  return word;
}

static inline void unpack_word(uint64_t word, uint8_t* p) {
  // Byte i of a half gets bits 8 (i / 8) .. 8 (i / 8) + 7 and keeps bit i % 8.
  const __m256i source_byte =
      _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i own_bit = _mm256_set1_epi64x(static_cast<int64_t>(0x8040201008040201U));
  for (int64_t half = 0; half < 2; ++half) {
    const __m256i all = _mm256_set1_epi32(static_cast<int>(word >> (32 * half)));
    const __m256i own = _mm256_and_si256(_mm256_shuffle_epi8(all, source_byte), own_bit);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p + 32 * half), _mm256_cmpeq_epi8(own, own_bit));
  }
}
