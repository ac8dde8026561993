// SPDX-License-Identifier: MIT
// A damaged or rejected file is reported on stderr at once; the table is the answer.
#include "tuner/cli/database/db_merge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "db/sqlite/schema.hpp"
#include "db/store/merge.hpp"
#include "reports/text/quantity.hpp"
#include "tuner/cli/database/db_forget.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

std::vector<Cell> row_of(const fs::path& file, const std::vector<Added>& added) {
    std::int64_t runs = 0;
    std::int64_t trials = 0;
    std::int64_t others = 0;
    for (const Added& of : added)
        (of.table == "run" ? runs : of.table == "trial" ? trials : others) += of.rows;
    return {file.string(), count_cell(runs), count_cell(trials), count_cell(others)};
}

/// "80 of 81 runs", or "80 runs" if the stored number is unknown.
std::string salvaged_words(const std::vector<Salvaged>& tables, std::string_view name) {
    const auto table = std::ranges::find(tables, name, &Salvaged::table);
    if (table == tables.end()) return {};
    const std::string of = table->stored ? " of " + human::count(*table->stored) : "";
    return fmt::format("{}{} {}s", human::count(table->rows), of, name);
}

void say_salvaged(const fs::path& file, const std::vector<Salvaged>& tables) {
    say(fmt::format("{} is damaged; merged what can be read of it: {}, {}", file.string(),
                    salvaged_words(tables, "run"), salvaged_words(tables, "trial")),
        "hone: ");
}

void say_refused(const StoreError& refusal) {
    say(refusal.what(), "hone: ");
    if (!refusal.hint().empty()) say(refusal.hint());
}

bool can_open(const fs::path& file) {
    try {
        open_database(file, Access::read, default_lock_timeout, Reading::as_stored);
        return true;
    } catch (const StoreError&) {
        return false;
    }
}

/// Whether none of the files can be opened and no database exists yet. An empty database is not
/// created: reading it would only report that it is empty.
bool would_stay_empty(const fs::path& database, const std::vector<fs::path>& files) {
    std::error_code error;
    return !fs::exists(database, error) && std::ranges::none_of(files, can_open);
}

}  // namespace

MergeAnswer merge_files(const fs::path& database, const std::vector<fs::path>& files) {
    MergeAnswer answer;
    answer.table = {
        {{"from"}, {"runs", Align::right}, {"trials", Align::right}, {"other rows", Align::right}}};
    std::size_t left = files.size();
    listen_for_interrupts();
    Store store(would_stay_empty(database, files) ? fs::path(":memory:") : database);
    merge(store, files,
          {.merged =
               [&](const auto& file, const auto& added) {
                   --left;
                   answer.table.rows.push_back(row_of(file, added));
               },
           .salvaged =
               [&](const auto& file, const auto& tables) {
                   say_salvaged(file, tables);
                   if (answer.exit == Exit::done) answer.exit = Exit::no;
               },
           .refused =
               [&](const auto& /*file*/, const StoreError& refusal) {
                   --left;
                   say_refused(refusal);
                   answer.exit = Exit::environment;
               },
           .stop = [] { return interrupted().load(); }});
    if (!interrupted() || left == 0) return answer;
    say(fmt::format(
        "hone: interrupted; {} of {} files are not merged yet, and the same command does it", left,
        files.size()));
    answer.exit = Exit::interrupted;
    return answer;
}

}  // namespace hone::cli
