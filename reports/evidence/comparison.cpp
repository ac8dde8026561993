// SPDX-License-Identifier: MIT
// Times with overlapping intervals count as equal, as in all reports.
#include "reports/evidence/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "reports/evidence/speedup.hpp"
#include "reports/text/describe.hpp"

namespace hone {
namespace {

bool lies_above(const MedianInterval& a, const MedianInterval& b, double margin) {
    return a.low > b.high && a.median > (1 + margin) * b.median;
}

}  // namespace

Difference difference(const MedianInterval& before, const MedianInterval& after, double margin) {
    if (lies_above(after, before, margin)) return Difference::slower;
    return lies_above(before, after, margin) ? Difference::faster : Difference::same;
}

std::vector<ComparedProblem> compare(const Evidence& evidence, const std::string& before,
                                     const std::string& after, double margin) {
    return compare(evidence, before, evidence, after, margin);
}

std::vector<ComparedProblem> compare(const Evidence& first, const std::string& before,
                                     const Evidence& second, const std::string& after,
                                     double margin) {
    std::map<ProblemKey, const KernelResults*> earlier;
    for (const KernelResults* results : first.fastest_results())
        if (results->device == before) earlier[results->key] = results;
    std::vector<ComparedProblem> all;
    for (const KernelResults* results : second.fastest_results()) {
        const auto found = earlier.find(results->key);
        if (results->device != after || found == earlier.end()) continue;
        const KernelResults& there = *found->second;
        all.push_back({results->key, *there.best, *results->best, there.kernel_name,
                       results->kernel_name,
                       difference(there.best->time, results->best->time, margin)});
    }
    return all;
}

std::string verdict_words(const std::vector<ComparedProblem>& all) {
    const auto count = [&](Difference difference) {
        return std::ranges::count(all, difference, &ComparedProblem::difference);
    };
    const auto faster = count(Difference::faster);
    const auto slower = count(Difference::slower);
    std::vector<RatioWithError> factors;
    for (const ComparedProblem& one : all)
        factors.push_back(speedup(one.before.time, one.after.time));
    std::vector<std::string> parts;
    if (faster == 0 && slower == 0)
        return fmt::format("as fast on {} of {} problems; geometric mean {}", all.size(),
                           all.size(), geometric_mean(factors).words());
    if (faster > 0) parts.push_back(fmt::format("faster on {} of {} problems", faster, all.size()));
    if (slower > 0) parts.push_back(fmt::format("slower on {} of {}", slower, all.size()));
    if (const auto same = count(Difference::same); same > 0)
        parts.push_back(fmt::format("no difference on {}", same));
    parts.push_back("geometric mean " + geometric_mean(factors).words());
    return fmt::format("{}", fmt::join(parts, "; "));
}

std::vector<std::string> devices_called(const Evidence& evidence, const std::string& words) {
    std::vector<std::string> exact;
    std::vector<std::string> matching;
    for (const auto& [id, device] : evidence.devices) {
        if (id == words || device.name == words || evidence.labels.at(id) == words)
            exact.push_back(id);
        if (matches_device(id, device, words)) matching.push_back(id);
    }
    return exact.empty() ? matching : exact;
}

Table as_table(const std::vector<ComparedProblem>& all) {
    Table table{{{"problem"},
                 {"first", Align::right, "ns"},
                 {"second", Align::right, "ns"},
                 {"times as fast", Align::right},
                 {"the second is"},
                 {"first kernel"},
                 {"second kernel"}}};
    for (const ComparedProblem& one : all)
        table.rows.push_back({one.key.words(),
                              {with_spread(one.before.time), one.before.time.median},
                              {with_spread(one.after.time), one.after.time.median},
                              {fmt::format("{:.2f} ×", one.factor()), one.factor()},
                              word(one.difference),
                              one.before_kernel,
                              one.after_kernel});
    return table;
}

}  // namespace hone
