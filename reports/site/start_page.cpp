// SPDX-License-Identifier: MIT
// The start page: every device in a searchable table. A thousand rows are 200 KB.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "reports/site/site_page.hpp"
#include "reports/site/site_pages.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

std::string counted(std::size_t number, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", human::count(static_cast<std::int64_t>(number)),
                       number == 1 ? one : many);
}

// The speedup of the bests over the defaults, as a geometric mean.
Cell over_defaults(const FleetDevice& device) {
    double sum = 0;
    std::size_t count = 0;
    for (const FleetResult& result : device.results) {
        if (result.defaults_ns <= 0) continue;
        sum += std::log(result.defaults_ns / result.best_ns);
        ++count;
    }
    if (count == 0) return {};
    const double mean = std::exp(sum / static_cast<double>(count));
    return Cell::digits(fmt::format("{:.4g}", mean), fmt::format("{:.2f} ×", mean));
}

std::map<std::size_t, std::size_t> doubts_by_device(const FleetView& view) {
    std::map<std::size_t, std::size_t> counts;
    for (const Outlier& one : view.doubtful) ++counts[one.device];
    return counts;
}

LinkedTable device_table(const FleetView& view) {
    LinkedTable linked{"devices-all",
                       "All devices",
                       {{{"device"},
                         {"architecture"},
                         {"units", Align::right},
                         {"problems", Align::right},
                         {"over defaults", Align::right}}}};
    const auto doubts = doubts_by_device(view);
    if (!doubts.empty()) linked.table.columns.push_back({"doubtful", Align::right});
    for (std::size_t i = 0; i < view.fleet.devices.size(); ++i) {
        const FleetDevice& device = view.fleet.devices[i];
        const auto doubted = doubts.find(i);
        Row row{shortened(device.label, 60), shortened(device.architecture, 40),
                device.device.compute_units > 0
                    ? Cell::digits(std::to_string(device.device.compute_units))
                    : Cell{},
                Cell::digits(std::to_string(device.results.size())), over_defaults(device)};
        if (!doubts.empty())
            row.push_back(doubted == doubts.end() ? Cell::nothing("")
                                                  : Cell::digits(std::to_string(doubted->second)));
        linked.table.rows.push_back(std::move(row));
        linked.links.push_back({device_address(device.id, device.label)});
    }
    return linked;
}

LinkedTable routine_table(const FleetView& view) {
    LinkedTable linked{"routines-all",
                       "All routines",
                       {{{"routine"}, {"problems", Align::right}, {"devices", Align::right}}}};
    for (const std::string& family : view.fleet.families()) {
        const std::vector<std::uint32_t> all = view.fleet.problems_of(family);
        std::set<std::uint32_t> problems;  // problems with a result
        std::size_t devices = 0;
        for (const FleetDevice& device : view.fleet.devices) {
            bool has_any = false;
            for (const std::uint32_t problem : all) {
                if (!device.result(problem)) continue;
                problems.insert(problem);
                has_any = true;
            }
            devices += has_any;
        }
        linked.table.rows.push_back({family, Cell::digits(std::to_string(problems.size())),
                                     Cell::digits(std::to_string(devices))});
        linked.links.push_back({routine_address(family)});
    }
    return linked;
}

std::string doubts_words(const FleetView& view) {
    if (view.doubtful.empty()) return "";
    return "<p class=\"note\">" +
           link_to("doubtful.html",
                   counted(view.doubtful.size(), "result is", "results are") + " doubtful") +
           " beside the other devices, and left out of comparisons.</p>\n";
}

std::string about(const FleetView& view) {
    std::set<std::string> architectures;
    std::int64_t trials = 0;
    for (const FleetDevice& device : view.fleet.devices) {
        architectures.insert(device.architecture);
        trials += device.trials;
    }
    return fmt::format("{} of {}, {} in {}",
                       counted(view.fleet.devices.size(), "device", "devices"),
                       counted(architectures.size(), "architecture", "architectures"),
                       counted(static_cast<std::size_t>(trials), "trial", "trials"),
                       counted(view.databases, "database", "databases"));
}

}  // namespace

std::string start_page(const FleetView& view) {
    return as_site_page(
        {.title = "Tuned devices",
         .about = about(view),
         .contents = "<a href=\"#routines\">Routines</a>\n<a href=\"#all\">Devices</a>\n",
         .sections =
             site_section("routines", "Which routines are tuned?",
                          "A routine's page compares devices, shows which configs serve which "
                          "architectures, and how many tuned devices a new one should be near to.",
                          doubts_words(view) + as_html(routine_table(view))) +
             site_section("all", "Which devices are here?",
                          "A device's page is its report. \"Over defaults\" is how much faster the "
                          "best configs are than the kernels' default configs.",
                          as_html(device_table(view)))});
}

}  // namespace hone
