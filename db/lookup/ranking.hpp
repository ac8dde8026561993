// SPDX-License-Identifier: MIT
// Ranks tuned configs for a query: those that were timed for this very problem by their time,
// others by what they are expected to take.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "db/device/device_similarity.hpp"
#include "db/lookup/instantiate.hpp"
#include "db/lookup/kernel_times.hpp"
#include "db/lookup/untimed_configs.hpp"

namespace hone::lookup {

/// Configs that the application has rejected: by the id of a kernel's version, and the config as text.
class Rejected {
  public:
    bool contains(const std::string& version, const std::string& config, const Query& query) const {
        if (all_.empty()) return false;
        const auto found = all_.find({version, config});
        return found != all_.end() &&
               (found->second.contains(everywhere) || found->second.contains(text_of(query)));
    }
    void add(const std::string& version, const std::string& config) {
        all_[{version, config}].insert(everywhere);
    }
    /// For its problem alone.
    void add(const std::string& version, const std::string& config, const Query& query) {
        all_[{version, config}].insert(text_of(query));
    }

  private:
    static std::string text_of(const Query& query) {
        return query.precision + ' ' + joined(query.problem);
    }

    static constexpr const char* everywhere = "";
    std::map<std::pair<std::string, std::string>, std::set<std::string>> all_;  // the problems
};

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
    double expected_ns = 0;  // for the problem of the query
    const TunedRow* program =
        nullptr;  // the timed config whose program it has, where it was not timed itself
};

/// Ranks the configs of the catalog for one query.
class ConfigRanking {
  public:
    ConfigRanking(const Catalog& catalog, const Query& query, const Rejected& rejected,
                  TimesCache& times);

    /// The query's problem for each kernel version that it names and that has all its arguments.
    const std::vector<VersionProblem>& version_problems() const { return version_problems_; }
    /// Why there can be no answer, or an empty text.
    const std::string& complaint() const { return complaint_; }

    /// The stored bests of this very problem on this device, of devices that are at least as
    /// similar, by their time.
    std::vector<RankedConfig> exact(DeviceSimilarity least) const;
    /// Those of this very problem that were measured under steady load, by the query's objective.
    std::vector<RankedConfig> under_load(DeviceSimilarity least) const;
    /// Every config that was timed on devices that are at least as similar, by what it is expected
    /// to take.
    std::vector<RankedConfig> estimated(DeviceSimilarity least) const;
    /// At most so many configs of each kernel version that may be the fastest, and how sure that
    /// is.
    std::vector<KernelTimes::Contenders> contenders(DeviceSimilarity least, std::size_t most) const;
    /// Configs that were never timed for this problem on such devices and may be about as fast there as what is
    /// told for it: at most so many of all kernels, in the order of the time that they may reach.
    std::vector<UntimedConfig> untimed(DeviceSimilarity least, std::size_t most) const;
    /// Kernel versions that were timed for several problems and whose configs take more than so many times as
    /// long here as the fastest, even where they are faster than expected, and that one slower.
    std::vector<std::size_t> far_behind(DeviceSimilarity least, double times) const;

  private:
    bool is_rejected(const TunedRow& row) const;
    DeviceSimilarity similarity_of(const TunedRow& row) const;
    double fastest(
        DeviceSimilarity least,
        const std::function<double(const KernelTimes::Contenders&, std::size_t)>& time_of) const;
    double time_told(DeviceSimilarity least) const;
    double time_at_worst(DeviceSimilarity least) const;
    TimesKey times_key(const VersionProblem& problem, DeviceSimilarity least) const;
    void add_estimated(const VersionProblem& problem, DeviceSimilarity least,
                       std::vector<RankedConfig>& all) const;

    const Catalog& catalog_;
    const Query& query_;
    const Rejected& rejected_;
    TimesCache& times_;
    std::vector<DeviceSimilarity> similarity_;  // of each device of the catalog
    std::vector<VersionProblem> version_problems_;
    std::string complaint_;
};

}  // namespace hone::lookup
