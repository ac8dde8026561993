// SPDX-License-Identifier: MIT
// The fourth question: what becomes of one device's best on another device, and whether few configs
// can serve all.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/evidence/performance_portability.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

constexpr double slack = 0.05;

// All devices' accounts of one kernel for one case.
struct Crossing {
    const Account* first = nullptr;
    std::vector<const Account*> accounts;
};

// The last word on each config: a final measurement before one in passing; 0 where it failed.
TimesByConfig times_of(const Account& account) {
    TimesByConfig times;
    for (const Shot& shot : account.shots) {
        if (!shot.ok() || shot.time.median <= 0) {
            times.try_emplace(shot.config, 0);
            continue;
        }
        double& time = times[shot.config];
        time = time > 0 ? std::min(time, shot.time.median) : shot.time.median;
    }
    return times;
}

std::vector<Crossing> crossings_of(const Evidence& evidence) {
    std::map<std::pair<Case, std::string>, Crossing> all;
    for (const Account& account : evidence.accounts) {
        if (!account.best) continue;
        Crossing& crossing = all[{account.about, account.kernel_name}];
        if (crossing.accounts.empty()) crossing.first = &account;
        crossing.accounts.push_back(&account);
    }
    std::vector<Crossing> several;
    for (const Account& account : evidence.accounts) {  // in the order of the accounts
        const auto at = all.find({account.about, account.kernel_name});
        if (at == all.end() || at->second.first != &account) continue;
        if (at->second.accounts.size() > 1) several.push_back(at->second);
    }
    return several;
}

// What share of `there`'s best the best of `from` reaches there.
std::optional<double> kept(const Account& from, const Account& there) {
    if (&from == &there) return 1.0;
    double fastest = 0;
    bool tried = false;
    for (const Shot& shot : there.shots) {
        if (shot.config != from.best->config) continue;
        tried = true;
        if (shot.ok() && (fastest == 0 || shot.time.median < fastest)) fastest = shot.time.median;
    }
    if (!tried) return std::nullopt;
    return fastest > 0 ? std::min(1.0, there.best->time.median / fastest) : 0.0;
}

void add_matrix(const Evidence& evidence, const Crossing& crossing, Part& part) {
    for (const Account* from : crossing.accounts)
        for (const Account* there : crossing.accounts) {
            const auto share = kept(*from, *there);
            part.table.rows.push_back({crossing.first->about.words(), crossing.first->kernel_name,
                                       evidence.label(*from), evidence.label(*there),
                                       share ? Cell{human::percent(*share), *share} : Cell{}});
            part.drawing["rows"].push_back(
                {{"panel", crossing.first->kernel_name + " " + crossing.first->about.precision},
                 {"case", crossing.first->about.words()},
                 {"from", evidence.label(*from)},
                 {"to", evidence.label(*there)},
                 {"share", share ? Drawing(*share) : Drawing()}});
        }
}

Part matrix_part(const Evidence& evidence, const std::vector<Crossing>& crossings) {
    Part part{
        .title = "The portability matrix",
        .note =
            "The best config of the row's device, run on the column's device, as a share "
            "of the column's own best. What was not measured is empty; `hone tune "
            "--transfer` measures it on the device at hand.",
        .table = {{{"problem"}, {"kernel"}, {"best of"}, {"run on"}, {"share", Align::right}}},
        .drawing = {{"kind", "matrices"}, {"rows", Drawing::array()}}};
    for (const Crossing& crossing : crossings) add_matrix(evidence, crossing, part);
    return part;
}

// The config that is best for all devices of one crossing, by Pennycook's mean.
struct Traveler {
    std::string config;
    double mean = 0;
    std::vector<double> efficiencies;
};

