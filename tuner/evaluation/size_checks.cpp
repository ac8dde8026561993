// SPDX-License-Identifier: MIT
// The problems come from the routine or the space; constraints select the configs for each.
// Performance and redundancy constraints are ignored: applications may get a config that violates
// them, so it must be right there, too.
#include "tuner/evaluation/size_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "kernels/workload/check_sizes.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/pruning/rules.hpp"

namespace hone {
namespace {

double elements_of(const Problem& problem) {
    double product = 1;
    for (const auto& [name, value] : problem.arguments)
        if (const auto* number = std::get_if<Number>(&value))
            product *= std::max(1.0, number->real());
    return product;
}

/// Predicts the time of the next size check of a config: a fixed part, such as the build, plus a
/// part proportional to the elements. A kernel may take as long for one element as for a million,
/// or minutes for a size larger than the tuned one.
class CheckTime {
  public:
    explicit CheckTime(const std::function<double()>& now) : now_(now) {}

    // At a large size, which the user has not named, the time may grow with the cube of the
    // elements.
    bool has_room_for(double elements, bool is_large) const {
        constexpr double most_seconds = 3;
        const Check& like = is_large ? largest_ : last_;
        const double growth = std::max(1.0, elements / like.elements);
        const double fixed = std::min(least_, like.seconds);
        const double grown = (like.seconds - fixed) * (is_large ? std::pow(growth, 3) : growth);
        return spent_ + fixed + grown <= most_seconds;
    }
    bool spend(double elements, const std::function<bool()>& check) {
        const double began = now_();
        const bool answer = check();
        last_ = {now_() - began, elements};
        if (elements >= largest_.elements) largest_ = last_;
        spent_ += last_.seconds;
        least_ = std::min(least_, last_.seconds);
        return answer;
    }

  private:
    struct Check {
        double seconds = 0, elements = 1;
    };
    const std::function<double()>& now_;
    double spent_ = 0;
    Check last_, largest_;
    double least_ = std::numeric_limits<double>::infinity();  // over all checks
};

}  // namespace

bool PassedChecks::contains(const std::string& where, const Config& config) const {
    const std::lock_guard lock(mutex_);
    const auto found = passed_.find(where);
    return found != passed_.end() && found->second.contains(config);
}

void PassedChecks::add(const std::string& where, const Config& config) {
    const std::lock_guard lock(mutex_);
    passed_[where].insert(config);
}

double SizeChecks::steady_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

void SizeChecks::prepare() {
    if (cases_) return;
    cases_.emplace();
    const CheckSizes sizes = check_sizes(setup_.space, setup_.problem);
    generated_ = sizes.are_generated;
    few_ = sizes.few;
    const std::size_t large_from = sizes.problems.size() - sizes.large;
    for (std::size_t i = 0; i < sizes.problems.size(); ++i) {
        const Problem& problem = sizes.problems[i];
        Names known = known_names(setup_.device.device, problem);
        if (!requirement_of(setup_.space, known).holds) continue;
        cases_->push_back(
            {problem, std::move(known), elements_of(problem),
             fmt::format("{}\n{} {}", built_, problem.precision, problem_text(problem)),
             i >= large_from});
    }
}

bool SizeChecks::are_generated() {
    prepare();
    return generated_;
}

bool SizeChecks::may_refuse(const Problem& problem, Outcome outcome) {
    prepare();
    if (!generated_) return false;
    if (outcome == Outcome::rejected) return true;
    return outcome == Outcome::launch && std::ranges::any_of(*cases_, [&](const Case& each) {
               return each.is_large && each.problem.arguments == problem.arguments;
           });
}

bool SizeChecks::all_pass(const Config& config, const std::function<bool(const Problem&)>& check) {
    prepare();
    if (!check_all(config, check)) return false;
    all_passed_.insert(config);
    return true;
}

bool SizeChecks::check_all(const Config& config, const std::function<bool(const Problem&)>& check) {
    CheckTime time(now_);
    std::size_t checked = 0;
    for (const Case& each : *cases_) {
        if (!may_run(setup_.space, config, each.known)) continue;
        if (passed_->contains(each.where, config)) {
            ++checked;
            continue;
        }
        if (generated_ && checked >= few_ && !time.has_room_for(each.elements, each.is_large))
            continue;
        if (!time.spend(each.elements, [&] { return check(each.problem); })) return false;
        passed_->add(each.where, config);
        ++checked;
    }
    return true;
}

}  // namespace hone
