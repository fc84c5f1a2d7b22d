// SPDX-License-Identifier: BSD-2-Clause
// Lists are read and written kAppendLanes entries at a time: what lies behind their end, so many
// entries at least, is read and overwritten.

// Appends from[0] .. from[count - 1], without the letters before `shift`, to the lists of the four
// letters that they begin with, or of the three others.
enum class Goes { kToOwn, kToOthers };

#if defined(__AVX512F__)

template <Goes kGoes>
static inline void append(const uint32_t* from, uint32_t count, int shift, uint32_t** ends) {
  uint32_t* end[4] = {ends[0], ends[1], ends[2], ends[3]};
  const __m128i bits = _mm_cvtsi32_si128(shift);
  const __m512i rest_bits = _mm512_set1_epi32(static_cast<int>((1U << shift) - 1));
  for (uint32_t i = 0; i < count; i += 16) {
    const uint32_t left = count - i;
    const __mmask16 there = static_cast<__mmask16>(left < 16 ? (1U << left) - 1 : 0xffffU);
    const __m512i entries = _mm512_loadu_si512(from + i);
    const __m512i letters = _mm512_maskz_srl_epi32(0xffff, entries, bits);
    const __m512i rest = _mm512_and_si512(entries, rest_bits);
    for (int letter = 0; letter < 4; ++letter) {
      const __m512i this_letter = _mm512_set1_epi32(letter);
      const __mmask16 taken = kGoes == Goes::kToOwn
                                  ? _mm512_mask_cmpeq_epi32_mask(there, letters, this_letter)
                                  : _mm512_mask_cmpneq_epi32_mask(there, letters, this_letter);
      _mm512_storeu_si512(end[letter], _mm512_maskz_compress_epi32(taken, rest));
      end[letter] += __builtin_popcount(taken);
    }
  }
  for (int letter = 0; letter < 4; ++letter) ends[letter] = end[letter];
}

#elif defined(__AVX2__)

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

template <Goes kGoes>
static inline void append(const uint32_t* from, uint32_t count, int shift, uint32_t** ends) {
  uint32_t* end[4] = {ends[0], ends[1], ends[2], ends[3]};
  const __m128i bits = _mm_cvtsi32_si128(shift);
  const __m256i rest_bits = _mm256_set1_epi32(static_cast<int>((1U << shift) - 1));
  for (uint32_t i = 0; i < count; i += 8) {
    const uint32_t left = count - i;
    const uint32_t there = left < 8 ? (1U << left) - 1 : 0xffU;
    const __m256i entries = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
    const __m256i letters = _mm256_srl_epi32(entries, bits);
    const __m256i rest = _mm256_and_si256(entries, rest_bits);
    for (int letter = 0; letter < 4; ++letter) {
      const __m256i equal = _mm256_cmpeq_epi32(letters, _mm256_set1_epi32(letter));
      const auto own = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(equal)));
      const uint32_t taken = (kGoes == Goes::kToOwn ? own : ~own) & there;
      const __m256i order =
          _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(kSetBits.of[taken])));
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(end[letter]),
                          _mm256_permutevar8x32_epi32(rest, order));
      end[letter] += __builtin_popcount(taken);
    }
  }
  for (int letter = 0; letter < 4; ++letter) ends[letter] = end[letter];
}

#else

template <Goes kGoes>
static inline void append(const uint32_t* from, uint32_t count, int shift, uint32_t** ends) {
  uint32_t* end[4] = {ends[0], ends[1], ends[2], ends[3]};
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t own = from[i] >> shift;
    const uint32_t rest = from[i] & ((1U << shift) - 1);
    for (uint32_t letter = 0; letter < 4; ++letter) {
      *end[letter] = rest;
      end[letter] += (own == letter) == (kGoes == Goes::kToOwn);
    }
  }
  for (int letter = 0; letter < 4; ++letter) ends[letter] = end[letter];
}

#endif
