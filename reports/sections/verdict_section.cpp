// SPDX-License-Identifier: MIT
// The verdict, before all questions: the winner for each device and routine, its speedup over the
// kernel's defaults and over the strongest other library, and its share of the limit.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "reports/evidence/verdict.hpp"
#include "reports/sections/device_ranking.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

const Cell not_measured = Cell::nothing("not measured");

std::string of_all(std::size_t some, std::size_t all) {
    return some == all ? "" : fmt::format(", {} of {}", some, all);
}

// A figure, with the limits of its interval for programs.
void add_ratio(Row& row, const RatioWithError& mean, const std::string& shown, Cell without) {
    if (mean.ratio <= 0) {
        row.insert(row.end(), {std::move(without), Cell{}, Cell{}});
        return;
    }
    row.emplace_back(shown, mean.ratio);
    row.push_back(mean.log_error ? Cell{"", mean.low()} : Cell{});
    row.push_back(mean.log_error ? Cell{"", mean.high()} : Cell{});
}

void add_mean(Row& row, const Verdict& verdict, const MeanSpeedup& mean) {
    const RatioWithError factor = mean.mean();
    add_ratio(row, factor, factor.words() + of_all(mean.each.size(), verdict.problems),
              not_measured);
}

// "gemm_mma 4, gemm_tile 1"; the numbers only if there are several.
std::string counted_words(const std::map<std::string, std::size_t>& counts) {
    std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
    std::ranges::stable_sort(sorted, std::ranges::greater{}, [](auto& one) { return one.second; });
    if (sorted.size() == 1) return sorted.front().first;
    std::vector<std::string> words;
    for (const auto& [name, count] : sorted) words.push_back(fmt::format("{} {}", name, count));
    return fmt::format("{}", fmt::join(words, ", "));
}

// The strongest libraries that were timed; CLBlast on a CPU is marked as weak.
const PeerSpeedup& peers_shown(const Verdict& verdict) {
    return verdict.has_only_weak_peers() ? verdict.over_weak_peer : verdict.over_peer;
}

std::string peers_words(const Verdict& verdict) {
    std::map<std::string, std::size_t> named;
    for (const auto& [name, count] : peers_shown(verdict).names)
        named[reference_words(name) + (verdict.has_only_weak_peers() ? " (for GPUs)" : "")] = count;
    return counted_words(named);
}

std::string share_words(const RatioWithError& share) {
    if (!share.log_error) return human::percent(share.ratio) + ", no interval";
    return fmt::format("{} ± {}", human::percent(share.ratio), human::percent(share.half_width()));
}

// The share of the most frequent limit, and which limit that is.
void add_limit(Row& row, const Evidence& evidence, const Verdict& verdict) {
    const Limit limit = verdict.main_limit();
    if (limit == Limit::unknown) {
        add_ratio(row, {}, "", not_measured);
        row.push_back(evidence.probes.contains(verdict.device) && !verdict.limits.empty()
                          ? Cell{words_of_limit(verdict.limits.begin()->first)}
                          : Cell{});
        return;
    }
    const std::vector<RatioWithError>& shares = verdict.limits.at(limit);
    const RatioWithError mean = geometric_mean(shares);
    add_ratio(row, mean, share_words(mean) + of_all(shares.size(), verdict.problems), {});
    row.emplace_back(words_of_limit(limit));
}

Column interval(std::string title) {
    return {.title = std::move(title), .align = Align::right, .unit = {}, .exact_only = true};
}

Part verdict_part(const Evidence& evidence, const std::vector<Verdict>& all) {
    Part part{.title = "Each device and routine",
              .note =
                  "Geometric means over a routine's problems, with half the width of the 95 % "
                  "interval: the noise of the samples, not what a device drifts between runs. "
                  "\"Over defaults\": over the default config of the kernel that wins. \"Over "
                  "peer\": over the fastest other library that was timed; on a CPU CLBlast, which "
                  "is made for GPUs, counts only where no other was. \"Of limit\": the share of "
                  "what limits most problems, as `hone probe` measured it.",
              .table = {{{"device"},
                         {"routine"},
                         {"wins"},
                         {"over defaults", Align::right},
                         interval("over defaults low"),
                         interval("over defaults high"),
                         {"over peer", Align::right},
                         interval("over peer low"),
                         interval("over peer high"),
                         {"peer"},
                         {"of limit", Align::right},
                         interval("of limit low"),
                         interval("of limit high"),
                         {"limit"},
                         {"problems", Align::right}}},
              .chart = nullptr,
              .main = true};
    for (const Verdict& verdict : all) {
        Row row{evidence.labels.at(verdict.device), verdict.routine + " " + verdict.precision,
                counted_words(verdict.wins)};
        add_mean(row, verdict, verdict.over_defaults);
        add_mean(row, verdict, peers_shown(verdict).speedup);
        row.push_back(peers_shown(verdict).names.empty() ? Cell{} : Cell{peers_words(verdict)});
        add_limit(row, evidence, verdict);
        row.push_back({fmt::to_string(verdict.problems), verdict.problems});
        part.table.rows.push_back(std::move(row));
    }
    return part;
}

