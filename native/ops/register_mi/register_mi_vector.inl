// SPDX-License-Identifier: BSD-2-Clause
// The same as register_mi_lookup_part, for whole vectors of points: corners are gathered.
#if defined(__AVX512F__)
constexpr int kRegisterLanes = 16;
#else
constexpr int kRegisterLanes = 8;
#endif
typedef float RegisterFloats __attribute__((vector_size(4 * kRegisterLanes)));
typedef int32_t RegisterInts __attribute__((vector_size(4 * kRegisterLanes)));

#if defined(__AVX512F__)
// With masks, as GCC 12 warns of its own text for the plain ones.
template <int kScale>
static inline RegisterInts register_mi_gather(const void* base, RegisterInts index) {
  return (RegisterInts)_mm512_mask_i32gather_epi32(_mm512_setzero_si512(), 0xffff, (__m512i)index,
                                                   base, kScale);
}
static inline RegisterInts register_mi_shift_right(RegisterInts words, RegisterInts bits) {
  return (RegisterInts)_mm512_maskz_srlv_epi32(0xffff, (__m512i)words, (__m512i)bits);
}
#else
template <int kScale>
static inline RegisterInts register_mi_gather(const void* base, RegisterInts index) {
  return (RegisterInts)_mm256_i32gather_epi32(static_cast<const int*>(base), (__m256i)index,
                                              kScale);
}
static inline RegisterInts register_mi_shift_right(RegisterInts words, RegisterInts bits) {
  return (RegisterInts)_mm256_srlv_epi32((__m256i)words, (__m256i)bits);
}
#endif

static inline RegisterFloats register_mi_load(const float* from) {
  RegisterFloats floats;
  __builtin_memcpy(&floats, from, sizeof(floats));
  return floats;
}

// Where both, or else 0.
static inline RegisterFloats register_mi_only(RegisterInts mask, RegisterFloats value) {
  return (RegisterFloats)((RegisterInts)value & mask);
}

// A voxel and the next one along x, at these places of the pixels. Of 8 and 16 bits one word has
// both; the last words of the volume are read from where they begin, and shifted. What lies beyond
// the end of an axis counts with the part 0, so any number will do there; but not NaN or infinity.
struct RegisterPair {
  RegisterFloats a, b;
};
static inline RegisterPair register_mi_pair(const uint8_t* pixels, RegisterInts at,
                                            RegisterInts last, RegisterInts) {
  const RegisterInts from = at < last ? at : last;
  const RegisterInts word =
      register_mi_shift_right(register_mi_gather<1>(pixels, from), (at - from) * 8);
  return {__builtin_convertvector(word & 0xff, RegisterFloats),
          __builtin_convertvector(word >> 8 & 0xff, RegisterFloats)};
}
static inline RegisterPair register_mi_pair(const uint16_t* pixels, RegisterInts at,
                                            RegisterInts last, RegisterInts) {
  const RegisterInts from = at < last ? at : last;
  const RegisterInts word =
      register_mi_shift_right(register_mi_gather<2>(pixels, from), (at - from) * 16);
  return {__builtin_convertvector(word & 0xffff, RegisterFloats),
          __builtin_convertvector(word >> 16 & 0xffff, RegisterFloats)};
}
static inline RegisterPair register_mi_pair(const float* pixels, RegisterInts at, RegisterInts,
                                            RegisterInts next_x) {
  return {(RegisterFloats)register_mi_gather<4>(pixels, at),
          (RegisterFloats)register_mi_gather<4>(pixels, at + next_x)};
}

static inline RegisterFloats register_mi_between(RegisterFloats a, RegisterFloats b,
                                                 RegisterFloats part) {
  return a + (b - a) * part;
}

