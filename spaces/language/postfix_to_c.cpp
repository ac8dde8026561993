// SPDX-License-Identifier: MIT
// Uses a stack of texts: each operator combines the texts of its arguments. A fault becomes NAN,
// for which no condition holds.
#include "spaces/language/postfix_to_c.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace hone {
namespace {

struct CForm {
    Op op;
    std::string_view format;  // with placeholders for the arguments, and {p} for the prefix
};
constexpr std::array c_forms{
    CForm{Op::negate, "(-{a})"},
    CForm{Op::invert, "{p}_not({a})"},
    CForm{Op::add, "({a} + {b})"},
    CForm{Op::subtract, "({a} - {b})"},
    CForm{Op::multiply, "({a} * {b})"},
    CForm{Op::divide, "{p}_divide({a}, {b})"},
    CForm{Op::floor_div, "floor({p}_divide({a}, {b}))"},
    CForm{Op::modulo, "{p}_modulo({a}, {b})"},
    CForm{Op::less, "{p}_less({a}, {b})"},
    CForm{Op::less_equal, "{p}_not({p}_less({b}, {a}))"},
    CForm{Op::equal, "{p}_equal({a}, {b})"},
    CForm{Op::not_equal, "{p}_not({p}_equal({a}, {b}))"},
    CForm{Op::both, "{p}_choose({a}, {p}_truth({b}), 0.0)"},
    CForm{Op::either, "{p}_choose({a}, 1.0, {p}_truth({b}))"},
    CForm{Op::choose, "{p}_choose({a}, {b}, {c})"},
    CForm{Op::min, "{p}_choose({p}_less({a}, {b}), {a}, {b})"},
    CForm{Op::max, "{p}_choose({p}_less({a}, {b}), {b}, {a})"},
    CForm{Op::abs, "fabs({a})"},
    CForm{Op::ceil_div, "ceil({p}_divide({a}, {b}))"},
    CForm{Op::log2, "{p}_log2({a})"},
    CForm{Op::is_pow2, "{p}_is_pow2({a})"},
};

// A known number, or the text that computes it.
struct Term {
    std::optional<Number> known;
    std::string text;
};

std::string literal(Number number) {
    if (!number.exists()) return "NAN";
    const auto real = [](std::int64_t whole) { return fmt::format("{}.0", whole); };
    const std::string text = number.whole()
                                 ? real(number.numerator())
                                 : real(number.numerator()) + " / " + real(number.denominator());
    return number.whole() && number.numerator() >= 0 ? text : '(' + text + ')';
}

std::string text_of(const Term& term) {
    return term.known ? literal(*term.known) : term.text;
}

Term leaf(const Postfix::Token& token, std::span<const CVariable> variables) {
    if (token.op == Op::number) return {.known = token.number, .text = {}};
    const CVariable& variable = variables[token.variable];
    return {.known = variable.known, .text = variable.text};
}

// If the first argument decides, the others need not be known.
std::optional<Term> decided(Op op, const std::array<Term, 3>& args) {
    if (!args[0].known || !args[0].known->exists()) return std::nullopt;
    const bool holds = args[0].known->truthy();
    if (op == Op::choose) return holds ? args[1] : args[2];
    if (op == Op::both && !holds) return Term{.known = Number(0), .text = {}};
    if (op == Op::either && holds) return Term{.known = Number(1), .text = {}};
    return std::nullopt;
}

Term combine(Op op, const std::array<Term, 3>& args, const std::string& prefix) {
    bool all_known = true;
    for (int i = 0; i < arity(op); ++i)
        all_known = all_known && args[static_cast<std::size_t>(i)].known.has_value();
    if (all_known)
        return {.known = apply(op, args[0].known.value(), args[1].known.value_or(0),
                               args[2].known.value_or(0)),
                .text = {}};
    if (auto term = decided(op, args)) return *term;
    const auto* const form = std::ranges::find(c_forms, op, &CForm::op);
    return {.known = {},
            .text = fmt::format(fmt::runtime(form->format), fmt::arg("a", text_of(args[0])),
                                fmt::arg("b", text_of(args[1])), fmt::arg("c", text_of(args[2])),
                                fmt::arg("p", prefix))};
}

}  // namespace

std::string to_c(const Postfix& expression, std::span<const CVariable> variables,
                 const std::string& prefix) {
    std::vector<Term> stack;
    for (const Postfix::Token& token : expression.tokens()) {
        if (arity(token.op) == 0) {
            stack.push_back(leaf(token, variables));
            continue;
        }
        const std::size_t first = stack.size() - static_cast<std::size_t>(arity(token.op));
        std::array<Term, 3> args;
        std::move(stack.begin() + static_cast<std::ptrdiff_t>(first), stack.end(), args.begin());
        stack.resize(first);
        stack.push_back(combine(token.op, args, prefix));
    }
    return stack.empty() ? "0.0" : text_of(stack.back());
}

std::string c_functions(const std::string& prefix) {
    constexpr std::string_view text = R"(/* NAN stands for no number; no condition holds for it. */
static inline double {p}_truth(double a) {{ return isnan(a) ? a : a != 0; }}
static inline double {p}_not(double a) {{ return isnan(a) ? a : a == 0; }}
static inline double {p}_choose(double a, double b, double c) {{ return isnan(a) ? a : a != 0 ? b : c; }}
static inline double {p}_divide(double a, double b) {{ return b == 0 ? NAN : a / b; }}
static inline double {p}_modulo(double a, double b) {{ return a - b * floor({p}_divide(a, b)); }}
static inline double {p}_less(double a, double b) {{ return isnan(a) || isnan(b) ? NAN : a < b; }}
static inline double {p}_equal(double a, double b) {{ return isnan(a) || isnan(b) ? NAN : a == b; }}
static inline double {p}_log2(double a) {{ return exp2(floor(log2(a))) == a ? log2(a) : NAN; }}
static inline double {p}_is_pow2(double a) {{ return a >= 1 && exp2(floor(log2(a))) == a; }}
)";
    return fmt::format(fmt::runtime(text), fmt::arg("p", prefix));
}

}  // namespace hone
