// SPDX-License-Identifier: MIT
// Deletes referring rows before the rows that they refer to.
#include "db/store/forget.hpp"

#include <array>
#include <set>
#include <string_view>

namespace hone {
namespace {

constexpr std::array<std::string_view, 13> queries_of_run{"forget_steady_timings",
                                                          "forget_audits",
                                                          "forget_finalists",
                                                          "forget_tuned",
                                                          "forget_size_checks",
                                                          "forget_peers",
                                                          "forget_sentinels",
                                                          "forget_kills",
                                                          "forget_pruned",
                                                          "forget_timings",
                                                          "forget_in_flight",
                                                          "forget_trials",
                                                          "forget_run"};
constexpr std::array<std::string_view, 4> queries_of_kernel{
    "forget_kernel_timings", "forget_kernel_covers", "forget_recipe", "forget_kernel"};

std::int64_t count_rows(Store& store, const char* count) {
    return store.connection().integer(count);
}

}  // namespace

Forgotten forget(Store& store, const std::vector<Run>& runs) {
    Forgotten result;
    store.in_transaction([&] {
        const std::int64_t trials = count_rows(store, "SELECT count(1) FROM trial");
        const std::int64_t kernels = count_rows(store, "SELECT count(1) FROM kernel");
        std::set<std::string> touched;
        for (const Run& run : runs) {
            for (const std::string_view query : queries_of_run)
                store.query(query).bind(":run_id", run.id).run();
            touched.insert(run.key.kernel);
        }
        for (const std::string& kernel : touched) forget_kernel(store, kernel);
        result = {.runs = static_cast<std::int64_t>(runs.size()),
                  .trials = trials - count_rows(store, "SELECT count(1) FROM trial"),
                  .kernels = kernels - count_rows(store, "SELECT count(1) FROM kernel")};
        store.refresh_tuned();
    });
    return result;
}

void forget_kernel(Store& store, const std::string& id) {
    for (const std::string_view query : queries_of_kernel)
        store.query(query).bind(":kernel_id", id).run();
}

}  // namespace hone
