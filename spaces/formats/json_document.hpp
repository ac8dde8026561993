// SPDX-License-Identifier: MIT
// Shared code of both JSON readers: locations, which the JSON library does not store and which are
// searched in the text, and values as a Space stores them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "spaces/space/space_readers.hpp"

namespace hone::readers {

using Json = nlohmann::ordered_json;

/// A Document with its parsed JSON.
class JsonDocument {
  public:
    JsonDocument(Document& document, const Json& root) : document_(document), root_(root) {}

    const Json& root() const { return root_; }
    Document& document() const { return document_; }
    void add_mistake(const Location& location, std::string reason) const {
        document_.add_mistake(location, std::move(reason));
    }

    /// The location of a string's first character. Call it in the order of the text: each search
    /// continues where the last one ended, and from the start if that finds nothing.
    Location location_of(std::string_view string);

    /// The expression in a JSON string.
    Expression expression(const Json& string);

    /// A number (exact), a word, or true and false as 1 and 0; nullopt for other types.
    static std::optional<Value> value(const Json& json);

  private:
    std::size_t find_from(std::size_t start, std::string_view string) const;

    Document& document_;
    const Json& root_;
    std::size_t at_ = 0;  // where the last search ended, and its line
    int line_ = 1;
    std::size_t line_start_ = 0;
};

/// The member of an object; null if it is missing or `json` is not an object.
const Json* member(const Json& json, std::string_view key);

/// T1, the input format of other tuners.
void read_t1(JsonDocument& document, Space& space);

}  // namespace hone::readers
