// SPDX-License-Identifier: MIT
// Migrations: each runs once, in order, all in one transaction with the version that they lead to.
#include "db/schema.hpp"

#include <algorithm>
#include <string>

#include "db/embedded.hpp"

namespace hone {
namespace {

constexpr std::string_view queries_folder = "queries/";
constexpr std::string_view migrations_folder = "migrations/";

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

std::string_view query_text(std::string_view name) {
    return embedded::db::find(std::string(queries_folder).append(name).append(".sql"));
}

std::vector<std::string_view> query_names() {
    std::vector<std::string_view> names;
    for (const auto& [name, text] : embedded::db::files())
        if (name.starts_with(queries_folder))
            names.push_back(
                name.substr(queries_folder.size(),
                            name.size() - queries_folder.size() - std::string_view(".sql").size()));
    return names;
}

void migrate(Connection& connection, std::span<const std::string_view> steps) {
    const auto last = static_cast<std::int64_t>(steps.size());
    if (version_of(connection) >= last) return;
    Transaction transaction(connection);
    // Read again: another program may have brought it there while this one waited for the lock.
    for (std::int64_t version = version_of(connection); version < last; ++version)
        connection.run(steps[static_cast<std::size_t>(version)]);
    connection.run(embedded::db::find("views.sql"));
    for (const char* step :
         {"tuned_clear_all", "tuned_keep_all", "seal_tuned", "seal_recipe", "seal_cover"})
        connection.run(query_text(step));
    connection.run("PRAGMA application_id = " + std::to_string(application_id));
    connection.run("PRAGMA user_version = " + std::to_string(last));
    transaction.commit();
}

void read_as_today(Connection& connection) {
    if (version_of(connection) < static_cast<std::int64_t>(migrations().size()))
        connection.run(embedded::db::find("before_seals.sql"));
}

}  // namespace hone
