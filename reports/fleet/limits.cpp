// SPDX-License-Identifier: MIT
// The query returns both figures and both limits; this code names the exceeded one.
#include "reports/fleet/limits.hpp"

#include <fmt/format.h>

#include "db/store/named_rows.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

struct LimitsRow {
    std::string device, kernel, config;
    std::int64_t work_group = 0, max_work_group = 0;
    double local_memory = 0, most_local_memory = 0;
};
template <class Visit>
void fields(LimitsRow& row, Visit& visit) {
    visit("device_id", row.device), visit("kernel", row.kernel), visit("config", row.config);
    visit("work_group", row.work_group), visit("max_work_group", row.max_work_group);
    visit("local_memory", row.local_memory), visit("most_local_memory", row.most_local_memory);
}

}  // namespace

std::vector<BeyondLimit> beyond_limits(Store& store) {
    std::vector<BeyondLimit> found;
    for (const LimitsRow& row : read_all<LimitsRow>(store.query("beyond_limits"))) {
        const bool by_group = row.max_work_group > 0 && row.work_group > row.max_work_group;
        const std::string reason =
            by_group
                ? fmt::format("a work-group of {} work-items; the device has {}",
                              human::count(row.work_group), human::count(row.max_work_group))
                : fmt::format("needs {} of local memory; the device has {}",
                              human::bytes(row.local_memory), human::bytes(row.most_local_memory));
        found.push_back({row.device, row.kernel, row.config, reason});
    }
    return found;
}

}  // namespace hone
