// SPDX-License-Identifier: MIT
// Features from the expressions of a space. `MWG % (MDIMC * VWM) == 0` has a product, and the
// number of times that it fits: both say more about the speed than either parameter. Where a space
// has few expressions, the ratios of its numbers are used, two at a time.
#include <algorithm>
#include <optional>
#include <set>

#include "spaces/language/word_codes.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {
namespace {

// More features cost time at every trial and add no information.
constexpr std::size_t max_features = 12;

// One expression with its names resolved once: a parameter's values, or a constant.
class Formula {
  public:
    Formula(const Expression& expression, const Space& space, const Names& known)
        : steps_(expression.steps().begin(), expression.steps().end()), values_(steps_.size()) {
        WordCodes words;
        for (std::size_t s = 0; s < steps_.size(); ++s) look_up(s, space, known, words);
    }

    bool known() const { return known_; }
    std::size_t size() const { return steps_.size(); }

    /// The indices of arithmetic steps that depend on several parameters.
    std::vector<std::size_t> joint() const {
        std::vector<std::size_t> step_indices;
        std::vector<std::set<std::size_t>> reads(steps_.size());
        for (std::size_t s = 0; s < steps_.size(); ++s) {
            if (parameter_[s]) reads[s].insert(*parameter_[s]);
            for (int a = 0; a < arity(steps_[s].op); ++a)
                reads[s].merge(std::set(reads[argument(s, a)]));
            if (reads[s].size() > 1 && is_arithmetic(steps_[s].op)) step_indices.push_back(s);
        }
        return step_indices;
    }

    /// The value of this step; for a remainder, the quotient instead.
    double value(std::size_t step_index, const Config& config) const {
        std::vector<Number> value(step_index + 1);
        for (std::size_t s = 0; s <= step_index; ++s)
            value[s] = step(s, value, config, s == step_index);
        return value[step_index].exists() ? value[step_index].real() : 0;
    }

  private:
    static bool is_arithmetic(Op op) {
        return op == Op::multiply || op == Op::divide || op == Op::floor_div || op == Op::modulo ||
               op == Op::ceil_div || op == Op::add || op == Op::subtract;
    }
    std::size_t argument(std::size_t step, int which) const {
        return steps_[step].args[static_cast<std::size_t>(which)];
    }

    void look_up(std::size_t s, const Space& space, const Names& known, WordCodes& words) {
        parameter_.emplace_back();
        const Step& step = steps_[s];
        if (step.op == Op::number) values_[s] = {step.number};
        if (step.op == Op::word) values_[s] = {words.code(step.word)};
        if (step.op != Op::name) return;
        if (const auto index = space.index_of(step.word)) {
            parameter_[s] = *index;
            for (const Value& value : space.parameters[*index].values)
                values_[s].push_back(words.code(value));
        } else if (const auto found = known.find(step.word); found != known.end()) {
            values_[s] = {words.code(found->second)};
        } else {
            known_ = false;
        }
    }

    Number step(std::size_t s, const std::vector<Number>& value, const Config& config,
                bool last) const {
        if (parameter_[s]) return values_[s][config[*parameter_[s]]];
        if (!values_[s].empty()) return values_[s][0];
        const auto& args = steps_[s].args;
        const int count = arity(steps_[s].op);
        const Op op = last && steps_[s].op == Op::modulo ? Op::divide : steps_[s].op;
        return apply(op, count > 0 ? value[args[0]] : Number(),
                     count > 1 ? value[args[1]] : Number(), count > 2 ? value[args[2]] : Number());
    }

    std::vector<Step> steps_;
    std::vector<std::vector<Number>> values_;
    std::vector<std::optional<std::size_t>> parameter_;
    bool known_ = true;
};

// Every expression of the space, the most informative first.
std::vector<const Expression*> expressions(const Space& space) {
    std::vector<const Expression*> all;
    for (const auto& [name, cost] : space.resources) all.push_back(&cost);
    for (const LaunchStep& launch : space.launch) {
        for (const Expression& extent : launch.local) all.push_back(&extent);
        for (const Expression& extent : launch.global) all.push_back(&extent);
    }
    for (const Constraint& constraint : space.constraints) all.push_back(&constraint.must_hold);
    return all;
}

// The values of a parameter that is a size: positive numbers, at least three of them.
std::vector<double> sizes_of(const Parameter& parameter) {
    constexpr std::size_t least = 3;
    std::vector<double> sizes;
    for (const Value& value : parameter.values) {
        const auto* number = std::get_if<Number>(&value);
        if (!number || !number->exists() || number->real() <= 0) return {};
        sizes.push_back(number->real());
    }
    return sizes.size() < least ? std::vector<double>{} : sizes;
}

// The ratios of two sizes, for each two, up to the limit.
void add_quotients(const Space& space, std::vector<DerivedFeature>& features) {
    std::vector<std::vector<double>> sizes;
    for (const Parameter& parameter : space.parameters) sizes.push_back(sizes_of(parameter));
    for (std::size_t a = 0; a < sizes.size(); ++a) {
        for (std::size_t b = a + 1; b < sizes.size(); ++b) {
            if (sizes[a].empty() || sizes[b].empty()) continue;
            if (features.size() == max_features) return;
            features.emplace_back([a, b, of = sizes[a], by = sizes[b]](const Config& config) {
                return of[config[a]] / by[config[b]];
            });
        }
    }
}

}  // namespace

std::vector<DerivedFeature> derived_features(const Space& space, const Names& known) {
    std::vector<DerivedFeature> features;
    for (const Expression* expression : expressions(space)) {
        const Formula formula(*expression, space, known);
        if (!formula.known()) continue;
        for (const std::size_t step_index : formula.joint()) {
            if (features.size() == max_features) return features;
            features.emplace_back([formula, step_index](const Config& config) {
                return formula.value(step_index, config);
            });
        }
    }
    add_quotients(space, features);
    return features;
}

}  // namespace hone