Part missing_part(const Evidence& evidence, const std::vector<Verdict>& all) {
    Part part{.title = "What is not measured",
              .note =
                  "The command measures the first of these problems, on a machine with the device. "
                  "`hone db import` reads the times of a library that hone does not run.",
              .table = {{{"device"}, {"routine"}, {"not measured"}, {"command"}}},
              .chart = nullptr,
              .collapsed = true};
    for (const Missing& one : missing(evidence, all))
        part.table.rows.push_back({evidence.labels.at(one.verdict->device),
                                   one.verdict->routine + " " + one.verdict->precision, one.what,
                                   one.command.empty() ? Cell{} : Cell{one.command}});
    return part;
}

// The limits of problems differ with their sizes, so each has a row.
Part limits_part(const Evidence& evidence, const std::vector<Verdict>& all) {
    Part part{.title = "The share of each limit",
              .note =
                  "A limit is a level of memory, or the units of a precision. The share is the "
                  "geometric mean over the problems with this limit, with half the width of "
                  "its 95 % interval.",
              .table = {{{"device"},
                         {"routine"},
                         {"limit"},
                         {"problems", Align::right},
                         {"of limit", Align::right},
                         interval("of limit low"),
                         interval("of limit high")}},
              .chart = nullptr,
              .collapsed = true};
    for (const Verdict& verdict : all)
        for (const auto& [limit, shares] : verdict.limits) {
            if (limit == Limit::unknown) continue;
            Row row{evidence.labels.at(verdict.device), verdict.routine + " " + verdict.precision,
                    words_of_limit(limit),
                    shares.empty() ? Cell{} : Cell{fmt::to_string(shares.size()), shares.size()}};
            const RatioWithError mean = geometric_mean(shares);
            add_ratio(row, mean, share_words(mean), not_measured);
            part.table.rows.push_back(std::move(row));
        }
    return part;
}

// All factors of all verdicts, as one sentence.
std::string over_words(const std::vector<Verdict>& all, const auto& speedup_of,
                       std::string_view other) {
    std::vector<RatioWithError> each;
    std::size_t problems = 0;
    for (const Verdict& verdict : all) {
        const std::vector<RatioWithError>& found = speedup_of(verdict).each;
        problems += verdict.problems;
        each.insert(each.end(), found.begin(), found.end());
    }
    if (each.empty()) return fmt::format("{} not measured", other);
    return fmt::format("{} over {} ({} of {} problems)", geometric_mean(each).words(), other,
                       each.size(), problems);
}

// The ranking for a choice between devices.
std::string device_words(const Evidence& evidence) {
    const auto fastest = fastest_device(evidence);
    if (!fastest) return "";
    if (fastest->wins == 0)
        return fmt::format("No device is the fastest on any of {} problems. ", fastest->problems);
    const std::string next =
        fastest->next.empty() ? ""
                              : fmt::format(", and {}{} as fast as {}", fastest->over_next.words(),
                                            fastest->over_next.log_error ? "" : ",", fastest->next);
    return fmt::format("{} is the fastest device on {} of {} problems{}. ", fastest->label,
                       fastest->wins, fastest->problems, next);
}

// The gain of tuning over untuned alternatives.
std::string gain_words(const std::vector<Verdict>& all) {
    std::vector<Verdict> with_peers = all;
    const auto measured = [](const Verdict& verdict) {
        return !verdict.over_defaults.each.empty() || !verdict.over_peer.speedup.each.empty() ||
               verdict.has_only_weak_peers();
    };
    if (std::ranges::none_of(all, measured))
        return "Neither the kernels' defaults nor another library is measured, so nothing is "
               "compared with the best configs.";
    const auto weak = std::erase_if(with_peers, std::mem_fn(&Verdict::has_only_weak_peers));
    return fmt::format(
        "The best configs: {}; {}{}.",
        over_words(all, std::mem_fn(&Verdict::over_defaults), "the kernels' defaults"),
        over_words(
            with_peers, [](const Verdict& one) -> auto& { return one.over_peer.speedup; },
            "the strongest other library"),
        weak > 0 ? ", without CLBlast on CPUs, which is made for GPUs" : "");
}

}  // namespace

Section verdict_section(const Evidence& evidence) {
    const std::vector<Verdict> all = verdicts(evidence);
    Section section;
    section.answer = all.empty() ? "Nothing has a time yet: `hone tune` measures the first."
                                 : device_words(evidence) + gain_words(all);
    if (all.empty()) return section;
    Part ranking = ranking_part(evidence);
    if (!ranking.table.rows.empty()) section.parts.push_back(std::move(ranking));
    section.parts.push_back(verdict_part(evidence, all));
    Part without = missing_part(evidence, all);
    if (!without.table.rows.empty()) section.parts.push_back(std::move(without));
    Part limits = limits_part(evidence, all);
    if (!limits.table.rows.empty()) section.parts.push_back(std::move(limits));
    return section;
}

}  // namespace hone
