// SPDX-License-Identifier: MIT
// The query returns both figures and both limits; this code names the exceeded one.
#include "reports/fleet/limits.hpp"

#include <fmt/format.h>

#include "reports/text/quantity.hpp"

namespace hone {

std::vector<BeyondLimit> beyond_limits(Store& store) {
    std::vector<BeyondLimit> found;
    Statement& rows = store.query("beyond_limits");
    while (rows.step()) {
        const bool by_group = rows.integer(4) > 0 && rows.integer(3) > rows.integer(4);
        const std::string reason =
            by_group ? fmt::format("a work-group of {} work-items; the device has {}",
                                   human::count(rows.integer(3)), human::count(rows.integer(4)))
                     : fmt::format("needs {} of local memory; the device has {}",
                                   human::bytes(rows.real(5)), human::bytes(rows.real(6)));
        found.push_back({std::string(rows.text(0)), std::string(rows.text(1)),
                         std::string(rows.text(2)), reason});
    }
    return found;
}

}  // namespace hone
