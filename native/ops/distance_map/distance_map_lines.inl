// SPDX-License-Identifier: BSD-2-Clause
// The least of value + weight along lines, a register of them at a time. From a few places side by
// side the search goes outwards in both directions, and ends where the weight alone is no better
// than what has been found: exact, and mostly short. Beyond kNear it goes by groups and groups of
// groups, and looks into those only whose least value could win.

// The worst that has been found, line by line.
template <class T, int kPlaces>
static inline Register<T> worst(const Register<T> (&found)[kPlaces]) {
  Register<T> most = found[0];
  for (int j = 1; j < kPlaces; ++j) most = largest_of<T>(most, found[j]);
  return most;
}

template <class T, int kPlaces>
static inline Register<T> best(const Register<T> (&found)[kPlaces]) {
  Register<T> least = found[0];
  for (int j = 1; j < kPlaces; ++j) least = least_of<T>(least, found[j]);
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
    return least_of<T>(found, from_away<T, kLargest>(value, weight));
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
    const R most = worst<T>(found);
    for (int64_t i = first; i < end; ++i) {
      const R value = at(places, i);
      if (!any_below<T>(value, most)) continue;
      for (int j = 0; j < kPlaces; ++j) {
        const int64_t k = i < place + j ? place + j - i : i - place - j;
        found[j] = nearer(found[j], value, weight(k));
      }
    }
  }

  // Groups from `group` on, upwards or downwards. Places up to `searched` away have been searched.
  template <int kStep, int kPlaces>
  void search_groups(int64_t group, int64_t place, int64_t searched, R (&found)[kPlaces]) const {
    while (group >= 0 && group < group_count) {
      const int64_t nearest =
          kStep > 0 ? group * kGroup - (place + kPlaces - 1) : place - (group + 1) * kGroup + 1;
      const int64_t k = nearest > searched ? nearest : searched;
      const R most = worst<T>(found);
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
  void search(int64_t place, int64_t searched, R (&found)[kPlaces]) const {
    search_groups<1>((place + searched) / kGroup, place, searched, found);
    const int64_t last = place + kPlaces - 1;
    if (last >= searched) search_groups<-1>((last - searched) / kGroup, place, searched, found);
  }
};

// From each of the places at `at` as far as kNear; true where nothing beyond can be better. Asks
// every other step: to ask more often would not pay.
template <class T, bool kLargest, int kPlaces>
static inline bool search_near(const T* at, int64_t stride, const T* weights,
                               Register<T> (&found)[kPlaces]) {
  const T* below = at;
  const T* above = at;
  for (int64_t k = 1; k <= kNear; k += 2) {
    if (!any_below<T>(everywhere(weights[k]), worst<T>(found))) return true;
    for (int64_t there = k; there < k + 2; ++there) {
      below -= stride;
      above += stride;
      const Register<T> weight = everywhere(weights[there]);
      for (int j = 0; j < kPlaces; ++j) {
        const Register<T> value = least_of<T>(load(below + j * stride), load(above + j * stride));
        found[j] = least_of<T>(found[j], from_away<T, kLargest>(value, weight));
      }
    }
  }
  return false;
}
