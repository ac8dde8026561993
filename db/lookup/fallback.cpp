// SPDX-License-Identifier: MIT
// Each rung takes, of what it admits, the nearest few: what was the fastest for this very problem,
// else what is expected to lose least; and of these the first that fits here. What did not fit is
// said.
#include "db/lookup/fallback.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <tuple>

#include "db/model/enum_words.hpp"
#include "db/sqlite/schema.hpp"
#include "db/sqlite/version.hpp"

namespace hone::lookup {
namespace {

/// The words of queries/lookup/ladder.sql; text() gives the same.
constexpr std::array<std::string_view, 9> matches{
    "exact", "near", "driver", "far", "architecture", "vendor", "portable", "standard", "none"};

constexpr std::size_t few = 8;  // of the nearest, and all that are as near, are weighed

// What is equal stays in the order in which databases are believed.
std::pair<double, const Row*> by_distance(const Prospect& prospect) {
    return {prospect.distance, prospect.row};
}

std::tuple<bool, double, const Row*> by_merit(const Prospect& prospect) {
    const bool exact = prospect.is_exact();
    return {!exact, exact ? prospect.row->ns : prospect.loss, prospect.row};
}

std::string replaced(std::string text, std::string_view what, const std::string& by) {
    if (const auto at = text.find(what); at != text.npos) text.replace(at, what.size(), by);
    return text;
}

std::string tenths(double number) {
    const auto rounded = static_cast<long long>(std::llround(number * 10));
    return std::to_string(rounded / 10) + '.' + std::to_string(rounded % 10);
}

class Search {
  public:
    Search(const Book& book, const Question& question, const Rejected& rejected)
        : book_(book),
          question_(question),
          rejected_(rejected),
          inquiry_(book, question, rejected),
          prospects_(inquiry_.prospects()) {}

    TunedKernel climb(const std::vector<Rung>& ladder) {
        for (const Rung& rung : ladder) {
            auto found = rung.match == Match::standard ? standard(rung) : best_of(rung);
            if (!found) continue;
            found->reason += book_.doubts;
            return *found;
        }
        TunedKernel none;
        none.precision = question_.precision;
        none.reason = why_nothing() + book_.doubts;
        return none;
    }

  private:
    std::optional<TunedKernel> best_of(const Rung& rung) {
        std::vector<Prospect> admitted;
        std::ranges::copy_if(prospects_, std::back_inserter(admitted), [&](const Prospect& each) {
            return each.kin >= rung.kin && each.distance <= rung.reach;
        });
        const bool covered = is_covered(admitted);
        const auto others = std::stable_partition(
            admitted.begin(), admitted.end(),
            [&](const Prospect& each) { return (each.cover != nullptr) == covered; });
        auto found = best_of(std::span(admitted.begin(), others), rung);
        return found ? found : best_of(std::span(others, admitted.end()), rung);
    }

    /// The nearest few, moved to the front: all that were timed for one problem, or none of them.
    static std::span<Prospect> take_nearest(std::span<Prospect> rest) {
        const auto last = rest.begin() + std::ssize(rest.first(std::min(few, rest.size()))) - 1;
        std::ranges::nth_element(rest, last, {}, by_distance);
        const auto others = std::ranges::partition(
            rest, [reach = last->distance](const auto& each) { return each.distance <= reach; });
        return {rest.begin(), others.begin()};
    }

    /// Of the nearest few, the best that fits; then of the next few.
    std::optional<TunedKernel> best_of(std::span<Prospect> rest, const Rung& rung) {
        while (!rest.empty()) {
            const auto nearest = take_nearest(rest);
            for (Prospect& prospect : nearest) inquiry_.weigh(prospect);
            std::ranges::sort(nearest, {}, by_merit);
            if (auto found = first_that_fits(nearest, rung)) return found;
            rest = rest.subspan(nearest.size());
        }
        return std::nullopt;
    }

    std::optional<TunedKernel> first_that_fits(std::span<const Prospect> prospects,
                                               const Rung& rung) {
        for (const Prospect& prospect : prospects) {
            auto found = try_out(*prospect.row, *prospect.asked, rung, ran_here(prospect));
            if (!found) continue;
            explain(*found, prospect, rung);
            return found;
        }
        return std::nullopt;
    }

    /// On this board, and with as much local memory as its driver speaks of now.
    bool ran_here(const Prospect& prospect) const {
        return prospect.kin >= Kin::board &&
               book_.devices[prospect.row->device].local_memory == question_.device.local_memory;
    }

    /// Where a cover reaches, between the sizes that were tuned, it knows better than the nearest
    /// problem's own best.
    static bool is_covered(const std::vector<Prospect>& admitted) {
        constexpr double beyond = 1e9;
        constexpr double about = 0.5;  // doublings that a cover may be farther away
        double cover = beyond;
        double tuned = beyond;
        for (const Prospect& each : admitted) {
            double& nearest = each.cover ? cover : tuned;
            nearest = std::min(nearest, each.distance);
        }
        return tuned > 0 && cover < std::min(beyond, tuned + about);
    }

