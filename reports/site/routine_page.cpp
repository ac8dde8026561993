// SPDX-License-Identifier: MIT
// A routine's page: the fastest devices, the portability of configs between architectures, the
// configs that serve each, and the nearness that a new device needs to tuned ones.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/fleet/fleet_portability.hpp"
#include "reports/fleet/nearness.hpp"
#include "reports/fleet/robust.hpp"
#include "reports/site/heatmap.hpp"
#include "reports/site/site_page.hpp"
#include "reports/site/site_pages.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

constexpr double serving_slack = 0.1;
constexpr std::size_t most_serving = 20;  // configs of the table
constexpr std::size_t most_drawn = 120;   // devices of the drawing
constexpr double good_enough = 0.95;      // of a device's own best

struct ProblemSummary {
    std::vector<double> times;
    const FleetDevice* fastest = nullptr;
    const FleetResult* best = nullptr;
};

ProblemSummary summary_of(const DeviceFleet& fleet, std::uint32_t problem) {
    ProblemSummary summary;
    for (const FleetDevice& device : fleet.devices) {
        const FleetResult* result = device.result(problem);
        if (!result) continue;
        summary.times.push_back(result->best_ns);
        if (summary.best && summary.best->best_ns <= result->best_ns) continue;
        summary.best = result;
        summary.fastest = &device;
    }
    return summary;
}

LinkedTable fastest_table(const FleetView& view, const std::string& family) {
    LinkedTable linked{"fastest-devices",
                       "The fastest device for each problem",
                       {{{"problem"},
                         {"devices", Align::right},
                         {"fastest device"},
                         {"time", Align::right, "ns"},
                         {"rate", Align::right, "per_s"},
                         {"median device", Align::right, "ns"},
                         {"config"}}}};
    for (const std::uint32_t problem : view.believed.problems_of(family)) {
        const ProblemSummary summary = summary_of(view.believed, problem);
        if (!summary.best) continue;
        const FleetResult& best = *summary.best;
        const FleetConfig& config = view.believed.configs[best.best];
        const double amount = is_arithmetic(best.flops, best.bytes) ? best.flops : best.bytes;
        const double median = median_of(summary.times);
        linked.table.rows.push_back({view.believed.problems[problem].words(),
                                     Cell::digits(std::to_string(summary.times.size())),
                                     shortened(summary.fastest->label, 60),
                                     {human::time(best.best_ns), best.best_ns},
                                     amount > 0 ? Cell{rate(best.flops, best.bytes, best.best_ns),
                                                       amount / (best.best_ns * 1e-9)}
                                                : Cell{},
                                     {human::time(median), median},
                                     config.kernel + " " + config_words(config.config)});
        linked.links.push_back(
            {"", "", "../" + device_address(summary.fastest->id, summary.fastest->label)});
    }
    return linked;
}

Cell share_cell(double share) {
    return Cell::digits(fmt::format("{:.4g}", share), human::percent(share));
}

LinkedTable matrix_table(const std::vector<ArchitectureShare>& shares) {
    LinkedTable linked{"portability-architectures", "Portability between architectures", {}};
    linked.table.columns.push_back({"best of"});
    for (const ArchitectureShare& one : shares) {
        if (one.from != shares.front().from) break;
        linked.table.columns.push_back({shortened(one.to, 24), Align::right});
    }
    for (const ArchitectureShare& one : shares) {
        const bool begins = linked.table.rows.empty() ||
                            linked.table.rows.back().size() == linked.table.columns.size();
        if (begins) linked.table.rows.push_back({shortened(one.from, 24)});
        linked.table.rows.back().push_back(one.pairs == 0 ? Cell{} : share_cell(one.median));
    }
    return linked;
}

// The portability of an architecture's configs within it, and to others.
std::string portability_answer(const std::vector<ArchitectureShare>& shares) {
    std::vector<double> inside;
    std::vector<double> outside;
    for (const ArchitectureShare& one : shares)
        if (one.pairs > 0) (one.from == one.to ? inside : outside).push_back(one.median);
    if (inside.empty() && outside.empty())
        return "No config was measured on two devices; `hone tune --transfer` measures here what "
               "other devices found best.";
    std::string text = "The best configs of one device keep ";
    if (!inside.empty())
        text += human::percent(median_of(inside)) + " of the speed on another of its architecture";
    if (!inside.empty() && !outside.empty()) text += ", and ";
    if (!outside.empty())
        text += human::percent(median_of(outside)) + " on one of another architecture";
    return text + ", in the median.";
}

std::string words_of_served(const ServingConfig& one) {
    std::string text;
    for (const ServedArchitecture& served : one.serves)
        text += fmt::format("{}{} ({} of {})", text.empty() ? "" : ", ",
                            shortened(served.architecture, 24), served.problems, served.of);
    return text;
}

