// SPDX-License-Identifier: MIT
// The first question: for each routine, precision and size, the best time of each device, and what
// stands beside it.
#include <fmt/format.h>

#include <map>

#include "reports/evidence/roofline.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

// How many times as fast as another time: "1.92".
Cell times_as_fast(double other_ns, double best_ns) {
    if (other_ns <= 0 || best_ns <= 0) return {};
    return {fmt::format("{:.2f} ×", other_ns / best_ns), other_ns / best_ns};
}

Cell rate_cell(const Shot& best) {
    if (best.flops <= 0 && best.bytes <= 0) return {};
    const bool arithmetic = is_arithmetic(best.flops, best.bytes);
    return {rate(best.flops, best.bytes, best.time.median),
            (arithmetic ? best.flops : best.bytes) / (best.time.median * 1e-9)};
}

Row row_of(const Evidence& evidence, const Account& account) {
    const Shot& best = *account.best;
    const auto share = share_of_ceiling(evidence, account, best);
    return {account.about.words(),
            evidence.label(account),
            account.kernel_name,
            {with_spread(best.time), best.time.median},
            rate_cell(best),
            times_as_fast(account.defaults ? account.defaults->time.median : 0, best.time.median),
            times_as_fast(account.reference ? account.reference->time.median : 0, best.time.median),
            share ? Cell{human::percent(*share), *share} : Cell{},
            account.proven ? "hone" : "imported",
            config_words(best.config)};
}

Drawing point_of(const Evidence& evidence, const Account& account) {
    const Shot& best = *account.best;
    const bool has_rate = best.flops > 0 || best.bytes > 0;
    const bool arithmetic = is_arithmetic(best.flops, best.bytes);
    const double amount = !has_rate ? 1 : arithmetic ? best.flops : best.bytes;
    const auto per_second = [&](double ns) { return ns > 0 ? amount / (ns * 1e-9) : 0; };
    Drawing point{{"device", evidence.label(account)},
                  {"panel", account.about.family()},
                  {"unit", !has_rate    ? "1/s"
                           : arithmetic ? "FLOP/s"
                                        : "B/s"},
                  {"case", account.about.words()},
                  {"kernel", account.kernel_name},
                  {"size", account.about.size()},
                  {"rate", per_second(best.time.median)},
                  {"low", per_second(best.time.high)},
                  {"high", per_second(best.time.low)},
                  {"time", with_spread(best.time)}};
    if (account.reference) point["reference"] = per_second(account.reference->time.median);
    if (account.defaults) point["defaults"] = per_second(account.defaults->time.median);
    return point;
}

std::string fastest_answer(const std::vector<const Account*>& winners, const Evidence& evidence) {
    if (winners.empty())
        return evidence.accounts.empty()
                   ? "Nothing has been tuned yet."
                   : "No trial has a time, so there is nothing to compare yet.";
    std::map<Case, const Account*> first;
    for (const Account* account : winners) {
        const Account*& leader = first[account->about];
        if (!leader || account->best->time.median < leader->best->time.median) leader = account;
    }
    std::map<std::string, int> wins;
    for (const auto& [about, account] : first) ++wins[evidence.label(*account)];
    const auto most = std::ranges::max_element(wins, {}, [](auto& one) { return one.second; });
    if (evidence.devices.size() == 1)
        return fmt::format("There is one device, {}, with {} problem{}.", most->first, first.size(),
                           first.size() == 1 ? "" : "s");
    return fmt::format("{} is fastest for {} of {} problems.", most->first, most->second,
                       first.size());
}

}  // namespace

Section fastest_section(const Evidence& evidence) {
    const std::vector<const Account*> winners = evidence.winners();
    Section section;
    section.answer = fastest_answer(winners, evidence);
    if (winners.empty()) return section;
    Part part{.title = "The best of each device",
              .note =
                  "A time is a median with half the width of the interval that holds it. "
                  "Beside it: how many times as fast it is as the kernel's own defaults and "
                  "as CLBlast, and its share of the device's own ceiling, which is above 100 % "
                  "where a cache holds the problem, or matrix units compute it.",
              .table = {{{"problem"},
                         {"device"},
                         {"kernel"},
                         {"time", Align::right, "ns"},
                         {"rate", Align::right, "per_s"},
                         {"over defaults", Align::right},
                         {"over CLBlast", Align::right},
                         {"of ceiling", Align::right},
                         {"measured by"},
                         {"config"}}},
              .drawing = {{"kind", "rates"}, {"rows", Drawing::array()}}};
    for (const Account* account : winners) {
        part.table.rows.push_back(row_of(evidence, *account));
        part.drawing["rows"].push_back(point_of(evidence, *account));
    }
    section.parts.push_back(std::move(part));
    return section;
}

}  // namespace hone
