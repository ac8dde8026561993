// SPDX-License-Identifier: MIT
// A merge is one INSERT per table, in an order without dangling references. Messages name the file
// as the user did, although a copy of it may have been read.
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

/// The other database, attached under the name `other` while this object lives.
class Attached {
  public:
    Attached(Connection& main, const Connection& other) : main_(main) {
        main_.attach(other, "other");
    }
    ~Attached() {
        try {
            main_.detach("other");
        } catch (const StoreError&) {
            // It is detached when the connection closes.
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

/// A fault of one file, or a lack of what it needs: nothing of it is merged, but other files may
/// be.
class Refused : public StoreError {
  public:
    using StoreError::StoreError;
};

/// Rejects kernels whose source does not match their id, because they would replace the original
/// kernel.
void refuse_changed_kernels(Connection& into, const std::string& origin) {
    Statement changed(into, query_text("merge_changed_kernel"));
    if (!changed.step()) return;
    const std::string kernel = printable(std::string(changed.text(0)));
    throw Refused(origin + ": the text of the kernel " + kernel + " was changed",
                  "`hone db check --db " + origin + "` lists what was changed in it");
}

/// The error with the user's name of the file in place of `instead_of`.
Refused named(const std::filesystem::path& file, const std::string& instead_of,
              const StoreError& error) {
    const std::string_view said = error.what();
    const bool begins_so = said.starts_with(instead_of);
    return Refused(
        begins_so ? file.string() + std::string(said.substr(instead_of.size())) : std::string(said),
        error.hint(), error.fault());
}

/// A database with the current schema: the file itself, or a migrated copy if it is older or
/// damaged.
class MergeSource {
  public:
    explicit MergeSource(const std::filesystem::path& file) : connection_(open(file)) {
        if (version_of(connection_) == static_cast<std::int64_t>(migrations().size())) return;
        use_copy(file, [&](const auto& copy) { connection_.copy_to(copy); });
    }
    /// The readable rows of a damaged file.
    MergeSource(const std::filesystem::path& file, std::vector<Salvaged>& rows)
        : connection_(open(file)) {
        use_copy(file, [&](const auto& copy) { rows = salvage(connection_, copy); });
    }
    Connection& connection() { return connection_; }

  private:
    static Connection open(const std::filesystem::path& file) {
        try {
            return open_database(file, Access::read, default_lock_timeout, Reading::as_stored);
        } catch (const StoreError& error) {
            throw named(file, file.string(), error);
        }
    }

    template <class Make>
    void use_copy(const std::filesystem::path& file, const Make& make) {
        const std::filesystem::path copy = folder_.emplace() / "copy.db";
        try {
            make(copy);
            connection_ = open_database(copy, Access::write, default_lock_timeout);
        } catch (const StoreError& error) {
            if (error.fault() != StoreFault::other) throw named(file, copy.string(), error);
            throw Refused(file.string() + " cannot be copied: " + error.what(),
                          "let TMPDIR name a folder that has room for it");
        }
    }

    std::optional<TemporaryFolder> folder_;
    Connection connection_;
};

// `tuned` is derived: it is rebuilt in the transaction of the last file; until then the database is
// marked as outdated.
enum class Position { between, last };

void update_tuned(Store& into, bool changed, Position position) {
    if (position == Position::between && changed) into.mark_tuned_behind();
    if (position == Position::last && (changed || into.is_tuned_behind())) into.refresh_tuned();
}

/// Attributes the error to one of two attached databases, if possible.
[[noreturn]] void tell_whose_fault(Connection& into, const Connection& source,
                                   const std::filesystem::path& from, const StoreError& error) {
    const bool is_known =
        error.fault() == StoreFault::damage || error.fault() == StoreFault::content;
    if (!is_known) throw;
    const std::string both = into.file().string() + " or " + source.file().string();
    const bool here =
        error.fault() == StoreFault::damage && into.text("PRAGMA main.quick_check(1)") != "ok";
    if (here) throw StoreError(named(into.file(), both, error));
    throw named(from, both, error);
}

std::vector<Added> take_all(Store& into, const std::filesystem::path& from, MergeSource& source,
                            Position position) {
    std::vector<Added> added;
    try {
        const Attached attached(into.connection(), source.connection());
        into.in_transaction([&] {
            refuse_changed_kernels(into.connection(), from.string());
            const std::int64_t before = into.connection().total_changes();
            for (const std::string_view table : tables)
                added.push_back(take(into.connection(), table, from.string()));
            Statement(into.connection(), query_text("merge_future")).bind(":now", now_ms()).run();
            update_tuned(into, into.connection().total_changes() != before, position);
        });
    } catch (const Refused&) {
        throw;
    } catch (const StoreError& error) {
        tell_whose_fault(into.connection(), source.connection(), from, error);
    }
    return added;
}

std::vector<Added> take_file(Store& into, const std::filesystem::path& from, Position position,
                             const MergeWatch& watch) {
    std::error_code error;
    if (std::filesystem::equivalent(from, into.connection().file(), error))
        throw Refused(from.string() + " cannot be merged into itself",
                      "name another, or another --db");
    try {
        MergeSource source(from);
        return take_all(into, from, source, position);
    } catch (const Refused& refusal) {
        if (refusal.fault() != StoreFault::damage || !watch.salvaged) throw;
    }
    std::vector<Salvaged> rows;
    MergeSource source(from, rows);
    std::vector<Added> added = take_all(into, from, source, position);
    watch.salvaged(from, rows);
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
    const std::function<void(const std::filesystem::path&, const std::vector<Added>&)>& merged) {
    merge(into, from, MergeWatch{.merged = merged});
}

void merge(Store& into, const std::vector<std::filesystem::path>& from, const MergeWatch& watch) {
    // Ids are random, so adding many rows touches the whole index again and again: it should fit
    // into the cache.
    into.connection().run("PRAGMA cache_size = -262144");
    const auto end = [&] {
        if (into.is_tuned_behind()) into.in_transaction([&] { into.refresh_tuned(); });
    };
    const auto take_or_refuse = [&](const std::filesystem::path& file) {
        try {
            const bool last = &file == &from.back();
            watch.merged(file,
                         take_file(into, file, last ? Position::last : Position::between, watch));
        } catch (const Refused& refusal) {
            if (!watch.refused) throw;
            watch.refused(file, refusal);
        }
    };
    try {
        for (const std::filesystem::path& file : from) {
            if (watch.stop && watch.stop()) break;
            take_or_refuse(file);
        }
    } catch (...) {
        end();
        throw;
    }
    end();
}

}  // namespace hone
