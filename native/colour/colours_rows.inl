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

// Of numbers that are bytes when their fractions are cut off.
BITVOX_INLINE void store_bytes(Lanes numbers, uint8_t* to, int64_t count) {
  typedef uint8_t LaneBytes __attribute__((vector_size(kLanes)));
  store(__builtin_convertvector(__builtin_convertvector(numbers, LaneBits), LaneBytes), to, count);
}

template <bool kHue>
BITVOX_INLINE void classes_of(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                              uint8_t* classes) {
  for_each_vector(rgb, count, [&](LaneBits colours, int64_t at, int64_t lanes) {
    const Point<Lanes> point = point_of<Lanes>(model.space, colours);
    store_bytes(class_at<kHue, Lanes, LaneBits>(model, point), classes + at, lanes);
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
  for_each_vector(rgb, count, [&](LaneBits colours, int64_t at, int64_t lanes) {
    const SureClass<Lanes> sure =
        sure_class_at<kHue, Lanes, LaneBits>(model, point_of<Lanes>(model.space, colours));
    store_bytes(sure.chosen, classes + at, lanes);
    store_bytes(sure.certainty, certainty + at, lanes);
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
