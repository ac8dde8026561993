// SPDX-License-Identifier: MIT
// The same queries that a store runs at the end of a run; a temporary table comes before the file's.
#include "db/lookup/ended_runs.hpp"

#include <vector>

#include "db/sqlite/host_clock.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/row_fields.hpp"
#include "db/store/run_process.hpp"

namespace hone::lookup {
namespace {

std::vector<Run> ended_runs(Connection& connection) {
    Statement open(connection, query_text("runs_open"));
    std::vector<Run> runs = read_all<Run>(open.bind(":host", host_name()));
    std::erase_if(runs, [](const Run& run) { return !ended_early(run); });
    return runs;
}

void refresh(Connection& connection, const Run& run) {
    Statement touched(connection, query_text("tuned_touched"));
    for (const MeasurementKey& key : read_all<MeasurementKey>(touched.bind(":run_id", run.id)))
        for (const char* step : {"tuned_clear", "tuned_keep", "timing_clear", "timing_keep"}) {
            Statement statement(connection, query_text(step));
            bind(statement, key).run();
        }
}

}  // namespace

void see_ended_runs(Connection& connection) {
    if (version_of(connection) < static_cast<std::int64_t>(migrations().size())) return;
    const std::vector<Run> runs = ended_runs(connection);
    if (runs.empty()) return;
    connection.run(query_text("tuned_copy"));
    connection.run(query_text("timing_copy"));
    for (const Run& run : runs) refresh(connection, run);
    for (const char* seal : {"seal_tuned", "seal_timing"}) connection.run(query_text(seal));
}

}  // namespace hone::lookup
