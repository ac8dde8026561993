// SPDX-License-Identifier: MIT
// As everywhere, overlapping intervals cannot be told apart.
#include "reports/evidence/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/text/describe.hpp"

namespace hone {
namespace {

bool lies_above(const Estimate& a, const Estimate& b, double margin) {
    return a.low > b.high && a.median > (1 + margin) * b.median;
}

Difference difference(const Estimate& before, const Estimate& after, double margin) {
    if (lies_above(after, before, margin)) return Difference::slower;
    return lies_above(before, after, margin) ? Difference::faster : Difference::same;
}

}  // namespace

std::vector<ComparedProblem> compare(const Evidence& evidence, const std::string& before,
                                     const std::string& after, double margin) {
    std::map<ProblemKey, const KernelResults*> first;
    for (const KernelResults* results : evidence.fastest_results())
        if (results->device == before) first[results->key] = results;
    std::vector<ComparedProblem> all;
    for (const KernelResults* results : evidence.fastest_results()) {
        const auto found = first.find(results->key);
        if (results->device != after || found == first.end()) continue;
        const KernelResults& there = *found->second;
        all.push_back({results->key, *there.best, *results->best, there.kernel_name,
                       results->kernel_name,
                       difference(there.best->time, results->best->time, margin)});
    }
    return all;
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
