// SPDX-License-Identifier: MIT
// The strategy's config needs no trial if an earlier run has measured it, if the rules exclude it,
// or if it is the default config, which is measured anyway.
#include "tuner/session/trial_source.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include "db/model/counting_trial.hpp"
#include "tuner/catalog/default_config.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

// Returns nullopt for a failure.
std::optional<double> time_of(const Trial& trial) {
    return trial.outcome == Outcome::ok ? std::optional(trial.time.median) : std::nullopt;
}

}  // namespace

TrialSource::TrialSource(const Task& task, Store& store, const Candidates& candidates,
                         const MeasurementKey& key, TrialSourceCallbacks callbacks)
    : task_(task),
      store_(store),
      candidates_(candidates),
      callbacks_(std::move(callbacks)),
      search_(make_strategy(task.strategy, search_problem_of(task, store, candidates))),
      pruner_(task.setup, task.timeouts, store, key),
      peaks_(measured_peaks(store, key)),
      default_config_(hone::default_config(task.setup.kernel.source, task.setup.space)),
      random_(task.setup.seed) {}

void TrialSource::recall(const std::vector<Trial>& trials) {
    for (const Trial& trial : trials) {
        if (is_device_failure(trial)) continue;  // it will be tried again
        const auto config = config_from(task_.setup.space, trial.config);
        if (config && candidates_.contains(*config)) history_.record(*config, trial);
    }
    // The strategy gets all other known times when it asks for these configs.
    constexpr std::size_t most = 400;
    const std::size_t latest = trials.size() - std::min(most, trials.size());
    for (const Trial& trial : std::span(trials).subspan(latest)) {
        const auto config = config_from(task_.setup.space, trial.config);
        const Trial* known = config ? history_.find(*config) : nullptr;
        if (known && known->id == trial.id && search_.recall(*config, time_of(trial)))
            count_recalled(*config);
    }
}

// Without a time limit, or with twice the time of the runs that cut a config off, the config is
// tried in its turn.
void TrialSource::defer_cut_off(const std::vector<CutOff>& cut_off) {
    for (const CutOff& each : cut_off) {
        const auto longest = std::chrono::milliseconds(each.longest_ms);
        if (!task_.time_limit || *task_.time_limit >= 2 * longest) continue;
        const auto config = config_from(task_.setup.space, each.config);
        if (config && candidates_.contains(*config) && !history_.contains(*config))
            cut_off_.emplace(++asked_, *config);
    }
}

bool TrialSource::was_cut_off(const Config& config) const {
    return std::ranges::any_of(cut_off_, [&](const auto& each) { return each.second == config; });
}

const Trial& TrialSource::count_recalled(const Config& config) {
    const Trial& earlier = history_.mark_tried(config, true);
    learn_from(pruner_.plan(config), earlier);
    callbacks_.on_recalled(earlier);
    return earlier;
}

void TrialSource::set_incumbent(double ns) {
    other_kernel_ns_ = ns;
    if (ns > 0 && !candidates_.empty()) raise_roofline(peaks_, pruner_.plan(candidates_.at(0)), ns);
}

double TrialSource::incumbent_ns() const {
    const Trial* best = history_.best();
    if (!best) return other_kernel_ns_;
    return other_kernel_ns_ > 0 ? std::min(other_kernel_ns_, best->time.high) : best->time.high;
}

std::vector<Plan> TrialSource::queue_first(std::size_t count) {
    if (auto request = default_request()) {
        queue_.emplace(request->number, std::move(*request));
        default_trial_ = DefaultTrial::pending;
    }
    constexpr std::size_t most_late = 100;  // the rules may exclude all of millions
    std::size_t late = 0;
    const auto continues = [&] {
        return callbacks_.search_continues() || (has_nothing() && ++late <= most_late);
    };
    while (continues() && queue_.size() < 1 + count) {
        auto request = next_asked_by([this] { return search_.ask(); }, continues);
        if (!request) break;
        queue_.emplace(request->number, std::move(*request));
    }
    std::vector<Plan> queued;
    for (const auto& [number, request] : queue_) queued.push_back(request.plan);
    return queued;
}

// The kernel's default config, the baseline of tuning; nullopt if it was timed before. Its number
// puts it before all others.
std::optional<EvalRequest> TrialSource::default_request() const {
    if (!default_config_ || !candidates_.contains(*default_config_) || is_used_up() ||
        was_cut_off(*default_config_))
        return std::nullopt;
    const Trial* known = history_.find(*default_config_);
    const bool was_timed =
        known && (known->purpose == Purpose::default_config || known->purpose == Purpose::final);
    if (was_timed) return std::nullopt;
    Plan plan = pruner_.plan(*default_config_);
    if (pruner_.before_build(plan, peaks_, 0).decision == RuleVerdict::Decision::rejected)
        return std::nullopt;
    return EvalRequest{.plan = std::move(plan), .purpose = Purpose::default_config};
}

// A config that was queued earlier may be hopeless by now.
std::optional<EvalRequest> TrialSource::next() {
    while (!queue_.empty()) {
        EvalRequest request = std::move(queue_.extract(queue_.begin()).mapped());
        const bool is_searched = request.purpose == Purpose::search && request.rule.empty();
        if (!is_searched || !is_kept_out(request.plan)) return counted(std::move(request));
    }
    return counted(next_from_strategy());
}

