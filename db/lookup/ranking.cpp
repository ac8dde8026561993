// SPDX-License-Identifier: MIT
// What a config lost where it was timed, beside the fastest of all kernels, the nearest problem
// counting most, and what its tiles waste here and did not waste there: that is what it is expected
// to lose here.
#include "db/lookup/ranking.hpp"

#include <algorithm>
#include <cmath>

namespace hone::lookup {
namespace {

// Of what is known of one problem alone, the loss that each doubling away from it may bring.
constexpr double unknown = 0.3;
constexpr double outdated = 0.1;   // what a config loses whose kernel has a newer text
constexpr double unchosen = 0.05;  // and one that no run came to choose

/// One time of a config, on whatever problem.
struct Timed {
    const Point& point;
    double excess, ns, best_ns;
};

/// What several times say together, the nearest counting most.
class Outlook {
  public:
    explicit Outlook(double excess) : excess_(excess) {}

    void add(const Recipe& recipe, const Point& asked, const Timed& timed) {
        const auto apart = doublings(recipe, timed.point, asked);
        if (!apart) return;
        constexpr double nearest = 0.01;
        const double weight = 1 / std::pow(std::max(*apart, nearest), 2);
        const double more = excess_ - timed.excess;
        weights_ += weight;
        // What it wasted there without losing by it, nobody could do without.
        loss_ += weight * std::max(0.0, std::log2(timed.ns / timed.best_ns) + more);
        ns_ += weight * std::log2(timed.ns * asked.work / timed.point.work * std::exp2(more));
    }
    double loss() const { return loss_ / weights_; }
    double ns() const { return std::exp2(ns_ / weights_); }

  private:
    double excess_;
    double weights_ = 0, loss_ = 0, ns_ = 0;
};

}  // namespace

// What can be told to nobody is no bar either: a program that is rewritten, a config that a newer
// text rules out.
void BestTimes::add(const Row& row) {
    if (!row.fits_there) return;
    double& best = ns_.try_emplace({row.device, row.problem}, row.ns).first->second;
    best = std::min(best, row.ns);
}

double BestTimes::of(const Row& row, std::size_t problem, double ns) const {
    const auto found = ns_.find({row.device, problem});
    return found == ns_.end() ? ns : std::min(ns, found->second);
}

Inquiry::Inquiry(const Book& book, const Question& question, const Rejected& rejected)
    : book_(book), question_(question), rejected_(rejected) {
    bool known = false;
    for (std::size_t v = 0; v < book.versions.size(); ++v) {
        if (!means(question.what, book.versions[v])) continue;
        known = true;
        const Recipe& recipe = book.versions[v].recipe;
        std::vector<Exact> arguments = arguments_of(recipe, question.problem, complaint_);
        const std::vector<Exact> no_config(recipe.parameters.size(), nothing);
        auto slots = slots_of(recipe, no_config, arguments, question.device, question.precision);
        Point point = point_of(recipe, std::move(arguments), slots);
        asked_.push_back({v, std::move(slots), std::move(point)});
    }
    if (!complaint_.empty()) {
        asked_.clear();
        complaint_ = question.what + ": " + complaint_;
    }
    if (!known) complaint_ = "no database knows a kernel '" + question.what + "'";
    if (!known && book.foreign.contains(question.what))
        complaint_ = "'" + question.what +
                     "' did not come with hone, and the databases that have it "
                     "are not trusted";
    const std::string name = plain_name(question.device);
    for (std::size_t d = 0; d < book.devices.size(); ++d)
        kin_.push_back(kin(book.devices[d], book.names[d], question.device, name));
    for (const Asked& asked : asked_)
        for (const Row& row : shelf_of(asked)) bests_.add(row);
}

std::span<const Row> Inquiry::shelf_of(const Asked& asked) const {
    const std::pair<std::size_t, std::string_view> shelf{asked.version, question_.precision};
    const auto rows = std::ranges::equal_range(book_.rows, shelf, {}, by_shelf);
    return {rows.begin(), rows.end()};
}

bool Inquiry::is_rejected(const Row& row) const {
    return !rejected_.empty() && rejected_.contains({book_.versions[row.version].id, row.words});
}

Kin Inquiry::kin_of(const Row& row) const {
    const std::string& uuid = question_.device.uuid;
    const bool same_board = !uuid.empty() && row.uuid == uuid;
    return same_board ? std::max(kin_[row.device], Kin::board) : kin_[row.device];
}

std::vector<Prospect> Inquiry::prospects() const {
    std::vector<Prospect> all;
    for (const Asked& asked : asked_) {
        add_rows(asked, all);
        for (const Cover& cover : book_.covers) add_cover(asked, cover, all);
    }
    return all;
}

void Inquiry::add_rows(const Asked& asked, std::vector<Prospect>& all) const {
    const Recipe& recipe = book_.versions[asked.version].recipe;
    for (const Row& row : shelf_of(asked)) {
        if (is_rejected(row)) continue;
        const auto apart = doublings(recipe, row.point, asked.point);
        if (apart) all.push_back({&row, nullptr, &asked, &row.point, kin_of(row), *apart});
    }
}

void Inquiry::add_cover(const Asked& asked, const Cover& cover, std::vector<Prospect>& all) const {
    const std::pair<std::size_t, std::string_view> shelf{asked.version, question_.precision};
    const Row& row = cover.row;
    if (by_shelf(row) != shelf || is_rejected(row) || kin_of(row) < Kin::board) return;
    Prospect prospect{&row, &cover, &asked, nullptr, kin_of(row), 0};
    for (const Covered& covered : cover.problems) {
        const auto apart =
            doublings(book_.versions[row.version].recipe, covered.point, asked.point);
        if (!apart || (prospect.timed && *apart >= prospect.distance)) continue;
        prospect.timed = &covered.point;
        prospect.distance = *apart;
    }
    if (prospect.timed) all.push_back(prospect);
}

void Inquiry::weigh(Prospect& prospect) const {
    const Row& row = *prospect.row;
    const Version& version = book_.versions[row.version];
    std::vector<Exact> slots = prospect.asked->slots;
    std::ranges::copy(row.parameters, slots.begin());
    Outlook outlook(excess(version.recipe, slots));
    const auto add = [&](const Timed& timed) {
        outlook.add(version.recipe, prospect.asked->point, timed);
    };
    if (prospect.cover) {
        for (const Covered& one : prospect.cover->problems)
            add({one.point, one.excess, one.ns, bests_.of(row, one.problem, one.best_ns)});
    } else {
        add({row.point, row.excess, row.ns, bests_.of(row, row.problem, row.ns)});
    }
    prospect.loss = outlook.loss() + (prospect.cover ? 0 : unknown * prospect.distance) +
                    (version.newest ? 0 : outdated) + (row.chosen ? 0 : unchosen);
    prospect.expected_ns = prospect.kin >= Kin::board ? outlook.ns() : 0;
}

}  // namespace hone::lookup
