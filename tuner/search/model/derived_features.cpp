// SPDX-License-Identifier: MIT
// Derives features from the expressions of a space. For example, `MWG % (MDIMC * VWM) == 0`
// contains a product and a quotient; both predict the speed better than the single parameters. If a
// space has few expressions, the ratios of its parameters are added. A size that is not always a
// power of two also gives its largest power-of-two factor and the odd rest.
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "spaces/language/word_codes.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {
namespace {

// More features cost time at every trial without adding information.
constexpr std::size_t max_features = 12;

// An expression whose names are resolved once: to a parameter's values, or to a constant.
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

// Returns the values of a parameter that is a size: at least three positive numbers. Empty
// otherwise.
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

// Adds the ratio of each pair of sizes, up to the limit.
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

// Returns the largest power of two that divides a number; 1 for a fraction.
double power_of_two_in(double number) {
    double power = 1;
    while (number >= 2 * power && std::fmod(number, 2 * power) == 0) power *= 2;
    return power;
}

DerivedFeature feature_of_values(std::size_t parameter, std::vector<double> by_index) {
    return [parameter, values = std::move(by_index)](const Config& config) {
        return values[config[parameter]];
    };
}

// Adds the power-of-two factor of each size, and the odd rest. A work-group of 64 or 128 items
// fills warps, banks and rows; one of 96 does not. So on one scale, 96 does not predict its
// neighbors.
void add_powers_of_two(const Space& space, std::vector<DerivedFeature>& features) {
    const std::size_t most = features.size() + max_features;
    for (std::size_t p = 0; p < space.parameters.size() && features.size() + 2 <= most; ++p) {
        const std::vector<double> sizes = sizes_of(space.parameters[p]);
        std::vector<double> powers;
        std::vector<double> rests;
        for (const double size : sizes) {
            powers.push_back(power_of_two_in(size));
            rests.push_back(size / powers.back());
        }
        if (std::ranges::all_of(rests, [](double rest) { return rest == 1; })) continue;
        features.push_back(feature_of_values(p, std::move(powers)));
        features.push_back(feature_of_values(p, std::move(rests)));
    }
}

// Adds the arithmetic steps of expressions that read several parameters, up to the limit.
void add_joint_features(const Space& space, const Names& known,
                        std::vector<DerivedFeature>& features) {
    for (const Expression* expression : expressions(space)) {
        const Formula formula(*expression, space, known);
        if (!formula.known()) continue;
        for (const std::size_t step_index : formula.joint()) {
            if (features.size() == max_features) return;
            features.emplace_back([formula, step_index](const Config& config) {
                return formula.value(step_index, config);
            });
        }
    }
}

}  // namespace

std::vector<DerivedFeature> derived_features(const Space& space, const Names& known) {
    std::vector<DerivedFeature> features;
    add_joint_features(space, known, features);
    add_quotients(space, features);
    add_powers_of_two(space, features);
    return features;
}

}  // namespace hone