Traveler best_traveler(const Crossing& crossing) {
    std::vector<std::map<std::string, double>> everywhere;
    for (const Account* account : crossing.accounts)
        everywhere.push_back(efficiencies_at(times_of(*account)));
    Traveler best;
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

Part travelers_part(const Evidence& evidence, const std::vector<Crossing>& crossings) {
    Part part{.title = "The best traveler",
              .note =
                  "Of the configs that ran on every device, the one with the highest harmonic "
                  "mean of its shares (Pennycook's performance portability).",
              .table = {{{"problem"},
                         {"kernel"},
                         {"portability", Align::right},
                         {"on the worst", Align::right},
                         {"where"},
                         {"config"}}},
              .drawing = nullptr};
    for (const Crossing& crossing : crossings) {
        const Traveler best = best_traveler(crossing);
        if (best.mean <= 0) continue;
        const auto worst = std::ranges::min_element(best.efficiencies);
        const auto where = static_cast<std::size_t>(worst - best.efficiencies.begin());
        part.table.rows.push_back({crossing.first->about.words(),
                                   crossing.first->kernel_name,
                                   {human::percent(best.mean), best.mean},
                                   {human::percent(*worst), *worst},
                                   evidence.label(*crossing.accounts[where]),
                                   config_words(best.config)});
    }
    return part;
}

Part covers_part(const Evidence& evidence, const std::vector<Crossing>& crossings) {
    Part part{.title = "The few that serve all",
              .note =
                  "So many configs give each device and problem one within 5 % of its best, of "
                  "those that were measured there.",
              .table = {{{"kernel"},
                         {"precision"},
                         {"config"},
                         {"serves", Align::right},
                         {"of", Align::right},
                         {"such as"}}},
              .drawing = nullptr};
    std::map<std::pair<std::string, std::string>, TimesByPlace> kernels;
    for (const Crossing& crossing : crossings)
        for (const Account* account : crossing.accounts)
            kernels[{account->kernel_name, account->about.precision}]
                   [evidence.label(*account) + ": " + account->about.words()] = times_of(*account);
    for (const auto& [kernel, places] : kernels)
        for (const Serving& one : cover(places, slack))
            part.table.rows.push_back({kernel.first,
                                       kernel.second,
                                       config_words(one.config),
                                       {fmt::to_string(one.places.size()), one.places.size()},
                                       {fmt::to_string(places.size()), places.size()},
                                       one.places.front()});
    return part;
}

std::string portability_answer(const Evidence& evidence, const Part& matrix) {
    if (evidence.devices.size() < 2)
        return "That takes at least two devices: merge their databases, or name several.";
    if (matrix.table.rows.empty())
        return "No kernel was tuned for the same problem on two devices yet.";
    double worst = 1;
    std::size_t failed = 0;
    std::size_t missing = 0;
    for (const Drawing& row : matrix.drawing.at("rows")) {
        const double share = row.at("share").is_null() ? -1 : row.at("share").get<double>();
        if (share > 0) worst = std::min(worst, share);
        failed += share == 0;
        missing += share < 0;
    }
    std::string words = worst > 1 / (1 + slack)
                            ? "Where they were moved, the best configs are good."
                            : fmt::format(
                                  "No: a best config moved to another device keeps as "
                                  "little as {} of what that device can do.",
                                  human::percent(worst));
    if (failed > 0) words += fmt::format(" {} do not run right there.", failed);
    if (missing > 0)
        words +=
            fmt::format(" {} of {} cells are not measured yet.", missing, matrix.table.rows.size());
    return words;
}

}  // namespace

Section portability_section(const Evidence& evidence) {
    const std::vector<Crossing> crossings = crossings_of(evidence);
    Section section;
    std::vector<Part> parts{matrix_part(evidence, crossings), travelers_part(evidence, crossings),
                            covers_part(evidence, crossings)};
    section.answer = portability_answer(evidence, parts[0]);
    for (Part& part : parts)
        if (!part.table.rows.empty()) section.parts.push_back(std::move(part));
    return section;
}

}  // namespace hone
