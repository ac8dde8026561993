// SPDX-License-Identifier: MIT
// Ranks tuned configs for a query: configs timed for this problem by their measured time, others by
// their expected time.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "db/device/device_similarity.hpp"
#include "db/lookup/instantiate.hpp"
#include "db/lookup/kernel_times.hpp"

namespace hone::lookup {

/// Rejections by the application, each for one device: configs, by the id of the kernel version and
/// the config as text, for one problem or for all; and programs, by that id and their build options.
class Rejected {
  public:
    bool has_program(const std::string& version, const std::string& options,
                     const Device& device) const {
        const auto found = programs_.find({version, options});
        return found != programs_.end() && std::ranges::count(found->second, device) > 0;
    }
    void add_program(const std::string& version, const std::string& options, const Device& device) {
        programs_[{version, options}].push_back(device);
    }
    bool contains(const std::string& version, const std::string& config, const Query& query) const {
        if (configs_.empty()) return false;
        const auto found = configs_.find({version, config});
        return found != configs_.end() &&
               std::ranges::any_of(found->second, [&](const OneDevice& one) {
                   return one.device == query.device && (one.problems.contains(everywhere) ||
                                                         one.problems.contains(text_of(query)));
               });
    }
    void add(const std::string& version, const std::string& config, const Device& device) {
        problems_of(version, config, device).insert(everywhere);
    }
    /// Rejects the config only for the query's problem.
    void add(const std::string& version, const std::string& config, const Query& query) {
        problems_of(version, config, query.device).insert(text_of(query));
    }
    /// Takes back what was rejected of this config for the query, and of its program.
    void remove(const std::string& version, const std::string& config, const std::string& options,
                const Query& query) {
        auto& problems = problems_of(version, config, query.device);
        problems.erase(everywhere);
        problems.erase(text_of(query));
        const auto program = programs_.find({version, options});
        if (program != programs_.end()) std::erase(program->second, query.device);
    }

  private:
    struct OneDevice {
        Device device;
        std::set<std::string> problems;
    };
    using Key = std::pair<std::string, std::string>;

    std::set<std::string>& problems_of(const std::string& version, const std::string& config,
                                       const Device& device) {
        std::vector<OneDevice>& all = configs_[{version, config}];
        const auto found = std::ranges::find(all, device, &OneDevice::device);
        return found != all.end() ? found->problems
                                  : all.emplace_back(OneDevice{device, {}}).problems;
    }
    static std::string text_of(const Query& query) {
        return query.precision + ' ' + joined(query.problem);
    }

    static constexpr const char* everywhere = "";
    std::map<Key, std::vector<OneDevice>> configs_;
    std::map<Key, std::vector<Device>> programs_;
};

/// The problem of a query as the arguments of one version of a kernel.
struct VersionProblem {
    std::size_t version = 0;
    std::vector<Number> variables;  // without the values of a config
    ProblemPoint point;
};

/// A tuned config that may answer the query.
struct RankedConfig {
    const TunedRow* row = nullptr;
    const CoverConfig* cover = nullptr;  // the cover of the row, or null
    const VersionProblem* problem = nullptr;
    const ProblemPoint* timed = nullptr;  // the nearest problem that it was timed for
    DeviceSimilarity similarity = DeviceSimilarity::none;
    double distance = 0;     // to that problem, in log2
    double expected_ns = 0;  // for the problem of the query
    const TunedRow* program =
        nullptr;  // for an untimed config: the timed config with the same program
};

/// Ranks the configs of the catalog for one query.
class ConfigRanking {
  public:
    ConfigRanking(const Catalog& catalog, const Query& query, const Rejected& rejected,
                  TimesCache& times);

    /// The query's problem for each kernel version that the query names and that has all its
    /// arguments.
    const std::vector<VersionProblem>& version_problems() const { return version_problems_; }
    /// Whether the config ran on this board while the driver reported the same local memory.
    bool ran_here(const RankedConfig& config) const;
    /// Why there can be no answer; empty if there can.
    const std::string& complaint() const { return complaint_; }

    /// The stored bests of this problem on devices that are at least this similar, by their time.
    std::vector<RankedConfig> exact(DeviceSimilarity least) const;
    /// The candidates on this device, by their measured or expected time: the stored bests of this
    /// problem, and all timed configs of kernels whose search for this problem did not finish.
    std::vector<RankedConfig> here() const;
    /// Configs timed for this problem on this device that were checked at no other size. An
    /// application gets one if no other config can run.
    std::vector<RankedConfig> checked_only_here() const;
    /// The configs measured for this problem under sustained load, by the query's objective.
    std::vector<RankedConfig> under_load(DeviceSimilarity least) const;
    /// All configs timed on devices that are at least this similar, by their expected time.
    std::vector<RankedConfig> estimated(DeviceSimilarity least) const;
    /// The times of a kernel version on devices that are at least this similar.
    const KernelTimes& times_of(const VersionProblem& problem, DeviceSimilarity least) const;
    const Catalog& catalog() const { return catalog_; }

  private:
    using EndedSearches = std::map<std::string, DeviceSimilarity>;  // by the kernel's name

    bool is_rejected(const TunedRow& row) const;
    bool can_run(const RankedConfig& config) const;
    EndedSearches ended_searches(const std::vector<RankedConfig>& bests) const;
    DeviceSimilarity similarity_of(const TunedRow& row) const;
    TimesKey times_key(const VersionProblem& problem, DeviceSimilarity least) const;
    void add_estimated(const VersionProblem& problem, DeviceSimilarity least,
                       std::vector<RankedConfig>& all) const;

    const Catalog& catalog_;
    const Query& query_;
    const Rejected& rejected_;
    TimesCache& times_;
    std::vector<DeviceSimilarity> similarity_;  // per device of the catalog
    std::vector<VersionProblem> version_problems_;
    std::string complaint_;
};

}  // namespace hone::lookup
