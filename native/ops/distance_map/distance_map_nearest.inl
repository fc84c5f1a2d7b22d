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

// The least of the groups of rows first to end - 1, where first begins a group. Returns the largest
// of all, line by line of a register.
template <class T>
static Register<T> put_least(const T* from, int64_t stride, int64_t first, int64_t end, T* to) {
  Register<T> largest{};
  for (int64_t row = first; row < end; row += kGroup) {
    const int64_t rows = row + kGroup < end ? kGroup : end - row;
    for (int64_t lane = 0; lane < stride; lane += kLanes<T>) {
      const T* at = from + row * stride + lane;
      Register<T> least = load(at);
      largest = largest_of(largest, least);
      for (int64_t i = 1; i < rows; ++i) {
        at += stride;
        const Register<T> value = load(at);
        least = least_of(least, value);
        largest = largest_of(largest, value);
      }
      store(to + row / kGroup * stride + lane, least);
    }
  }
  return largest;
}

// The last value to which weights as far as kNear can be added without a limit.
template <class T>
static inline T last_safe(const Lines<T>& lines) {
  return kInfinite<T> - lines.weights[kNear];
}

// What complete() found.
enum Completed { kStopped, kSafe, kLarge };

// Puts groups behind the places, and values that win nothing on both sides of them: infinite ones,
// or the last safe one where no value is larger.
template <class T>
static Completed complete(const Lines<T>& lines, const Block<T>& block) {
  constexpr int64_t kPiece = kGroup << 10;  // between questions
  Register<T> largest{};
  for (int64_t first = 0; first < lines.length; first += kPiece) {
    if (first > 0 && lines.stopped(lines.team) != 0) return kStopped;
    const int64_t end = first + kPiece < lines.length ? first + kPiece : lines.length;
    // 0 ends the search of lines that are not there.
    for (int64_t i = first; i < end && lines.columns < lines.stride; ++i) {
      T* const row = block.places + i * lines.stride;
      for (int64_t column = lines.columns; column < lines.stride; ++column) row[column] = T{0};
    }
    largest = largest_of(largest, put_least(block.places, lines.stride, first, end, block.groups));
  }
  put_least(block.groups, lines.stride, 0, block.group_count, block.supers);
  const T safe = last_safe(lines);
  const bool all_safe = !any_below(everywhere(safe), largest);
  const Register<T> beyond = everywhere(all_safe ? safe : kInfinite<T>);
  T* const behind = block.places + lines.length * lines.stride;
  for (int64_t i = 0; i < kBeyond * lines.stride; i += kLanes<T>) {
    store(lines.scratch + i, beyond);
    store(behind + i, beyond);
  }
  return all_safe ? kSafe : kLarge;
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

// The search through a block, and what it took for each register. kLimited: values are not all
// safe.
template <class T, bool kLargest, bool kLimited>
struct BlockSearch {
  using R = Register<T>;
  static constexpr int64_t kMostRegisters = kMostStrideBytes / kRegisterBytes;

  const Lines<T> lines;
  const Block<T> block;
  int64_t looked_at[kMostRegisters] = {};
  bool passed[kMostRegisters] = {};  // those that are done, by the pass
  T most_passed = 0;

  // kPlaces of all lines, of which the last ones may not be there. Returns the largest that it
  // wrote, register by register.
  R search(int64_t place) {
    R most{};
    const T* at = block.places + place * lines.stride;
    const int count = place + kPlaces < lines.length ? kPlaces : (int)(lines.length - place);
    for (int64_t lane = 0; lane < lines.columns; lane += kLanes<T>, at += kLanes<T>) {
      if (passed[lane / kLanes<T>]) continue;
      R found[kPlaces];
      for (int j = 0; j < kPlaces; ++j) found[j] = j < count ? load(at + j * lines.stride) : R{};
      if (lines.outside_is_background != 0) put_outside(place, count, found);
      // Where there is no value at all, groups tell where the next ones are.
      const bool near = !kLimited || any_below(best<T>(found), everywhere(kInfinite<T>));
      if (!near || !search_near<T, kLargest, kLimited>(at, lines.stride, lines.weights, found)) {
        R far[kPlaces];  // so that `found` stays in registers
        for (int j = 0; j < kPlaces; ++j) far[j] = found[j];
        search_far(place, lane, near ? kNear : 0, far);
        for (int j = 0; j < kPlaces; ++j) found[j] = far[j];
      }
      most = largest_of(most, worst<T>(found));
      put(place, count, lane, found);
    }
    return most;
  }

  void put_outside(int64_t place, int count, R (&found)[kPlaces]) const {
    for (int j = 0; j < count; ++j) {
      const int64_t before = place + j + 1;
      const int64_t behind = lines.length - place - j;
      found[j] = least_of(found[j], everywhere(lines.weights[before < behind ? before : behind]));
    }
  }

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

  void put(int64_t place, int count, int64_t lane, const R (&found)[kPlaces]) const {
    T* to = lines.to + place * lines.to_stride + lane;
    if (count == kPlaces && lane + kLanes<T> <= lines.columns) {
      for (int j = 0; j < kPlaces; ++j, to += lines.to_stride) store(to, found[j]);
      return;
    }
    const int64_t left = lines.columns - lane;
    for (int j = 0; j < count; ++j, to += lines.to_stride) {
      for (int64_t i = 0; i < kLanes<T> && i < left; ++i) to[i] = found[j][i];
    }
  }

  T run() {
    R most{};
    for (int64_t place = 0; place < lines.length; place += kPlaces) {
      most = largest_of(most, search(place));
      if (place % 4096 == 0 && lines.stopped(lines.team) != 0) return 0;
    }
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
  const Completed completed = complete(lines, block);
  if (completed == kStopped) return 0;
  if (lines.cost == Cost::kLargest) return BlockSearch<T, true, true>{lines, block}.run();
  if constexpr (sizeof(T) == 2) {  // only these need to be limited
    if (completed == kSafe) return BlockSearch<T, false, false>{lines, block}.run();
  }
  return BlockSearch<T, false, true>{lines, block}.run();
}

template <class T>
static T nearest_by_pass(const Lines<T>& lines) {
  const Block<T> block(lines);
  if (complete(lines, block) == kStopped) return 0;
  T most = 0;
  for (int64_t lane = 0; lane < lines.columns; lane += kLanes<T>) {
    const T largest = pass_lines(lines, block, lane);
    most = most < largest ? largest : most;
  }
  return most;
}
