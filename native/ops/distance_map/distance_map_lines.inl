// SPDX-License-Identifier: BSD-2-Clause
// The least of value + weight along lines, a register of them at a time. From a few places side by
// side the search goes outwards in both directions, and ends where the weight alone is no better
// than what has been found: exact, and mostly short. Beyond the next places it goes by groups and
// groups of groups, and looks into those only whose least value could win.

// A register's width of the lines; kLargest as in Lines::largest.
template <class T, bool kLargest>
struct LineSearch {
  static constexpr int64_t kStride = kLines<T>;  // from place to place
  const T* places;                               // kGroup infinite ones lie on either side
  const T* groups;                               // the least of 16 places each
  const T* supers;                               // the least of 16 groups each
  const T* weights;
  int64_t length;
  int64_t group_count;
  int outside_is_background;
  mutable int64_t looked_at = 0;  // groups, and the places of those that it looked into

  using R = Register<T>;

  static R at(const T* from, int64_t i) { return load(from + i * kStride); }
  R weight(int64_t k) const { return everywhere(weights[k]); }
  static R nearer(R found, R value, R weight) {
    return least_of<T>(found, from_away<T, kLargest>(value, weight));
  }

  // The worst that has been found, line by line.
  template <int kPlaces>
  static R worst(const R (&found)[kPlaces]) {
    R most = found[0];
    for (int j = 1; j < kPlaces; ++j) most = largest_of<T>(most, found[j]);
    return most;
  }

  // Whether a group whose nearest place is k away could have something better.
  bool promises(const T* from, int64_t group, int64_t k, R most) const {
    return any_below<T>(from_away<T, kLargest>(at(from, group), weight(k)), most);
  }

  template <int kPlaces>
  void search_group(int64_t group, int64_t place, R (&found)[kPlaces]) const {
    looked_at += kGroup;
    const int64_t first = group * kGroup;
    const int64_t end = first + kGroup < length ? first + kGroup : length;
    for (int64_t i = first; i < end; ++i) {
      const R value = at(places, i);
      for (int j = 0; j < kPlaces; ++j) {
        const int64_t k = i < place + j ? place + j - i : i - place - j;
        found[j] = nearer(found[j], value, weight(k));
      }
    }
  }

  // Groups from `group` on, upwards or downwards; places nearer than kGroup have been searched.
  template <int kStep, int kPlaces>
  void search_groups(int64_t group, int64_t place, R (&found)[kPlaces]) const {
    while (group >= 0 && group < group_count) {
      const int64_t nearest =
          kStep > 0 ? group * kGroup - (place + kPlaces - 1) : place - (group + 1) * kGroup + 1;
      const int64_t k = nearest > kGroup ? nearest : kGroup;
      const R most = worst(found);
      if (!any_below<T>(weight(k), most)) return;
      ++looked_at;
      if (group % kGroup == (kStep > 0 ? 0 : kGroup - 1) &&
          !promises(supers, group / kGroup, k, most)) {
        group += kStep * kGroup;
        continue;
      }
      if (promises(groups, group, k, most)) search_group(group, place, found);
      group += kStep;
    }
  }

  template <int kPlaces>
  void search(int64_t place, R (&found)[kPlaces]) const {
    R weight_at[kPlaces];  // of k, k + 1, ...
    for (int j = 0; j < kPlaces; ++j) {
      found[j] = at(places, place + j);
      weight_at[j] = weight(j + 1);
      if (outside_is_background != 0) {
        const int64_t before = place + j + 1;
        const int64_t behind = length - place - j;
        found[j] = least_of<T>(found[j], weight(before < behind ? before : behind));
      }
    }
    for (int i = 0; i < kPlaces; ++i) {
      for (int j = 0; j < kPlaces; ++j) {
        if (i != j) {
          found[j] =
              nearer(found[j], at(places, place + i), weight_at[(i < j ? j - i : i - j) - 1]);
        }
      }
    }
    for (int64_t k = 1; k < kGroup; ++k) {
      if (!any_below<T>(weight_at[0], worst(found))) return;
      const R below = at(places, place - k);
      const R above = at(places, place + kPlaces - 1 + k);
      for (int j = 0; j < kPlaces; ++j) {
        found[j] = nearer(found[j], below, weight_at[j]);
        found[j] = nearer(found[j], above, weight_at[kPlaces - 1 - j]);
      }
      for (int j = 0; j + 1 < kPlaces; ++j) weight_at[j] = weight_at[j + 1];
      weight_at[kPlaces - 1] = weight(k + kPlaces);
    }
    if (place + kPlaces - 1 + kGroup < length) {
      search_groups<1>((place + kPlaces - 1 + kGroup) / kGroup, place, found);
    }
    if (place >= kGroup) {
      search_groups<-1>((place - kGroup) / kGroup, place, found);
    }
  }
};

template <class T>
static void put_least(const T* from, int64_t first, int64_t end, T* to) {
  for (int64_t i = first; i < end; ++i) {
    T* const group = to + i / kGroup * kLines<T>;
    for (int lane = 0; lane < kLines<T>; lane += kLanes<T>) {
      const Register<T> value = load(from + i * kLines<T> + lane);
      store<T>(group + lane, i % kGroup == 0 ? value : least_of<T>(load(group + lane), value));
    }
  }
}