    std::optional<TunedKernel> try_out(const Row& row, const Asked& asked, const Rung& rung,
                                       bool ran_here) {
        const Version& version = book_.versions[row.version];
        std::string why_not;
        auto kernel = serve(version, row, asked.point.arguments, question_, ran_here, why_not);
        if (kernel) {
            kernel->match = rung.match;
            kernel->confidence = rung.trust;
        } else if (misfit_.empty()) {
            misfit_ = version.name + " with " + joined(row.config) + ": " + why_not;
        }
        return kernel;
    }

    void explain(TunedKernel& kernel, const Prospect& prospect, const Rung& rung) const {
        const Row& row = *prospect.row;
        const Device& device = book_.devices[row.device];
        const Version& version = book_.versions[row.version];
        std::string reason = replaced(rung.reason, "{device}", device.name);
        reason = replaced(reason, "{driver}", device.driver);
        reason = replaced(reason, "{type}", device.type);
        reason =
            replaced(reason, "{problem}", problem_words(version.recipe, prospect.timed->arguments));
        reason = replaced(reason, "{distance}", tenths(prospect.distance));
        if (prospect.cover) reason = "one of few configs for many sizes, " + reason;
        kernel.reason = reason + nearer_misfit();
        kernel.expected_ns = prospect.expected_ns;
        kernel.confidence *= std::exp2(-prospect.distance / rung.half) * (row.chosen ? 1 : 0.8);
        kernel.stale = stale(row, prospect.kin);
    }

    std::string stale(const Row& row, Kin kin) const {
        const Device& device = book_.devices[row.device];
        const std::string& tool = this_tool();
        std::string all;
        const auto say = [&](bool changed, const std::string& what) {
            if (changed) all += (all.empty() ? "" : "; ") + what;
        };
        say(kin == Kin::board && device.driver != question_.device.driver,
            "the driver was " + device.driver + ", now it is " + question_.device.driver);
        say(!book_.versions[row.version].newest || !row.of_these_texts,
            "the kernel's texts have changed since");
        say(row.tool.starts_with("hone ") && row.tool != tool,
            "it was tuned by " + row.tool + ", now there is " + tool);
        return all;
    }

    /// Of several kernels, the one that asks most of a device was written for such a one.
    std::vector<const Asked*> by_demand() const {
        const auto demand = [&](const Asked* asked) {
            return std::ranges::count_if(
                book_.versions[asked->version].recipe.slots.names(),
                [](const std::string& name) { return name.starts_with("device."); });
        };
        std::vector<const Asked*> all;
        for (const Asked& asked : inquiry_.asked())
            if (book_.versions[asked.version].newest) all.push_back(&asked);
        std::ranges::stable_sort(all, std::greater{}, demand);
        return all;
    }

    /// The newest text of each kernel, each of its standard configs in order.
    std::optional<TunedKernel> standard(const Rung& rung) {
        const std::string nearer = nearer_misfit();  // defaults that do not fit are no news
        for (const Asked* asked : by_demand()) {
            const Version& version = book_.versions[asked->version];
            for (const Settings& config : version.recipe.standards) {
                if (rejected_.contains({version.id, joined(config)})) continue;
                Row row;
                row.version = asked->version;
                row.config = config;
                for (const Setting& setting : config) row.parameters.push_back(value_of(setting));
                auto found = try_out(row, *asked, rung, false);
                if (!found) continue;
                found->reason = rung.reason + nearer;
                return found;
            }
        }
        return std::nullopt;
    }

    std::string nearer_misfit() const {
        return misfit_.empty() ? "" : "; what was nearer does not fit: " + misfit_;
    }

    std::string why_nothing() const {
        if (!inquiry_.complaint().empty()) return inquiry_.complaint();
        return "no kernel of " + question_.what + " can run here" +
               (misfit_.empty() ? "" : ": " + misfit_);
    }

    const Book& book_;
    const Question& question_;
    const Rejected& rejected_;
    Inquiry inquiry_;
    std::vector<Prospect> prospects_;
    std::string misfit_;  // the first that did not fit, and why
};

}  // namespace

std::vector<Rung> read_ladder() {
    std::vector<Rung> ladder;
    Connection connection(":memory:", Access::write);
    Statement rows(connection, query_text("ladder"));
    while (rows.step()) {
        const auto match = std::ranges::find(matches, rows.text(0)) - matches.begin();
        ladder.push_back({static_cast<Match>(match), from_word<Kin>(rows.text(1)), rows.real(2),
                          rows.real(3), rows.real(4), std::string(rows.text(5))});
    }
    return ladder;
}

TunedKernel answer(const Book& book, const std::vector<Rung>& ladder, const Question& question,
                   const Rejected& rejected) {
    return Search(book, question, rejected).climb(ladder);
}

}  // namespace hone::lookup

namespace hone {

std::string_view text(Match match) {
    return lookup::matches[static_cast<std::size_t>(match)];
}

}  // namespace hone
