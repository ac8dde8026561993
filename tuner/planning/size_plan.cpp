// SPDX-License-Identifier: MIT
// A size counts as tuned if each kernel that was searched there has a finished search.
#include "tuner/planning/size_plan.hpp"

#include <algorithm>
#include <functional>

#include "db/device/device_similarity.hpp"
#include "db/model/canonical_json.hpp"
#include "spaces/base/parallel.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

bool is_search(const Run& run) {
    return run.source == Source::local &&
           std::ranges::any_of(strategies(),
                               [&](const StrategyKind& kind) { return kind.name == run.strategy; });
}

bool lies_within(const SizeRange& range, const Extents& size) {
    for (std::size_t e = 0; e < size.size(); ++e)
        if (size[e] < range.bounds[e].least || size[e] > range.bounds[e].most) return false;
    return true;
}

bool contains(const std::vector<Extents>& sizes, const Extents& size) {
    return std::ranges::find(sizes, size) != sizes.end();
}

/// Computes the loss of each size, on all cores.
std::vector<double> losses(const std::vector<Extents>& sizes,
                           const std::function<double(const Extents&)>& loss) {
    std::vector<double> all(sizes.size());
    for_each_index(sizes.size(), [&](std::size_t i) { all[i] = loss(sizes[i]); });
    return all;
}

}  // namespace

Conditions conditions_from(const std::string& stored) {
    Conditions conditions;
    for (const Setting& one : hone::settings_of(std::string_view(stored))) {
        if (one.first == "cache") conditions.cold = text(one) == "cold";
        if (one.first == "options") conditions.options = text(one);
    }
    return conditions;
}

SizePlan::SizePlan(SizesWanted wanted, const LocalDevice& device, const std::vector<Space>& spaces,
                   Store& store, const ConditionsOf& conditions)
    : wanted_(std::move(wanted)),
      device_(device.device),
      what_(name_asked_for(spaces)),
      pool_(size_pool(wanted_.range.bounds, wanted_.range.count, wanted_.seed)) {
    const auto searches = searches_of(store, device, spaces, wanted_.like.precision);
    for (const auto& [text, by_kernel] : searches) {
        const auto searched = size_of(text, spaces.front().variants);
        if (!searched || !lies_within(wanted_.range, searched->size)) continue;
        const SearchState state = state_of(by_kernel, spaces, searched->problem, conditions);
        if (!state.any) continue;
        if (searched->here)
            (state.is_done ? tuned_.here : unfinished_).push_back(searched->size);
        else if (state.is_done)
            finish_other_layout(searched->size);
    }
}

// A kernel that got no time does not keep a size from counting as tuned.
SizePlan::SearchState SizePlan::state_of(const Searched& by_kernel,
                                         const std::vector<Space>& spaces, const Problem& problem,
                                         const ConditionsOf& conditions) {
    SearchState state;
    for (const Space& space : spaces) {
        const auto found = by_kernel.find(space.name);
        if (found == by_kernel.end()) continue;
        std::optional<Conditions> wanted;
        if (conditions) wanted = conditions(space, problem);
        for (const auto& [measured, finished] : found->second) {
            if (wanted && *wanted != measured) continue;
            state.any = true;
            state.is_done &= finished;
        }
    }
    return state;
}

SizePlan::Searches SizePlan::searches_of(Store& store, const LocalDevice& device,
                                         const std::vector<Space>& spaces,
                                         const std::string& precision) {
    const auto devices = store.devices();
    const auto kernels = store.kernels();
    Searches searches;
    for (const Run& run : store.runs()) {
        const MeasurementKey& key = run.key;
        if (!is_search(run) || key.precision != precision ||
            !lookup::is_same_board(devices.at(key.device), device.device))
            continue;
        const std::string& kernel = kernels.at(key.kernel).name;
        if (std::ranges::find(spaces, kernel, &Space::name) == spaces.end()) continue;
        bool& finished = searches[key.problem][kernel][conditions_from(key.conditions)];
        finished |= run.state == State::finished;
    }
    return searches;
}

