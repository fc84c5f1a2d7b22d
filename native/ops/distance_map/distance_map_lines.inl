// SPDX-License-Identifier: BSD-2-Clause
// The least of value + weight along lines, a register of them at a time. From a few places side by
// side the search goes outwards in both directions, and ends where the weight alone is no better
// than what has been found: exact, and mostly short. Beyond kNear it goes by groups and groups of
// groups, and looks into those only whose least value could win.

constexpr int kPlaces = 4;  // that are searched from at a time

// The worst that has been found, line by line.
template <class T>
static inline Register<T> worst(const Register<T> (&found)[kPlaces]) {
  Register<T> most = found[0];
  for (int j = 1; j < kPlaces; ++j) most = largest_of(most, found[j]);
  return most;
}

template <class T>
static inline Register<T> best(const Register<T> (&found)[kPlaces]) {
  Register<T> least = found[0];
  for (int j = 1; j < kPlaces; ++j) least = least_of(least, found[j]);
  return least;
}

// A register's width of the lines; kLargest for Cost::kLargest.
template <class T, bool kLargest>
struct LineSearch {
  const T* places;  // kBeyond infinite ones lie on either side
  const T* groups;  // the least of 16 places each
  const T* supers;  // the least of 16 groups each
  int64_t stride;   // from place to place
  const T* weights;
  int64_t length;
  int64_t group_count;
  mutable int64_t looked_at = 0;  // groups, and the places of those that it looked into

  using R = Register<T>;

  R at(const T* from, int64_t i) const { return load(from + i * stride); }
  R weight(int64_t k) const { return everywhere(weights[k]); }
  static R nearer(R found, R value, R weight) {
    return least_of(found, from_away<T, kLargest>(value, weight));
  }

  // Whether a group whose nearest place is k away could have something better.
  bool promises(const T* from, int64_t group, int64_t k, R most) const {
    return any_below(from_away<T, kLargest>(at(from, group), weight(k)), most);
  }

  void search_group(int64_t group, int64_t place, R (&found)[kPlaces]) const {
    looked_at += kGroup;
    const int64_t first = group * kGroup;
    const int64_t end = first + kGroup < length ? first + kGroup : length;
    const R most = worst<T>(found);
    for (int64_t i = first; i < end; ++i) {
      const R value = at(places, i);
      if (!any_below(value, most)) continue;
      for (int j = 0; j < kPlaces; ++j) {
        const int64_t k = i < place + j ? place + j - i : i - place - j;
        found[j] = nearer(found[j], value, weight(k));
      }
    }
  }

  // Groups from `group` on, upwards or downwards. Places up to `searched` away have been searched.
  template <int kStep>
  void search_groups(int64_t group, int64_t place, int64_t searched, R (&found)[kPlaces]) const {
    while (group >= 0 && group < group_count) {
      const int64_t nearest =
          kStep > 0 ? group * kGroup - (place + kPlaces - 1) : place - (group + 1) * kGroup + 1;
      const int64_t k = nearest > searched ? nearest : searched;
      const R most = worst<T>(found);
      if (!any_below(weight(k), most)) return;
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

  void search(int64_t place, int64_t searched, R (&found)[kPlaces]) const {
    search_groups<1>((place + searched) / kGroup, place, searched, found);
    const int64_t last = place + kPlaces - 1;
    if (last >= searched) search_groups<-1>((last - searched) / kGroup, place, searched, found);
  }
};

// From each of the places at `at` as far as kNear; true where nothing beyond can be better. Row
// after row comes in on either side, and stays in a register as long as one of the places needs it:
// the row r places away is in below[r % 4] or above[r % 4]. Asks every other step: to ask more
// often would not pay.
template <class T, bool kLargest, bool kLimited>
static inline bool search_near(const T* at, int64_t stride, const T* weights,
                               Register<T> (&found)[kPlaces]) {
  using R = Register<T>;
  static_assert(kPlaces == 4 && kNear % 4 == 0);
  R below[4];
  R above[4];
  for (int j = 0; j < 4; ++j) below[j] = above[j] = load(at + j * stride);
  const T* first = at;
  const T* last = at + 3 * stride;
  const auto step = [&]<int kStep>(int64_t k) __attribute__((always_inline)) {
    first -= stride;
    last += stride;
    below[-kStep & 3] = load(first);
    above[(3 + kStep) & 3] = load(last);
    const R weight = everywhere(weights[k]);
    for (int j = 0; j < 4; ++j) {
      const R value = least_of(below[(j - kStep) & 3], above[(j + kStep) & 3]);
      found[j] = least_of(found[j], from_away<T, kLargest, kLimited>(value, weight));
    }
  };
  for (int64_t k = 1; k <= kNear; k += 4) {
    if (!any_below(everywhere(weights[k]), worst<T>(found))) return true;
    step.template operator()<1>(k);
    step.template operator()<2>(k + 1);
    if (!any_below(everywhere(weights[k + 2]), worst<T>(found))) return true;
    step.template operator()<3>(k + 2);
    step.template operator()<4>(k + 3);
  }
  return false;
}
