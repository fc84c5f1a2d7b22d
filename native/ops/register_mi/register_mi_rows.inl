// SPDX-License-Identifier: BSD-2-Clause
// Points that one call of the stages below treats: their arrays stay in the first-level cache.
constexpr int64_t kTile = 256;

// Where mapped points lie in a volume: the voxel before them along each axis, and the part of the
// way to the next one.
struct Places {
  int32_t x[kTile], y[kTile], z[kTile];
  float part_x[kTile], part_y[kTile], part_z[kTile];
  int32_t inside[kTile];
};

// A place that is at most a tolerance beyond an edge, on it.
static inline float onto_edge(float at, float end) {
  const float raised = at > 0 ? at : 0;
  return raised < end ? raised : end;
}

static inline void locate(const LookupVolume* volume, const PointMap* map, const float* x,
                          const float* y, const float* z, int64_t count, Places* places) {
  const PointMap m = *map;
  const auto end_x = static_cast<float>(volume->width - 1);
  const auto end_y = static_cast<float>(volume->height - 1);
  const auto end_z = static_cast<float>(volume->depth - 1);
  const float low = -volume->edge_tolerance;
  const float high_x = end_x + volume->edge_tolerance;
  const float high_y = end_y + volume->edge_tolerance;
  const float high_z = end_z + volume->edge_tolerance;
  for (int64_t i = 0; i < count; ++i) {
    const float at_x = ((m.xx * x[i] + m.xy * y[i]) + m.xz * z[i]) + m.x0;
    const float at_y = ((m.yx * x[i] + m.yy * y[i]) + m.yz * z[i]) + m.y0;
    const float at_z = ((m.zx * x[i] + m.zy * y[i]) + m.zz * z[i]) + m.z0;
    const int32_t inside = (at_x >= low) & (at_x <= high_x) & (at_y >= low) & (at_y <= high_y) &
                           (at_z >= low) & (at_z <= high_z);
    const float safe_x = inside ? onto_edge(at_x, end_x) : 0;
    const float safe_y = inside ? onto_edge(at_y, end_y) : 0;
    const float safe_z = inside ? onto_edge(at_z, end_z) : 0;
    places->x[i] = static_cast<int32_t>(safe_x);
    places->y[i] = static_cast<int32_t>(safe_y);
    places->z[i] = static_cast<int32_t>(safe_z);
    places->part_x[i] = safe_x - static_cast<float>(places->x[i]);
    places->part_y[i] = safe_y - static_cast<float>(places->y[i]);
    places->part_z[i] = safe_z - static_cast<float>(places->z[i]);
    places->inside[i] = inside;
  }
}

template <class Pixel>
static inline float along_x(const Pixel* pixel, int64_t next, float part) {
  const auto a = static_cast<float>(pixel[0]);
  const auto b = static_cast<float>(pixel[next]);
  return a + (b - a) * part;
}

template <class Pixel>
static inline int64_t lookup_part(const LookupVolume* volume, const PointMap* map, const float* x,
                                  const float* y, const float* z, int64_t count, float outside,
                                  float* values) {
  const auto* pixels = static_cast<const Pixel*>(volume->pixels);
  const int64_t row = volume->width;
  const int64_t slice = volume->width * volume->height;
  Places places;
  int64_t total = 0;
  for (int64_t at = 0; at < count; at += kTile) {
    const int64_t part = count - at < kTile ? count - at : kTile;
    locate(volume, map, x + at, y + at, z + at, part, &places);
    for (int64_t i = 0; i < part; ++i) {
      const Pixel* pixel = pixels + places.z[i] * slice + places.y[i] * row + places.x[i];
      // On the last voxel there is no next one, and the part is 0.
      const int64_t next_x = places.x[i] < volume->width - 1 ? 1 : 0;
      const int64_t next_y = places.y[i] < volume->height - 1 ? row : 0;
      const int64_t next_z = places.z[i] < volume->depth - 1 ? slice : 0;
      const float part_x = places.part_x[i];
      const float part_y = places.part_y[i];
      const float a = along_x(pixel, next_x, part_x);
      const float b = along_x(pixel + next_y, next_x, part_x);
      const float c = along_x(pixel + next_z, next_x, part_x);
      const float d = along_x(pixel + next_z + next_y, next_x, part_x);
      const float front = a + (b - a) * part_y;
      const float back = c + (d - c) * part_y;
      const float value = front + (back - front) * places.part_z[i];
      values[at + i] = places.inside[i] ? value : outside;
      total += places.inside[i];
    }
  }
  return total;
}

