// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>
#include <type_traits>

#include "core/options/field_visitors.hpp"
#include "core/volumes/shape.hpp"

// All types whose fields are walked somewhere in this program, so that a test can compare them with
// Java's and with the keys of the commands.
namespace bitvox {

// One of them, in a list that each joins when the program starts.
class DescribedType {
 public:
  using Write = void (*)(FieldWriter& writer);

  // of(): what object_type() says. fields: writes those of a default object.
  DescribedType(ObjectType (*of)(), Write fields);

  ObjectType type() const { return type_(); }
  void write(FieldWriter& writer) const { write_(writer); }
  const DescribedType* next() const { return next_; }

  static const DescribedType* first();

 private:
  ObjectType (*type_)();
  Write write_;
  const DescribedType* next_;
};

template <class T>
ObjectType object_type();

// Results that hold a volume are made from its shape.
template <class T>
T default_of() {
  if constexpr (std::is_default_constructible_v<T>) {
    return T{};
  } else {
    return T(Shape{1, 1, 1});
  }
}

template <class T>
inline const DescribedType type_description{
    &object_type<T>, [](FieldWriter& writer) { write_fields(default_of<T>(), writer); }};

// That this is called from anywhere puts T into the list; it costs nothing when it is.
template <class T>
void describe_type() {
  static_cast<void>(&type_description<T>);
}

// A line for each field of each type, its parts separated by tabs: class in Java, name in C++,
// type, default, least, most, the number besides and what that means, the enumerators; what a field
// does not have is empty. An object's default is that of its numbers, with commas. A least that is
// not allowed itself begins with '>'. Of the two numbers that an either() allows, the second
// follows a '|'.
std::string describe_all();

}  // namespace bitvox