LinkedTable serving_table(const std::vector<ServingConfig>& configs) {
    LinkedTable linked{"configs-serving",
                       "Configs and the architectures that they serve",
                       {{{"kernel"},
                         {"config"},
                         {"architectures", Align::right},
                         {"problems", Align::right},
                         {"serves"}}}};
    for (const ServingConfig& one : configs) {
        if (linked.table.rows.size() == most_serving) break;
        std::size_t problems = 0;
        for (const ServedArchitecture& served : one.serves) problems += served.problems;
        linked.table.rows.push_back({one.config.kernel, config_words(one.config.config),
                                     Cell::digits(std::to_string(one.serves.size())),
                                     Cell::digits(std::to_string(problems)), words_of_served(one)});
    }
    return linked;
}

std::string serving_answer(const std::vector<ServingConfig>& configs) {
    if (configs.empty()) return "No config was measured on half of the devices of an architecture.";
    return fmt::format(
        "{} config{} enough for every architecture and problem, each slower by at most {} than "
        "what "
        "is best there.{}",
        configs.size(), configs.size() == 1 ? " is" : "s are", human::percent(serving_slack),
        configs.size() > most_serving
            ? fmt::format(" The {} that serve most are listed.", most_serving)
            : "");
}

LinkedTable nearness_table(const std::vector<Nearness>& all) {
    LinkedTable linked{"near-devices",
                       "What a new device keeps of its speed",
                       {{{"tuned devices near"},
                         {"median", Align::right},
                         {"a tenth is below", Align::right},
                         {"asked", Align::right}}}};
    for (const Nearness& one : all)
        linked.table.rows.push_back(
            {one.neighbors == 0 ? "none: the default config" : std::to_string(one.neighbors),
             share_cell(one.median), share_cell(one.low), Cell::digits(std::to_string(one.asked))});
    return linked;
}

std::string nearness_answer(const std::vector<Nearness>& all) {
    const auto enough = std::ranges::find_if(
        all, [](const Nearness& one) { return one.neighbors > 0 && one.median >= good_enough; });
    if (enough != all.end())
        return fmt::format(
            "Near {} tuned device{} of its architecture a new one keeps {} of the speed of its own "
            "best configs, in the median, before it is tuned itself.",
            enough->neighbors, enough->neighbors == 1 ? "" : "s", human::percent(enough->median));
    if (all.empty() || all.back().neighbors == 0)
        return "No architecture has two devices with the same problem, so this is not known.";
    return fmt::format(
        "Near {} tuned device{} of its architecture a new one keeps {} of the speed of its own "
        "best "
        "configs, in the median: tuning it is worth the time.",
        all.back().neighbors, all.back().neighbors == 1 ? "" : "s",
        human::percent(all.back().median));
}

std::string portability_content(const FleetView& view, const std::string& family,
                                const std::vector<ArchitectureShare>& shares) {
    if (shares.empty()) return "";
    const std::string drawing = portability_heatmap(view.believed, family, most_drawn);
    return site_part("Between architectures",
                     "The speed that the best configs of the row's architecture have on the "
                     "column's, as a share of the bests there: the median over pairs of devices of "
                     "the harmonic mean over problems. Empty: not measured.",
                     as_html(matrix_table(shares))) +
           (drawing.empty()
                ? ""
                : site_part(
                      fmt::format("Between devices, at most {}", most_drawn),
                      "Rows: the devices whose best configs are run. Columns: the devices "
                      "that run them, in the same order and with the same numbers. Devices of one "
                      "architecture stand together; empty: not measured.",
                      drawing));
}

}  // namespace

std::string routine_address(const std::string& family) {
    return "routines/" + page_name(family);
}

std::string routine_page(const FleetView& view, const std::string& family) {
    const auto shares = architecture_shares(view.believed, family);
    const auto serving = serving_configs(view.believed, family, serving_slack);
    const auto near = nearness(view.believed, family);
    const LinkedTable fastest = fastest_table(view, family);
    return as_site_page(
        {.title = family,
         .about = "Beside each other: all devices that were tuned for it",
         .root = "../",
         .contents = "<a href=\"#fastest\">Fastest</a>\n<a href=\"#portability\">Portability</a>\n"
                     "<a href=\"#configs\">Configs</a>\n<a href=\"#near\">New devices</a>\n",
         .sections =
             site_section("fastest", "Which device is fastest?",
                          fmt::format("{} problem{} tuned.", fastest.table.rows.size(),
                                      fastest.table.rows.size() == 1 ? " is" : "s are"),
                          as_html(fastest)) +
             site_section("portability", "Are configs portable?", portability_answer(shares),
                          portability_content(view, family, shares)) +
             site_section("configs", "Which configs serve which architectures?",
                          serving_answer(serving), as_html(serving_table(serving))) +
             site_section("near", "How many tuned devices should a new one be near to?",
                          nearness_answer(near), as_html(nearness_table(near)))});
}

}  // namespace hone
