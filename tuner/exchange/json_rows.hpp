// SPDX-License-Identifier: MIT
// Converts database rows to JSON and back, by the database's own lists of fields: a new field is
// exported and imported without a change here.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "db/store/row_fields.hpp"
#include "spaces/base/error.hpp"
#include "spaces/base/json_integer.hpp"
#include "tuner/exchange/import_results.hpp"

namespace hone {

/// Whether the field holds JSON, which becomes part of the object instead of a string.
bool is_nested(std::string_view field);

/// A nested field in the form that the database stores: objects as canonical settings.
std::string canonical_text(const nlohmann::ordered_json& value);

/// Writes each field into an object.
struct JsonWriter {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();

    void operator()(const char* name, const std::string& text) {
        if (is_nested(name) && !text.empty())
            object[name] = nlohmann::ordered_json::parse(text, nullptr, false);
        else
            object[name] = text;
    }
    template <Worded E>
    void operator()(const char* name, E value) {
        object[name] = word(value);
    }
    void operator()(const char* /*name*/, const MedianInterval& time) {
        if (time.known()) object["median_ns"] = time.median;
    }
    template <class Plain>
    requires(!Worded<Plain>) void operator()(const char* name, const Plain& value) {
        object[name] = value;
    }
};

/// Fills each field from an object; missing fields keep their values.
struct JsonReader {
    const nlohmann::ordered_json& object;

    void operator()(const char* name, std::string& text) {
        if (const auto found = object.find(name); found != object.end())
            text = found->is_string() ? found->template get<std::string>() : canonical_text(*found);
    }
    template <Worded E>
    void operator()(const char* name, E& value) {
        if (const auto found = object.find(name); found != object.end())
            value = from_word<E>(found->template get<std::string>());
    }
    void operator()(const char* name, double& number) {
        if (const auto found = object.find(name); found != object.end())
            // JSON has no infinity: an unbounded error is written as null.
            number = found->is_null() ? std::numeric_limits<double>::infinity()
                                      : found->template get<double>();
    }
    void operator()(const char* name, bool& truth) {
        if (const auto found = object.find(name); found != object.end()) found->get_to(truth);
    }
    void operator()(const char* name, Samples& samples) {
        if (const auto found = object.find(name); found != object.end())
            samples = checked_ints<std::int64_t>(*found);
    }
    void operator()(const char* /*name*/, MedianInterval& /*time*/) {}  // computed from the samples
    template <std::integral Number>
    void operator()(const char* name, Number& number) {
        if (const auto found = object.find(name); found != object.end())
            number = CheckedInt(*found);
    }
};

template <class Record>
nlohmann::ordered_json to_json_object(const Record& record) {
    JsonWriter writer;
    fields(record, writer);
    return std::move(writer.object);
}

template <class Record>
Record from_json_object(const nlohmann::ordered_json& object) {
    Record record;
    JsonReader reader{object};
    fields(record, reader);
    return record;
}

/// Returns the result of `read` for one entry of a file. Adds the entry's `place` to its errors.
template <class Read>
auto read_entry(const std::string& place, const Read& read) try {
    return read();
} catch (const nlohmann::json::exception& error) {
    throw Error(Exit::usage, place + " is malformed: " + json_reason(error));
} catch (const Error& error) {
    throw Error(error.exit(), place + ": " + error.what(), error.hint());
}

/// {"device": …, "kernel": …, "run": …}, without trials.
nlohmann::ordered_json to_json_object(const Device& device, const Kernel& kernel, const Run& run);

/// The run of such an object, without trials.
ImportedRun imported_run_from(const nlohmann::ordered_json& object);

}  // namespace hone
