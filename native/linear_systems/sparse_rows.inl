// SPDX-License-Identifier: BSD-2-Clause
// Plain loops at the pace of the memory. Nothing here may be fused or reordered.

constexpr int kLanes = 32;

template <class T>
void dot(int64_t first, int64_t end, const T* x, const T* y, double* sums) {
  for (int64_t chunk = first; chunk < end; chunk += kChunk) {
    const int64_t chunk_end = chunk + kChunk < end ? chunk + kChunk : end;
    double lanes[kLanes] = {};
    int64_t i = chunk;
    for (; i + kLanes <= chunk_end; i += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        lanes[lane] += static_cast<double>(x[i + lane]) * static_cast<double>(y[i + lane]);
      }
    }
    for (int lane = 0; i + lane < chunk_end; ++lane) {
      lanes[lane] += static_cast<double>(x[i + lane]) * static_cast<double>(y[i + lane]);
    }
    for (int half = kLanes / 2; half > 0; half /= 2) {
      for (int lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
    }
    sums[chunk / kChunk] = lanes[0];
  }
}

// body(first, end) for every chunk, and its sum of out times with.
template <class T, class Body>
void chunks(int64_t first, int64_t end, const T* out, const T* with, double* sums,
            const Body& body) {
  if (sums == nullptr) {
    body(first, end);
    return;
  }
  for (int64_t chunk = first; chunk < end; chunk += kChunk) {
    const int64_t chunk_end = chunk + kChunk < end ? chunk + kChunk : end;
    body(chunk, chunk_end);
    dot(chunk, chunk_end, out, with, sums);
  }
}

template <class T>
T row_times(const CsrPart<T>& a, int64_t row, const T* x) {
  T sum = 0;
  for (int64_t k = a.starts[row]; k < a.starts[row + 1]; ++k) sum += a.value[k] * x[a.column[k]];
  return sum;
}

template <class T>
void multiply(CsrPart<T> a, const T* x, Blend<T> blend, T* out, const T* with, double* sums) {
  chunks(a.first, a.end, out, with, sums, [&](int64_t first, int64_t end) {
    for (int64_t i = first; i < end; ++i) {
      const T product = blend.alpha * row_times(a, i, x);
      out[i] = blend.add == nullptr ? product : product + blend.beta * blend.add[i];
    }
  });
}

template <class T>
void combine(int64_t first, int64_t end, const Term<T>* terms, int count, T* out, const T* with,
             double* sums) {
  const Term<T> a = terms[0];
  const Term<T> b = terms[count > 1 ? 1 : 0];
  const Term<T> c = terms[count > 2 ? 2 : 0];
  chunks(first, end, out, with, sums, [&](int64_t begin, int64_t stop) {
    if (count == 1) {
      for (int64_t i = begin; i < stop; ++i) out[i] = a.factor * a.vector[i];
    } else if (count == 2) {
      for (int64_t i = begin; i < stop; ++i) {
        out[i] = a.factor * a.vector[i] + b.factor * b.vector[i];
      }
    } else {
      for (int64_t i = begin; i < stop; ++i) {
        out[i] = a.factor * a.vector[i] + b.factor * b.vector[i] + c.factor * c.vector[i];
      }
    }
  });
}

template <class T>
void scale(int64_t first, int64_t end, const T* d, const T* x, T* out, const T* with,
           double* sums) {
  chunks(first, end, out, with, sums, [&](int64_t begin, int64_t stop) {
    for (int64_t i = begin; i < stop; ++i) out[i] = d[i] * x[i];
  });
}

template <class T>
void smooth(CsrPart<T> a, const T* d, const T* b, T keep, T factor, T* step, const T* x, T* out) {
  for (int64_t i = a.first; i < a.end; ++i) {
    const T left = b[i] - row_times(a, i, x);
    const T change = keep * step[i] + factor * (d[i] * left);
    step[i] = change;
    out[i] = x[i] + change;
  }
}

template <class T>
constexpr Loops<T> kLoops{multiply<T>, combine<T>, scale<T>, smooth<T>, dot<T>};

constexpr Rows kRows{kLoops<double>, kLoops<float>};
