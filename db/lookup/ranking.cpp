// SPDX-License-Identifier: MIT
// The expected loss of a config: the log2 of its time over the best time of all kernels, averaged
// over the problems that it was timed for, weighted by 1 / distance^2, plus the difference in what
// its tiles waste.
#include "db/lookup/ranking.hpp"

#include <algorithm>
#include <cmath>

namespace hone::lookup {
namespace {

// Expected loss for each unit of log2 distance, for a config that was timed on one problem alone.
constexpr double loss_per_doubling = 0.3;
constexpr double outdated_loss = 0.1;   // added where the kernel has a newer version
constexpr double unchosen_loss = 0.05;  // added where no finished run has chosen the config

/// One time of a config on one problem.
struct TimedConfig {
    const ProblemPoint& point;
    double tile_waste, ns, best_ns;
};

/// A weighted mean over several times, the nearest problem with the largest weight.
class CostEstimate {
  public:
    explicit CostEstimate(double tile_waste) : tile_waste_(tile_waste) {}

    void add(const Recipe& recipe, const ProblemPoint& problem, const TimedConfig& timed) {
        const auto apart = log2_distance(recipe, timed.point, problem);
        if (!apart) return;
        constexpr double nearest = 0.01;
        const double weight = 1 / std::pow(std::max(*apart, nearest), 2);
        const double more = tile_waste_ - timed.tile_waste;
        weights_ += weight;
        // Waste that cost nothing there was necessary: no config could avoid it.
        loss_ += weight * std::max(0.0, std::log2(timed.ns / timed.best_ns) + more);
        ns_ += weight * std::log2(timed.ns * problem.work / timed.point.work * std::exp2(more));
    }
    double loss() const { return loss_ / weights_; }
    double ns() const { return std::exp2(ns_ / weights_); }

