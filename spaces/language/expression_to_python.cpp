// SPDX-License-Identifier: MIT
// Converts steps back to text. The text of each step is composed from earlier ones, with
// parentheses around arguments with a lower precedence.
#include "spaces/language/expression_to_python.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

constexpr std::size_t longest_python = 1 << 15;

// Operator precedence in Python's grammar, ascending. Atoms need no parentheses.
enum Binding {
    condition,
    disjunction,
    conjunction,
    inversion,
    comparison,
    sum,
    product,
    sign,
    atom
};

struct Form {
    Op op;
    std::string_view format;  // with a placeholder for each argument
    Binding own;
    Binding left, right;  // the minimal precedence of the arguments
};
constexpr std::array forms{
    Form{Op::negate, "-{0}", sign, sign, atom},
    Form{Op::invert, "not {0}", inversion, inversion, atom},
    Form{Op::add, "{0} + {1}", sum, sum, product},
    Form{Op::subtract, "{0} - {1}", sum, sum, product},
    Form{Op::multiply, "{0} * {1}", product, product, sign},
    Form{Op::divide, "{0} / {1}", product, product, sign},
    Form{Op::floor_div, "{0} // {1}", product, product, sign},
    Form{Op::modulo, "{0} % {1}", product, product, sign},
    Form{Op::less, "{0} < {1}", comparison, sum, sum},
    Form{Op::less_equal, "{0} <= {1}", comparison, sum, sum},
    Form{Op::equal, "{0} == {1}", comparison, sum, sum},
    Form{Op::not_equal, "{0} != {1}", comparison, sum, sum},
    Form{Op::both, "{0} and {1}", conjunction, conjunction, inversion},
    Form{Op::either, "{0} or {1}", disjunction, disjunction, conjunction},
    Form{Op::choose, "{1} if {0} else {2}", condition, disjunction, disjunction},
    Form{Op::min, "min({0}, {1})", atom, condition, condition},
    Form{Op::max, "max({0}, {1})", atom, condition, condition},
    Form{Op::abs, "abs({0})", atom, condition, condition},
    Form{Op::ceil_div, "-(-{0} // {1})", sign, sign, sign},
    Form{Op::log2, "(int({0}).bit_length() - 1)", atom, condition, condition},
    Form{Op::is_pow2, "(bin({0}).count('1') == 1)", atom, condition, condition},
};

struct Text {
    std::string text;
    Binding binding;
};

std::string within(const Text& argument, Binding least) {
    return argument.binding < least ? "(" + argument.text + ")" : argument.text;
}

Text leaf(const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    const bool plain = number == nullptr || (number->whole() && number->numerator() >= 0);
    return {python(value), plain ? atom : product};
}

Text text_of(const Step& step, const std::vector<Text>& earlier, const Names& known) {
    if (step.op == Op::number) return leaf(step.number);
    if (step.op == Op::word) return leaf(step.word);
    if (step.op == Op::name) {
        const auto found = known.find(step.word);
        return found == known.end() ? Text{step.word, atom} : leaf(found->second);
    }
    const auto* form = std::ranges::find(forms, step.op, &Form::op);
    const auto argument = [&](std::size_t i, Binding least) {
        return within(earlier[step.args[i]], least);
    };
    return {fmt::format(fmt::runtime(form->format), argument(0, form->left),
                        argument(1, form->right), argument(2, form->right)),
            form->own};
}

// Whether all operators in the text exist in Python, and none of its names is known.
bool is_python(const Expression& expression, const Names& known) {
    constexpr std::array ours{Op::choose, Op::ceil_div, Op::log2, Op::is_pow2};
    const std::string& text = expression.text();
    const auto is_ours = [&](const Step& step) {
        return std::ranges::find(ours, step.op) != ours.end();
    };
    const auto is_known = [&](const std::string& name) { return known.contains(name); };
    std::size_t mark = text.find('!');
    while (mark != text.npos && text.substr(mark, 2) == "!=") mark = text.find('!', mark + 1);
    return mark == text.npos && text.find_first_of("&|") == text.npos &&
           text.find("true") == text.npos && text.find("false") == text.npos &&
           std::ranges::none_of(expression.steps(), is_ours) &&
           std::ranges::none_of(expression.names(), is_known);
}

}  // namespace

std::string python(const Expression& expression, const Names& known) {
    if (is_python(expression, known)) return expression.text();
    std::vector<Text> texts;
    for (const Step& step : expression.steps()) {
        texts.push_back(text_of(step, texts, known));
        if (texts.back().text.size() > longest_python) {
            throw Error(Exit::usage, fmt::format("'{}' is too long in Python", expression.text()));
        }
    }
    return texts.back().text;
}

std::string python(const Value& value) {
    const auto* word = std::get_if<std::string>(&value);
    return word ? fmt::format("'{}'", *word) : std::get<Number>(value).text();
}

}  // namespace hone