#include "ops/register_mi/register_mi_vector.inl"

template <class Pixel>
static inline int64_t lookup(const LookupVolume* volume, const PointMap* map, const float* x,
                             const float* y, const float* z, int64_t count, float outside,
                             float* values) {
  int64_t inside = 0;
  const int64_t done = lookup_vectors<Pixel>(volume, map, x, y, z, count, outside, values, &inside);
  return inside + lookup_part<Pixel>(volume, map, x + done, y + done, z + done, count - done,
                                     outside, values + done);
}

static int64_t lookup_u8(const LookupVolume* volume, const PointMap* map, const float* x,
                         const float* y, const float* z, int64_t count, float outside,
                         float* values) {
  return lookup<uint8_t>(volume, map, x, y, z, count, outside, values);
}
static int64_t lookup_u16(const LookupVolume* volume, const PointMap* map, const float* x,
                          const float* y, const float* z, int64_t count, float outside,
                          float* values) {
  return lookup<uint16_t>(volume, map, x, y, z, count, outside, values);
}
static int64_t lookup_f32(const LookupVolume* volume, const PointMap* map, const float* x,
                          const float* y, const float* z, int64_t count, float outside,
                          float* values) {
  return lookup<float>(volume, map, x, y, z, count, outside, values);
}

// The bin of a number; of NaN the first.
static inline int32_t bin_of(float value, const BinScale& scale) {
  const float raised = value > scale.low ? value : scale.low;
  const float cut = raised < scale.high ? raised : scale.high;
  const auto bin = static_cast<int32_t>((cut - scale.low) * scale.per_value);
  return bin < scale.bins ? bin : scale.bins - 1;
}

static void bins_of(const float* values, int64_t count, const BinScale* scale, uint8_t* bins) {
  const BinScale s = *scale;
  for (int64_t i = 0; i < count; ++i) {
    const int32_t bin = bin_of(values[i], s);
    bins[i] = static_cast<uint8_t>(values[i] == values[i] ? bin : kNoBin);
  }
}

static void count_pairs(const float* values, const uint8_t* point_bins, int64_t count,
                        const BinScale* scale, uint32_t* table) {
  const BinScale s = *scale;
  int32_t keys[kTile];
  for (int64_t at = 0; at < count; at += kTile) {
    const int64_t part = count - at < kTile ? count - at : kTile;
    for (int64_t i = 0; i < part; ++i) {
      const float v = values[at + i];
      const int32_t bin = bin_of(v, s);
      const int32_t point_bin = point_bins[at + i];
      const int32_t both = (v == v) & (point_bin != kNoBin);
      keys[i] = both ? point_bin * s.bins + bin : s.bins * s.bins;
    }
    for (int64_t i = 0; i < part; ++i) ++table[keys[i]];
  }
}

static void smooth(const float* const* rows, const float* weights, int64_t reach, int64_t count,
                   float* out) {
  const float* const middle = rows[reach];
  for (int64_t at = 0; at < count; at += kTile) {
    const int64_t part = count - at < kTile ? count - at : kTile;
    float sums[kTile] = {};
    for (int64_t k = 0; k <= 2 * reach; ++k) {
      const float* const row = rows[k] + at;
      const float weight = weights[k];
      for (int64_t i = 0; i < part; ++i) {
        const float v = row[i] - row[i] == 0 ? row[i] : middle[at + i];  // 0 if finite, else NaN
        sums[i] += weight * v;
      }
    }
    for (int64_t i = 0; i < part; ++i) out[at + i] = sums[i];
  }
}

constexpr Rows kRows = {
    .lookup_u8 = lookup_u8,
    .lookup_u16 = lookup_u16,
    .lookup_f32 = lookup_f32,
    .bins = bins_of,
    .count = count_pairs,
    .smooth = smooth,
};
