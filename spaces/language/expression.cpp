// SPDX-License-Identifier: MIT
// Evaluates all steps in order. Steps have no side effects and faults are values, so the result is
// the same as with short-circuit evaluation.
#include "spaces/language/expression.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/language/word_codes.hpp"

namespace hone {
Expression::Expression(Number number) : text_(number.text()) {
    steps_.emplace_back().number = number;
}

Expression Expression::decimal(double value, const Location& where) {
    Expression made{Number(Fault::overflow)};
    made.text_ = fmt::format("{}", value);
    made.location_ = where;
    made.decimal_ = value;
    return made;
}

Value Expression::evaluate(const Lookup& lookup) const {
    WordCodes words;
    std::vector<Number> results;
    results.reserve(steps_.size());
    for (const Step& step : steps_) {
        const auto arg = [&](std::size_t i) { return results[step.args[i]]; };
        if (step.op == Op::number) {
            results.push_back(step.number);
        } else if (step.op == Op::word) {
            results.push_back(words.code(step.word));
        } else if (step.op == Op::name) {
            const Value* value = lookup(step.word);
            if (!value)
                throw Error(Exit::usage,
                            fmt::format("'{}' in '{}' has no value here", step.word, text_));
            results.push_back(words.code(*value));
        } else {
            // Unused arguments point to step 0, which always exists; the operation ignores them.
            results.push_back(apply(step.op, arg(0), arg(1), arg(2)));
        }
    }
    return words.value(results.back());
}

Number Expression::number(const Lookup& lookup) const {
    const Value value = evaluate(lookup);
    const auto* number = std::get_if<Number>(&value);
    return number ? *number : Number(Fault::not_a_number);
}

std::int64_t Expression::whole(const Lookup& lookup) const {
    const Number value = number(lookup);
    if (value.whole()) return value.numerator();
    const Mistake mistake{
        location_, fmt::format("'{}' is {}, but a whole number is needed", text_, value.text())};
    throw Error(Exit::usage, mistake.text(),
                value.exists() ? "for integer division write // or ceil_div(a, b)" : "");
}

void Expression::check_names(std::span<const std::string> known, Mistakes& mistakes) const {
    for (const std::string& name : names_) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        const auto step = std::find_if(steps_.begin(), steps_.end(), [&](const Step& s) {
            return s.op == Op::name && s.word == name;
        });
        const Location location =
            location_at(location_, text_, static_cast<std::size_t>(step->column));
        mistakes.push_back(
            {location, fmt::format("unknown name '{}'{}", name, did_you_mean(name, known))});
    }
}

Expression::Lookup lookup_in(const Names& names) {
    return [&names](std::string_view name) {
        const auto found = names.find(name);
        return found == names.end() ? nullptr : &found->second;
    };
}

Expression::Lookup lookup_in(const Names& first, const Names& second) {
    return [&first, &second](std::string_view name) {
        if (const auto found = first.find(name); found != first.end()) return &found->second;
        const auto found = second.find(name);
        return found == second.end() ? nullptr : &found->second;
    };
}

}  // namespace hone
