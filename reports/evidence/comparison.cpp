// SPDX-License-Identifier: MIT
// The same judgment as everywhere: intervals that overlap cannot be told apart.
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

std::vector<Compared> compare(const Evidence& evidence, const std::string& before,
                              const std::string& after, double margin) {
    std::map<Case, const Account*> first;
    for (const Account* account : evidence.winners())
        if (account->device == before) first[account->about] = account;
    std::vector<Compared> all;
    for (const Account* account : evidence.winners()) {
        const auto found = first.find(account->about);
        if (account->device != after || found == first.end()) continue;
        const Account& there = *found->second;
        all.push_back({account->about, *there.best, *account->best, there.kernel_name,
                       account->kernel_name,
                       difference(there.best->time, account->best->time, margin)});
    }
    return all;
}

Table as_table(const std::vector<Compared>& all) {
    Table table{{{"problem"},
                 {"first", Align::right, "ns"},
                 {"second", Align::right, "ns"},
                 {"times as fast", Align::right},
                 {"the second is"},
                 {"first kernel"},
                 {"second kernel"}}};
    for (const Compared& one : all)
        table.rows.push_back({one.about.words(),
                              {with_spread(one.before.time), one.before.time.median},
                              {with_spread(one.after.time), one.after.time.median},
                              {fmt::format("{:.2f} ×", one.factor()), one.factor()},
                              word(one.difference),
                              one.before_kernel,
                              one.after_kernel});
    return table;
}

}  // namespace hone
