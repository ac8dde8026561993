// SPDX-License-Identifier: MIT
// Runs the same queries as a store at the end of a run or a merge. SQLite prefers a temporary table
// to a table of the file with the same name.
#include "db/lookup/ended_runs.hpp"

#include <vector>

#include "db/sqlite/host_clock.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/named_rows.hpp"
#include "db/store/refresh_tuned.hpp"
#include "db/store/run_process.hpp"

namespace hone::lookup {
namespace {

std::vector<Run> ended_runs(Connection& connection) {
    Statement open(connection, query_text("runs_open"));
    std::vector<Run> runs = read_all<Run>(open.bind(":host", host_name()));
    std::erase_if(runs, [](const Run& run) { return !ended_early(run); });
    return runs;
}

}  // namespace

void see_all_trials(Connection& connection) {
    if (version_of(connection) < static_cast<std::int64_t>(migrations().size())) return;
    const bool is_behind = Statement(connection, query_text("tuned_behind")).number() != 0;
    const std::vector<Run> runs = ended_runs(connection);
    if (runs.empty() && !is_behind) return;
    connection.run(query_text("tuned_copy"));
    connection.run(query_text("timing_copy"));
    if (is_behind) return refresh_all(connection);
    for (const Run& run : runs) refresh_after_run(connection, run.id);
}

}  // namespace hone::lookup
