// SPDX-License-Identifier: MIT
// The fourth question: how fast one device's best config is on another device, and whether a few
// configs suffice for all.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/evidence/config_times.hpp"
#include "reports/evidence/performance_portability.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

constexpr double slack = 0.05;

// The results of one kernel for one problem on several devices.
struct DeviceComparison {
    const KernelResults* first = nullptr;
    std::vector<const KernelResults*> results;
};

// The time of each config; 0 for a failure.
TimesByConfig times_of(const KernelResults& results) {
    TimesByConfig times;
    for (const auto& [config, time] : config_times(results)) times.emplace(config, time.ns);
    return times;
}

std::vector<DeviceComparison> device_comparisons(const Evidence& evidence) {
    std::map<std::pair<ProblemKey, std::string>, DeviceComparison> all;
    for (const KernelResults& results : evidence.kernel_results) {
        if (!results.best) continue;
        DeviceComparison& crossed = all[{results.key, results.kernel_name}];
        if (crossed.results.empty()) crossed.first = &results;
        crossed.results.push_back(&results);
    }
    std::vector<DeviceComparison> several;
    for (const KernelResults& results : evidence.kernel_results) {  // in the order of the results
        const auto at = all.find({results.key, results.kernel_name});
        if (at == all.end() || at->second.first != &results) continue;
        if (at->second.results.size() > 1) several.push_back(at->second);
    }
    return several;
}

// The speed of the best config of `from` on the other device, as a share of the speed of `there`'s
// own best: above 1 if it is faster, 0 if it failed.
struct KeptSpeed {
    double share = 0;
    Outcome failed_with = Outcome::ok;
};

std::optional<KeptSpeed> kept_speed(const KernelResults& from, const KernelResults& there) {
    const auto time = time_of(there, from.best->config);
    if (!time) return std::nullopt;
    if (!time->ok()) return KeptSpeed{0, time->failed_with};
    return KeptSpeed{there.best->time.median / time->ns, Outcome::ok};
}

Cell kept_cell(const std::optional<KeptSpeed>& kept) {
    if (!kept || kept->failed_with != Outcome::ok) return {};
    return {human::percent(kept->share), kept->share};
}

void add_matrix(const Evidence& evidence, const DeviceComparison& crossed, Part& part) {
    for (const KernelResults* from : crossed.results)
        for (const KernelResults* there : crossed.results) {
            const auto kept = kept_speed(*from, *there);
            const std::string_view failure = kept ? failure_words(kept->failed_with) : "";
            part.table.rows.push_back({crossed.first->key.words(), crossed.first->kernel_name,
                                       evidence.label(*from), evidence.label(*there),
                                       kept_cell(kept), failure.empty() ? Cell{} : Cell{failure}});
            part.chart["rows"].push_back(
                {{"panel", crossed.first->kernel_name + " " + crossed.first->key.precision},
                 {"kernel", crossed.first->kernel_name},
                 {"case", crossed.first->key.words()},
                 {"from", evidence.label(*from)},
                 {"to", evidence.label(*there)},
                 {"failure", failure},
                 {"share", kept ? ChartSpec(kept->share) : ChartSpec()}});
        }
}

Part matrix_part(const Evidence& evidence, const std::vector<DeviceComparison>& comparisons) {
    Part part{
        .title = "The portability matrix",
        .note =
            "The speed of the best config of the row's device on the column's device, as a share "
            "of the column's own best. Above 100 % it is faster than what was found there. What "
            "was not measured is empty; `hone tune --transfer` measures it on this machine's "
            "device.",
        .table = {{{"problem"},
                   {"kernel"},
                   {"best of"},
                   {"run on"},
                   {"share", Align::right},
                   {"failure"}}},
        .chart = {{"kind", "matrices"}, {"rows", ChartSpec::array()}}};
    for (const DeviceComparison& crossed : comparisons) add_matrix(evidence, crossed, part);
    return part;
}

// The config with the highest performance portability (Pennycook) over all devices of one
// comparison.
struct PortableConfig {
    std::string config;
    double mean = 0;
    std::vector<double> efficiencies;
};

PortableConfig most_portable(const DeviceComparison& crossed) {
    std::vector<std::map<std::string, double>> everywhere;
    for (const KernelResults* results : crossed.results)
        everywhere.push_back(efficiencies_at(times_of(*results)));
    PortableConfig best;
    for (const auto& [config, share] : everywhere.front()) {
        std::vector<double> shares;
        for (const auto& there : everywhere) {
            const auto found = there.find(config);
            shares.push_back(found == there.end() ? 0 : found->second);
        }
        const double mean = harmonic_mean(shares);
        if (mean > best.mean) best = {config, mean, shares};
    }
    return best;
}

