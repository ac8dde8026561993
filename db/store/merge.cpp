// SPDX-License-Identifier: MIT
// Merging is one INSERT a table, in an order in which nothing points at what is not there yet.
#include "db/store/merge.hpp"

#include <array>
#include <optional>
#include <string_view>

#include "db/model/printable.hpp"
#include "db/sqlite/host_clock.hpp"
#include "db/sqlite/schema.hpp"
#include "db/sqlite/temporary_folder.hpp"

namespace hone {
namespace {

constexpr std::array<std::string_view, 15> tables{
    "device", "kernel",           "recipe",   "probe",         "run",
    "trial",  "size_check",       "finalist", "steady_timing", "audit",
    "pruned", "reference_timing", "sentinel", "kill",          "cover"};

/// The other database under the name `other` for as long as this lives.
class Attached {
  public:
    Attached(Connection& main, const Connection& other) : main_(main) {
        main_.attach(other, "other");
    }
    ~Attached() {
        try {
            main_.detach("other");
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
    if (table == "run" || table == "kernel") insert.bind(":origin", origin);
    insert.run();
    return {std::string(table), into.total_changes() - before};
}

/// A text under the id of another one would be taken for it.
void refuse_changed_kernels(Connection& into, const std::string& origin) {
    Statement changed(into, query_text("merge_changed_kernel"));
    if (!changed.step()) return;
    const std::string kernel = printable(std::string(changed.text(0)));
    throw StoreError(origin + ": the text of the kernel " + kernel + " was changed",
                     "`hone db check --db " + origin + "` lists what was changed in it");
}

/// A database with today's schema: the file itself, or where that is older a migrated copy.
class MergeSource {
  public:
    explicit MergeSource(const std::filesystem::path& file)
        : connection_(open_database(file, Access::read, default_lock_timeout)) {
        if (version_of(connection_) == static_cast<std::int64_t>(migrations().size())) return;
        const std::filesystem::path copy = folder_.emplace() / "copy.db";
        connection_.copy_to(copy);
        connection_ = open_database(copy, Access::write, default_lock_timeout);
    }
    Connection& connection() { return connection_; }

  private:
    std::optional<TemporaryFolder> folder_;
    Connection connection_;
};

// What goes into the table `tuned` follows from the rows: with the last file it is written in the
// same transaction, and before that the database says that it is behind.
enum class Position { between, last };

void update_tuned(Store& into, bool changed, Position position) {
    if (position == Position::between && changed) into.mark_tuned_behind();
    if (position == Position::last && (changed || into.is_tuned_behind())) into.refresh_tuned();
}

std::vector<Added> take_all(Store& into, const std::filesystem::path& from, Position position) {
    std::error_code error;
    if (std::filesystem::equivalent(from, into.connection().file(), error))
        throw StoreError(from.string() + " cannot be merged into itself",
                         "name another, or another --db");
    MergeSource source(from);
    const Attached attached(into.connection(), source.connection());
    std::vector<Added> added;
    into.in_transaction([&] {
        refuse_changed_kernels(into.connection(), from.string());
        const std::int64_t before = into.connection().total_changes();
        for (const std::string_view table : tables)
            added.push_back(take(into.connection(), table, from.string()));
        Statement(into.connection(), query_text("merge_future")).bind(":now", now_ms()).run();
        update_tuned(into, into.connection().total_changes() != before, position);
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
    try {
        for (const std::filesystem::path& file : from)
            watch(file,
                  take_all(into, file, &file == &from.back() ? Position::last : Position::between));
    } catch (...) {
        if (into.is_tuned_behind()) into.in_transaction([&] { into.refresh_tuned(); });
        throw;
    }
}

}  // namespace hone
