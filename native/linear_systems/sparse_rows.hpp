// SPDX-License-Identifier: BSD-2-Clause
#pragma once

// Freestanding, see cpu/rows.cpp.in.
#include <stdint.h>

namespace bitvox::sparse {

// Rows first .. end - 1 of a matrix of compressed sparse rows.
template <class T>
struct CsrPart {
  const int64_t* starts;
  const int32_t* column;
  const T* value;
  int64_t first;
  int64_t end;
};

// alpha A x + beta add: add may be null where beta is 0, and may be where the result goes.
template <class T>
struct Blend {
  T alpha = 1;
  T beta = 0;
  const T* add = nullptr;
};

// factor times vector.
template <class T>
struct Term {
  T factor;
  const T* vector;
};

// A sum over products of pairs: numbers i, i + 32, i + 64, ... of a chunk of 256 are one lane of
// 32, lanes are added in pairs. The chunks of a vector are added up by sum_of_rows().
constexpr int64_t kChunk = 256;

// The loops for numbers of one type. What begins with first and end is for those numbers of
// vectors, first being a multiple of 256. Where `sums` is not null, it gets the sum over every
// chunk of the result times `with`, in double; `with` may be the result itself. Nothing is fused or
// reordered: the same bits for every instruction set and on the GPU.
template <class T>
struct Loops {
  // out = alpha A x + beta add.
  void (*multiply)(CsrPart<T> a, const T* x, Blend<T> blend, T* out, const T* with, double* sums);
  // out = sum of the terms, one to three; out may be one of them.
  void (*combine)(int64_t first, int64_t end, const Term<T>* terms, int count, T* out,
                  const T* with, double* sums);
  // out = d x, entry by entry.
  void (*scale)(int64_t first, int64_t end, const T* d, const T* x, T* out, const T* with,
                double* sums);
  // One step of smoothing: step = keep step + factor d (b - A x), out = x + step.
  void (*smooth)(CsrPart<T> a, const T* d, const T* b, T keep, T factor, T* step, const T* x,
                 T* out);
  // Sums over chunks of x times y.
  void (*dot)(int64_t first, int64_t end, const T* x, const T* y, double* sums);
};

struct Rows {
  static const Rows scalar, avx2, avx512;
  Loops<double> of_double;
  Loops<float> of_float;
};

template <class T>
const Loops<T>& loops_of(const Rows& rows);
template <>
inline const Loops<double>& loops_of(const Rows& rows) {
  return rows.of_double;
}
template <>
inline const Loops<float>& loops_of(const Rows& rows) {
  return rows.of_float;
}

}  // namespace bitvox::sparse