// Returns how many points it has done; `inside` is increased by those inside.
template <class Pixel>
static inline int64_t register_mi_lookup_vectors(const LookupVolume* volume, const PointMap* map,
                                                 const float* x, const float* y, const float* z,
                                                 int64_t count, float outside, float* values,
                                                 int64_t* inside) {
  const int64_t pixel_count = volume->width * volume->height * volume->depth;
  constexpr int64_t kInWord = 4 / sizeof(Pixel);
  constexpr int64_t kMostPixels = INT32_MAX / 2;  // so that places fit 32 bits
  if (pixel_count > kMostPixels || pixel_count < kInWord) return 0;
  const auto* pixels = static_cast<const Pixel*>(volume->pixels);
  const PointMap m = *map;
  const auto row = static_cast<int32_t>(volume->width);
  const auto slice = static_cast<int32_t>(volume->width * volume->height);
  const auto end_x = static_cast<float>(volume->width - 1);
  const auto end_y = static_cast<float>(volume->height - 1);
  const auto end_z = static_cast<float>(volume->depth - 1);
  const auto last_x = static_cast<int32_t>(volume->width - 1);
  const auto last_y = static_cast<int32_t>(volume->height - 1);
  const auto last_z = static_cast<int32_t>(volume->depth - 1);
  const RegisterInts last = RegisterInts{} + static_cast<int32_t>(pixel_count - kInWord);
  const RegisterFloats other = RegisterFloats{} + outside;
  RegisterInts total = {};
  int64_t i = 0;
  for (; i + kRegisterLanes <= count; i += kRegisterLanes) {
    const RegisterFloats from_x = register_mi_load(x + i);
    const RegisterFloats from_y = register_mi_load(y + i);
    const RegisterFloats at_x = (m.xx * from_x + m.xy * from_y) + m.x0;
    const RegisterFloats at_y = (m.yx * from_x + m.yy * from_y) + m.y0;
    const RegisterFloats at_z = register_mi_load(z + i) + m.z0;
    const RegisterInts found = (at_x >= 0.0F) & (at_x <= end_x) & (at_y >= 0.0F) & (at_y <= end_y) &
                               (at_z >= 0.0F) & (at_z <= end_z);
    total -= found;
    const RegisterFloats safe_x = register_mi_only(found, at_x);
    const RegisterFloats safe_y = register_mi_only(found, at_y);
    const RegisterFloats safe_z = register_mi_only(found, at_z);
    const RegisterInts cell_x = __builtin_convertvector(safe_x, RegisterInts);
    const RegisterInts cell_y = __builtin_convertvector(safe_y, RegisterInts);
    const RegisterInts cell_z = __builtin_convertvector(safe_z, RegisterInts);
    const RegisterFloats part_x = safe_x - __builtin_convertvector(cell_x, RegisterFloats);
    const RegisterFloats part_y = safe_y - __builtin_convertvector(cell_y, RegisterFloats);
    const RegisterFloats part_z = safe_z - __builtin_convertvector(cell_z, RegisterFloats);
    const RegisterInts at = cell_z * slice + cell_y * row + cell_x;
    const RegisterInts next_x = (cell_x < last_x) & 1;
    const RegisterInts next_y = (cell_y < last_y) & row;
    const RegisterInts next_z = (cell_z < last_z) & slice;
    const RegisterPair a = register_mi_pair(pixels, at, last, next_x);
    const RegisterPair b = register_mi_pair(pixels, at + next_y, last, next_x);
    const RegisterPair c = register_mi_pair(pixels, at + next_z, last, next_x);
    const RegisterPair d = register_mi_pair(pixels, at + next_z + next_y, last, next_x);
    const RegisterFloats front = register_mi_between(register_mi_between(a.a, a.b, part_x),
                                                     register_mi_between(b.a, b.b, part_x), part_y);
    const RegisterFloats back = register_mi_between(register_mi_between(c.a, c.b, part_x),
                                                    register_mi_between(d.a, d.b, part_x), part_y);
    const RegisterFloats value = register_mi_between(front, back, part_z);
    const RegisterFloats result = (RegisterFloats)((RegisterInts)register_mi_only(found, value) |
                                                   (RegisterInts)register_mi_only(~found, other));
    __builtin_memcpy(values + i, &result, sizeof(result));
  }
  for (int lane = 0; lane < kRegisterLanes; ++lane) *inside += total[lane];
  return i;
}
