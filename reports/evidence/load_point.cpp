// SPDX-License-Identifier: MIT
// The report and `hone show` use the same cells.
#include "reports/evidence/load_point.hpp"

#include <cmath>

#include "reports/evidence/sustained_words.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

Cell known(double figure, const std::string& words) {
    return figure > 0 ? Cell(words, figure) : Cell();
}

}  // namespace

std::vector<Column> load_columns() {
    return {{"after pauses", Align::right, "ns"},
            {"under load", Align::right, "ns"},
            {"energy", Align::right, "J"},
            {"power", Align::right, "W"},
            {"clock", Align::right, "MHz"},
            {"work per joule", Align::right},
            {"held back by"},
            {"config"}};
}

Row load_cells(const LoadPoint& point) {
    const SustainedTiming& sustained = point.sustained;
    return {{human::time(point.after_pauses_ns), point.after_pauses_ns},
            {human::time(sustained.run_ns), sustained.run_ns},
            known(sustained.joules, human::energy(sustained.joules)),
            known(sustained.watts, human::power(sustained.watts)),
            known(sustained.clock_mhz, human::count(std::llround(sustained.clock_mhz)) + " MHz"),
            work_per_joule(point.flops, point.bytes, sustained.joules),
            sustained.throttled,
            config_words(point.config)};
}

}  // namespace hone