// Whether no config was tried or is queued.
bool TrialSource::has_nothing() const {
    return queue_.empty() && history_.tried() == 0;
}

std::optional<EvalRequest> TrialSource::next_from_strategy() {
    return next_asked_by([this] { return search_.ask(); }, callbacks_.search_continues);
}

std::optional<EvalRequest> TrialSource::next_built() {
    if (!std::exchange(may_ask_built_, false)) return std::nullopt;
    auto request =
        next_asked_by([this] { return search_.ask_built(); }, callbacks_.search_continues);
    if (request) request->is_built = true;
    return counted(std::move(request));
}

std::optional<EvalRequest> TrialSource::next_asked_by(
    const std::function<std::optional<Config>()>& ask, const std::function<bool()>& continues) {
    while (continues() && !is_used_up()) {
        const auto config = ask();
        if (!config) break;
        if (was_recalled(*config) || is_pending_default(*config)) continue;
        if (was_cut_off(*config)) {
            search_.skip(*config);
            continue;
        }
        Plan plan = pruner_.plan(*config);
        if (!is_kept_out(plan)) return EvalRequest{.plan = std::move(plan), .number = ++asked_};
    }
    return std::nullopt;
}

std::optional<EvalRequest> TrialSource::next_deferred() {
    while (!is_used_up()) {
        const auto deferred = deferred_.next();
        if (!deferred) break;
        if (!history_.contains(deferred->first))
            return counted(request_for(*deferred, Purpose::search));
    }
    return std::nullopt;
}

std::optional<EvalRequest> TrialSource::next_cut_off() {
    while (!is_used_up() && !cut_off_.empty()) {
        const auto [number, config] = *cut_off_.begin();
        EvalRequest request{.plan = pruner_.plan(config), .number = number, .was_cut_off = true};
        cut_off_.erase(cut_off_.begin());
        if (!history_.contains(request.plan.config)) return counted(std::move(request));
    }
    return std::nullopt;
}

std::optional<EvalRequest> TrialSource::next_audited() {
    while (audit_draws_++ < task_.audit) {
        const auto deferred = deferred_.draw(random_);
        if (!deferred) break;
        if (!history_.contains(deferred->first))
            return counted(request_for(*deferred, Purpose::audit));
    }
    return std::nullopt;
}

std::optional<EvalRequest> TrialSource::counted(std::optional<EvalRequest> request) {
    if (request) ++in_flight_;
    return request;
}

EvalRequest TrialSource::request_for(const DeferredConfigs::Deferred& deferred, Purpose purpose) {
    return {.plan = pruner_.plan(deferred.first),
            .number = ++asked_,
            .purpose = purpose,
            .rule = deferred.second};
}

// Whether the limit on configs is reached.
bool TrialSource::is_used_up() const {
    const std::size_t used = history_.tried() + in_flight_ + queue_.size();
    return task_.max_evals && used >= *task_.max_evals;
}

// If an earlier run measured the config, its time goes to the strategy without a trial.
bool TrialSource::was_recalled(const Config& config) {
    if (!history_.contains(config)) return false;
    search_.tell_known(config, time_of(count_recalled(config)));
    return true;
}

// If the strategy asks for the default config while that is being measured, it gets the time later.
bool TrialSource::is_pending_default(const Config& config) {
    if (!default_is_pending() || config != *default_config_) return false;
    default_trial_ = DefaultTrial::asked;
    return true;
}

// Skips the config if the rules exclude it.
bool TrialSource::is_kept_out(const Plan& plan) {
    if (task_.forced) return false;
    const RuleVerdict verdict = pruner_.before_build(plan, peaks_, incumbent_ns());
    if (!deferred_.exclude(plan.config, verdict)) return false;
    search_.skip(plan.config);
    return true;
}

// Configs that earlier runs cut off stay the last ones.
void TrialSource::put_back(std::vector<EvalRequest> requests) {
    in_flight_ -= requests.size();
    for (EvalRequest& request : requests) {
        if (request.was_cut_off)
            cut_off_.emplace(request.number, request.plan.config);
        else
            queue_.emplace(request.number, std::move(request));
    }
}

void TrialSource::record(const EvalResult& result) {
    const auto& [plan, trial] = std::tie(result.request.plan, result.trial);
    const Config& config = plan.config;
    const bool is_default = result.request.purpose == Purpose::default_config;
    const bool was_asked = is_default && default_trial_ == DefaultTrial::asked;
    --in_flight_;
    if (is_default) default_trial_ = DefaultTrial::none;
    history_.record(config, trial);
    history_.mark_tried(config);
    for (const auto& [again, measured] : result.remeasured) history_.record(again, measured);
    learn_from(plan, trial);
    if (!result.request.rule.empty()) {
        store_.add_audit(trial.id, std::string(result.request.rule));
        deferred_.record_audit(result.request.rule, trial);
    } else if (result.request.was_cut_off) {
        return;
    } else if (result.request.purpose == Purpose::search) {
        search_.tell(config, time_of(trial));
        may_ask_built_ = !result.request.is_built;
    } else if (was_asked) {
        search_.tell_known(config, time_of(trial));
    }
}

void TrialSource::learn_from(const Plan& plan, const Trial& trial) {
    if (trial.outcome == Outcome::ok) raise_roofline(peaks_, plan, trial.time.low);
}

}  // namespace hone
