// SPDX-License-Identifier: MIT
// Databases of older versions of hone, for the tests that read, migrate and merge them.
#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "db/sqlite/schema.hpp"

namespace hone::samples {

/// A database written by a hone of schema 4.
inline std::filesystem::path recorded_version_4() {
    return std::filesystem::path(HONE_SOURCE_DIR) / "tests/db/recorded/h200-gemm-f32.db";
}

/// The columns of a table of the database `today`, but for the one that version 12 added.
inline std::string columns_before_version_12(Connection& old, const std::string& table) {
    return old.text("SELECT group_concat(name, ', ') FROM pragma_table_info('" + table +
                    "', 'today') WHERE name <> 'at_fault'");
}

/// Copies the rows of today's tables into those of version 4.
inline void copy_into_version_4(Connection& old) {
    old.run(
        "INSERT INTO main.kernel SELECT id, name, routine, source, space, source_hash, space_hash "
        "FROM today.kernel");
    constexpr std::array<std::array<const char*, 2>, 10> tables{{{"device", "device"},
                                                                 {"recipe", "recipe"},
                                                                 {"probe", "probe"},
                                                                 {"run", "run"},
                                                                 {"tuned", "tuned"},
                                                                 {"cover", "cover"},
                                                                 {"finalist", "finalist"},
                                                                 {"audit", "audit"},
                                                                 {"sentinel", "sentinel"},
                                                                 {"peer", "reference_timing"}}};
    for (const auto& [then, today] : tables)
        old.run(std::string("INSERT INTO main.") + then + " SELECT * FROM today." + today);
    // Without the column of version 12.
    for (const auto& [then, today] :
         {std::array{"trial", "trial"}, {"kill", "kill"}, {"proof", "size_check"}})
        old.run(std::string("INSERT INTO main.") + then + " SELECT " +
                columns_before_version_12(old, today) + " FROM today." + today);
    old.run("INSERT INTO main.flight SELECT * FROM today.in_flight");
    old.run(
        "INSERT INTO main.pruned SELECT run_id, rule, replace(verdict, 'deferred', 'put off'), "
        "count, reason FROM today.pruned");
}

/// Converts a file of today to version 11, which stored only in messages who is at fault. Its views
/// are left out: they are made anew when it is read or migrated.
inline void make_version_11(const std::filesystem::path& file) {
    Connection old(file, Access::write);
    for (const char* view : {"quarantine", "timed", "best", "known_wrong", "disagreement",
                             "found_wrong", "measured_correct_here", "chosen", "latest_trial",
                             "judged_trial", "roof", "trial_details"})
        old.run(std::string("DROP VIEW ") + view);
    for (const char* table : {"trial", "size_check", "kill"})
        old.run(std::string("ALTER TABLE ") + table + " DROP COLUMN at_fault");
    old.run("PRAGMA user_version = 11");
}

/// Converts a file of today to version 10, which had one more view and two indices less.
inline void make_version_10(const std::filesystem::path& file) {
    make_version_11(file);
    Connection old(file, Access::write);
    old.run("DROP INDEX size_check_config; DROP INDEX size_check_wrong");
    old.run(
        "CREATE VIEW right_elsewhere AS SELECT r.device_id, r.kernel_id, s.config "
        "FROM size_check AS s JOIN run AS r ON r.id = s.run_id "
        "WHERE s.outcome = 'ok' AND r.source = 'local' "
        "UNION SELECT device_id, kernel_id, config FROM chosen");
    old.run("PRAGMA user_version = 10");
}

/// Converts a file of today to version 9, whose timings did not store whether a config was right at
/// other sizes.
inline void make_version_9(const std::filesystem::path& file) {
    make_version_10(file);
    Connection old(file, Access::write);
    old.run(
        "CREATE TEMP TABLE kept AS SELECT * FROM timing; DROP VIEW right_elsewhere; "
        "DROP TABLE timing");
    old.run(migrations().at(5));
    old.run(
        "INSERT INTO timing SELECT device_id, kernel_id, precision, problem, conditions, config, "
        "chosen, "
        "median_ns, tool, uuid, fingerprint(device_id, kernel_id, precision, problem, conditions, "
        "config, "
        "chosen, median_ns, tool, uuid) FROM kept");
    old.run("PRAGMA user_version = 9");
}

/// Replaces a database of today's schema by the same with the schema of version 4: its tables by
/// its migrations, its views from a recorded file.
inline void make_version_4(const std::filesystem::path& file) {
    const std::filesystem::path made = file.string() + ".4";
    {
        Connection old(made, Access::write);
        const auto steps = migrations();
        for (std::size_t version = 0; version < 4; ++version) old.run(steps.at(version));
        Connection recorded(recorded_version_4(), Access::unchanging);
        Statement views(recorded, "SELECT sql FROM sqlite_schema WHERE type = 'view'");
        while (views.step()) old.run(views.text(0));
        const Connection today(file, Access::read);
        old.attach(today, "today");
        copy_into_version_4(old);
        old.run("DETACH today");
        old.run("PRAGMA application_id = " + std::to_string(application_id));
        old.run("PRAGMA user_version = 4");
    }
    for (const char* part : {"", "-wal", "-shm"}) std::filesystem::remove(file.string() + part);
    std::filesystem::rename(made, file);
}

/// Converts a file of version 4 to version 1 or 2: neither had the tables that applications read,
/// and the first had no probes.
inline void make_version_1_or_2(const std::filesystem::path& file, int version) {
    Connection old(file, Access::write);
    old.run("DROP TABLE recipe; DROP TABLE tuned; DROP TABLE cover");
    if (version == 1) old.run("DROP TABLE probe");
    old.run("PRAGMA user_version = " + std::to_string(version));
}

}  // namespace hone::samples
