// SPDX-License-Identifier: MIT
// SQLite ends a query at the first page that it cannot read. The rows after that page are read with
// higher rowids, and backwards from the end of the table.
#include "db/store/salvage.hpp"

#include <algorithm>

#include "db/sqlite/schema.hpp"
#include "db/store/named_rows.hpp"

namespace hone {
namespace {

struct Table {
    std::string name, columns, upwards, downwards;
    bool has_rowid = false;
};
template <class Visit>
void fields(Table& table, Visit& visit) {
    visit("name", table.name), visit("columns", table.columns);
    visit("upwards", table.upwards), visit("downwards", table.downwards);
    visit("has_rowid", table.has_rowid);
}

struct ForeignKey {
    std::string from, table;
};
template <class Visit>
void fields(ForeignKey& key, Visit& visit) {
    visit("from", key.from), visit("table", key.table);
}

std::vector<Table> tables_of(Connection& copy) {
    Statement query(copy, query_text("salvage_tables"));
    std::vector<Table> found = read_all<Table>(query);
    // Keeps the rowids: of two trials with the same time, the one with the higher rowid is newer.
    for (Table& table : found)
        if (table.has_rowid) table.columns.insert(0, "rowid, ");
    return found;
}

/// Runs `work`. Returns false if it failed with this kind of fault; other faults are thrown.
template <class Work>
bool succeeds(StoreFault expected, const Work& work) {
    try {
        work();
        return true;
    } catch (const StoreError& error) {
        if (error.fault() != expected) throw;
        return false;
    }
}

/// Copies the rows of one table.
class TableCopy {
  public:
    TableCopy(Connection& damaged, Connection& copy, const Table& table)
        : damaged_(damaged), table_(table), insert_(copy, insertion()) {}

    void take_all() {
        if (table_.has_rowid) return take_by_rowid();
        if (!take("ORDER BY " + table_.upwards)) take("ORDER BY " + table_.downwards);
    }

  private:
    std::string insertion() const {
        const auto commas = std::count(table_.columns.begin(), table_.columns.end(), ',');
        std::string values = "?";
        for (auto i = 0; i < commas; ++i) values += ", ?";
        return "INSERT OR IGNORE INTO " + table_.name + " (" + table_.columns + ") VALUES (" +
               values + ")";
    }

    /// Higher than the number of rows of any page. If a lost page leads to many others, the rows
    /// after them are found backwards.
    static constexpr std::int64_t most_skipped = 20'000;

    void take_by_rowid() {
        std::int64_t skipped = 0;
        while (skipped < most_skipped) {
            const std::int64_t from = next_;
            if (take("WHERE rowid >= " + std::to_string(from) + " ORDER BY rowid")) return;
            skipped = next_ > from ? 0 : skipped + 1;
            next_ = std::max(next_, from + 1);
        }
        take("WHERE rowid >= " + std::to_string(next_) + " ORDER BY rowid DESC");
    }

    /// Whether the query reached the last row.
    bool take(const std::string& which) {
        return succeeds(StoreFault::damage, [&] {
            Statement rows(damaged_,
                           "SELECT " + table_.columns + " FROM main." + table_.name + " " + which);
            while (rows.step()) {
                if (table_.has_rowid) next_ = rows.integer(0) + 1;
                // A row that violates a constraint of its table is not what was stored.
                succeeds(StoreFault::content, [&] { insert(rows); });
            }
        });
    }

    void insert(const Statement& row) {
        insert_.reset();
        for (int i = 0; i < row.columns(); ++i) insert_.bind_value(i + 1, row, i);
        insert_.run();
    }

    Connection& damaged_;
    const Table& table_;
    Statement insert_;
    std::int64_t next_ = 1;  // the rowid after the last row read
};

void leave_out_changed_rows(Connection& copy) {
    for (const char* changed : {"salvage_kernels", "salvage_trials"}) copy.run(query_text(changed));
}

/// Deletes the rows of a table whose reference is lost.
std::string deletion(const Table& table, const ForeignKey& key) {
    return "DELETE FROM " + table.name + " WHERE " + key.from + " NOT IN (SELECT id FROM " +
           key.table + ")";
}

/// Deletes rows that refer to lost rows. Tables are processed in order, so that referenced tables
/// are already complete.
void leave_out_rows_of_lost_ones(Connection& copy, const Table& table) {
    Statement query(copy, R"(SELECT "from", "table" FROM pragma_foreign_key_list(:table))");
    for (const ForeignKey& key : read_all<ForeignKey>(query.bind(":table", table.name)))
        copy.run(deletion(table, key));
}

/// The number of rows by a readable index; nullopt if there is none.
std::optional<std::int64_t> stored_rows(Connection& damaged, const Table& table) {
    std::int64_t rows = 0;
    const bool known = succeeds(StoreFault::damage, [&] {
        rows = damaged.integer("SELECT count(*) FROM main." + table.name);
    });
    return known ? std::optional(rows) : std::nullopt;
}

/// An empty database of this version.
Connection make_empty(const std::filesystem::path& file, std::int64_t version) {
    Connection made(file, Access::write);
    made.run("PRAGMA synchronous = OFF");  // temporary: it is deleted after the merge
    const auto steps = migrations();
    for (std::size_t step = 0; step < static_cast<std::size_t>(version); ++step)
        made.run(steps.at(step));
    made.run("PRAGMA application_id = " + std::to_string(application_id));
    made.run("PRAGMA user_version = " + std::to_string(version));
    return made;
}

}  // namespace

std::vector<Salvaged> salvage(Connection& damaged, const std::filesystem::path& file) {
    Connection copy = make_empty(file, version_of(damaged));
    const std::vector<Table> named = tables_of(copy);
    Transaction transaction(copy);
    for (const Table& table : named) TableCopy(damaged, copy, table).take_all();
    leave_out_changed_rows(copy);
    for (const Table& table : named) leave_out_rows_of_lost_ones(copy, table);
    transaction.commit();
    std::vector<Salvaged> all;
    for (const Table& table : named)
        all.push_back({table.name, copy.integer("SELECT count(*) FROM " + table.name),
                       stored_rows(damaged, table)});
    return all;
}

}  // namespace hone
