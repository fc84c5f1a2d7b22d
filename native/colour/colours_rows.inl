// SPDX-License-Identifier: BSD-2-Clause
// See colours_rows.hpp.

#include "colour/colour_lanes.inl"

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

BITVOX_INLINE LaneBits whole(Lanes numbers) {
  return reinterpret_cast<LaneBits>(__builtin_convertvector(numbers, LaneChoice));
}

// body(first, count) for parts of the colours, whose words are made bytes together.
constexpr int64_t kPart = 256;
template <class Body>
BITVOX_INLINE void for_each_part(int64_t count, const Body& body) {
  for (int64_t first = 0; first < count; first += kPart) {
    body(first, count - first < kPart ? count - first : kPart);
  }
}

template <bool kHue>
BITVOX_INLINE void classes_of(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                              uint8_t* classes) {
  for_each_part(count, [&](int64_t first, int64_t part) {
    uint32_t found[kPart];
    for_each_vector(rgb + first, part, [&](LaneBits colours, int64_t at, int64_t lanes) {
      const Point<Lanes> point = point_of<Lanes>(model.space, colours);
      store(whole(class_at<kHue, Lanes, LaneBits>(model, point)), found + at, lanes);
    });
    for (int64_t i = 0; i < part; ++i) classes[first + i] = static_cast<uint8_t>(found[i]);
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
BITVOX_INLINE void certain_classes_of(const PreparedModel& model, const uint32_t* rgb,
                                      int64_t count, uint8_t* classes, uint8_t* certainty) {
  for_each_part(count, [&](int64_t first, int64_t part) {
    uint32_t found[kPart];
    for_each_vector(rgb + first, part, [&](LaneBits colours, int64_t at, int64_t lanes) {
      const SureClass<Lanes> sure =
          sure_class_at<kHue, Lanes, LaneBits>(model, point_of<Lanes>(model.space, colours));
      store(whole(sure.chosen) | whole(sure.certainty) << 8, found + at, lanes);
    });
    for (int64_t i = 0; i < part; ++i) classes[first + i] = static_cast<uint8_t>(found[i]);
    for (int64_t i = 0; i < part; ++i) certainty[first + i] = static_cast<uint8_t>(found[i] >> 8);
  });
}

static void certain_classes(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                            uint8_t* classes, uint8_t* certainty) {
  if (model.space == Space::kHsv) {
    certain_classes_of<true>(model, rgb, count, classes, certainty);
  } else {
    certain_classes_of<false>(model, rgb, count, classes, certainty);
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

constexpr Rows kRows = {points, classes, certain_classes, probabilities};
