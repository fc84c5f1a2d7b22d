// SPDX-License-Identifier: BSD-2-Clause
// See lanes_rows.hpp.
#include "cpu/lanes.inl"

struct Random {
  uint64_t state;
  uint64_t operator()() {
    uint64_t bits = state += 0x9e3779b97f4a7c15U;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebU;
    return bits ^ bits >> 31;
  }
};

// More of them than any vector has.
template <class T>
struct Some {
  T of[64];
  explicit Some(Random& random) {
    for (T& number : of) number = static_cast<T>(random());
  }
};
template <>
struct Some<float> {
  alignas(16) float of[64];
  explicit Some(Random& random) {
    for (float& number : of) {
      number =
          static_cast<float>(static_cast<int64_t>(random() >> 20) - (int64_t{1} << 43)) * 1e-9F;
    }
  }
};

template <class T, class V, class Expected>
static bool are(const V& v, const Expected& expected) {
  constexpr int kCount = static_cast<int>(sizeof(V)) / static_cast<int>(sizeof(T));
  T lanes[kCount];
  store(lanes, v);
  for (int i = 0; i < kCount; ++i) {
    if (lanes[i] != static_cast<T>(expected(i))) return false;
  }
  return true;
}

static const char* wrong_bits(Random& random) {
  typedef Vector<uint64_t> Words;
  constexpr int kCount = kVectorLanes<uint64_t>;
  const Some<uint64_t> a(random), b(random), c(random);
  const Words x = load<Words>(a.of), y = load<Words>(b.of), z = load<Words>(c.of);
  const auto bits = [&](const Words& v, const auto& of) {
    return are<uint64_t>(v, [&](int i) { return of(a.of[i], b.of[i], c.of[i]); });
  };
  typedef uint64_t U;
  if (!bits(either(x, y, z), [](U m, U p, U q) { return (m & p) | (~m & q); })) return "either";
  if (!bits(or_masked(x, y, z), [](U p, U q, U m) { return p | (q & m); })) return "or_masked";
  if (!bits(greater_bit(x, y, z), [](U p, U q, U s) { return (p & ~q) | (~(p ^ q) & s); })) {
    return "greater_bit";
  }
  Words low, high;
  add_three(x, y, z, low, high);
  if (!bits(low, [](U p, U q, U r) { return p ^ q ^ r; })) return "add_three, low";
  if (!bits(high, [](U p, U q, U r) { return (p & q) | (q & r) | (r & p); })) {
    return "add_three, high";
  }
  if (!are<U>(moved_up(x, 7), [&](int i) { return i > 0 ? a.of[i - 1] : 7; })) return "moved_up";
  if (!are<U>(moved_down(x, 7), [&](int i) { return i + 1 < kCount ? a.of[i + 1] : 7; })) {
    return "moved_down";
  }
  U lone[kCount] = {};
  if (any(load<Words>(lone))) return "any of none";
  lone[random() % kCount] = U{1} << random() % 64;
  if (!any(load<Words>(lone))) return "any of one";
  int64_t count = 0;
  for (int i = 0; i < kCount; ++i) count += __builtin_popcountll(a.of[i]);
  return total(count_bits_of(x)) == count ? nullptr : "count_bits_of";
}

static const char* wrong_bytes(Random& random) {
  const Some<uint8_t> a(random), b(random);
  const auto bytes = load<ByteLanes>(a.of);
  uint64_t tops = 0;
  for (uint64_t i = 0; i < sizeof bytes; ++i) tops |= static_cast<uint64_t>(a.of[i] >> 7) << i;
  if (top_bits(bytes) != tops) return "top_bits";
  if (!are<uint8_t>(signs(bytes), [&](int i) { return a.of[i] >> 7 != 0 ? 255 : 0; })) {
    return "signs";
  }
  const uint64_t bits = random();
  if (!are<uint8_t>(bytes_of_bits(bits), [&](int i) { return (bits >> i & 1) != 0 ? 255 : 0; })) {
    return "bytes_of_bits";
  }
  int8_t truth[16];
  uint32_t expected = 0;
  for (int i = 0; i < 16; ++i) {
    truth[i] = static_cast<int8_t>(-(b.of[i] & 1));
    expected |= static_cast<uint32_t>(b.of[i] & 1) << i;
  }
  if (bits_of_sixteen(load<SixteenBytes>(truth)) != expected) return "bits_of_sixteen";
  const Some<uint64_t> before(random);
  FourLongs sums;
  __builtin_memcpy(&sums, before.of, sizeof sums);
  Bytes32 added;
  __builtin_memcpy(&added, a.of, sizeof added);
  add_eight_each(added, sums);
  const auto sum = [&](int i) {
    uint64_t of_eight = before.of[i];
    for (int k = 0; k < 8; ++k) of_eight += a.of[8 * i + k];
    return of_eight;
  };
  return are<uint64_t>(sums, sum) ? nullptr : "add_eight_each";
}

