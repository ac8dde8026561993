// SPDX-License-Identifier: MIT
#include "spaces/formats/t1_argument.hpp"

#include <fmt/format.h>

#include "spaces/formats/t1_types.hpp"

namespace hone::readers {
namespace {

// The initial content of a buffer, from T1's FillType and AccessType together.
void read_fill(JsonDocument& document, const Json& json, const Location& location,
               Argument& argument) {
    const std::string fill = word_of(json, "FillType");
    if (word_of(json, "AccessType") == "WriteOnly") {
        argument.fill = Argument::Fill::output;
    } else if (fill == "Constant") {
        argument.fill = Argument::Fill::constant;
        argument.value = {size_of(document, json, "FillValue").value_or(Expression(Number(0)))};
    } else if (fill == "Random") {
        argument.fill = Argument::Fill::random;
        argument.low = Expression(Number(0));
        argument.high = size_of(document, json, "FillValue").value_or(Expression(Number(1)));
    } else if (fill == "Generator" && word_of(json, "DataSource") == "i") {
        argument.fill = Argument::Fill::index;
    } else if (fill == "BinaryRaw") {
        argument.fill = Argument::Fill::file;
        argument.file = file_beside(document.document(), word_of(json, "DataSource"), location);
    } else {
        document.add_mistake(
            location, fmt::format("FillType '{}' of argument '{}' is not supported; use Constant, "
                                  "Random, BinaryRaw, or a Generator of \"i\"",
                                  fill, argument.name));
    }
}

// Reads hone's own entries, for properties that T1 cannot express.
void read_said_by_hone_alone(JsonDocument& document, const Json& json, Argument& argument) {
    const Json* own = member(json, "Hone");
    if (own == nullptr) return;
    if (word_of(*own, "fill") == "scratch") argument.fill = Argument::Fill::scratch;
    if (word_of(*own, "fill") == "scratch") argument.value.clear();
    if (word_of(*own, "fill") == "random") argument.low = argument.high = std::nullopt;
    if (const auto low = size_of(document, *own, "low")) argument.low = low;
    if (const Json* inout = member(*own, "inout")) argument.inout = *inout == true;
    argument.absolute = size_of(document, *own, "absolute");
    argument.relative = size_of(document, *own, "relative");
}

}  // namespace

std::string word_of(const Json& json, std::string_view key) {
    const Json* found = member(json, key);
    return found && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<Expression> size_of(JsonDocument& document, const Json& json, std::string_view key) {
    const Json* size = member(json, key);
    if (!size) return std::nullopt;
    if (size->is_string()) return document.expression(*size);
    const auto value = JsonDocument::value(*size);
    if (!value && size->is_number_float()) return Expression::decimal(size->get<double>(), {});
    return value ? std::optional<Expression>(std::get<Number>(*value)) : std::nullopt;
}

Argument read_argument(JsonDocument& document, const Json& json, std::size_t number) {
    Argument argument;
    argument.name = word_of(json, "Name");
    if (argument.name.empty()) argument.name = fmt::format("argument_{}", number);
    const Location location = document.location_of(argument.name);
    const auto unsupported = [&](std::string_view key) {
        document.add_mistake(
            location, fmt::format("{} '{}' of argument '{}' is missing or not supported", key,
                                  word_of(json, key), argument.name));
    };
    argument.type = t1::opencl_type(word_of(json, "Type"));
    if (argument.type.empty()) unsupported("Type");
    const std::string memory = word_of(json, "MemoryType");
    if (memory == "Scalar") {
        argument.kind = Argument::Kind::scalar;
        if (const auto value = size_of(document, json, "FillValue"))
            argument.value = {*value};
        else
            unsupported("FillValue");
        return argument;
    }
    argument.count = size_of(document, json, "Size");
    if (!argument.count) unsupported("Size");
    argument.kind = memory == "Local" ? Argument::Kind::local : Argument::Kind::buffer;
    if (memory != "Local" && memory != "Vector") unsupported("MemoryType");
    if (memory == "Vector") {
        read_fill(document, json, location, argument);
        read_said_by_hone_alone(document, json, argument);
    }
    return argument;
}

}  // namespace hone::readers
