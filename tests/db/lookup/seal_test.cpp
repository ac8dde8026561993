// SPDX-License-Identifier: MIT
// The rows that applications read have checksums. A changed row is skipped, reported and named.
// Rows of older versions are used unchanged, and get checksums from the first writer.
#include <catch2/catch.hpp>

#include "db/model/sha256.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "tests/db/older_schema.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

struct RowChange {
    const char* sql;
    const char* named;  // by `hone db check`
};

/// One value of each kind that an application reads.
constexpr RowChange changes[] = {
    {"UPDATE tuned SET config = replace(config, '32', '64') WHERE config LIKE '%32%'", "tuned: "},
    {"UPDATE tuned SET median_ns = median_ns + 1 WHERE config LIKE '%32%'", "tuned: "},
    {"UPDATE tuned SET problem = replace(problem, '256', '257') WHERE config LIKE '%32%'",
     "tuned: "},
    {"UPDATE tuned SET seal = '' WHERE config LIKE '%32%'", "tuned: "},
    {"UPDATE recipe SET text = replace(text, 'TILE 4', 'TILE 2')", "recipe: "},
    {"UPDATE kernel SET source = source || ' '", "recipe: "},
    {"UPDATE device SET driver = driver || '0'", "device "},
};

/// The same change in the stored times of all configs; unchanged if it concerns no best.
std::string in_timings(std::string sql) {
    const std::string_view bests = "UPDATE tuned ";
    return sql.starts_with(bests) ? sql.replace(0, bests.size(), "UPDATE timing ") : "SELECT 1";
}

std::filesystem::path filled(const Folder& folder) {
    Store store(folder / "a.db");
    fill(store);
    return folder / "a.db";
}

/// The state left by a hone of version 3.
void forget_seals(const std::filesystem::path& file) {
    make_version_4(file);
    Connection connection(file, Access::write);
    for (const char* table : {"recipe", "tuned", "cover"})
        connection.run(std::string("ALTER TABLE ") + table + " DROP COLUMN seal");
    connection.run("PRAGMA user_version = 3");
}

TunedKernel cube_of_256(Tuned& tuned) {
    return tuned.find("product", gpu(), "f32", cube(256));
}

bool names(const std::vector<std::string>& faults, std::string_view word) {
    return std::any_of(faults.begin(), faults.end(),
                       [&](const std::string& fault) { return fault.starts_with(word); });
}

}  // namespace

TEST_CASE("a row that is not what was stored is passed over, said and named") {
    for (const RowChange& change : changes) {
        INFO(change.sql);
        const Folder folder;
        const auto file = filled(folder);
        CHECK(faults(*std::make_unique<Store>(file)).empty());
        Connection(file, Access::write).run(change.sql);
        Connection(file, Access::write).run(in_timings(change.sql));
        Tuned tuned = trusted({file});
        const TunedKernel& kernel = cube_of_256(tuned);
        CHECK(kernel.match != Match::exact);
        CHECK_THAT(kernel.reason, Catch::Contains("skipped: " + file.string()));
        CHECK_THAT(tuned.skipped().at(0).reason, Catch::Contains("were changed"));
        Store store(file);
        CHECK(names(faults(store), change.named));
    }
}

TEST_CASE("a time that is not what was stored is passed over, said and named") {
    const Folder folder;
    const auto file = filled(folder);
    Connection(file, Access::write)
        .run("UPDATE timing SET median_ns = median_ns / 100 WHERE config LIKE '%16%'");
    Tuned tuned = trusted({file});
    const TunedKernel& near = tuned.find("product", gpu(), "f32", cube(250));
    CHECK(tile_of(near) == 32);
    CHECK_THAT(near.reason, Catch::Contains("skipped: " + file.string()));
    Store store(file);
    CHECK(names(faults(store), "timing: "));
}

