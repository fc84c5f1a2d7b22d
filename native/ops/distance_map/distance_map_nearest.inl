// SPDX-License-Identifier: BSD-2-Clause
// Blocks of lines: a few places of all their registers at a time, so that memory is read and
// written in rows. Registers whose searches take long are left to the pass along single lines.

// Where the parts of a block of lines are.
template <class T>
struct Block {
  explicit Block(const Lines<T>& lines)
      : places(first_place(lines.scratch, lines.stride)),
        groups(places + (lines.length + kBeyond) * lines.stride),
        group_count(groups_of(lines.length)),
        supers(groups + group_count * lines.stride),
        room(supers + groups_of(group_count) * lines.stride) {}

  T* places;
  T* groups;
  int64_t group_count;
  T* supers;
  void* room;
};

// Rows first to end - 1 of `from` into the groups that they belong to.
template <class T>
static void put_least(const T* from, int64_t stride, int64_t first, int64_t end, T* to) {
  for (int64_t i = first; i < end; ++i) {
    T* const group = to + i / kGroup * stride;
    for (int64_t lane = 0; lane < stride; lane += kLanes<T>) {
      const Register<T> value = load(from + i * stride + lane);
      store<T>(group + lane, i % kGroup == 0 ? value : least_of<T>(load(group + lane), value));
    }
  }
}

// Puts groups behind the places, and infinite ones on both sides of them. Returns false where it
// was told to stop.
template <class T>
static bool complete(const Lines<T>& lines, const Block<T>& block) {
  constexpr int64_t kPiece = kGroup << 10;  // between questions
  for (int64_t first = 0; first < lines.length; first += kPiece) {
    if (first > 0 && lines.stopped(lines.team) != 0) return false;
    const int64_t end = first + kPiece < lines.length ? first + kPiece : lines.length;
    // 0 ends the search of lines that are not there.
    for (int64_t i = first; i < end; ++i) {
      T* const row = block.places + i * lines.stride;
      for (int64_t column = lines.columns; column < lines.stride; ++column) row[column] = T{0};
    }
    put_least(block.places, lines.stride, first, end, block.groups);
  }
  put_least(block.groups, lines.stride, 0, block.group_count, block.supers);
  T* const behind = block.places + lines.length * lines.stride;
  for (int64_t i = 0; i < kBeyond * lines.stride; i += kLanes<T>) {
    store<T>(lines.scratch + i, everywhere(kInfinite<T>));
    store<T>(behind + i, everywhere(kInfinite<T>));
  }
  return true;
}

// The lines of one register, from number `lane` on.
template <class T>
static T pass_lines(const Lines<T>& lines, const Block<T>& block, int64_t lane) {
  T most = 0;
  for (int64_t i = lane; i < lane + kLanes<T> && i < lines.columns; ++i) {
    const T largest = pass_line(lines, block.places, block.room, i);
    most = most < largest ? largest : most;
  }
  return most;
}

// How much the search may look at for a place of as many lines as fit a register, before passes
// along each of them are faster.
template <class T>
constexpr int64_t kPatience = 16 * kLanes<T>;

// The search through a block, and what it took for each register.
template <class T, bool kLargest>
struct BlockSearch {
  using R = Register<T>;
  static constexpr int64_t kMostRegisters = kMostStrideBytes / kRegisterBytes;

  const Lines<T> lines;
  const Block<T> block;
  int64_t looked_at[kMostRegisters] = {};
  bool passed[kMostRegisters] = {};  // those that are done, by the pass
  T most_passed = 0;

  // kPlaces of all lines. Returns the largest that it wrote, register by register.
  template <int kPlaces>
  R search(int64_t place) {
    R most{};
    const T* at = block.places + place * lines.stride;
    for (int64_t lane = 0; lane < lines.columns; lane += kLanes<T>, at += kLanes<T>) {
      if (passed[lane / kLanes<T>]) continue;
      R found[kPlaces];
      for (int j = 0; j < kPlaces; ++j) found[j] = load(at + j * lines.stride);
      if (lines.outside_is_background != 0) put_outside(place, found);
      // Where there is no value at all, groups tell where the next ones are.
      const bool near = any_below<T>(best<T>(found), everywhere(kInfinite<T>));
      if (!near || !search_near<T, kLargest>(at, lines.stride, lines.weights, found)) {
        R far[kPlaces];  // so that `found` stays in registers
        for (int j = 0; j < kPlaces; ++j) far[j] = found[j];
        search_far(place, lane, near ? kNear : 0, far);
        for (int j = 0; j < kPlaces; ++j) found[j] = far[j];
      }
      most = largest_of<T>(most, worst<T>(found));
      for (int j = 0; j < kPlaces; ++j) put(place + j, lane, found[j]);
    }
    return most;
  }

  template <int kPlaces>
  void put_outside(int64_t place, R (&found)[kPlaces]) const {
    for (int j = 0; j < kPlaces; ++j) {
      const int64_t before = place + j + 1;
      const int64_t behind = lines.length - place - j;
      found[j] =
          least_of<T>(found[j], everywhere(lines.weights[before < behind ? before : behind]));
    }
  }

  template <int kPlaces>
  __attribute__((noinline)) void search_far(int64_t place, int64_t lane, int64_t searched,
                                            R (&found)[kPlaces]) {
    const LineSearch<T, kLargest> search{
        block.places + lane, block.groups + lane, block.supers + lane, lines.stride,
        lines.weights,       lines.length,        block.group_count};
    search.search(place, searched, found);
    int64_t& looked = looked_at[lane / kLanes<T>];
    looked += search.looked_at;
    if (looked > (place / kPlaces + 64) * kPatience<T> && allows_pass(lines)) {
      passed[lane / kLanes<T>] = true;
    }
  }

  void put(int64_t place, int64_t lane, R found) const {
    T* const to = lines.to + place * lines.to_stride + lane;
    if (lane + kLanes<T> <= lines.columns) {
      store<T>(to, found);
    } else {
      for (int64_t i = 0; i < lines.columns - lane; ++i) to[i] = found[i];
    }
  }

  T run() {
    constexpr int kPlaces = 4;  // at a time
    R most{};
    int64_t place = 0;
    for (; place + kPlaces <= lines.length; place += kPlaces) {
      most = largest_of<T>(most, search<kPlaces>(place));
      if (place % 4096 == 0 && lines.stopped(lines.team) != 0) return 0;
    }
    for (; place < lines.length; ++place) most = largest_of<T>(most, search<1>(place));
    T largest = 0;
    for (int i = 0; i < kLanes<T>; ++i) largest = largest < most[i] ? most[i] : largest;
    for (int64_t lane = 0; lane < lines.columns; lane += kLanes<T>) {
      if (!passed[lane / kLanes<T>]) continue;
      const T passed_most = pass_lines(lines, block, lane);
      largest = largest < passed_most ? passed_most : largest;
    }
    return largest;
  }
};

template <class T>
static T nearest(const Lines<T>& lines) {
  const Block<T> block(lines);
  if (!complete(lines, block)) return 0;
  return lines.cost == Cost::kLargest ? BlockSearch<T, true>{lines, block}.run()
                                      : BlockSearch<T, false>{lines, block}.run();
}

template <class T>
static T nearest_by_pass(const Lines<T>& lines) {
  const Block<T> block(lines);
  if (!complete(lines, block)) return 0;
  T most = 0;
  for (int64_t lane = 0; lane < lines.columns; lane += kLanes<T>) {
    const T largest = pass_lines(lines, block, lane);
    most = most < largest ? largest : most;
  }
  return most;
}
