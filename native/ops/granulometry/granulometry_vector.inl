// SPDX-License-Identifier: BSD-2-Clause
// A vector of a brick, in parts of kLanes 64-bit lanes: one part of 512 bits, two of 256, or eight
// plain words. &, |, ^, ~, << and >> work on all of them, lane by lane.

#if defined(__AVX512F__)
constexpr int kLanes = 8;
#elif defined(__AVX2__)
constexpr int kLanes = 4;
#else
constexpr int kLanes = 1;
#endif
constexpr int kParts = kVectorWords / kLanes;

#if defined(__AVX512F__) || defined(__AVX2__)
typedef uint64_t Vec __attribute__((vector_size(8 * kLanes)));
#else
typedef uint64_t Vec;
#endif

static inline Vec load(const uint64_t* p) {
  Vec v;
  __builtin_memcpy(&v, p, sizeof(v));
  return v;
}

static inline void store(uint64_t* p, Vec v) { __builtin_memcpy(p, &v, sizeof(v)); }

static inline Vec all_lanes(uint64_t word) { return Vec{} + word; }

#if defined(__AVX512F__)

// One bit of a comparison a > b, from the least significant up: `greater` is the result so far.
static inline Vec greater(Vec a, Vec b, Vec so_far) {
  return (Vec)_mm512_ternarylogic_epi64((__m512i)so_far, (__m512i)a, (__m512i)b, 0xd4);
}

// mask ? a : b
static inline Vec select(Vec mask, Vec a, Vec b) {
  return (Vec)_mm512_ternarylogic_epi64((__m512i)b, (__m512i)mask, (__m512i)a, 0xb8);
}

// so_far | (v & mask)
static inline Vec or_masked(Vec so_far, Vec v, Vec mask) {
  return (Vec)_mm512_ternarylogic_epi64((__m512i)so_far, (__m512i)v, (__m512i)mask, 0xf8);
}

static inline bool any(Vec v) { return _mm512_test_epi64_mask((__m512i)v, (__m512i)v) != 0; }

// Lane i of the result is lane i - 1 of the vector at p; lane 0 is `before`. (Masked, because GCC
// 12 warns about its own header otherwise.)
static inline Vec previous_lane(const uint64_t* p, int, uint64_t before) {
  const __m512i face = _mm512_set1_epi64((long long)before);
  return (Vec)_mm512_maskz_alignr_epi64(0xff, _mm512_loadu_si512(p), face, 7);
}

static inline Vec next_lane(const uint64_t* p, int, uint64_t after) {
  const __m512i face = _mm512_set1_epi64((long long)after);
  return (Vec)_mm512_maskz_alignr_epi64(0xff, face, _mm512_loadu_si512(p), 1);
}

#else

static inline Vec greater(Vec a, Vec b, Vec so_far) { return (a & ~b) | (so_far & ~(a ^ b)); }

static inline Vec select(Vec mask, Vec a, Vec b) { return b ^ (mask & (a ^ b)); }

static inline Vec or_masked(Vec so_far, Vec v, Vec mask) { return so_far | (v & mask); }

#if defined(__AVX2__)

static inline bool any(Vec v) { return !_mm256_testz_si256((__m256i)v, (__m256i)v); }

static inline Vec previous_lane(const uint64_t* p, int part, uint64_t before) {
  if (part == 1) {
    return load(p + 3);
  }
  const __m256i turned = _mm256_permute4x64_epi64(_mm256_loadu_si256((const __m256i*)p), 0x90);
  return (Vec)_mm256_blend_epi32(turned, _mm256_set1_epi64x((long long)before), 0x03);
}

static inline Vec next_lane(const uint64_t* p, int part, uint64_t after) {
  if (part == 0) {
    return load(p + 1);
  }
  const __m256i turned =
      _mm256_permute4x64_epi64(_mm256_loadu_si256((const __m256i*)(p + 4)), 0xf9);
  return (Vec)_mm256_blend_epi32(turned, _mm256_set1_epi64x((long long)after), 0xc0);
}

#else

static inline bool any(Vec v) { return v != 0; }

static inline Vec previous_lane(const uint64_t* p, int part, uint64_t before) {
  return part == 0 ? before : p[part - 1];
}

static inline Vec next_lane(const uint64_t* p, int part, uint64_t after) {
  return part == 7 ? after : p[part + 1];
}

#endif
#endif

constexpr uint64_t kFirstX = 0x0101010101010101U;
constexpr uint64_t kLastX = 0x8080808080808080U;
constexpr uint64_t kFirstY = 0x00000000000000ffU;
constexpr uint64_t kLastY = 0xff00000000000000U;

#if defined(__AVX512F__) || defined(__AVX2__)
static inline uint64_t select(uint64_t mask, uint64_t a, uint64_t b) {
  return (a & mask) | (b & ~mask);
}
#endif

// What is at x - 1, where `left` is the brick on that side; and so on.
template <class V>
static inline V from_left(V self, V left) {
  return select(V{} + kFirstX, left >> 7, self << 1);
}
template <class V>
static inline V from_right(V self, V right) {
  return select(V{} + kLastX, right << 7, self >> 1);
}
template <class V>
static inline V from_before(V self, V before) {
  return (self << 8) | (before >> 56);
}
template <class V>
static inline V from_after(V self, V after) {
  return (self >> 8) | (after << 56);
}

// Calls visit(bit) for every bit that is set.
template <class Visit>
static inline void for_each_bit(uint64_t bits, Visit visit) {
  for (; bits != 0; bits &= bits - 1) {
    visit(__builtin_ctzll(bits));
  }
}
