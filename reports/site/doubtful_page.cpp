// SPDX-License-Identifier: MIT
// The doubtful results. A doubt is not an accusation: a driver or a busy machine can cause it. They
// are measured again on their device.
#include <fmt/format.h>

#include <map>

#include "db/model/printable.hpp"
#include "reports/site/site_page.hpp"
#include "reports/site/site_pages.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

std::string problem_words(const FleetView& view, const Outlier& one) {
    if (one.problem) return view.fleet.problems[*one.problem].words();
    return one.family.empty() ? "all" : "all of " + one.family;
}

Cell factor_cell(double factor) {
    if (factor <= 0) return {};
    return Cell::digits(fmt::format("{:.4g}", factor), fmt::format("{:.2f} ×", factor));
}

LinkedTable table_of(const FleetView& view) {
    LinkedTable linked{
        "doubtful-results",
        "Doubtful results",
        {{{"device"}, {"problem"}, {"doubt"}, {"too fast by", Align::right}, {"why"}, {"config"}}}};
    for (const Outlier& one : view.doubtful) {
        const FleetDevice& device = view.fleet.devices[one.device];
        linked.table.rows.push_back(
            {device.label, problem_words(view, one), words_of_doubt(one.doubt),
             factor_cell(one.factor), one.reason,
             one.config ? one.config->kernel + " " + config_words(one.config->config)
                        : std::string()});
        linked.links.push_back({device_address(device.id, device.label)});
    }
    return linked;
}

std::string answer_of(const FleetView& view) {
    if (view.doubtful.empty())
        return "No result stands out. A device is judged where four of its architecture were tuned "
               "for the same problem.";
    return fmt::format(
        "{} stand out from what related devices show, and {} left out of the comparisons of this "
        "site. Where the device is at hand, `hone check --outliers` measures them again.",
        view.doubtful.size() == 1
            ? "1 result"
            : human::count(static_cast<std::int64_t>(view.doubtful.size())) + " results",
        view.doubtful.size() == 1 ? "is" : "are");
}

}  // namespace

std::string doubtful_page(const FleetView& view) {
    return as_site_page({.title = "Doubtful results",
                         .about = "What the rest of the fleet contradicts",
                         // Relative to its own folder, which is also the start page's.
                         .root = "./",
                         .sections = site_section("doubtful", "Which results are doubtful?",
                                                  answer_of(view), as_html(table_of(view)))});
}

std::string doubtful_script(const FleetView& view) {
    std::map<std::string, std::size_t> counts;
    for (const Outlier& one : view.doubtful) {
        const FleetDevice& device = view.fleet.devices[one.device];
        ++counts[device_address(device.id, device.label)];
    }
    return std::string(script_mark) +
           "const doubtful = " + printable(script_data(ChartSpec(counts))) + ";\n";
}

}  // namespace hone
