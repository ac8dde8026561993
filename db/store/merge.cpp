// SPDX-License-Identifier: MIT
// Merging is one INSERT a table, in an order in which nothing points at what is not there yet.
#include "db/store/merge.hpp"

#include <array>
#include <string_view>

#include "db/sqlite/schema.hpp"

namespace hone {
namespace {

constexpr std::array<std::string_view, 14> tables{
    "device",   "kernel", "recipe", "probe", "run",      "trial", "proof",
    "finalist", "audit",  "pruned", "peer",  "sentinel", "kill",  "cover"};

/// The other database under the name `other` for as long as this lives.
class Attached {
  public:
    Attached(Connection& main, const Connection& other) : main_(main) {
        main_.attach(other, "other");
    }
    ~Attached() {
        try {
            main_.run("DETACH other");
        } catch (const StoreError&) {
            // It is let go with the connection.
        }
    }
    Attached(const Attached&) = delete;
    Attached& operator=(const Attached&) = delete;

  private:
    Connection& main_;
};

Added take(Connection& into, std::string_view table, const std::string& origin) {
    const std::int64_t before = into.total_changes();
    Statement insert(into, query_text("merge_" + std::string(table)));
    if (table == "run") insert.bind(":origin", origin);
    insert.run();
    return {std::string(table), into.total_changes() - before};
}

// All but what applications are told.
std::vector<Added> take_all(Store& into, const std::filesystem::path& from) {
    std::error_code error;
    if (std::filesystem::equivalent(from, into.connection().file(), error))
        throw StoreError(from.string() + " is the database that it would be merged into",
                         "name another, or another --db");
    Connection source = open_database(from, Access::read, default_patience);
    if (version_of(source) != version_of(into.connection()))
        throw StoreError(from.string() + " has an older schema",
                         "any command that writes, such as `hone tune`, brings it up to date");
    const Attached attached(into.connection(), source);
    std::vector<Added> added;
    into.together([&] {
        for (const std::string_view table : tables)
            added.push_back(take(into.connection(), table, from.string()));
    });
    return added;
}

}  // namespace

std::vector<Added> merge(Store& into, const std::filesystem::path& from) {
    std::vector<Added> added;
    merge(into, {from}, [&](const auto&, const std::vector<Added>& rows) { added = rows; });
    return added;
}

void merge(
    Store& into, const std::vector<std::filesystem::path>& from,
    const std::function<void(const std::filesystem::path&, const std::vector<Added>&)>& watch) {
    // Ids lie anywhere in their index, so adding many rows touches all of it again and again.
    into.connection().run("PRAGMA cache_size = -262144");
    const std::int64_t before = into.connection().total_changes();
    for (const std::filesystem::path& file : from) watch(file, take_all(into, file));
    if (into.connection().total_changes() != before) into.together([&] { into.keep_bests(); });
}

}  // namespace hone
