// SPDX-License-Identifier: MIT
// Uses the catalog and the time model that also answer applications.
#include "tuner/planning/loss_estimate.hpp"

#include "db/lookup/read_catalog.hpp"
#include "db/model/canonical_json.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/planning/likely_bests.hpp"
#include "tuner/planning/untimed_configs.hpp"

namespace hone {
namespace {

// A query of an application that can rewrite programs.
Query query_of(const std::string& what, const Device& device, const Problem& problem) {
    return {what, device, problem.precision, settings_of(problem), Rewriting::yes};
}

}  // namespace

const std::string& name_asked_for(const std::vector<Space>& spaces) {
    return spaces.size() == 1 ? spaces.front().name : spaces.front().routine;
}

LossEstimate::LossEstimate(Store& store)
    : catalog_(lookup::read_catalog({store.connection().file()}, lookup::Trust::stored)) {}

std::optional<ExpectedLoss> LossEstimate::at(const std::string& what, const Device& device,
                                             const Problem& problem) {
    return expected_loss(catalog_, query_of(what, device, problem), times_);
}

std::set<std::string> LossEstimate::far_behind(const std::string& what, const Device& device,
                                               const Problem& problem) {
    constexpr double times = 2;
    const Query query = query_of(what, device, problem);
    const lookup::Rejected none;
    const lookup::ConfigRanking ranking(catalog_, query, none, times_);
    std::set<std::string> kernels;
    for (const std::size_t version : hone::far_behind(ranking, times))
        kernels.insert(catalog_.versions[version].name);
    return kernels;
}

std::vector<StoredConfig> LossEstimate::untimed(const std::string& what, const Device& device,
                                                const Problem& problem) {
    constexpr std::size_t most = 8;  // over all kernels; another problem teaches more
    const Query query = query_of(what, device, problem);
    const lookup::Rejected none;
    const lookup::ConfigRanking ranking(catalog_, query, none, times_);
    std::vector<StoredConfig> configs;
    for (const auto& each : untimed_configs(ranking, most))
        configs.push_back({catalog_.versions[each.version].name, canonical(each.config)});
    return configs;
}

}  // namespace hone