Part portable_configs_part(const Evidence& evidence,
                           const std::vector<DeviceComparison>& comparisons) {
    Part part{.title = "The most portable config",
              .note =
                  "The config with the highest performance portability, among those that ran on "
                  "every device. Performance portability is the harmonic mean of the shares "
                  "(Pennycook).",
              .table = {{{"problem"},
                         {"kernel"},
                         {"portability", Align::right},
                         {"on the worst", Align::right},
                         {"where"},
                         {"config"}}},
              .chart = nullptr};
    for (const DeviceComparison& crossed : comparisons) {
        const PortableConfig best = most_portable(crossed);
        if (best.mean <= 0) continue;
        const auto worst = std::ranges::min_element(best.efficiencies);
        const auto where = static_cast<std::size_t>(worst - best.efficiencies.begin());
        part.table.rows.push_back({crossed.first->key.words(),
                                   crossed.first->kernel_name,
                                   {human::percent(best.mean), best.mean},
                                   {human::percent(*worst), *worst},
                                   evidence.label(*crossed.results[where]),
                                   config_words(best.config)});
    }
    return part;
}

Part covers_part(const Evidence& evidence, const std::vector<DeviceComparison>& comparisons) {
    Part part{.title = "Few configs for all devices and problems",
              .note =
                  "A small set of configs in which each device and problem has one within 5 % of "
                  "its best, among those that were measured there.",
              .table = {{{"kernel"},
                         {"precision"},
                         {"config"},
                         {"serves", Align::right},
                         {"of", Align::right},
                         {"such as"}}},
              .chart = nullptr};
    std::map<std::pair<std::string, std::string>, TimesByTarget> kernels;
    for (const DeviceComparison& crossed : comparisons)
        for (const KernelResults* results : crossed.results)
            kernels[{results->kernel_name, results->key.precision}]
                   [evidence.label(*results) + ": " + results->key.words()] = times_of(*results);
    for (const auto& [kernel, targets] : kernels)
        for (const CoverEntry& one : greedy_cover(targets, slack))
            part.table.rows.push_back({kernel.first,
                                       kernel.second,
                                       config_words(one.config),
                                       {fmt::to_string(one.targets.size()), one.targets.size()},
                                       {fmt::to_string(targets.size()), targets.size()},
                                       one.targets.front()});
    return part;
}

// The runs of best configs on other devices than their own.
struct CrossRuns {
    std::vector<double> shares;
    std::map<std::string, std::size_t> failures;
    std::size_t missing = 0;
};

CrossRuns cross_runs(const Part& matrix) {
    CrossRuns runs;
    for (const ChartSpec& row : matrix.chart.at("rows")) {
        if (row.at("from") == row.at("to")) continue;
        if (row.at("share").is_null())
            ++runs.missing;
        else if (const std::string failure = row.at("failure"); !failure.empty())
            ++runs.failures[failure];
        else
            runs.shares.push_back(row.at("share"));
    }
    return runs;
}

std::string portability_words(const std::vector<double>& shares) {
    if (shares.empty()) return "Not known: no best config has run on another device.";
    const auto [worst, most] = std::ranges::minmax(shares);
    std::string words =
        worst > 1 / (1 + slack)
            ? "Yes: best configs that were run on another device are within 5 % of its best."
            : fmt::format(
                  "No: a best config that runs on another device reaches as "
                  "little as {} of the speed of that device's own best.",
                  human::percent(worst));
    if (most > 1 + slack)
        words += fmt::format(
            " Another is faster there than what was found, by up to {:.2f} times: tune that "
            "device again.",
            most);
    return words;
}

std::string portability_answer(const Evidence& evidence, const Part& matrix) {
    if (evidence.devices.size() < 2)
        return "This needs at least two devices: merge their databases, or name several databases.";
    if (matrix.table.rows.empty())
        return "No kernel has been tuned for the same problem on two devices yet.";
    const CrossRuns runs = cross_runs(matrix);
    std::string words = portability_words(runs.shares);
    for (const auto& [failure, count] : runs.failures)
        words += fmt::format(" {} fail{} there: {}.", count, count == 1 ? "s" : "", failure);
    if (runs.missing > 0)
        words += fmt::format(" {} of {} combinations {} not measured yet.", runs.missing,
                             matrix.table.rows.size(), runs.missing == 1 ? "is" : "are");
    return words;
}

}  // namespace

Section portability_section(const Evidence& evidence) {
    const std::vector<DeviceComparison> comparisons = device_comparisons(evidence);
    Section section;
    std::vector<Part> parts{matrix_part(evidence, comparisons),
                            portable_configs_part(evidence, comparisons),
                            covers_part(evidence, comparisons)};
    section.answer = portability_answer(evidence, parts[0]);
    for (Part& part : parts)
        if (!part.table.rows.empty()) section.parts.push_back(std::move(part));
    return section;
}

}  // namespace hone
