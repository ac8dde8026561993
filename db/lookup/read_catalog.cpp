// SPDX-License-Identifier: MIT
// Reads the installed databases first: they have the kernels that may be used; other databases have
// configs for them.
#include "db/lookup/read_catalog.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include "db/lookup/ended_runs.hpp"
#include "db/lookup/search_paths.hpp"
#include "db/sqlite/open_snapshot.hpp"

namespace hone::lookup {
namespace {

namespace fs = std::filesystem;

void warn(Catalog& catalog, const fs::path& file, const std::string& why) {
    // Installed databases are read twice, first only for their kernels: each warning is given once.
    const bool is_said = std::ranges::any_of(catalog.skipped, [&](const SkippedDatabase& skipped) {
        return skipped.file == file && skipped.reason == why;
    });
    if (is_said) return;
    const bool named = why.starts_with(file.string());
    catalog.warnings += "; skipped: " + (named ? why : file.string() + ": " + why);
    catalog.skipped.push_back({file, why});
}

void say_what_is_left_out(Catalog& catalog, const fs::path& file, const LeftOut& left_out) {
    if (left_out.changed > 0)
        warn(catalog, file,
             std::to_string(left_out.changed) +
                 " rows in it were changed; `hone db check` lists them");
    if (left_out.untrusted_options > 0)
        warn(catalog, file,
             std::to_string(left_out.untrusted_options) +
                 " results in it were built with options that only a trusted database may set");
    if (left_out.outdated > 0)
        catalog.skipped.push_back({file, std::to_string(left_out.outdated) +
                                             " results in it were stored by an older hone; "
                                             "`hone check` updates them"});
}

/// Whether the tables to be read pass SQLite's check: a damaged table may lack rows.
bool is_whole(Connection& connection) {
    constexpr std::array<std::string_view, 5> read{"device", "kernel", "recipe", "tuned", "cover"};
    return std::ranges::all_of(read, [&](std::string_view table) {
        const std::string check = "PRAGMA main.quick_check(" + std::string(table) + ")";
        return connection.text(check) == "ok";
    });
}

void read_file(Connection connection, Catalog& catalog, KnownKernels& known) {
    connection.run("BEGIN");  // a consistent snapshot of all tables
    if (!is_whole(connection))
        warn(catalog, connection.file(), "it is damaged; `hone db check` shows where");
    see_all_trials(connection);
    say_what_is_left_out(catalog, connection.file(), add_all_tables(connection, catalog, known));
}

void read_kernels(Connection connection, Catalog& catalog, KnownKernels& known) {
    say_what_is_left_out(catalog, connection.file(), add_kernels(connection, catalog, known));
}

using Open = Connection (*)(const fs::path& file);
using Read = void (*)(Connection connection, Catalog& catalog, KnownKernels& known);

void read_each(const std::vector<fs::path>& files, Open open, Read read, Catalog& catalog,
               KnownKernels& known) {
    for (const fs::path& file : files) {
        try {
            read(open(file), catalog, known);
        } catch (const std::bad_alloc&) {
            warn(catalog, file, "there is not enough memory to read it");
        } catch (const StoreError& error) {
            std::error_code ignored;
            if (fs::exists(file, ignored))
                warn(catalog, file, error.what());
            else
                catalog.skipped.push_back({file, error.what()});
        }
    }
}

Catalog read_all(const std::vector<fs::path>& files, Open open, Trust trust, const IsOwn& is_own) {
    Catalog catalog;
    KnownKernels known{.trust = Trust::stored, .is_own = is_own, .versions = {}, .installed = {}};
    if (trust != Trust::stored) {
        catalog.no_share = complaint_of_share();
        read_each(installed_databases(), open, read_kernels, catalog, known);
        for (std::size_t v = 0; v < catalog.versions.size(); ++v)
            known.installed.try_emplace(catalog.versions[v].name, v);
        for (std::size_t v = 0; v < catalog.versions.size(); ++v)
            for (const std::string& former : catalog.versions[v].recipe.formerly.names)
                known.installed.try_emplace(former, v);
    }
    // An export takes the newest kernel source of the database.
    if (trust == Trust::own)
        for (KernelVersion& version : catalog.versions) version.at = 0;
    known.trust = trust;
    read_each(files, open, read_file, catalog, known);
    return catalog;
}

void mark_newest(Catalog& catalog) {
    std::map<std::string, KernelVersion*> newest;
    for (KernelVersion& version : catalog.versions) {
        KernelVersion*& best = newest.try_emplace(version.name, &version).first->second;
        if (version.at > best->at) best = &version;
    }
    for (const auto& [name, version] : newest) version->newest = true;
}

}  // namespace

Catalog read_catalog(const std::vector<fs::path>& files, Trust trust, const IsOwn& is_own) {
    const auto before = stamps(files);
    Catalog catalog = read_all(files, open_snapshot, trust, is_own);
    // A process began to write to a file that was read without locks: read again with locks.
    if (stamps(files) != before) catalog = read_all(files, open_shared, trust, is_own);
    mark_newest(catalog);
    std::ranges::stable_sort(catalog.rows, {}, by_version_and_precision);
    std::ranges::stable_sort(catalog.timings, {}, by_version_and_precision);
    std::ranges::stable_sort(catalog.sustained, {}, by_version_and_precision);
    keep_each_once(catalog);
    return catalog;
}

}  // namespace hone::lookup