// Values first to end - 1 of the lines, side by side.
template <class T>
static void gather(const Lines<T>& lines, int64_t first, int64_t end, T* places) {
  const T* from = lines.from + first * lines.from_stride;
  for (int64_t place = first; place < end; ++place, from += lines.from_stride) {
    T* const to = places + place * kLines<T>;
    if (lines.columns == kLines<T>) {
      copy_lines(from, to);
    } else {  // 0 ends the search of lines that are not there
      for (int i = 0; i < kLines<T>; ++i) to[i] = i < lines.columns ? from[i] : T{0};
    }
  }
}

// Places, groups and groups of groups, and the room behind them.
template <class T>
struct Gathered {
  explicit Gathered(const Lines<T>& lines)
      : places(lines.scratch + kGroup * kLines<T>),
        groups(places + (lines.length + kGroup) * kLines<T>),
        group_count(groups_of(lines.length)),
        supers(groups + group_count * kLines<T>),
        room(supers + groups_of(group_count) * kLines<T>) {}

  T* places;
  T* groups;
  int64_t group_count;
  T* supers;
  void* room;
};

// The lines of one register, from number `lane` on.
template <class T>
static T pass_lines(const Lines<T>& lines, const Gathered<T>& gathered, int lane) {
  T most = 0;
  for (int i = lane; i < lane + kLanes<T> && i < lines.columns; ++i) {
    const T largest = pass_line(lines, gathered.places, gathered.room, i);
    most = most < largest ? largest : most;
  }
  return most;
}

// How much the search may look at for a place of as many lines as fit a register, before passes
// along each of them are faster.
template <class T>
constexpr int64_t kPatience = 16 * kLanes<T>;

template <class T, bool kLargest>
static T search_lines(const Lines<T>& lines, const Gathered<T>& gathered, int lane) {
  constexpr int kPlaces = 4;  // at a time
  const LineSearch<T, kLargest> search{
      gathered.places + lane, gathered.groups + lane, gathered.supers + lane,     lines.weights,
      lines.length,           gathered.group_count,   lines.outside_is_background};
  const int64_t left = lines.columns - lane;
  Register<T> most{};
  const auto put = [&](int64_t place, Register<T> found) {
    most = largest_of<T>(most, found);
    T* const to = lines.to + (place - lines.first) * lines.to_stride + lane;
    if (left >= kLanes<T>) {
      store<T>(to, found);
    } else {
      for (int64_t i = 0; i < left; ++i) to[i] = found[i];
    }
  };
  int64_t place = lines.first;
  for (; place + kPlaces <= lines.end; place += kPlaces) {
    Register<T> found[kPlaces];
    search.search(place, found);
    for (int j = 0; j < kPlaces; ++j) put(place + j, found[j]);
    const int64_t done = place - lines.first + 64 * kPlaces;
    if (search.looked_at > done / kPlaces * kPatience<T> && allows_pass(lines)) {
      return pass_lines(lines, gathered, lane);
    }
    if (place % 4096 == 0 && lines.stopped(lines.team) != 0) return 0;
  }
  for (; place < lines.end; ++place) {
    Register<T> found[1];
    search.search(place, found);
    put(place, found[0]);
  }
  T largest = 0;
  for (int i = 0; i < kLanes<T>; ++i) largest = largest < most[i] ? most[i] : largest;
  return largest;
}

// All places, with infinite ones on both sides, and groups. Returns false where it was told to
// stop.
template <class T>
static bool fill(const Lines<T>& lines, const Gathered<T>& gathered) {
  constexpr int64_t kPiece = kGroup << 10;  // between questions
  for (int64_t first = 0; first < lines.length; first += kPiece) {
    if (first > 0 && lines.stopped(lines.team) != 0) return false;
    const int64_t end = first + kPiece < lines.length ? first + kPiece : lines.length;
    gather(lines, first, end, gathered.places);
    put_least(gathered.places, first, end, gathered.groups);
  }
  put_least(gathered.groups, 0, gathered.group_count, gathered.supers);
  T* const behind = gathered.places + lines.length * kLines<T>;
  for (int64_t i = 0; i < kGroup * kLines<T>; i += kLanes<T>) {
    store<T>(gathered.places - kGroup * kLines<T> + i, everywhere(kInfinite<T>));
    store<T>(behind + i, everywhere(kInfinite<T>));
  }
  return true;
}

template <class T>
static T nearest(const Lines<T>& lines) {
  const Gathered<T> gathered(lines);
  if (!fill(lines, gathered)) return 0;
  T most = 0;
  for (int lane = 0; lane < lines.columns; lane += kLanes<T>) {
    const T largest = lines.cost == Cost::kLargest ? search_lines<T, true>(lines, gathered, lane)
                                                   : search_lines<T, false>(lines, gathered, lane);
    most = most < largest ? largest : most;
  }
  return most;
}

template <class T>
static T nearest_by_pass(const Lines<T>& lines) {
  const Gathered<T> gathered(lines);
  if (!fill(lines, gathered)) return 0;
  T most = 0;
  for (int lane = 0; lane < lines.columns; lane += kLanes<T>) {
    const T largest = pass_lines(lines, gathered, lane);
    most = most < largest ? largest : most;
  }
  return most;
}
