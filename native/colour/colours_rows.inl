// SPDX-License-Identifier: BSD-2-Clause
// See colours_rows.hpp.

using namespace colour;

#define BITVOX_INLINE inline __attribute__((always_inline))
#if defined(__AVX512F__)
constexpr int kLanes = 16;
#elif defined(__AVX2__)
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif
typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
typedef uint32_t LaneBits __attribute__((vector_size(kLanes * sizeof(float))));
typedef int32_t LaneChoice __attribute__((vector_size(kLanes * sizeof(float))));

BITVOX_INLINE Lanes multiply_add(Lanes a, Lanes b, Lanes c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__AVX2__)
  return _mm256_fmadd_ps(a, b, c);
#elif defined(__aarch64__)
  return vfmaq_f32(c, a, b);
#else
  Lanes sums;
  for (int lane = 0; lane < kLanes; ++lane) {
    sums[lane] = __builtin_fmaf(a[lane], b[lane], c[lane]);
  }
  return sums;
#endif
}

BITVOX_INLINE Lanes reciprocal(Lanes x) { return 1.0F / x; }

BITVOX_INLINE bool all(LaneChoice each) {
#if defined(__AVX512F__)
  return _mm512_movepi32_mask(reinterpret_cast<__m512i>(each)) == 0xffff;
#elif defined(__AVX2__)
  return _mm256_movemask_ps(reinterpret_cast<__m256>(each)) == 0xff;
#else
  int32_t some = -1;
  for (int lane = 0; lane < kLanes; ++lane) some &= each[lane];
  return some != 0;
#endif
}

BITVOX_INLINE Lanes light_of(LaneBits values);
BITVOX_INLINE float light_of(uint32_t value);

// Behind what they use, each of what stands before it.
#include "rays/elementary.inl"
//
#include "colour/spaces.inl"
//
#include "colour/mixture.inl"

constexpr LightTable kLight = light_of_srgb();
BITVOX_INLINE float light_of(uint32_t value) { return kLight.of[value]; }
BITVOX_INLINE Lanes light_of(LaneBits values) {
  Lanes light;
  for (int lane = 0; lane < kLanes; ++lane) light[lane] = kLight.of[values[lane]];
  return light;
}

// body(colours, first, count) for whole vectors of colours; the last is filled up with black.
template <class Body>
BITVOX_INLINE void for_each_vector(const uint32_t* rgb, int64_t count, const Body& body) {
  for (int64_t first = 0; first < count; first += kLanes) {
    const int64_t left = count - first;
    LaneBits colours{};
    if (left >= kLanes) {
      __builtin_memcpy(&colours, rgb + first, sizeof colours);
    } else {
      for (int64_t lane = 0; lane < left; ++lane) colours[lane] = rgb[first + lane];
    }
    body(colours, first, left < kLanes ? left : kLanes);
  }
}

template <class Vector, class T>
BITVOX_INLINE void store(const Vector& values, T* to, int64_t count) {
  if (count == kLanes) {
    __builtin_memcpy(to, &values, sizeof values);
  } else {
    for (int64_t lane = 0; lane < count; ++lane) to[lane] = values[lane];
  }
}

static void points(Space space, const uint32_t* rgb, int64_t count, float* first, float* second,
                   float* third) {
  for_each_vector(rgb, count, [&](LaneBits colours, int64_t at, int64_t lanes) {
    const Point<Lanes> point = point_of<Lanes>(space, colours);
    store(point.first, first + at, lanes);
    store(point.second, second + at, lanes);
    store(point.third, third + at, lanes);
  });
}

template <bool kHue>
BITVOX_INLINE void classes_of(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                              uint8_t* classes) {
  typedef uint8_t LaneBytes __attribute__((vector_size(kLanes)));
  for_each_vector(rgb, count, [&](LaneBits colours, int64_t at, int64_t lanes) {
    const Lanes chosen =
        class_at<kHue, Lanes, LaneBits>(model, point_of<Lanes>(model.space, colours));
    store(__builtin_convertvector(__builtin_convertvector(chosen, LaneBits), LaneBytes),
          classes + at, lanes);
  });
}

static void classes(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                    uint8_t* classes) {
  if (model.space == Space::kHsv) {
    classes_of<true>(model, rgb, count, classes);
  } else {
    classes_of<false>(model, rgb, count, classes);
  }
}

template <bool kHue>
BITVOX_INLINE void probabilities_of(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                                    float* out, int64_t stride) {
  for_each_vector(rgb, count, [&](LaneBits colours, int64_t at, int64_t lanes) {
    Lanes each[kMostClasses];
    probabilities_at<kHue, Lanes, LaneBits>(model, point_of<Lanes>(model.space, colours), each);
    for (int k = 0; k < model.classes; ++k) store(each[k], out + k * stride + at, lanes);
  });
}

static void probabilities(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                          float* out, int64_t stride) {
  if (model.space == Space::kHsv) {
    probabilities_of<true>(model, rgb, count, out, stride);
  } else {
    probabilities_of<false>(model, rgb, count, out, stride);
  }
}

constexpr Rows kRows = {points, classes, probabilities};
