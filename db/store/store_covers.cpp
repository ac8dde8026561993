// SPDX-License-Identifier: MIT
// Stores and reads covers. A routine has one cover per device, the newest.
#include "db/sqlite/host_clock.hpp"
#include "db/store/named_rows.hpp"
#include "db/store/store.hpp"

namespace hone {

void Store::set_cover(const std::string& routine, const std::vector<CoverRow>& cover) {
    in_transaction([&] {
        for (const CoverRow& each : cover)
            query("cover_clear")
                .bind(":device_id", each.device)
                .bind(":precision", each.precision)
                .bind(":routine", routine)
                .run();
        for (const CoverRow& each : cover)
            bind(query("cover_add"), each).bind(":at", now_ms()).run();
        query("seal_cover").run();
    });
}

std::vector<CoverRow> Store::covers() {
    return read_all<CoverRow>(query("covers"));
}

}  // namespace hone
