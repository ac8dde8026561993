// SPDX-License-Identifier: MIT
// The report and `hone show` use the same cells.
#include "reports/evidence/load_point.hpp"

#include <cmath>

#include "reports/evidence/steady_words.hpp"
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
    const SteadyTiming& steady = point.steady;
    return {{human::time(point.after_pauses_ns), point.after_pauses_ns},
            {human::time(steady.run_ns), steady.run_ns},
            known(steady.joules, human::energy(steady.joules)),
            known(steady.watts, human::power(steady.watts)),
            known(steady.clock_mhz, human::count(std::llround(steady.clock_mhz)) + " MHz"),
            work_per_joule(point.flops, point.bytes, steady.joules),
            steady.throttled,
            config_words(point.config)};
}

}  // namespace hone
