// SPDX-License-Identifier: MIT
#include "db/store/refresh_tuned.hpp"

#include "db/sqlite/schema.hpp"
#include "db/store/named_rows.hpp"

namespace hone {
namespace {

void run_each(Connection& connection, std::initializer_list<const char*> queries) {
    for (const char* query : queries) connection.run(query_text(query));
}

}  // namespace

void refresh_after_run(Connection& connection, const std::string& run) {
    Statement touched(connection, query_text("tuned_touched"));
    const auto keys = read_all<MeasurementKey>(touched.bind(":run_id", run));
    for (const char* step : {"tuned_clear", "tuned_keep", "timing_clear", "timing_keep"}) {
        Statement statement(connection, query_text(step));
        for (const MeasurementKey& key : keys) {
            bind(statement, key).run();
            statement.reset();
        }
    }
    run_each(connection, {"seal_tuned", "seal_timing"});
}

void refresh_all(Connection& connection) {
    run_each(connection, {"tuned_clear_all", "tuned_keep_all", "timing_clear_all",
                          "timing_keep_all", "seal_tuned", "seal_timing"});
}

}  // namespace hone
