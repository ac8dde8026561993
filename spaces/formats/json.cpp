// SPDX-License-Identifier: MIT
// Foreign spaces in JSON: "params" and "constraints". Building a small space, including reading,
// takes a fraction of a millisecond, so unnecessary copies are avoided.
#include <fmt/format.h>

#include <algorithm>

#include "spaces/base/json_depth.hpp"
#include "spaces/formats/json_document.hpp"

namespace hone::readers {
namespace {

// The JSON library's message, without its codes and its line numbers.
std::string reason_of(const Json::parse_error& error) {
    const std::string_view what = error.what();
    const std::size_t colon = what.find(": ", std::min(what.find("column"), what.size()));
    return "not JSON: " + std::string(colon == what.npos ? what : what.substr(colon + 2));
}

// The location of a number that does not fit into a double: the JSON library reports the number,
// but not its place.
Location location_of(const Json::out_of_range& error, const Document& document) {
    const std::string_view what = error.what();
    const std::size_t first = what.find('\'') + 1;
    const std::string_view number = what.substr(first, what.rfind('\'') - first);
    return location_at({document.file, 1, 1}, document.text, document.text.find(number));
}

void read_parameter(JsonDocument& document, Space& space, const std::string& name,
                    const Json& values) {
    const Location location = document.location_of(name);
    if (!values.is_array()) {
        return document.add_mistake(location, fmt::format("'{}' needs a list of values", name));
    }
    Parameter parameter{name, {}};
    parameter.values.reserve(values.size());
    for (const Json& value : values) {
        if (auto read = JsonDocument::value(value)) {
            parameter.values.push_back(std::move(*read));
        } else {
            document.add_mistake(
                location,
                fmt::format("'{}' has a value that is neither a number nor a string", name));
        }
    }
    add_parameter(document.document(), space, std::move(parameter), location);
}

// [{"name": "MWG", "values": [16, 32]}], or {"MWG": [16, 32]}.
void read_parameters(JsonDocument& document, Space& space, const Json& params) {
    if (params.size() > max_parameters) {
        return document.add_mistake({document.document().file},
                                    fmt::format("more than {} parameters", max_parameters));
    }
    if (params.is_object()) {
        for (const auto& [name, values] : params.items()) {
            read_parameter(document, space, name, values);
        }
        return;
    }
    for (const Json& each : params) {
        const Json* name = member(each, "name");
        const Json* values = member(each, "values");
        if (!name || !name->is_string() || !values) {
            document.add_mistake({document.document().file},
                                 "a parameter is written as {\"name\": …, \"values\": […]}");
            continue;
        }
        read_parameter(document, space, name->get_ref<const std::string&>(), *values);
    }
}

void read_constraints(JsonDocument& document, Space& space, std::string_view key) {
    const Json* constraints = member(document.root(), key);
    if (!constraints || constraints->is_null()) return;
    if (!constraints->is_array()) {
        return document.add_mistake(document.location_of(key),
                                    fmt::format("'{}' needs a list", key));
    }
    if (constraints->size() > max_constraints) {
        return document.add_mistake(document.location_of(key),
                                    fmt::format("more than {} constraints", max_constraints));
    }
    for (const Json& each : *constraints) {
        if (!each.is_string()) {
            document.add_mistake(document.location_of(key),
                                 fmt::format("'{}' has a value that is not a string", key));
            continue;
        }
        space.constraints.push_back(
            {each.get_ref<const std::string&>(), document.expression(each)});
    }
}

void read_params(JsonDocument& document, Space& space, const Json& params) {
    const Json* name = member(document.root(), "name");
    if (name && name->is_string()) space.name = name->get_ref<const std::string&>();
    read_parameters(document, space, params);
    read_constraints(document, space, "constraints");
    read_constraints(document, space, "implicit_constraints");
}

void read_document(Document& document, Space& space, const Json& root) {
    JsonDocument json(document, root);
    if (member(root, "ConfigurationSpace")) return read_t1(json, space);
    if (const Json* params = member(root, "params")) return read_params(json, space, *params);
    document.add_mistake({document.file},
                         "it has neither 'params' (a space) nor 'ConfigurationSpace' (T1)");
}

}  // namespace

void read_json(Document& document, Space& space) {
    if (nests_deeper(document.text, max_depth)) {
        return document.add_mistake({document.file},
                                    fmt::format("nested more than {} levels deep", max_depth));
    }
    try {
        read_document(document, space, Json::parse(document.text));
    } catch (const Json::parse_error& error) {
        document.add_mistake(location_at({document.file, 1, 1}, document.text,
                                         std::max<std::size_t>(error.byte, 1) - 1),
                             reason_of(error));
    } catch (const Json::out_of_range& error) {
        document.add_mistake(location_of(error, document), "the number is too large");
    }
}

const Json* member(const Json& json, std::string_view key) {
    if (!json.is_object()) return nullptr;
    const auto found = std::ranges::find(json.get_ref<const Json::object_t&>(), key,
                                         &Json::object_t::value_type::first);
    return found == json.get_ref<const Json::object_t&>().end() ? nullptr : &found->second;
}

std::size_t JsonDocument::find_from(std::size_t start, std::string_view string) const {
    const std::string_view text = document_.text;
    for (std::size_t at = text.find(string, start); at != text.npos;
         at = text.find(string, at + 1)) {
        const std::size_t end = at + string.size();
        if (at > 0 && text[at - 1] == '"' && end < text.size() && text[end] == '"') return at;
    }
    return text.npos;
}

Location JsonDocument::location_of(std::string_view string) {
    std::size_t found = find_from(at_ + 1, string);
    if (found == document_.text.npos) {
        found = find_from(0, string);
        if (found == document_.text.npos) return {document_.file};  // written with escapes
        at_ = line_start_ = 0;
        line_ = 1;
    }
    for (; at_ < found; ++at_) {
        if (document_.text[at_] != '\n') continue;
        ++line_;
        line_start_ = at_ + 1;
    }
    return {document_.file, line_, static_cast<int>(found - line_start_) + 1};
}

Expression JsonDocument::expression(const Json& string) {
    const auto& text = string.get_ref<const std::string&>();
    return Expression::parse(text, location_of(text), document_.mistakes);
}

std::optional<Value> JsonDocument::value(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    if (json.is_boolean()) return Number(json.get<bool>() ? 1 : 0);
    if (json.is_number_unsigned() && json.get<std::uint64_t>() > INT64_MAX) return std::nullopt;
    if (json.is_number_integer()) return Number(json.get<std::int64_t>());
    if (!json.is_number_float()) return std::nullopt;
    // The shortest decimal of this double is the text in the file.
    const Number decimal = Number::parse(fmt::format("{}", json.get<double>()));
    return decimal.exists() ? std::optional<Value>(decimal) : std::nullopt;
}

}  // namespace hone::readers
