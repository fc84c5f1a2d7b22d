// SPDX-License-Identifier: BSD-2-Clause
#include "core/options/described.hpp"

#include <cmath>

#include "core/options/names.hpp"
#include "core/options/number.hpp"

namespace bitvox {
namespace {

const DescribedType*& head() {
  static const DescribedType* types = nullptr;
  return types;
}

std::string bound_or_nothing(double value) {
  return std::isfinite(value) ? exact_number(value) : "";
}

// The fields of one object; those of objects in it have lines of their own, as types.
class Lines final : public FieldWriter {
 public:
  Lines(std::string java, std::string& text) : java_(std::move(java)), text_(text) {}

  void value(const Field& field, bool value) override {
    number(field, "boolean", value ? "true" : "false");
  }
  void value(const Field& field, std::int32_t value) override {
    number(field, "int", std::to_string(value));
  }
  void value(const Field& field, std::int64_t value) override {
    number(field, "long", std::to_string(value));
  }
  void value(const Field& field, double value) override {
    number(field, "double", exact_number(value));
  }
  void value(const Field& field, const std::string& value) override {
    line(field, "String", value, field.range, "");
  }
  void constant(const Field& field, const EnumType& type, std::size_t index) override {
    std::string constants;
    for (const std::string_view name : type.names) {
      if (!constants.empty()) constants += ' ';
      constants += java_constant(name);
    }
    line(field, type.type.java_class(), java_constant(type.names[index]), {}, constants);
  }

  void column(const Field& field, const Column& values) override {
    static constexpr const char* kTypes[] = {"byte", "int", "long", "float", "double", "String"};
    many(field, kTypes[values.index()]);
  }

  void begin_columns(const Field& field, Element of, std::size_t) override {
    static constexpr const char* kTypes[] = {"byte", "int", "long", "float", "double"};
    many(field, std::string(kTypes[static_cast<std::size_t>(of)]) + "[]");
    ++inside_;
  }
  void end_columns() override { --inside_; }

  // Its default is that of its numbers: "0,0,1e-05".
  void begin_object(const Field& field, const ObjectType& type) override {
    if (inside_++ > 0) return;
    object_ = field;
    object_type_ = type.java_class();
    numbers_.clear();
  }
  void end_object() override {
    if (--inside_ == 0) line(object_, object_type_, numbers_, object_.range, "");
  }
  void absent(const Field& field, const ObjectType& type) override {
    line(field, type.java_class(), "", {}, "");
  }
  void begin_rows(const Field& field, const ObjectType& type, std::size_t) override {
    many(field, type.java_class());
    ++inside_;
  }
  void begin_row(std::size_t) override {}
  void end_row() override {}
  void end_rows() override { --inside_; }

 private:
  void number(const Field& field, const std::string& type, const std::string& value) {
    if (inside_ == 1) numbers_ += (numbers_.empty() ? "" : ",") + value;
    line(field, type, value, field.range, "");
  }
  void many(const Field& field, const std::string& type) { line(field, type + "[]", "", {}, ""); }

  void line(const Field& field, const std::string& type, const std::string& value,
            const Range& range, const std::string& constants) {
    if (inside_ > 0) return;
    const bool either = range.between == Range::Between::kExcluded;
    std::string least(range.least_is == Range::Least::kExcluded ? ">" : "");
    least += bound_or_nothing(range.least);
    std::string most(either ? "|" : "");
    most += bound_or_nothing(range.most);
    const bool special = range.meaning != nullptr;
    for (const std::string& part :
         {java_, std::string(field.name), type, value, least, most,
          special ? exact_number(range.special) : "", std::string(special ? range.meaning : "")}) {
      text_ += part;
      text_ += '\t';
    }
    text_ += constants;
    text_ += '\n';
  }

  std::string java_;
  std::string& text_;
  int inside_ = 0;
  Field object_;  // which is walked
  std::string object_type_;
  std::string numbers_;
};

}  // namespace

std::string ObjectType::java_class() const {
  return java.empty() ? bitvox::java_class(name) : std::string(java);
}

DescribedType::DescribedType(ObjectType (*of)(), Write fields)
    : type_(of), write_(fields), next_(head()) {
  head() = this;
}

const DescribedType* DescribedType::first() { return head(); }

std::string describe_all() {
  std::string text;
  for (const DescribedType* type = DescribedType::first(); type != nullptr; type = type->next()) {
    Lines lines(type->type().java_class(), text);
    type->write(lines);
  }
  return text;
}

}  // namespace bitvox
