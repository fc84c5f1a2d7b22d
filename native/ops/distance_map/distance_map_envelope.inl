// SPDX-License-Identifier: BSD-2-Clause
// One line at a time in a time that is linear in its length: for lines where the search would look
// through many places for each.

// A line's values, its results side by side, and room for the envelope.
template <class T>
struct LinePass {
  const T* places;
  int64_t stride;
  const T* weights;
  int64_t length;
  T* found;
  int64_t* owners;
  double* starts;

  T value(int64_t i) const { return places[i * stride]; }
};

template <class T>
static inline T lesser(T a, T b) {
  return a < b ? a : b;
}

// a + b, kInfinite where T cannot tell the sum.
template <class T>
static inline T limited_sum(T a, T b) {
  return a < kInfinite<T> - b ? (T)(a + b) : kInfinite<T>;
}
template <>
inline double limited_sum(double a, double b) {
  return a + b;
}

// Steps cost the same each: the least goes along from the left and from the right.
template <class T>
static void pass_steps(const LinePass<T>& pass) {
  const T step = pass.weights[1];
  T least = kInfinite<T>;
  for (int64_t i = 0; i < pass.length; ++i) {
    least = lesser(pass.value(i), limited_sum(least, step));
    pass.found[i] = least;
  }
  for (int64_t i = pass.length - 1; i >= 0; --i) {
    least = lesser(pass.found[i], limited_sum(least, step));
    pass.found[i] = least;
  }
}

// The larger of value and steps: k will do for place i if a place at most k away has a value of at
// most k. From one side, the left end of the shortest such window never goes back, and a queue
// holds the places that may yet be the least of it.
template <class T, bool kRising>
static void pass_largest_from(const LinePass<T>& pass) {
  const auto value = [&](int64_t i) { return pass.value(kRising ? i : pass.length - 1 - i); };
  int64_t* const queue = pass.owners;
  int64_t head = 0;
  int64_t tail = 0;
  int64_t first = 0;  // of the window
  for (int64_t i = 0; i < pass.length; ++i) {
    while (tail > head && !(value(queue[tail - 1]) < value(i))) --tail;
    queue[tail++] = i;
    // Shorter, while what is left of it will do.
    while (first < i) {
      const int64_t next = queue[head] > first ? queue[head] : queue[head + 1];
      if (!(value(next) <= pass.weights[i - first - 1])) break;
      if (queue[head] == first) ++head;
      ++first;
    }
    const T nearest = pass.weights[i - first];
    const T least = value(queue[head]);
    T& found = pass.found[kRising ? i : pass.length - 1 - i];
    const T cost = least < nearest ? nearest : least;
    found = kRising ? cost : lesser(found, cost);
  }
}

// Squares: the lower envelope of parabolas from(j) + weight(|x - j|). A parabola is taken out where
// others are below it by at least half a voxel's step everywhere: weights that are rounded differ
// from parabolas by less. What is left is evaluated where it may be the least, and a margin on.
// Returns false where it was told to stop.
template <class T>
static bool pass_squares(const LinePass<T>& pass, const Lines<T>& lines) {
  constexpr int64_t kBetweenQuestions = 1 << 14;
  const double square = (double)pass.weights[1];  // of a step
  const double length = (double)pass.length;
  const double margin = 1 + length * length * 0x1p-47;
  int64_t count = 0;
  for (int64_t j = 0; j < pass.length; ++j) {
    pass.found[j] = kInfinite<T>;
    if (j % kBetweenQuestions == 0 && lines.stopped(lines.team) != 0) return false;
    const T value = pass.value(j);
    if (!(value < kInfinite<T>)) continue;
    double start = -1;
    while (count > 0) {
      const int64_t i = pass.owners[count - 1];
      // Where both are equal.
      start =
          (((double)value - (double)pass.value(i)) / square / (double)(j - i) + (double)(i + j)) /
          2;
      if (count == 1 || start > pass.starts[count - 1] - margin) break;
      --count;
    }
    pass.owners[count] = j;
    pass.starts[count] = start;
    ++count;
  }
  int64_t done = 0;
  for (int64_t p = 0; p < count; ++p) {
    const double start = p == 0 ? 0 : pass.starts[p] - margin;
    const double end = p + 1 == count ? length : pass.starts[p + 1] + margin + 1;
    if (!(start < length) || !(end > 0)) continue;
    const int64_t j = pass.owners[p];
    const T value = pass.value(j);
    const int64_t last = end < length ? (int64_t)end : pass.length;
    for (int64_t i = start > 0 ? (int64_t)start : 0; i < last; ++i) {
      if (done++ % kBetweenQuestions == 0 && lines.stopped(lines.team) != 0) return false;
      const T weight = pass.weights[i < j ? j - i : i - j];
      pass.found[i] = lesser(pass.found[i], limited_sum(value, weight));
    }
  }
  return true;
}

// Whether parabolas can be told apart: not where squares of steps are too small for doubles.
template <class T>
static bool allows_pass(const Lines<T>& lines) {
  return lines.cost != Cost::kSquares || lines.length < 2 || (double)lines.weights[1] > 1e-280;
}

// Line `lane` of those in `places`, with room for 24 bytes a place; returns the largest
// that it wrote.
template <class T>
static T pass_line(const Lines<T>& lines, const T* places, void* room, int64_t lane) {
  int64_t* const owners = (int64_t*)room;
  double* const starts = (double*)(owners + lines.length);
  const LinePass<T> pass = {
      places + lane, lines.stride, lines.weights, lines.length, (T*)(starts + lines.length),
      owners,        starts};
  switch (lines.cost) {
    case Cost::kSquares:
      if (!pass_squares(pass, lines)) return 0;
      break;
    case Cost::kSteps:
      pass_steps(pass);
      break;
    case Cost::kLargest:
      pass_largest_from<T, true>(pass);
      pass_largest_from<T, false>(pass);
      break;
  }
  T most = 0;
  for (int64_t i = 0; i < lines.length; ++i) {
    T found = pass.found[i];
    if (lines.outside_is_background != 0) {
      found = lesser(found, pass.weights[lesser(i + 1, lines.length - i)]);
    }
    lines.to[i * lines.to_stride + lane] = found;
    most = most < found ? found : most;
  }
  return most;
}
