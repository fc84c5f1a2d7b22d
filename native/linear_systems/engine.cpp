// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/engine.hpp"

#include <algorithm>

namespace bitvox::sparse {
namespace {

constexpr int kMostParts = 3;

template <class T>
struct Terms {
  explicit Terms(std::initializer_list<Part<T>> parts) : count(static_cast<int>(parts.size())) {
    std::transform(parts.begin(), parts.end(), terms, [](const Part<T>& part) {
      return Term<T>{static_cast<T>(part.factor), part.vector.data};
    });
  }
  Term<T> terms[kMostParts]{};
  int count;
};

}  // namespace

template <class T>
Vec<T> Engine<T>::vector(const std::vector<T>& values) {
  const Vec<T> made = vector(static_cast<std::int64_t>(values.size()));
  upload(values, made);
  return made;
}

template <class T>
void Engine<T>::combine(Vec<T> out, std::initializer_list<Part<T>> parts) {
  const Terms<T> terms(parts);
  combined(out, terms.terms, terms.count, {});
}

template <class T>
double Engine<T>::combine_dot(Vec<T> out, std::initializer_list<Part<T>> parts, Vec<T> with) {
  const Terms<T> terms(parts);
  return combined(out, terms.terms, terms.count, with);
}

template class Engine<double>;
template class Engine<float>;

}  // namespace bitvox::sparse