// Returns nullopt if the problem differs in more than its size and layout.
std::optional<SizePlan::SearchedSize> SizePlan::size_of(
    const std::string& problem, const std::vector<std::string>& variants) const {
    const Names arguments = arguments_from(problem);
    Extents size;
    for (const std::string& name : wanted_.range.names) {
        const auto found = arguments.find(name);
        const auto* number =
            found == arguments.end() ? nullptr : std::get_if<Number>(&found->second);
        if (!number) return std::nullopt;
        size.push_back(number->numerator());
    }
    Problem alike = problem_of(size);
    if (problem_text(alike) == problem) return SearchedSize{size, alike, true};
    for (const std::string& variant : variants)
        if (const auto found = arguments.find(variant); found != arguments.end())
            alike.arguments.insert_or_assign(variant, found->second);
    if (problem_text(alike) == problem) return SearchedSize{size, alike, false};
    return std::nullopt;
}

Problem SizePlan::problem_of(const Extents& size) const {
    Problem problem = wanted_.like;
    for (std::size_t e = 0; e < size.size(); ++e)
        problem.arguments.insert_or_assign(wanted_.range.names[e], Number(size[e]));
    return problem;
}

std::optional<double> SizePlan::loss_at(LossEstimate& estimate, const Extents& size) const {
    const auto loss = estimate.at(what_, device_, problem_of(size));
    return loss ? std::optional(loss->total()) : std::nullopt;
}

std::optional<SizeChoice> SizePlan::next(LossEstimate& estimate) const {
    if (!unfinished_.empty()) return SizeChoice{unfinished_.front()};
    return choose_size(pool_, tuned_, [&](const Extents& size) { return loss_at(estimate, size); });
}

void SizePlan::finish(const Extents& size) {
    std::erase(unfinished_, size);
    if (!contains(tuned_.here, size)) tuned_.here.push_back(size);
}

void SizePlan::finish_other_layout(const Extents& size) {
    if (!contains(tuned_.other_layouts, size)) tuned_.other_layouts.push_back(size);
}

void SizePlan::ask_about_all(LossEstimate& estimate) {
    std::vector<Extents> sizes;
    const auto add = [&](const Extents& size) {
        if (!contains(timed_, size) && !contains(sizes, size)) sizes.push_back(size);
    };
    std::ranges::for_each(pool_.drawn, add);
    std::ranges::for_each(tuned_.here, add);
    const auto lost =
        losses(sizes, [&](const Extents& size) { return known_loss(estimate, size); });
    for (std::size_t i = 0; i < sizes.size(); ++i) lossy_.push_back({std::move(sizes[i]), lost[i]});
}

double SizePlan::known_loss(LossEstimate& estimate, const Extents& size) const {
    const auto expected = estimate.at(what_, device_, problem_of(size));
    return expected ? expected->of_known() : 0;
}

// Later measurements usually lower the loss. So only the size with the largest earlier estimate is
// estimated again, until one stays first.
std::optional<Extents> SizePlan::take_most_lost(LossEstimate& estimate) {
    std::set<Extents> asked;
    while (!lossy_.empty()) {
        const auto most = std::ranges::max_element(lossy_, {}, &LossySize::loss);
        if (asked.insert(most->size).second) {
            most->loss = known_loss(estimate, most->size);
            continue;
        }
        if (most->loss <= 0) break;
        const Extents size = most->size;
        lossy_.erase(most);
        return size;
    }
    return std::nullopt;
}

std::optional<Problem> SizePlan::next_to_time(LossEstimate& estimate) {
    const auto first = std::ranges::find_if(
        tuned_.here, [&](const Extents& size) { return !contains(timed_, size); });
    return first != tuned_.here.end() ? timed_next(*first) : next_by_loss(estimate);
}

std::optional<Problem> SizePlan::next_by_loss(LossEstimate& estimate) {
    if (tuned_.here.empty() && tuned_.other_layouts.empty()) return std::nullopt;
    if (lossy_.empty()) ask_about_all(estimate);
    return timed_next(take_most_lost(estimate));
}

std::optional<Problem> SizePlan::timed_next(const std::optional<Extents>& size) {
    if (!size) return std::nullopt;
    timed_.push_back(*size);
    return problem_of(*size);
}

std::optional<double> SizePlan::mean_loss(LossEstimate& estimate) const {
    if (tuned_.here.empty() && tuned_.other_layouts.empty()) return std::nullopt;
    constexpr std::size_t count = 24;
    const auto sizes = random_sizes(wanted_.range.bounds, count, wanted_.seed + 1);
    std::vector<std::optional<double>> known(count);
    for_each_index(count, [&](std::size_t i) { known[i] = loss_at(estimate, sizes[i]); });
    return hone::mean_loss(sizes, known, tuned_);
}

}  // namespace hone
