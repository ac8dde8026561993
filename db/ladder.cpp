// SPDX-License-Identifier: MIT
// Every row is weighed once: how near its device, how near its problem. Then each rung takes the
// nearest of those it admits that fits here, and what did not fit is said.
#include "db/ladder.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

#include "db/nearness.hpp"
#include "db/schema.hpp"
#include "db/words.hpp"

namespace hone::lookup {
namespace {

/// The words of queries/ladder.sql; text() gives the same.
constexpr std::array<std::string_view, 9> matches{
    "exact", "near", "driver", "far", "architecture", "vendor", "portable", "standard", "none"};

/// A config that may be the answer.
struct Candidate {
    const Row* row;
    Kin kin;
    double distance;     // doublings, raggedness included
    double expected_ns;  // of the problem asked for, where the device is the same
    double regret = 0;   // of a cover's config: what it is expected to lose, in doublings
    bool of_cover = false;
};

/// The nearest first; among those about as near, today's texts, then what a run chose, then the
/// fastest.
auto order(const Book& book, const Candidate& candidate) {
    constexpr double about = 4;  // a quarter of a doubling
    const Row& row = *candidate.row;
    return std::tuple(std::floor(candidate.distance * about), !book.versions[row.version].newest,
                      !row.chosen, candidate.regret, candidate.expected_ns, candidate.distance);
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
        : book_(book), question_(question), rejected_(rejected) {
        const std::string name = plain_name(question.device);
        for (std::size_t d = 0; d < book.devices.size(); ++d)
            kin_.push_back(kin(book.devices[d], book.names[d], question.device, name));
        for (std::size_t v = 0; v < book.versions.size(); ++v)
            if (means(question.what, book.versions[v]))
                asked_.emplace(v,
                               arguments_of(book.versions[v].recipe, question.problem, complaint_));
        known_kernel_ = !asked_.empty();
        if (!complaint_.empty()) asked_.clear();
    }

    TunedKernel climb(const std::vector<Rung>& ladder) {
        weigh();
        for (const Rung& rung : ladder) {
            auto found = rung.match == Match::standard ? standard(rung) : best_of(rung);
            if (found) return *found;
        }
        TunedKernel none;
        none.precision = question_.precision;
        none.reason = why_nothing();
        return none;
    }

  private:
    void weigh() {
        if (asked_.empty()) return;
        for (const Row& row : book_.rows) weigh(row);
        for (const Cover& cover : book_.covers) weigh(cover);
    }

    bool is_meant(const Row& row) const {
        return asked_.contains(row.version) && row.precision == question_.precision &&
               !rejected_.contains({row.version, joined(row.config)});
    }

    Kin kin_of(const Row& row) const {
        const std::string& uuid = question_.device.uuid;
        const bool same_board = !uuid.empty() && row.uuid == uuid;
        return same_board ? std::max(kin_[row.device], Kin::board) : kin_[row.device];
    }

    /// What a config loses at the edges of the problem asked for, more than at the one it was timed
    /// for.
    double ragged(const Row& row, const std::vector<Exact>& timed) const {
        const Recipe& recipe = book_.versions[row.version].recipe;
        if (recipe.tiles.empty()) return 0;
        const auto& asked = asked_.at(row.version);
        return raggedness(recipe, slots_of(recipe, row.parameters, asked, question_), timed, asked);
    }

    double scaled(const Row& row, const std::vector<Exact>& timed, double ns) const {
        const Recipe& recipe = book_.versions[row.version].recipe;
        const double now = work(recipe, asked_.at(row.version), question_);
        const double then = work(recipe, timed, question_);
        return then > 0 ? ns * now / then : 0;
    }

    void weigh(const Row& row) {
        if (!is_meant(row)) return;
        const auto& asked = asked_.at(row.version);
        const Recipe& recipe = book_.versions[row.version].recipe;
        const auto apart = doublings(recipe, row.arguments, asked);
        if (!apart) return;
        const Kin kin = kin_of(row);
        const bool same_device = kin >= Kin::board;
        candidates_.push_back({&row, kin, *apart > 0 ? *apart + ragged(row, row.arguments) : 0,
                               same_device ? scaled(row, row.arguments, row.ns) : 0});
    }

    /// A config of a cover was timed for several problems: what it lost there, the nearest counting
    /// most, is what it is expected to lose here.
    void weigh(const Cover& cover) {
        if (!is_meant(cover.row) || kin_of(cover.row) < Kin::board) return;
        const auto& asked = asked_.at(cover.row.version);
        Candidate candidate{&cover.row, kin_of(cover.row), 1e9, 0, 0, true};
        double weights = 0;
        for (const Covered& covered : cover.problems) {
            const auto apart =
                doublings(book_.versions[cover.row.version].recipe, covered.arguments, asked);
            if (!apart) continue;
            if (*apart == 0) return;  // that problem has its own best
            const double weight = 1 / (*apart * *apart * *apart);
            const double edges = ragged(cover.row, covered.arguments);
            weights += weight;
            candidate.regret += weight * (std::log2(covered.ns / covered.best_ns) + edges);
            candidate.expected_ns += weight * scaled(cover.row, covered.arguments, covered.ns);
            candidate.distance = std::min(candidate.distance, *apart);
        }
        if (weights == 0) return;
        candidate.regret /= weights;
        candidate.expected_ns /= weights;
        candidates_.push_back(candidate);
    }

    std::optional<TunedKernel> best_of(const Rung& rung) {
        std::vector<const Candidate*> admitted;
        for (const Candidate& candidate : candidates_)
            if (candidate.kin >= rung.kin && candidate.distance <= rung.reach)
                admitted.push_back(&candidate);
        prefer_cover(admitted);
        std::ranges::sort(admitted, {}, [&](const Candidate* each) { return order(book_, *each); });
        for (const Candidate* candidate : admitted) {
            auto found = try_out(*candidate->row, rung, ran_here(*candidate));
            if (!found) continue;
            explain(*found, *candidate, rung);
            return found;
        }
        return std::nullopt;
    }

    /// On this board, and with as much local memory as its driver speaks of now.
    bool ran_here(const Candidate& candidate) const {
        return candidate.kin >= Kin::board &&
               book_.devices[candidate.row->device].local_memory == question_.device.local_memory;
    }

    /// Where a cover reaches, between the sizes that were tuned, it knows better than the nearest
    /// problem's own best.
    static void prefer_cover(std::vector<const Candidate*>& admitted) {
        const auto nearest = [&](bool of_cover) {
            double distance = 1e9;
            for (const Candidate* each : admitted)
                if (each->of_cover == of_cover) distance = std::min(distance, each->distance);
            return distance;
        };
        if (nearest(true) >= 1e9 || nearest(false) + 0.5 < nearest(true)) {
            std::erase_if(admitted, [](const Candidate* each) { return each->of_cover; });
        } else if (nearest(false) > 0) {
            std::erase_if(admitted, [](const Candidate* each) { return !each->of_cover; });
        }
    }

    std::optional<TunedKernel> try_out(const Row& row, const Rung& rung, bool ran_here) {
        const Version& version = book_.versions[row.version];
        std::string why_not;
        auto kernel = serve(version, row, asked_.at(row.version), question_, ran_here, why_not);
        if (kernel) {
            kernel->match = rung.match;
            kernel->confidence = rung.trust;
        } else if (misfit_.empty()) {
            misfit_ = version.name + " with " + joined(row.config) + ": " + why_not;
        }
        return kernel;
    }

    void explain(TunedKernel& kernel, const Candidate& candidate, const Rung& rung) const {
        const Row& row = *candidate.row;
        const Device& device = book_.devices[row.device];
        const Version& version = book_.versions[row.version];
        std::string reason = replaced(rung.reason, "{device}", device.name);
        reason = replaced(reason, "{driver}", device.driver);
        reason = replaced(reason, "{type}", device.type);
        reason = replaced(reason, "{problem}", problem_words(version.recipe, row.arguments));
        reason = replaced(reason, "{distance}", tenths(candidate.distance));
        if (candidate.of_cover) reason = "one of few configs for many sizes, " + reason;
        kernel.reason = reason + nearer_misfit();
        kernel.expected_ns = candidate.expected_ns;
        kernel.confidence *= std::exp2(-candidate.distance / rung.half) * (row.chosen ? 1 : 0.8);
        kernel.stale = stale(row, candidate.kin);
    }

    std::string stale(const Row& row, Kin kin) const {
        const Device& device = book_.devices[row.device];
        if (kin == Kin::board && device.driver != question_.device.driver)
            return "the driver was " + device.driver + ", now it is " + question_.device.driver;
        return book_.versions[row.version].newest ? "" : "the kernel's texts have changed since";
    }

    /// Of several kernels, the one that asks most of a device was written for such a one.
    std::vector<std::size_t> by_demand() const {
        const auto demand = [&](std::size_t place) {
            return std::ranges::count_if(book_.versions[place].recipe.slots.names(),
                                         [](auto& name) { return name.starts_with("device."); });
        };
        std::vector<std::size_t> places;
        for (const auto& [place, asked] : asked_)
            if (book_.versions[place].newest) places.push_back(place);
        std::ranges::stable_sort(places, std::greater{}, demand);
        return places;
    }

    /// The newest text of each kernel, each of its standard configs in order.
    std::optional<TunedKernel> standard(const Rung& rung) {
        const std::string nearer = nearer_misfit();  // defaults that do not fit are no news
        for (const std::size_t place : by_demand()) {
            const Version& version = book_.versions[place];
            for (const Settings& config : version.recipe.standards) {
                if (rejected_.contains({place, joined(config)})) continue;
                Row row;
                row.version = place;
                row.config = config;
                for (const Setting& setting : config) row.parameters.push_back(value_of(setting));
                auto found = try_out(row, rung, false);
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
        if (!known_kernel_) return "no database knows a kernel '" + question_.what + "'";
        if (!complaint_.empty()) return question_.what + ": " + complaint_;
        return "no kernel of " + question_.what + " can run here" +
               (misfit_.empty() ? "" : ": " + misfit_);
    }

    const Book& book_;
    const Question& question_;
    const Rejected& rejected_;
    std::vector<Kin> kin_;                             // of each device of the book
    std::map<std::size_t, std::vector<Exact>> asked_;  // the problem, as each version sees it
    std::string complaint_;
    bool known_kernel_ = false;
    std::vector<Candidate> candidates_;
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
