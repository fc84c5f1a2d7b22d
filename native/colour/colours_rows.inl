// SPDX-License-Identifier: BSD-2-Clause
// See colours_rows.hpp.

#include "colour/colour_lanes.inl"

// A vector of colours, of which `left` are there; the others are black.
BITVOX_INLINE LaneBits load(const uint32_t* rgb, int64_t left) {
  LaneBits colours{};
  if (left >= kLanes) {
    __builtin_memcpy(&colours, rgb, sizeof colours);
  } else {
    for (int64_t lane = 0; lane < left; ++lane) colours[lane] = rgb[lane];
  }
  return colours;
}

// body(colours, first, count) for whole vectors of colours.
template <class Body>
BITVOX_INLINE void for_each_vector(const uint32_t* rgb, int64_t count, const Body& body) {
  for (int64_t first = 0; first < count; first += kLanes) {
    const int64_t left = count - first;
    body(load(rgb + first, left), first, left < kLanes ? left : kLanes);
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

// So many vectors are evaluated together: each Gaussian is read once for all, and their arithmetic
// overlaps.
constexpr int kTogether = 2;
// Colours whose words are made bytes together.
constexpr int64_t kPart = 256;

// word_of(points, their leaders) of all colours, by body(first, count, words) for parts of them.
template <bool kHue, class WordOf, class Body>
BITVOX_INLINE void for_each_part(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                                 const WordOf& word_of, const Body& body) {
  for (int64_t first = 0; first < count; first += kPart) {
    const int64_t part = count - first < kPart ? count - first : kPart;
    uint32_t words[kPart];
    for (int64_t at = 0; at < part; at += kTogether * kLanes) {
      Point<Lanes> points[kTogether];
      for (int i = 0; i < kTogether; ++i) {
        const int64_t own = at + i * kLanes;
        points[i] = point_of<Lanes>(model.space, load(rgb + first + own, part - own));
      }
      Leaders<Lanes> leads[kTogether];
      find_leaders<kHue, kTogether>(model, points, leads);
      for (int i = 0; i < kTogether; ++i) {
        const LaneBits found = word_of(points[i], leads[i]);
        __builtin_memcpy(words + at + i * kLanes, &found, sizeof found);
      }
    }
    body(first, part, words);
  }
}

template <bool kHue>
BITVOX_INLINE void classes_of(const PreparedModel& model, const uint32_t* rgb, int64_t count,
                              uint8_t* classes) {
  for_each_part<kHue>(
      model, rgb, count,
      [&](const Point<Lanes>& point, const Leaders<Lanes>& lead) {
        return whole(class_by<kHue, Lanes, LaneBits>(model, point, lead));
      },
      [&](int64_t first, int64_t part, const uint32_t* words) {
        for (int64_t i = 0; i < part; ++i) classes[first + i] = static_cast<uint8_t>(words[i]);
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
  for_each_part<kHue>(
      model, rgb, count,
      [&](const Point<Lanes>& point, const Leaders<Lanes>& lead) {
        const SureClass<Lanes> sure = sure_class_by<kHue, Lanes, LaneBits>(model, point, lead);
        return whole(sure.chosen) | whole(sure.certainty) << 8;
      },
      [&](int64_t first, int64_t part, const uint32_t* words) {
        for (int64_t i = 0; i < part; ++i) classes[first + i] = static_cast<uint8_t>(words[i]);
        for (int64_t i = 0; i < part; ++i) {
          certainty[first + i] = static_cast<uint8_t>(words[i] >> 8);
        }
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
