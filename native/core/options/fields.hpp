// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/options/described.hpp"
#include "core/options/field_visitors.hpp"
#include "core/options/names.hpp"

// Options and results are described once, by a list of their fields beside their members:
//
//     struct Options : RunOptions {
//       int max_radius = 50;  // the largest n
//
//       template <class Each>
//       static void fields(Each&& field) {
//         RunOptions::fields(field);
//         field("max_radius", &Options::max_radius, within(1, kLargestMaxRadius));
//       }
//     };
//
// From it follow how Java's objects are read and written (jni/java_object.hpp), which values are
// allowed (check_fields.hpp), what the fuzzer tries, what a result depends on (settings.hpp) and
// what the tests compare with Java and its keys (described.hpp).
//
// A member is a bool, a 32- or 64-bit integer, a double, a string, an enum, or something described:
// one, or an optional of it. In results it may be many numbers or strings, several such columns, or
// rows: a vector of something described. Any other type does not compile.
namespace bitvox {

template <class T>
concept Described = requires {
  T::fields([](auto&&...) {});
};

// Where Java's class of a type has another name than java_class() says, a function beside the type
// says which: constexpr std::string_view java_name(const Preconditioning*) { return "..."; }
template <class T>
constexpr std::string_view own_java_name() {
  if constexpr (requires(const T* type) { java_name(type); }) {
    return java_name(static_cast<const T*>(nullptr));
  } else {
    return {};
  }
}

template <class T>
ObjectType object_type() {
  return {own_java_name<T>(), type_name<T>()};
}
template <class Enum>
EnumType enum_type() {
  return {object_type<Enum>(), enumerators<Enum>()};
}

template <class T>
void write_fields(const T& object, FieldWriter& writer);
// The same of an object that is no longer needed: each column is freed once it has been taken.
template <class T>
void hand_over_fields(T&& object, FieldWriter& writer);
template <class T>
void read_fields(T& object, FieldReader& reader);

// ---- How members are walked ------------------------------------------------------------------

namespace walk {

template <class T>
concept Scalar = std::same_as<T, bool> || std::same_as<T, std::int32_t> ||
    std::same_as<T, std::int64_t> || std::same_as<T, double> || std::same_as<T, std::string>;

template <class T>
concept Many = requires(T values) {
  typename T::value_type;
  std::span(values);
}
&&!std::same_as<T, std::string>;

template <class T>
concept Columns = Many<T> && Many<typename T::value_type>;

template <class T>
concept Rows = Many<T> && Described<typename T::value_type>;

template <class T>
concept Maybe =
    std::same_as<T, std::optional<typename T::value_type>> && Described<typename T::value_type>;

template <class T>
constexpr FieldWriter::Element element_of() {
  using Element = FieldWriter::Element;
  if constexpr (std::same_as<T, std::uint8_t>) return Element::kUint8;
  if constexpr (std::same_as<T, std::int32_t>) return Element::kInt32;
  if constexpr (std::same_as<T, std::int64_t>) return Element::kInt64;
  if constexpr (std::same_as<T, float>) return Element::kFloat;
  if constexpr (std::same_as<T, double>) return Element::kDouble;
}

// What was handed over is freed; what is only looked at is const.
template <class T>
void forget(const T&) {}
template <class T>
void forget(std::vector<T>& taken) {
  std::vector<T>().swap(taken);
}

template <class T>
void write_all(T& object, FieldWriter& writer);

template <class T>
void write_field(const Field& field, T& value, FieldWriter& writer) {
  using Type = std::remove_const_t<T>;
  if constexpr (Scalar<Type>) {
    writer.value(field, value);
  } else if constexpr (std::is_enum_v<Type>) {
    writer.constant(field, enum_type<Type>(), static_cast<std::size_t>(value));
  } else if constexpr (Described<Type>) {
    writer.begin_object(field, object_type<Type>());
    write_all(value, writer);
    writer.end_object();
  } else if constexpr (Maybe<Type>) {
    if (value) {
      write_field(field, *value, writer);
    } else {
      writer.absent(field, object_type<typename Type::value_type>());
    }
  } else if constexpr (Rows<Type>) {
    writer.begin_rows(field, object_type<typename Type::value_type>(), value.size());
    for (std::size_t i = 0; i < value.size(); ++i) {
      writer.begin_row(i);
      write_all(value[i], writer);
      writer.end_row();
    }
    writer.end_rows();
    forget(value);
  } else if constexpr (Columns<Type>) {
    writer.begin_columns(field, element_of<typename Type::value_type::value_type>(), value.size());
    for (auto& column : value) {
      writer.column(field, std::span(std::as_const(column)));
      forget(column);
    }
    writer.end_columns();
  } else {
    static_assert(Many<Type>, "a member of this type cannot be described");
    writer.column(field, std::span(std::as_const(value)));
    forget(value);
  }
}

template <class T>
void write_all(T& object, FieldWriter& writer) {
  describe_type<std::remove_const_t<T>>();
  std::remove_const_t<T>::fields([&](std::string_view name, auto member, const Range& range = {}) {
    write_field({name, range}, object.*member, writer);
  });
}

template <class T>
void read_field(const Field& field, T& value, FieldReader& reader) {
  if constexpr (Scalar<T>) {
    reader.value(field, value);
  } else if constexpr (std::is_enum_v<T>) {
    value = static_cast<T>(reader.constant(field, enum_type<T>(), static_cast<std::size_t>(value)));
  } else if constexpr (Described<T>) {
    reader.begin_object(field, object_type<T>());
    read_fields(value, reader);
    reader.end_object();
  } else if constexpr (Maybe<T>) {
    value.reset();
    if (reader.has(field, object_type<typename T::value_type>())) {
      read_field(field, value.emplace(), reader);
    }
  } else {
    reader.column(field, value);
  }
}

}  // namespace walk

template <class T>
void write_fields(const T& object, FieldWriter& writer) {
  walk::write_all(object, writer);
}

template <class T>
void hand_over_fields(T&& object, FieldWriter& writer) {
  static_assert(!std::is_lvalue_reference_v<T>, "what is handed over is an rvalue");
  walk::write_all(object, writer);
}

template <class T>
void read_fields(T& object, FieldReader& reader) {
  describe_type<T>();
  T::fields([&](std::string_view name, auto member, const Range& range = {}) {
    walk::read_field({name, range}, object.*member, reader);
  });
}

}  // namespace bitvox