// Of 16 bits, of 32 and of doubles.
template <class T>
static const char* wrong_order(Random& random) {
  typedef Register<T> V;
  const Some<T> a(random);
  Some<T> b(random);
  if (random() % 2 == 0) b.of[0] = a.of[0];
  if (random() % 2 == 0) {
    for (int i = 0; i < 64; ++i) b.of[i] = i == 3 ? b.of[i] : static_cast<T>(a.of[i] / 2);
  }
  const V x = load<V>(a.of), y = load<V>(b.of);
  bool below = false;
  for (int i = 0; i < kRegisterLanes<T>; ++i) below = below || a.of[i] < b.of[i];
  const auto less = [&](int i) { return a.of[i] < b.of[i]; };
  if (any_below(x, y) != below || any_below(x, x)) return "any_below";
  if (!are<T>(least_of(x, y), [&](int i) { return less(i) ? a.of[i] : b.of[i]; })) {
    return "least_of";
  }
  if (!are<T>(largest_of(x, y), [&](int i) { return less(i) ? b.of[i] : a.of[i]; })) {
    return "largest_of";
  }
  if constexpr (sizeof(T) == 2) {
    const auto sum = [&](int i) { return a.of[i] + b.of[i] < 65535 ? a.of[i] + b.of[i] : 65535; };
    if (!are<T>(saturated_sum(x, y), sum)) return "saturated_sum";
  }
  return nullptr;
}

static const char* wrong_lanes(Random& random) {
  const Some<uint32_t> a(random), b(random);
  typedef Register<int32_t> Ints;
  constexpr int kCount = kRegisterLanes<int32_t>;
  int32_t truth[kCount];
  uint64_t bits = 0;
  for (int i = 0; i < kCount; ++i) {
    truth[i] = -static_cast<int32_t>(b.of[i] & 1);
    bits |= static_cast<uint64_t>(b.of[i] & 1) << i;
  }
  if (bits_of(load<Ints>(truth)) != bits) return "bits_of";
  for (int32_t& lane : truth) lane = -1;
  if (!all(load<Ints>(truth))) return "all of all";
  truth[random() % kCount] = 0;
  if (all(load<Ints>(truth))) return "all but one";

  int32_t places[16];
  for (int32_t& place : places) place = static_cast<int32_t>(random() % 60);
  Ints found;
  gather<2>(a.of, load<Ints>(places), found);
  const auto there = [&](int i) {
    int32_t number;
    __builtin_memcpy(&number, reinterpret_cast<const char*>(a.of) + 2 * places[i], sizeof number);
    return number;
  };
  if (!are<int32_t>(found, there)) return "gather";

  uint8_t eight[8];
  for (uint8_t& place : eight) place = static_cast<uint8_t>(random() % 8);
  const auto wanted = static_cast<uint32_t>(random() % 256);
  EightWords chosen;
  choose(a.of, eight, wanted, chosen);
  const auto choice = [&](int i) { return (wanted >> i & 1) != 0 ? a.of[eight[i]] : 0; };
  if (!are<uint32_t>(chosen, choice)) return "choose";

  if constexpr (kCompresses) {
    typedef Vector<uint32_t> Words;
    constexpr int kWords = kVectorLanes<uint32_t>;
    uint32_t letters[kWords], to[2][kWords];
    const auto of = static_cast<uint32_t>(random() % (1U << kWords));
    for (uint32_t& letter : letters) letter = static_cast<uint32_t>(random() % 4);
    store_lanes(load<Words>(a.of), equal_lanes(load<Words>(letters), 2, of), to[0]);
    store_lanes(load<Words>(a.of), other_lanes(load<Words>(letters), 2, of), to[1]);
    int counts[2] = {};
    for (int i = 0; i < kWords; ++i) {
      if ((of >> i & 1) == 0) continue;
      const int which = letters[i] == 2 ? 0 : 1;
      if (to[which][counts[which]++] != a.of[i]) return "store_lanes";
    }
  }
  return nullptr;
}

