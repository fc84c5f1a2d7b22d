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
static void put_least(const T* from, int64_t count, T* to) {
  for (int64_t i = 0; i < count; ++i, from += kLines<T>) {
    T* const group = to + i / kGroup * kLines<T>;
    for (int lane = 0; lane < kLines<T>; lane += kLanes<T>) {
      const Register<T> value = load(from + lane);
      store<T>(group + lane, i % kGroup == 0 ? value : least_of<T>(load(group + lane), value));
    }
  }
}

// The values of the lines side by side, with infinite ones on both sides.
template <class T>
static void gather(const Lines<T>& lines, T* places) {
  T* const behind = places + lines.length * kLines<T>;
  for (int64_t i = 0; i < kGroup * kLines<T>; i += kLanes<T>) {
    store<T>(places - kGroup * kLines<T> + i, everywhere(kInfinite<T>));
    store<T>(behind + i, everywhere(kInfinite<T>));
  }
  const T* from = lines.from;
  for (T* to = places; to != behind; to += kLines<T>, from += lines.from_stride) {
    if (lines.columns == kLines<T>) {
      copy_lines(from, to);
    } else {  // 0 ends the search of lines that are not there
      for (int i = 0; i < kLines<T>; ++i) to[i] = i < lines.columns ? from[i] : T{0};
    }
  }
}

template <class T, bool kLargest>
static T nearest_of(const Lines<T>& lines) {
  constexpr int kPlaces = 4;  // at a time
  T* const places = lines.scratch + kGroup * kLines<T>;
  T* const groups = places + (lines.length + kGroup) * kLines<T>;
  const int64_t group_count = groups_of(lines.length);
  T* const supers = groups + group_count * kLines<T>;
  gather(lines, places);
  put_least(places, lines.length, groups);
  put_least(groups, group_count, supers);
  Register<T> most{};
  for (int lane = 0; lane < lines.columns; lane += kLanes<T>) {
    const LineSearch<T, kLargest> search{places + lane,
                                         groups + lane,
                                         supers + lane,
                                         lines.weights,
                                         lines.length,
                                         group_count,
                                         lines.outside_is_background};
    const int64_t left = lines.columns - lane;
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
    }
    for (; place < lines.end; ++place) {
      Register<T> found[1];
      search.search(place, found);
      put(place, found[0]);
    }
  }
  T largest = 0;
  for (int i = 0; i < kLanes<T>; ++i) largest = largest < most[i] ? most[i] : largest;
  return largest;
}

template <class T>
static T nearest(const Lines<T>& lines) {
  if (lines.largest != 0) {
    return nearest_of<T, true>(lines);
  }
  return nearest_of<T, false>(lines);
}
