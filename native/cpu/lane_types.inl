// SPDX-License-Identifier: BSD-2-Clause
// The types of cpu/lanes.inl, from kRegisterBytes and kPlain of an instruction set.

#define BITVOX_LANE __attribute__((always_inline)) static inline

// kCount of T, on which operators work lane by lane. One is no vector but a T.
template <class T, int kCount>
struct LanesType {
  typedef T Type __attribute__((vector_size(kCount * sizeof(T))));
};
template <class T>
struct LanesType<T, 1> {
  typedef T Type;
};
template <class T, int kCount>
using LanesOf = typename LanesType<T, kCount>::Type;

// As many as a register has.
template <class T>
constexpr int kRegisterLanes = kRegisterBytes / static_cast<int>(sizeof(T));
template <class T>
using Register = LanesOf<T, kRegisterLanes<T>>;

// The same, but one T in scalar code, for loops of which compilers make vectors if they can.
template <class T>
constexpr int kVectorLanes = kPlain ? 1 : kRegisterLanes<T>;
template <class T>
using Vector = LanesOf<T, kVectorLanes<T>>;

typedef LanesOf<int8_t, 16> SixteenBytes;

// 32 bytes whatever a register has: functions are given these by reference, as not every
// instruction set can hand them over in one.
typedef LanesOf<uint8_t, 32> Bytes32;
typedef LanesOf<int32_t, 8> EightInts;
typedef LanesOf<uint32_t, 8> EightWords;
typedef LanesOf<uint64_t, 4> FourLongs;
typedef LanesOf<float, 8> EightFloats;

// From and to anywhere; compilers keep the kind of lanes, which they would not for bytes.
template <class V>
struct InMemory {
  typedef V Type __attribute__((aligned(1), may_alias));
};
template <class V, class T>
BITVOX_LANE V load(const T* from) {
  return *reinterpret_cast<const typename InMemory<V>::Type*>(from);
}
template <class T, class V>
BITVOX_LANE void store(T* to, const V& v) {
  *reinterpret_cast<typename InMemory<V>::Type*>(to) = v;
}

// The value in all lanes; 0 is taken off, which keeps -0.
template <class V, class T>
BITVOX_LANE V filled(T value) {
  return value - V{};
}