static const char* wrong_floats(Random& random) {
  typedef Register<float> Floats;
  const Some<float> a(random), b(random), c(random);
  const Floats x = load<Floats>(a.of), y = load<Floats>(b.of), z = load<Floats>(c.of);
  // What a product of floats, exact as a double, lacks when it is rounded.
  const float factor[2] = {static_cast<float>(4097 + 2 * (random() % 4096)), 4099};
  const double product = double{factor[0]} * double{factor[1]};
  const auto rounded = static_cast<float>(product);
  const Floats rest = multiply_add(Floats{} + factor[0], Floats{} + factor[1], Floats{} - rounded);
  if (!are<float>(rest, [&](int) { return product - double{rounded}; })) return "multiply_add";
  if (!are<float>(root_of(x * x), [&](int i) { return __builtin_sqrtf(a.of[i] * a.of[i]); })) {
    return "root_of";
  }
  if (!are<float>(either((Register<uint32_t>)(y < z), (Register<uint32_t>)y, (Register<uint32_t>)z),
                  [&](int i) { return b.of[i] < c.of[i] ? b.of[i] : c.of[i]; })) {
    return "either, of floats";
  }
  Floats turned[4];
  turn_quads([&](int i) { return a.of + 4 * i % 64; }, turned);
  for (int k = 0; k < 4; ++k) {
    if (!are<float>(turned[k], [&](int i) { return a.of[4 * i % 64 + k]; })) return "turn_quads";
  }
  const Some<uint8_t> bytes(random);
  const Some<uint16_t> pairs(random);
  if (!are<double>(doubles(bytes.of), [&](int i) { return bytes.of[i]; }) ||
      !are<double>(doubles(pairs.of), [&](int i) { return pairs.of[i]; }) ||
      !are<double>(doubles(a.of), [&](int i) { return double{a.of[i]}; })) {
    return "doubles";
  }
  if (!are<int64_t>(integers(bytes.of), [&](int i) { return bytes.of[i]; }) ||
      !are<int64_t>(integers(pairs.of), [&](int i) { return pairs.of[i]; })) {
    return "integers";
  }
  return nullptr;
}

template <class T>
static const char* wrong_where(Random& random) {
  const Some<T> a(random);
  T loaded[8], stored[8];
  int32_t truth[8];
  for (int i = 0; i < 8; ++i) {
    truth[i] = -static_cast<int32_t>(random() & 1);
    stored[i] = static_cast<T>(i);
  }
  EightInts where;
  __builtin_memcpy(&where, truth, sizeof where);
  load_where(where, a.of, loaded);
  store_where(where, a.of, stored);
  for (int i = 0; i < 8; ++i) {
    if (loaded[i] != (truth[i] != 0 ? a.of[i] : T{})) return "load_where";
    if (stored[i] != (truth[i] != 0 ? a.of[i] : static_cast<T>(i))) return "store_where";
  }
  return nullptr;
}

static const char* wrong(uint64_t seed) {
  Random random{seed};
  const char* (*const all_of[])(Random&) = {
      wrong_bits,  wrong_bytes,  wrong_order<uint16_t>, wrong_order<uint32_t>, wrong_order<double>,
      wrong_lanes, wrong_floats, wrong_where<float>,    wrong_where<uint16_t>};
  for (const auto& of : all_of) {
    if (const char* const name = of(random); name != nullptr) return name;
  }
  return nullptr;
}

constexpr Rows kRows = {.wrong = wrong};
