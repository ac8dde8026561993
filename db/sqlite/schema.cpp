// SPDX-License-Identifier: MIT
// Migrations: each runs once, in order, all in one transaction together with the new version
// number.
#include "db/sqlite/schema.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "db/embedded.hpp"

namespace hone {
namespace {

constexpr std::string_view queries_folder = "sqlite/queries/";
constexpr std::string_view migrations_folder = "sqlite/migrations/";

// "best" for "sqlite/queries/result/best.sql"; empty if the file is not a query.
std::string_view query_name(std::string_view file) {
    if (!file.starts_with(queries_folder)) return {};
    file.remove_prefix(file.rfind('/') + 1);
    return file.substr(0, file.rfind('.'));
}

// "fingerprint(…)" for "seal_of_tuned".
std::string_view fingerprint_of_row(std::string_view name) {
    const std::string_view all = embedded::db::find("sqlite/fingerprints.sql");
    const std::string key = '\n' + std::string(name) + " = ";
    const std::size_t found = all.find(key);
    if (found == all.npos)
        throw std::out_of_range("a query has {{" + std::string(name) + "}}, which is not known");
    const std::size_t begin = found + key.size();
    return all.substr(begin, all.find(';', begin) - begin);
}

/// The text with each {{NAME}} replaced.
std::string with_fingerprints(std::string_view text) {
    std::string sql;
    for (auto begin = text.find("{{"); begin != text.npos; begin = text.find("{{")) {
        const auto end = text.find("}}", begin);
        if (end == text.npos) break;
        sql.append(text.substr(0, begin));
        sql.append(fingerprint_of_row(text.substr(begin + 2, end - begin - 2)));
        text.remove_prefix(end + 2);
    }
    return sql.append(text);
}

}  // namespace

std::int64_t version_of(Connection& connection) {
    return connection.integer("PRAGMA user_version");
}

std::vector<std::string_view> migrations() {
    std::vector<std::string_view> steps;
    for (const auto& [name, text] : embedded::db::files())
        if (name.starts_with(migrations_folder)) steps.push_back(text);
    return steps;
}

std::string query_text(std::string_view name) {
    for (const auto& [file, text] : embedded::db::files())
        if (query_name(file) == name) return with_fingerprints(text);
    throw std::out_of_range("no query " + std::string(name) + " is embedded");
}

std::vector<std::string_view> query_names() {
    std::vector<std::string_view> names;
    for (const auto& [name, text] : embedded::db::files())
        if (!query_name(name).empty()) names.push_back(query_name(name));
    return names;
}

void migrate(Connection& connection, std::span<const std::string_view> steps) {
    const auto last = static_cast<std::int64_t>(steps.size());
    if (version_of(connection) >= last) return;
    Transaction transaction(connection);
    // Read the version again: another program may have migrated the file while this one waited for
    // the lock.
    for (std::int64_t version = version_of(connection); version < last; ++version)
        connection.run(steps[static_cast<std::size_t>(version)]);
    remake_views(connection);
    for (const char* step :
         {"tuned_clear_all", "tuned_keep_all", "timing_clear_all", "timing_keep_all", "seal_tuned",
          "seal_timing", "seal_recipe", "seal_cover"})
        connection.run(query_text(step));
    connection.run("PRAGMA application_id = " + std::to_string(application_id));
    connection.run("PRAGMA user_version = " + std::to_string(last));
    transaction.commit();
}

void remake_views(Connection& connection) {
    Transaction transaction(connection);
    connection.run(embedded::db::find("sqlite/views.sql"));
    transaction.commit();
}

void read_as_today(Connection& connection) {
    const std::int64_t version = version_of(connection);
    if (version < 4) connection.run(embedded::db::find("sqlite/older/before_4.sql"));
    if (version < 5) connection.run(embedded::db::find("sqlite/older/before_5.sql"));
    if (version < 6) connection.run(embedded::db::find("sqlite/older/before_6.sql"));
    if (version < 7) connection.run(embedded::db::find("sqlite/older/before_7.sql"));
    if (version < 8) connection.run(embedded::db::find("sqlite/older/before_8.sql"));
    if (version < 9) connection.run(embedded::db::find("sqlite/older/before_9.sql"));
    if (version >= 6 && version < 10)
        connection.run(embedded::db::find("sqlite/older/before_10.sql"));
    if (version >= 5 && version < 12)
        connection.run(embedded::db::find("sqlite/older/before_12_since_5.sql"));
    if (version < 12) connection.run(embedded::db::find("sqlite/older/before_12.sql"));
}

}  // namespace hone