TEST_CASE("what is tuned again is told again, whatever became of it") {
    for (const RowChange& change : changes) {
        if (std::string_view(change.named) == "device ") continue;
        INFO(change.sql);
        const Folder folder;
        const auto file = filled(folder);
        Connection(file, Access::write).run(change.sql);
        {
            Store store(file);
            tune(store, gpu(), product(), size(256, 256, 256), 32, 7000);
        }
        Tuned tuned = trusted({file});
        CHECK(cube_of_256(tuned).match == Match::exact);
    }
}

TEST_CASE("a trial that is not what was stored never becomes what is told") {
    const Folder folder;
    const auto file = filled(folder);
    {
        Store store(file);
        store.connection().run("UPDATE trial SET config = replace(config, '32', '96')");
        store.refresh_tuned();
    }
    Tuned tuned = trusted({file});
    CHECK(cube_of_256(tuned).match != Match::exact);
    CHECK(tile_of(cube_of_256(tuned)) != 96);
}

TEST_CASE("a database from before seals is served as it is, and sealed by who writes") {
    const Folder folder;
    const auto file = filled(folder);
    forget_seals(file);
    {
        Tuned tuned = trusted({file});
        CHECK(cube_of_256(tuned).match == Match::exact);
        CHECK(tuned.skipped().empty());
        Store reader(file, Access::read);
        CHECK(faults(reader).empty());
        Store other(folder / "b.db");
        merge(other, file);
        CHECK(other.bests().size() == 6);
        CHECK(faults(other).empty());
    }
    Store store(file);
    const std::string unsealed = "SELECT count(*) FROM tuned WHERE length(seal) <> 32";
    CHECK(store.connection().integer(unsealed) == 0);
    CHECK(store.connection().integer("SELECT count(*) FROM tuned") == 6);
    CHECK(faults(store).empty());
    Tuned tuned = trusted({file});
    CHECK(cube_of_256(tuned).match == Match::exact);
}

TEST_CASE("a fingerprint in SQL is the one that the store makes") {
    Connection connection(":memory:", Access::write);
    CHECK(connection.text("SELECT fingerprint('a', 12, x'00ff', NULL)") ==
          Fingerprint().add("a").add(12).add(std::string_view("\0\xff", 2)).add("").id());
    CHECK(connection.text("SELECT fingerprint(0.5)") ==
          Fingerprint().add(std::int64_t{0x3fe0000000000000}).id());
    CHECK(connection.text("SELECT fingerprint(1.0)") != Fingerprint().add(1).id());
}

TEST_CASE("a seal covers every column of its row, and the kernel of a recipe") {
    const Folder folder;
    Store store(filled(folder));
    const Best best = store.bests().at(0);
    store.set_cover("product", {{best.key.device, best.key.kernel, best.key.precision,
                                 best.trial.config, best.key.problem, 1000, 900}});
    Connection& connection = store.connection();
    REQUIRE(faults(store).empty());
    connection.run("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON");
    const auto is_noticed = [&](const std::string& table, const std::string& column) {
        connection.run("SAVEPOINT unchanged; UPDATE " + table + " SET " + column +
                       " = iif(typeof(" + column + ") = 'text', " + column + " || ' ', " + column +
                       " + 1)");
        const bool noticed = !store.query("check_seals").texts().empty();
        connection.run("ROLLBACK TO unchanged; RELEASE unchanged");
        return noticed;
    };
    for (const char* table : {"tuned", "timing", "cover", "recipe"}) {
        Statement columns(connection, "SELECT name FROM pragma_table_info(:table)");
        const auto names = columns.bind(":table", std::string_view(table)).texts();
        CHECK(names.size() > 3);
        for (const std::string& column : names) {
            INFO(table << ' ' << column);
            CHECK(is_noticed(table, column));
        }
    }
    for (const char* column : {"name", "routine", "source"}) {
        INFO("kernel " << column);
        CHECK(is_noticed("kernel", column));
    }
}

TEST_CASE("what an id or a seal covers is put into every query that names it") {
    for (const std::string_view query : query_names())
        CHECK(query_text(query).find("{{") == std::string::npos);
    CHECK(query_text("seal_cover").find("= fingerprint(device_id, ") != std::string::npos);
}
