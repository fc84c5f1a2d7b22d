// SPDX-License-Identifier: BSD-2-Clause
// A comparison of 64 bytes is a word already.

using OddValues = __m512i;
static inline int any_odd(OddValues odd) { return _mm512_test_epi64_mask(odd, odd) != 0; }

static inline uint64_t word_binary(const uint8_t* p, OddValues& odd) {
  const __m512i v = _mm512_loadu_si512(p);
  const __mmask64 foreground = _mm512_movepi8_mask(v);
  odd = _mm512_or_si512(odd, _mm512_xor_si512(v, _mm512_movm_epi8(foreground)));
  return foreground;
}

static inline uint64_t word_range_u8(const uint8_t* p, uint8_t low, uint8_t high) {
  const __m512i v = _mm512_loadu_si512(p);
  return _mm512_cmpge_epu8_mask(v, _mm512_set1_epi8(static_cast<char>(low))) &
         _mm512_cmple_epu8_mask(v, _mm512_set1_epi8(static_cast<char>(high)));
}

static inline uint64_t word_range_u16(const uint16_t* p, uint16_t low, uint16_t high) {
  const __m512i lows = _mm512_set1_epi16(static_cast<short>(low));
  const __m512i highs = _mm512_set1_epi16(static_cast<short>(high));
  uint64_t word = 0;
  for (int i = 0; i < 64; i += 32) {
    const __m512i v = _mm512_loadu_si512(p + i);
    const __mmask32 inside = _mm512_cmpge_epu16_mask(v, lows) & _mm512_cmple_epu16_mask(v, highs);
    word |= static_cast<uint64_t>(inside) << i;
  }
  return word;
}

static inline uint64_t word_range_f32(const float* p, float low, float high) {
  const __m512 lows = _mm512_set1_ps(low);
  const __m512 highs = _mm512_set1_ps(high);
  uint64_t word = 0;
  for (int i = 0; i < 64; i += 16) {
    const __m512 v = _mm512_loadu_ps(p + i);
    const __mmask16 inside = static_cast<__mmask16>(_mm512_cmp_ps_mask(v, lows, _CMP_GE_OQ) &
                                                    _mm512_cmp_ps_mask(v, highs, _CMP_LE_OQ));
    word |= static_cast<uint64_t>(inside) << i;
  }
  return word;
}

static inline void unpack_word(uint64_t word, uint8_t* p) {
  _mm512_storeu_si512(p, _mm512_movm_epi8(word));
}
