// SPDX-License-Identifier: BSD-2-Clause
#include "ops/distance_map/distance_map_vector.inl"

// A row's bits -> distances along it.
#include "ops/distance_map/distance_map_bits.inl"
// The other axes.
#include "ops/distance_map/distance_map_envelope.inl"
#include "ops/distance_map/distance_map_lines.inl"
#include "ops/distance_map/distance_map_nearest.inl"
// What is found in a mask.
#include "ops/distance_map/distance_map_look.inl"

template <class T>
static void to_distances(const T* values, int64_t count, double scale, int roots, float* to) {
  for (int64_t i = 0; i < count; ++i) {
    const T value = values[i];
    const double number = (double)value;
    const float distance = (float)(scale * (roots != 0 ? __builtin_sqrt(number) : number));
    to[i] = value == kInfinite<T> ? __builtin_inff() : distance;
  }
}

template <class T>
static void to_integers(const T* values, int64_t count, T above, uint16_t* to) {
  for (int64_t i = 0; i < count; ++i) {
    const T more = values[i] > above ? (T)(values[i] - above) : (T)0;
    to[i] = (uint16_t)(more < (T)0xffff ? more : (T)0xffff);
  }
}

static void subtract(const float* b, int64_t count, float* a) {
  for (int64_t i = 0; i < count; ++i) a[i] -= b[i];
}

template <class T>
constexpr RowsOf<T> kRowsOf = {
    .fill_row = fill_row<T>,
    .nearest = nearest<T>,
    .nearest_by_pass = nearest_by_pass<T>,
    .to_distances = to_distances<T>,
    .to_integers = to_integers<T>,
    .largest_where = largest_where<T>,
};

constexpr Rows kRows = {
    .of_16 = kRowsOf<uint16_t>,
    .of_32 = kRowsOf<uint32_t>,
    .of_double = kRowsOf<double>,
    .subtract = subtract,
};
