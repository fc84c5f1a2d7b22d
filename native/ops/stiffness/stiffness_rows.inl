// SPDX-License-Identifier: BSD-2-Clause
// The inner loops of the CPU, see stiffness_rows.hpp. Nothing here may be fused or reordered: the
// same bits for every instruction set.

#include "ops/stiffness/stiffness_march.inl"
#include "ops/stiffness/stiffness_transfer.inl"

// What happens to a block of nodes once the forces on it are known.

typedef LanesFor<float>::Lanes FloatLanes;

// A sum over blocks: lane by lane, then in pairs.
struct BlockSum {
  double lanes[kLanes] = {};

  inline __attribute__((always_inline)) void add(const FloatLanes& a, const FloatLanes& b) {
    for (int i = 0; i < kLanes; ++i) {
      lanes[i] += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    }
  }
  double sum() const {
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
  }
};

// Forces where a component is free, else 0.
inline __attribute__((always_inline)) void where_free(const FloatLanes& inverse,
                                                      FloatLanes& value) {
  value = inverse != 0 ? value : FloatLanes{};
}

inline __attribute__((always_inline)) void get(const float* from, FloatLanes& to) {
  __builtin_memcpy(&to, from, sizeof to);
}
inline __attribute__((always_inline)) void put(const FloatLanes& from, float* to) {
  __builtin_memcpy(to, &from, sizeof from);
}

static void product(const LevelRows* level, RowRange range, const float* p, float* q,
                    float* scratch, double* sums) {
  march<float>(*level, range, p, nullptr, scratch, [&](const auto& row) {
    BlockSum sum;
    row([&](int64_t at, FloatLanes& force) {
      FloatLanes inverse, own;
      get(level->inverse + at, inverse);
      get(p + at, own);
      where_free(inverse, force);
      put(force, q + at);
      sum.add(own, force);
    });
    sums[row.number()] = sum.sum();
  });
}

static void left(const LevelRows* level, RowRange range, const float* b, const float* x, float* out,
                 float* scratch) {
  march<float>(*level, range, x, nullptr, scratch, [&](const auto& row) {
    row([&](int64_t at, FloatLanes& force) {
      FloatLanes inverse, rest;
      get(level->inverse + at, inverse);
      get(b + at, rest);
      rest = rest - force;
      where_free(inverse, rest);
      put(rest, out + at);
    });
  });
}

static void sweep(const LevelRows* level, RowRange range, const float* b, const float* x,
                  float scale, float* out, float* scratch, double* sums) {
  march<float>(*level, range, x, nullptr, scratch, [&](const auto& row) {
    BlockSum sum;
    row([&](int64_t at, FloatLanes& force) {
      FloatLanes inverse, rest, value;
      get(level->inverse + at, inverse);
      get(b + at, rest);
      get(x + at, value);
      value = value + scale * (inverse * (rest - force));
      put(value, out + at);
      sum.add(rest, value);
    });
    sums[row.number()] = sum.sum();
  });
}

static void step(const LevelRows* level, RowRange range, const float* b, const float* x, float keep,
                 float scale, float* step, float* out, float* scratch) {
  march<float>(*level, range, x, nullptr, scratch, [&](const auto& row) {
    row([&](int64_t at, FloatLanes& force) {
      FloatLanes inverse, rest, value, change;
      get(level->inverse + at, inverse);
      get(b + at, rest);
      get(x + at, value);
      get(step + at, change);
      change = keep * change + scale * (inverse * (rest - force));
      put(change, step + at);
      put(value + change, out + at);
    });
  });
}

template <class Stored>
static void forces(const LevelRows* level, RowRange range, const Stored* u, const double* strain,
                   float* out, double* scratch) {
  march<double>(*level, range, u, strain, scratch, [&](const auto& row) {
    row([&](int64_t at, const LanesFor<double>::Lanes& force) {
      for (int i = 0; i < LanesFor<double>::kCount; ++i) out[at + i] = static_cast<float>(force[i]);
    });
  });
}

// Plain loops over blocks.

static void begin(int64_t blocks, const float* inverse, const float* b, float scale,
                  float* __restrict x) {
  for (int64_t i = 0; i < blocks * kOfBlock; ++i) x[i] = scale * (inverse[i] * b[i]);
}

static void advance(int64_t blocks, const float* z, float beta, float* __restrict p) {
  for (int64_t i = 0; i < blocks * kOfBlock; ++i) p[i] = z[i] + beta * p[i];
}

static double move(int64_t blocks, const float* p, const float* q, float alpha, float* u,
                   float* r) {
  BlockSum sum;
  for (int64_t i = 0; i < blocks * kOfBlock; i += kLanes) {
    FloatLanes direction, product, value, rest;
    get(p + i, direction);
    get(q + i, product);
    get(u + i, value);
    get(r + i, rest);
    put(value + alpha * direction, u + i);
    rest = rest - alpha * product;
    put(rest, r + i);
    sum.add(rest, rest);
  }
  return sum.sum();
}

static double product_of(int64_t blocks, const float* a, const float* b) {
  BlockSum sum;
  for (int64_t i = 0; i < blocks * kOfBlock; i += kLanes) {
    FloatLanes of_a, of_b;
    get(a + i, of_a);
    get(b + i, of_b);
    sum.add(of_a, of_b);
  }
  return sum.sum();
}

static double balance(int64_t blocks, const float* inverse, const float* forces, float* r) {
  BlockSum sum;
  for (int64_t i = 0; i < blocks * kOfBlock; i += kLanes) {
    FloatLanes free, force;
    get(inverse + i, free);
    get(forces + i, force);
    force = -force;
    where_free(free, force);
    put(force, r + i);
    sum.add(force, force);
  }
  return sum.sum();
}

constexpr Rows kRows = {.product = product,
                        .left = left,
                        .sweep = sweep,
                        .step = step,
                        .forces = forces<float>,
                        .precise_forces = forces<double>,
                        .restrict_to = restrict_to,
                        .add_coarse = add_coarse,
                        .begin = begin,
                        .advance = advance,
                        .move = move,
                        .product_of = product_of,
                        .balance = balance};
