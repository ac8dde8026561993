// SPDX-License-Identifier: MIT
// What a space says about a choice beyond the values themselves. `MWG % (MDIMC * VWM) == 0` speaks
// of a product, and of how often it fits: both say more of a kernel's speed than either parameter.
// Where a space says little, it is how its numbers relate, two at a time.
#include <algorithm>
#include <optional>
#include <set>

#include "spaces/language/word_codes.hpp"
#include "tuner/search/search_problem.hpp"

namespace hone {
namespace {

// More than so many cost time at every trial and tell nothing that the first did not.
constexpr std::size_t most_traits = 12;

// One expression with its names looked up for good: a parameter's values, or a constant.
class Formula {
  public:
    Formula(const Expression& expression, const Space& space, const Names& known)
        : steps_(expression.steps().begin(), expression.steps().end()), values_(steps_.size()) {
        WordCodes words;
        for (std::size_t s = 0; s < steps_.size(); ++s) look_up(s, space, known, words);
    }

    bool known() const { return known_; }
    std::size_t size() const { return steps_.size(); }

    /// The places of the steps that several parameters decide by arithmetic.
    std::vector<std::size_t> joint() const {
        std::vector<std::size_t> places;
        std::vector<std::set<std::size_t>> reads(steps_.size());
        for (std::size_t s = 0; s < steps_.size(); ++s) {
            if (parameter_[s]) reads[s].insert(*parameter_[s]);
            for (int a = 0; a < arity(steps_[s].op); ++a)
                reads[s].merge(std::set(reads[argument(s, a)]));
            if (reads[s].size() > 1 && is_arithmetic(steps_[s].op)) places.push_back(s);
        }
        return places;
    }

    /// What this step is worth; where it asks for a remainder, how often the divisor fits.
    double worth(std::size_t place, const Config& config) const {
        std::vector<Number> worth(place + 1);
        for (std::size_t s = 0; s <= place; ++s) worth[s] = step(s, worth, config, s == place);
        return worth[place].exists() ? worth[place].real() : 0;
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

    Number step(std::size_t s, const std::vector<Number>& worth, const Config& config,
                bool last) const {
        if (parameter_[s]) return values_[s][config[*parameter_[s]]];
        if (!values_[s].empty()) return values_[s][0];
        const auto& args = steps_[s].args;
        const int count = arity(steps_[s].op);
        const Op op = last && steps_[s].op == Op::modulo ? Op::divide : steps_[s].op;
        return apply(op, count > 0 ? worth[args[0]] : Number(),
                     count > 1 ? worth[args[1]] : Number(), count > 2 ? worth[args[2]] : Number());
    }

    std::vector<Step> steps_;
    std::vector<std::vector<Number>> values_;
    std::vector<std::optional<std::size_t>> parameter_;
    bool known_ = true;
};

// Every expression of the space, those that tell most of a kernel's speed first.
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

// The values of a parameter that is a size: numbers above 0, and more than a switch.
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

// How many times one size holds another, for each two, as far as there is room.
void add_quotients(const Space& space, std::vector<Trait>& traits) {
    std::vector<std::vector<double>> sizes;
    for (const Parameter& parameter : space.parameters) sizes.push_back(sizes_of(parameter));
    for (std::size_t a = 0; a < sizes.size(); ++a) {
        for (std::size_t b = a + 1; b < sizes.size(); ++b) {
            if (sizes[a].empty() || sizes[b].empty()) continue;
            if (traits.size() == most_traits) return;
            traits.emplace_back([a, b, of = sizes[a], by = sizes[b]](const Config& config) {
                return of[config[a]] / by[config[b]];
            });
        }
    }
}

}  // namespace

std::vector<Trait> traits_of(const Space& space, const Names& known) {
    std::vector<Trait> traits;
    for (const Expression* expression : expressions(space)) {
        const Formula formula(*expression, space, known);
        if (!formula.known()) continue;
        for (const std::size_t place : formula.joint()) {
            if (traits.size() == most_traits) return traits;
            traits.emplace_back(
                [formula, place](const Config& config) { return formula.worth(place, config); });
        }
    }
    add_quotients(space, traits);
    return traits;
}

}  // namespace hone