  private:
    double tile_waste_;
    double weights_ = 0, loss_ = 0, ns_ = 0;
};

}  // namespace

// A config that cannot be handed out sets no best time: one that a newer version of the kernel
// rules out, or one whose program is rewritten where the query does not allow it.
void BestTimes::add(const TunedRow& row) {
    if (!row.conditions_held) return;
    double& best = ns_.try_emplace({row.device, row.problem}, row.ns).first->second;
    best = std::min(best, row.ns);
}

double BestTimes::of(const TunedRow& row, std::size_t problem, double ns) const {
    const auto found = ns_.find({row.device, problem});
    return found == ns_.end() ? ns : std::min(ns, found->second);
}

ConfigRanking::ConfigRanking(const Catalog& catalog, const Query& query, const Rejected& rejected)
    : catalog_(catalog), query_(query), rejected_(rejected) {
    bool known = false;
    for (std::size_t v = 0; v < catalog.versions.size(); ++v) {
        if (!matches(query.what, catalog.versions[v])) continue;
        known = true;
        const Recipe& recipe = catalog.versions[v].recipe;
        std::vector<Number> arguments = arguments_of(recipe, query.problem, complaint_);
        const std::vector<Number> no_config(recipe.parameters.size(), Number(Fault::not_a_number));
        auto variables =
            variable_values(recipe, no_config, arguments, query.device, query.precision);
        ProblemPoint point = point_of(recipe, std::move(arguments), variables);
        version_problems_.push_back({v, std::move(variables), std::move(point)});
    }
    if (!complaint_.empty()) {
        version_problems_.clear();
        complaint_ = query.what + ": " + complaint_;
    }
    if (!known) complaint_ = "no database has a kernel '" + query.what + "'";
    if (!known && catalog.untrusted.contains(query.what))
        complaint_ = "'" + query.what +
                     "' did not come with hone, and the databases that have it "
                     "are not trusted";
    const std::string name = normalized_name(query.device);
    for (std::size_t d = 0; d < catalog.devices.size(); ++d)
        similarity_.push_back(
            device_similarity(catalog.devices[d], catalog.names[d], query.device, name));
    for (const VersionProblem& problem : version_problems_) {
        const bool rewritten = !catalog.versions[problem.version].recipe.rewrite.empty();
        if (rewritten && query.rewriting == Rewriting::no) continue;
        for (const TunedRow& row : rows_of(problem)) bests_.add(row);
    }
}

std::span<const TunedRow> ConfigRanking::rows_of(const VersionProblem& problem) const {
    const std::pair<std::size_t, std::string_view> key{problem.version, query_.precision};
    const auto rows = std::ranges::equal_range(catalog_.rows, key, {}, by_version_and_precision);
    return {rows.begin(), rows.end()};
}

bool ConfigRanking::is_rejected(const TunedRow& row) const {
    return !rejected_.empty() &&
           rejected_.contains({catalog_.versions[row.version].id, row.config_text});
}

DeviceSimilarity ConfigRanking::similarity_of(const TunedRow& row) const {
    const std::string& uuid = query_.device.uuid;
    const bool same_board = !uuid.empty() && row.uuid == uuid;
    return same_board ? std::max(similarity_[row.device], DeviceSimilarity::board)
                      : similarity_[row.device];
}

std::vector<RankedConfig> ConfigRanking::candidates() const {
    std::vector<RankedConfig> all;
    for (const VersionProblem& problem : version_problems_) {
        add_rows(problem, all);
        for (const CoverConfig& cover : catalog_.covers) add_cover(problem, cover, all);
    }
    return all;
}

void ConfigRanking::add_rows(const VersionProblem& problem, std::vector<RankedConfig>& all) const {
    const Recipe& recipe = catalog_.versions[problem.version].recipe;
    for (const TunedRow& row : rows_of(problem)) {
        if (is_rejected(row)) continue;
        const auto apart = log2_distance(recipe, row.point, problem.point);
        if (apart) all.push_back({&row, nullptr, &problem, &row.point, similarity_of(row), *apart});
    }
}

void ConfigRanking::add_cover(const VersionProblem& problem, const CoverConfig& cover,
                              std::vector<RankedConfig>& all) const {
    const std::pair<std::size_t, std::string_view> key{problem.version, query_.precision};
    const TunedRow& row = cover.row;
    if (by_version_and_precision(row) != key || is_rejected(row) ||
        similarity_of(row) < DeviceSimilarity::board)
        return;
    RankedConfig candidate{&row, &cover, &problem, nullptr, similarity_of(row), 0};
    for (const CoveredProblem& covered : cover.problems) {
        const auto apart =
            log2_distance(catalog_.versions[row.version].recipe, covered.point, problem.point);
        if (!apart || (candidate.timed && *apart >= candidate.distance)) continue;
        candidate.timed = &covered.point;
        candidate.distance = *apart;
    }
    if (candidate.timed) all.push_back(candidate);
}

void ConfigRanking::estimate_cost(RankedConfig& candidate) const {
    const TunedRow& row = *candidate.row;
    const KernelVersion& version = catalog_.versions[row.version];
    std::vector<Number> variables = candidate.problem->variables;
    std::ranges::copy(row.parameters, variables.begin());
    CostEstimate cost(tile_waste(version.recipe, variables));
    const auto add = [&](const TimedConfig& timed) {
        cost.add(version.recipe, candidate.problem->point, timed);
    };
    if (candidate.cover) {
        for (const CoveredProblem& one : candidate.cover->problems)
            add({one.point, one.tile_waste, one.ns, bests_.of(row, one.problem, one.best_ns)});
    } else {
        add({row.point, row.tile_waste, row.ns, bests_.of(row, row.problem, row.ns)});
    }
    candidate.loss = cost.loss() + (candidate.cover ? 0 : loss_per_doubling * candidate.distance) +
                     (version.newest ? 0 : outdated_loss) + (row.chosen ? 0 : unchosen_loss);
    candidate.expected_ns = candidate.similarity >= DeviceSimilarity::board ? cost.ns() : 0;
}

}  // namespace hone::lookup
