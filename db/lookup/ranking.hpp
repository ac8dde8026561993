// SPDX-License-Identifier: MIT
// Ranks tuned configs for a query: how far the problem that each was timed for is from the one
// asked for, and how much time each is expected to lose against the best.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "db/device/device_similarity.hpp"
#include "db/lookup/instantiate.hpp"

namespace hone::lookup {

/// Configs that the application has rejected: the id of a kernel's version, and the config as text.
using Rejected = std::set<std::pair<std::string, std::string>>;

/// The problem of a query as the arguments of one version of a kernel.
struct VersionProblem {
    std::size_t version = 0;
    std::vector<Number> variables;  // without a config's values
    ProblemPoint point;
};

/// A tuned config that may answer the query.
struct RankedConfig {
    const TunedRow* row = nullptr;
    const CoverConfig* cover = nullptr;  // that the row belongs to, or nullptr
    const VersionProblem* problem = nullptr;
    const ProblemPoint* timed = nullptr;  // the nearest problem that it was timed for
    DeviceSimilarity similarity = DeviceSimilarity::none;
    double distance = 0;     // to that problem, in log2
    double loss = 0;         // expected log2 of its time over the best possible time
    double expected_ns = 0;  // for the problem of the query, where the device is the same

    /// Whether it was timed for this very problem on this very device.
    bool is_exact() const {
        return similarity >= DeviceSimilarity::board && distance == 0 && !cover;
    }
};

/// The fastest time of each problem on each device, of all kernels that the query names.
class BestTimes {
  public:
    void add(const TunedRow& row);
    /// The best of the problem on the device of the row, at most `ns`.
    double of(const TunedRow& row, std::size_t problem, double ns) const;

  private:
    std::map<std::pair<std::size_t, std::size_t>, double> ns_;  // by device and problem
};

/// Ranks the configs of the catalog for one query.
class ConfigRanking {
  public:
    ConfigRanking(const Catalog& catalog, const Query& query, const Rejected& rejected);

    /// The query's problem for each kernel version that it names; empty where an argument is
    /// unknown.
    const std::vector<VersionProblem>& version_problems() const { return version_problems_; }
    /// Why there can be no answer, or an empty text.
    const std::string& complaint() const { return complaint_; }

    /// Every config that was timed for the same computation, its cost not yet estimated.
    std::vector<RankedConfig> candidates() const;
    /// Estimates the config's loss and its time for the query's problem.
    void estimate_cost(RankedConfig& candidate) const;

  private:
    std::span<const TunedRow> rows_of(const VersionProblem& problem) const;
    bool is_rejected(const TunedRow& row) const;
    DeviceSimilarity similarity_of(const TunedRow& row) const;
    void add_rows(const VersionProblem& problem, std::vector<RankedConfig>& all) const;
    void add_cover(const VersionProblem& problem, const CoverConfig& cover,
                   std::vector<RankedConfig>& all) const;

    const Catalog& catalog_;
    const Query& query_;
    const Rejected& rejected_;
    std::vector<DeviceSimilarity> similarity_;  // of each device of the catalog
    std::vector<VersionProblem> version_problems_;
    BestTimes bests_;
    std::string complaint_;
};

}  // namespace hone::lookup
