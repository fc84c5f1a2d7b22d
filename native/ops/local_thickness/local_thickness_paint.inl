// SPDX-License-Identifier: BSD-2-Clause
// A brick looks through the balls, the largest first and a register of them at a time, for those
// that reach the box of its open voxels. The box shrinks as they are covered; most balls are passed
// by in a fraction of a nanosecond.

constexpr int kParts = kBrickRows / kLanes;  // registers of one word a row

// Where a brick's rows are.
alignas(64) constexpr int32_t kRowY[2][kBrickRows] = {
    {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
alignas(64) constexpr int32_t kRowZ[2][kBrickRows] = {
    {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}, {}};

// Of the open voxels; false where there are none.
template <class T>
static inline bool put_box(const Brick<T>& brick, LocalBox& box) {
  uint32_t columns = 0;
  uint32_t rows = 0;
  for (int i = 0; i < kBrickRows; ++i) {
    columns |= brick.open[i];
    rows |= (uint32_t)(brick.open[i] != 0) << i;
  }
  if (rows == 0) return false;
  box.x0 = brick.x + __builtin_ctz(columns);
  box.x1 = brick.x + 31 - __builtin_clz(columns);
  const int first = __builtin_ctz(rows);
  const int last = 31 - __builtin_clz(rows);
  if (brick.planar != 0) {
    box.y0 = brick.y + first;
    box.y1 = brick.y + last;
    box.z0 = box.z1 = brick.z;
  } else {
    const uint32_t along_y = (rows | rows >> 4 | rows >> 8 | rows >> 12) & 0xf;
    box.y0 = brick.y + __builtin_ctz(along_y);
    box.y1 = brick.y + 31 - __builtin_clz(along_y);
    box.z0 = brick.z + first / 4;
    box.z1 = brick.z + last / 4;
  }
  return true;
}

// How far a place is from a range, as a length.
static inline Floats gap(Ints place, int32_t first, int32_t last, float step) {
  const Ints voxels = larger(larger(first - place, place - last), Ints{});
  return __builtin_convertvector(voxels, Floats) * step;
}

// Which of the balls from number i on reach the box, and maybe some that nearly do.
template <class T>
static inline uint32_t reaching(const Balls<T>& balls, int64_t i, const LocalBox& box,
                                const Steps& steps) {
  const Floats x = gap(load<Ints>(balls.x + i), box.x0, box.x1, (float)(steps.x * steps.near));
  const Floats y = gap(load<Ints>(balls.y + i), box.y0, box.y1, (float)(steps.y * steps.near));
  const Floats z = gap(load<Ints>(balls.z + i), box.z0, box.z1, (float)(steps.z * steps.near));
  return lanes_of((Ints)(x * x + y * y + z * z < load<Floats>(balls.limit + i)));
}

template <class T>
static void pick(const Balls<T>& from, const LocalBox& box, const Steps& steps, Balls<T>& to) {
  int64_t count = 0;
  for (int64_t i = 0; i < from.count; i += kLanes) {
    for (uint32_t lanes = reaching(from, i, box, steps); lanes != 0; lanes &= lanes - 1) {
      const int64_t ball = i + __builtin_ctz(lanes);
      to.x[count] = from.x[ball];
      to.y[count] = from.y[ball];
      to.z[count] = from.z[ball];
      to.square[count] = from.square[ball];
      to.limit[count] = from.limit[ball];
      ++count;
    }
  }
  to.count = count;
  for (int i = 0; i < kBallsBehind; ++i) to.limit[count + i] = 0;
}

// The voxels of a brick that a ball at (x, y, z) of the brick covers, where voxels are cubes: those
// at most root(square - 1 - dy^2 - dz^2) away along x.
template <class T>
static inline void put_cover(const Brick<T>& brick, const Steps&, int32_t x, int32_t y, int32_t z,
                             T square, Words (&cover)[kParts]) {
  const uint32_t most = (uint32_t)square - 1;
  for (int part = 0; part < kParts; ++part) {
    const Words dy = (Words)(load<Ints>(kRowY[brick.planar] + part * kLanes) - y);
    const Words dz = (Words)(load<Ints>(kRowZ[brick.planar] + part * kLanes) - z);
    const Words across = dy * dy + dz * dz;
    const Words there = (Words)(across <= most);
    const Ints left = (Ints)((most - across) & there);
    Ints reach = __builtin_convertvector(root_of(__builtin_convertvector(left, Floats)), Ints);
    if constexpr (sizeof(T) > 2) {  // the root may have been rounded up, or down, to a whole number
      reach += (Ints)((Words)(reach * reach) > (Words)left);  // true is -1
      reach -= (Ints)((Words)((reach + 1) * (reach + 1)) <= (Words)left);
    }
    const Ints first = larger(x - reach, Ints{});      // none past the row's end
    const Ints last = larger(31 - x - reach, Ints{});  // counted from there
    const Words from_first = (~Words{} << (Words)(first & 31)) & (Words)(first < 32);
    const Words to_last = (~Words{} >> (Words)(last & 31)) & (Words)(last < 32);
    cover[part] = from_first & to_last & there;
  }
}

// Where they are not, the squared distances are summed as the distance map sums them.
static inline void put_cover(const Brick<double>& brick, const Steps& steps, int32_t x, int32_t y,
                             int32_t z, double square, Words (&cover)[kParts]) {
  double along[kBrickWidth];
  for (int i = 0; i < kBrickWidth; ++i) {
    const double dx = (double)(i - x) * steps.x;
    along[i] = dx * dx;
  }
  uint32_t words[kBrickRows];
  for (int row = 0; row < kBrickRows; ++row) {
    words[row] = 0;
    if (brick.open[row] == 0) continue;
    const double dy = (double)(kRowY[brick.planar][row] - y) * steps.y;
    const double dz = (double)(kRowZ[brick.planar][row] - z) * steps.z;
    const double yy = dy * dy;
    const double zz = dz * dz;
    uint32_t bits = 0;
    for (int i = 0; i < kBrickWidth; ++i) bits |= (uint32_t)(along[i] + yy + zz < square) << i;
    words[row] = bits;
  }
  for (int part = 0; part < kParts; ++part) cover[part] = load<Words>(words + part * kLanes);
}

// Returns whether it covers any open voxel.
template <class T>
static inline bool paint_ball(const Balls<T>& balls, int64_t i, const Steps& steps,
                              Brick<T>& brick) {
  const T square = balls.square[i];
  Words cover[kParts];
  put_cover(brick, steps, balls.x[i] - brick.x, balls.y[i] - brick.y, balls.z[i] - brick.z, square,
            cover);
  uint32_t fresh[kBrickRows];
  Words any{};
  for (int part = 0; part < kParts; ++part) {
    const Words open = load<Words>(brick.open + part * kLanes);
    store(fresh + part * kLanes, open & cover[part]);
    any |= open & cover[part];
  }
  if (lanes_of((Ints)(any != 0)) == 0) return false;
  for (int row = 0; row < kBrickRows; ++row) {
    brick.open[row] &= ~fresh[row];
    T* const to = brick.to + kRowY[brick.planar][row] * brick.to_row +
                  kRowZ[brick.planar][row] * brick.to_slice;
    for (uint32_t bits = fresh[row]; bits != 0; bits &= bits - 1) to[__builtin_ctz(bits)] = square;
  }
  return true;
}

template <class T>
static void paint(const Balls<T>& balls, const Steps& steps, Brick<T>& brick) {
  LocalBox box;
  if (!put_box(brick, box)) return;
  for (int64_t i = 0; i < balls.count; i += kLanes) {
    for (uint32_t lanes = reaching(balls, i, box, steps); lanes != 0; lanes &= lanes - 1) {
      if (paint_ball(balls, i + __builtin_ctz(lanes), steps, brick) && !put_box(brick, box)) return;
    }
  }
}
