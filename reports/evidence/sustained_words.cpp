// SPDX-License-Identifier: MIT
// Figures that could not be measured are left out.
#include "reports/evidence/sustained_words.hpp"

#include <fmt/format.h>

#include <cmath>

#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {

std::string load_words(const SustainedTiming& sustained) {
    std::string words = human::time(sustained.run_ns);
    if (sustained.joules > 0) words += ", " + human::energy(sustained.joules);
    if (sustained.watts > 0) words += ", " + human::power(sustained.watts);
    if (sustained.clock_mhz > 0)
        words += fmt::format(", {} MHz", human::count(std::llround(sustained.clock_mhz)));
    if (!sustained.throttled.empty()) words += ", held back: " + sustained.throttled;
    return words;
}

std::string work_per_joule(double flops, double bytes, double joules) {
    if (joules <= 0 || (flops <= 0 && bytes <= 0)) return "–";
    // A rate per second equals a rate per joule at one watt.
    const std::string per_second = is_arithmetic(flops, bytes) ? human::flops(flops / joules)
                                                               : human::bandwidth(bytes / joules);
    return per_second.substr(0, per_second.rfind('/')) + "/J";
}

std::string objective_words(Objective objective) {
    switch (objective) {
        case Objective::time:
            return "time";
        case Objective::sustained:
            return "time under sustained load";
        case Objective::energy:
            return "energy";
        case Objective::edp:
            return "energy times time";
    }
    return "";
}

}  // namespace hone
