// SPDX-License-Identifier: MIT
// What the TOML reader needs from a document: entries in declared order, locations of keys and of
// the text inside strings, and values as a Space stores them. A table is read by a list of fields,
// so all of its keys are in one place; any other key is a mistake with the most similar known key.
#pragma once

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/space/space_readers.hpp"

namespace hone::readers {

/// One key of a table and its value.
struct Entry {
    std::string key;
    Location location;  // of the key
    const toml::node* node;
};

/// A Document with its parsed TOML.
class TomlDocument {
  public:
    explicit TomlDocument(Document& document);

    Document& document() const { return document_; }
    void add_mistake(const Location& location, std::string reason) const {
        document_.add_mistake(location, std::move(reason));
    }

    Location location(const toml::source_position& position) const;
    Location location(const toml::node& node) const { return location(node.source().begin); }

    /// The entries in the order of the file.
    std::vector<Entry> entries(const toml::table& table) const;

    // The value of an entry. A wrong type is a mistake that names the type that `entry.key` needs.
    std::optional<std::string> string(const Entry& entry) const;
    std::optional<Value> value(const Entry& entry) const;
    std::optional<bool> truth(const Entry& entry) const;
    std::optional<Expression> expression(const Entry& entry) const;
    std::vector<std::string> strings(const Entry& entry) const;
    std::vector<Value> values(const Entry& entry) const;
    std::vector<Expression> expressions(const Entry& entry) const;
    const toml::table* table(const Entry& entry) const;
    /// At most `most` tables; if there are more, adds a mistake that names them with `what`, and
    /// returns none.
    std::vector<const toml::table*> tables(const Entry& entry, std::size_t most,
                                           std::string_view what) const;
    /// An expression, or a number for which a double suffices, such as 1e30.
    std::optional<Expression> real(const Entry& entry) const;
    /// One of these, or a list of them.
    std::vector<Expression> one_or_more_reals(const Entry& entry) const;

  private:
    void refuse(const Entry& entry, std::string_view needed) const;
    std::vector<Entry> elements(const Entry& entry, std::string_view needed) const;
    Location content(const toml::node& string) const;

    Document& document_;
    std::vector<std::string_view> lines_;
};

/// Stores the value in the target, if there is one.
template <class T>
void keep(std::optional<T> read, T& target) {
    if (read) target = std::move(*read);
}

/// One key of a table, and the function that reads it into the target.
template <class Target>
struct Field {
    std::string_view key;
    void (*read)(TomlDocument&, const Entry&, Target&);
};

/// Reads the fields of a table in the order of the list; every other key is a mistake.
template <class Target, std::size_t count>
void read_fields(TomlDocument& document, const toml::table& table,
                 const std::array<Field<Target>, count>& fields, Target& target) {
    const std::vector<Entry> entries = document.entries(table);
    for (const Field<Target>& field : fields) {
        const auto entry = std::ranges::find(entries, field.key, &Entry::key);
        if (entry != entries.end()) field.read(document, *entry, target);
    }
    std::vector<std::string> known;
    for (const Field<Target>& field : fields) known.emplace_back(field.key);
    for (const Entry& entry : entries) {
        if (std::ranges::find(known, entry.key) != known.end()) continue;
        document.add_mistake(entry.location, fmt::format("unknown key '{}'{}", entry.key,
                                                         did_you_mean(entry.key, known)));
    }
}

}  // namespace hone::readers
