// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

// The names of types and of enumerators, as the compiler knows them, so that no table repeats them.
// They work for enumerators that count 0, 1, 2, ... and for types outside unnamed namespaces.
namespace bitvox {
namespace names {

template <class T>
constexpr std::string_view written_type() {
  return __PRETTY_FUNCTION__;
}
template <auto Value>
constexpr std::string_view written_value() {
  return __PRETTY_FUNCTION__;
}

// "... [with T = bitvox::Phase; ...]" by GCC, "... [T = bitvox::Phase]" by Clang.
constexpr std::string_view after_equals(std::string_view text) {
  text.remove_prefix(text.find(" = ") + 3);
  return text.substr(0, text.find_first_of(";]"));
}

// Without the project's namespace, which GCC leaves out.
constexpr std::string_view in_project(std::string_view name) {
  constexpr std::string_view kProject = "bitvox::";
  return name.substr(0, kProject.size()) == kProject ? name.substr(kProject.size()) : name;
}

constexpr std::string_view last_part(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// Of the enumerator with this number, or empty: what is none is written as "(bitvox::Phase)2".
template <class Enum, std::size_t Index>
constexpr std::string_view enumerator() {
  const std::string_view name = after_equals(written_value<static_cast<Enum>(Index)>());
  return name.front() == '(' ? std::string_view{} : last_part(name);
}

template <class Enum, std::size_t Count = 0>
constexpr std::size_t count_enumerators() {
  if constexpr (enumerator<Enum, Count>().empty()) {
    return Count;
  } else {
    return count_enumerators<Enum, Count + 1>();
  }
}

template <class Enum, std::size_t... Index>
constexpr std::array<std::string_view, sizeof...(Index)> all_enumerators(
    std::index_sequence<Index...>) {
  return {enumerator<Enum, Index>()...};
}

}  // namespace names

// "Phase", "label::Connectivity", "granulometry::Options".
template <class T>
constexpr std::string_view type_name() {
  return names::in_project(names::after_equals(names::written_type<T>()));
}

template <class Enum>
inline constexpr auto kEnumerators =
    names::all_enumerators<Enum>(std::make_index_sequence<names::count_enumerators<Enum>()>{});

// "kForeground", "kBackground", ... in their order.
template <class Enum>
constexpr std::span<const std::string_view> enumerators() {
  static_assert(std::is_enum_v<Enum> && !kEnumerators<Enum>.empty());
  return kEnumerators<Enum>;
}

// The Java class of a type of this name: its operation's for Options, else one nested in that.
// "label::Connectivity" is "Label$Connectivity", "skeleton3d::Options" is "Skeleton3D".
std::string java_class(std::string_view type);

// "max_radius" is "maxRadius".
std::string camel_case(std::string_view name);

// "kPerSlice" is "PER_SLICE", and the word "per-slice".
std::string java_constant(std::string_view enumerator);
std::string word_of(std::string_view enumerator);
// The same of a value.
template <class Enum>
requires std::is_enum_v<Enum> std::string word_of(Enum value) {
  return word_of(enumerators<Enum>()[static_cast<std::size_t>(value)]);
}

}  // namespace bitvox
