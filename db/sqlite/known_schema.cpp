// SPDX-License-Identifier: MIT
// Compares a schema with hone's own: the migrations run in memory, and SQLite returns the texts of
// their objects. Blanks, comments and quotes are ignored, because versions of SQLite rewrite them.
#include "db/sqlite/known_schema.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>
#include <string_view>

#include "db/embedded.hpp"
#include "db/model/printable.hpp"
#include "db/sqlite/schema.hpp"

namespace hone {
namespace {

constexpr std::size_t most_objects = 200;
constexpr std::string_view create = "CREATE VIEW";

struct FormerView {
    std::string_view name;
    std::int64_t last_version;  // the last version with this object
};
constexpr std::array<FormerView, 5> former_views{{{"disproved", 4},
                                                  {"standing", 4},
                                                  {"landscape", 4},
                                                  {"right_elsewhere", 10},
                                                  {"right_here", 12}}};

using Texts = std::set<std::string, std::less<>>;

/// The length of the text's first element: a quoted part, a comment, or one character.
std::size_t element_length(std::string_view text) {
    const char first = text.front();
    if (first == '\'' || first == '"') {
        const std::size_t end = text.find(first, 1);
        return end == text.npos ? text.size() : end + 1;
    }
    return text.starts_with("--") ? std::min(text.find('\n'), text.size()) : 1;
}

/// The text without blanks, comments and the quotes of names; strings are unchanged.
std::string normalized(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const std::string_view element = text.substr(0, element_length(text));
        text.remove_prefix(element.size());
        if (element.front() == '"' && element.size() > 1)
            plain += element.substr(1, element.size() - 2);
        else if (!element.starts_with("--") && element.find_first_of(" \t\r\n") != 0)
            plain += element;
    }
    return plain;
}

std::string key_of(const SchemaObject& object) {
    return object.type + ' ' + object.name + ' ' + normalized(object.sql);
}

Texts texts_of(Connection& connection) {
    Texts texts{"table sqlite_stat1 CREATETABLEsqlite_stat1(tbl,idx,stat)"};
    for (const SchemaObject& object : schema_objects(connection)) texts.insert(key_of(object));
    return texts;
}

Texts make_texts(std::int64_t version) {
    Connection fresh(":memory:", Access::write);
    const auto steps = migrations();
    for (std::size_t step = 0; step < static_cast<std::size_t>(version); ++step)
        fresh.run(steps.at(step));
    return texts_of(fresh);
}

/// All objects of a database of this version except views.
const Texts& texts_of_version(std::int64_t version) {
    static std::mutex gate;
    static std::map<std::int64_t, Texts> made;
    const std::lock_guard lock(gate);
    const auto known = made.find(version);
    if (known != made.end()) return known->second;
    return made.emplace(version, make_texts(version)).first->second;  // all of it or none
}

/// The text of each current view, by the first word after CREATE VIEW.
std::map<std::string, std::string, std::less<>> own_views() {
    std::map<std::string, std::string, std::less<>> views;
    std::string_view rest = embedded::db::find("sqlite/views.sql");
    for (auto at = rest.find(create); at != rest.npos; at = rest.find(create)) {
        rest.remove_prefix(at);
        const std::string_view text = rest.substr(0, rest.find(';'));
        const std::string_view name = text.substr(create.size() + 1);
        views.emplace(name.substr(0, name.find(' ')), text);
        rest.remove_prefix(create.size());
    }
    return views;
}

bool is_known_view(const std::string& name, std::int64_t version) {
    return own_views().contains(name) ||
           std::ranges::any_of(former_views, [&](const FormerView& view) {
               return view.name == name && version <= view.last_version;
           });
}

bool is_known(const SchemaObject& object, std::int64_t version) {
    if (object.type == "view") return is_known_view(object.name, version);
    return texts_of_version(version).contains(key_of(object));
}

}  // namespace

std::vector<SchemaObject> schema_objects(Connection& connection) {
    std::vector<SchemaObject> objects;
    Statement rows(connection, "SELECT type, name, sql FROM main.sqlite_schema");
    const auto text = [&](const char* column) {
        return std::string(rows.text(rows.column(column)));
    };
    while (objects.size() <= most_objects && rows.step())
        objects.push_back({text("type"), text("name"), text("sql")});
    return objects;
}

void refuse_foreign_objects(const Connection& connection, std::int64_t version,
                            const std::vector<SchemaObject>& objects) {
    for (const SchemaObject& object : objects)
        if (!is_known(object, version))
            throw StoreError(
                connection.file().string() + " has a " + printable(object.type) + " '" +
                    printable(object.name) + "' that hone did not make",
                "if it is yours, remove it with sqlite3; or name another with --db or HONE_DB");
}

bool has_own_views(const std::vector<SchemaObject>& objects) {
    auto missing = own_views();
    for (const SchemaObject& object : objects) {
        const auto own = missing.find(object.name);
        if (object.type != "view" || own == missing.end()) continue;
        if (normalized(object.sql) != normalized(own->second)) return false;
        missing.erase(own);
    }
    return missing.empty();
}

void make_own_views(Connection& connection) {
    for (const auto& [name, text] : own_views())
        connection.run("CREATE TEMP VIEW" + text.substr(create.size()));
}

}  // namespace hone
