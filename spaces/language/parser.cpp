// SPDX-License-Identifier: MIT
// From text to steps: a recursive-descent parser for C's precedence with Python's keywords, with
// limits on length and depth. It stops at the first error of an expression and reports its place
// and reason in one line.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/language/expression.hpp"
#include "spaces/language/text_cursor.hpp"

namespace hone {
namespace {

constexpr std::size_t longest_expression = 16384;  // characters
constexpr int deepest = 200;                       // nested parentheses, signs and conditions

struct Function {
    std::string_view name;
    Op op;
    int least_args;
    bool takes_more;  // min and max, folded from the left
};
constexpr std::array functions{
    Function{"min", Op::min, 2, true},    Function{"max", Op::max, 2, true},
    Function{"abs", Op::abs, 1, false},   Function{"ceil_div", Op::ceil_div, 2, false},
    Function{"log2", Op::log2, 1, false}, Function{"is_pow2", Op::is_pow2, 1, false},
};

struct Comparison {
    std::string_view sign;
    Op op;
    bool swapped;  // a > b is b < a
    bool equality;
};
// Longer operators first, so that "<=" is not read as "<".
constexpr std::array comparisons{
    Comparison{"==", Op::equal, false, true},       Comparison{"!=", Op::not_equal, false, true},
    Comparison{"<=", Op::less_equal, false, false}, Comparison{">=", Op::less_equal, true, false},
    Comparison{"<", Op::less, false, false},        Comparison{">", Op::less, true, false},
};

}  // namespace

/// Parses one expression into an Expression, of which it is a friend.
class Parser : private TextCursor {
  public:
    Parser(std::string_view text, Expression& into) : TextCursor(text), into_(into) {}

    void read() {
        if (text_.size() > longest_expression)
            throw ParseError{0, fmt::format("longer than {} characters", longest_expression)};
        condition();
        skip_space();
        if (!at_end()) throw ParseError{at_, fmt::format("'{}' is not expected here", token())};
    }

  private:
    using Id = std::uint32_t;

    // a ? b : c, or Python's b if a else c
    Id condition() {
        const Deeper deeper(*this);
        const Id test = either();
        if (eat_word("if")) {
            const Id decides = either();
            if (!eat_word("else"))
                throw ParseError{at_, "a conditional is written as b if a else c"};
            return push(Op::choose, {decides, test, condition()});
        }
        if (!eat("?")) return test;
        const Id yes = condition();
        expect(":", "a conditional is written as a ? b : c");
        return push(Op::choose, {test, yes, condition()});
    }

    Id either() {
        Id left = both();
        while (eat("||") || eat_word("or")) left = push(Op::either, {left, both()});
        return left;
    }

    Id both() {
        Id left = inversion();
        while (eat("&&") || eat_word("and")) left = push(Op::both, {left, inversion()});
        return left;
    }

    // `not a == b` is not (a == b), as in Python; `!a == b` is (!a) == b, as in C.
    Id inversion() {
        if (!eat_word("not")) return comparison();
        const Deeper deeper(*this);
        return push(Op::invert, {inversion()});
    }

    Id comparison() {
        Id left = sum();
        if (const auto listed = membership(left)) return *listed;
        std::optional<Id> all;
        std::optional<bool> equality;
        while (const auto found = comparison_sign()) {
            if (equality.value_or(found->equality) != found->equality) {
                throw ParseError{
                    at_ - found->sign.size(),
                    "'<' and '==' in one chain mean different things in C and in Python; "
                    "write parentheses"};
            }
            equality = found->equality;
            const Id right = sum();
            const Id one = push(found->op, found->swapped ? Args{right, left} : Args{left, right});
            all = all ? push(Op::both, {*all, one}) : one;
            left = right;
        }
        return all.value_or(left);
    }

    // a in (1, 2, 4), a not in [1, 2]
    std::optional<Id> membership(Id left) {
        const std::size_t before = at_;
        const bool inverted = eat_word("not");
        if (!eat_word("in")) {
            at_ = before;
            return std::nullopt;
        }
        const bool square = eat("[");
        if (!square) expect("(", "a list is written as (1, 2, 4)");
        const std::string_view close = square ? "]" : ")";
        Id any = push(Op::equal, {left, condition()});
        while (eat(",") && !peek(close))
            any = push(Op::either, {any, push(Op::equal, {left, condition()})});
        expect(close, "the list is not closed");
        return inverted ? push(Op::invert, {any}) : any;
    }

    Id sum() {
        Id left = product();
        for (;;) {
            if (eat("+")) {
                left = push(Op::add, {left, product()});
            } else if (eat("-")) {
                left = push(Op::subtract, {left, product()});
            } else {
                return left;
            }
        }
    }

    Id product() {
        Id left = sign();
        for (;;) {
            if (peek("**"))
                throw ParseError{at_, "'**' is not supported; write the product or the number"};
            if (eat("*")) {
                left = push(Op::multiply, {left, sign()});
            } else if (eat("//")) {
                left = push(Op::floor_div, {left, sign()});
            } else if (eat("/")) {
                left = push(Op::divide, {left, sign()});
            } else if (eat("%")) {
                left = push(Op::modulo, {left, sign()});
            } else {
                return left;
            }
        }
    }

    Id sign() {
        const Deeper deeper(*this);
        if (eat("-")) return push(Op::negate, {sign()});
        if (eat("+")) return sign();
        if (!peek("!=") && eat("!")) return push(Op::invert, {sign()});
        return atom();
    }

    Id atom() {
        skip_space();
        if (at_end()) throw ParseError{at_, "the expression ends where a value is needed"};
        const char c = text_[at_];
        if (eat("(")) {
            const Id inside = condition();
            expect(")", "the parenthesis is not closed");
            return inside;
        }
        if (is_digit(c) || c == '.') return number();
        if (c == '"' || c == '\'') return word(c);
        if (is_letter(c)) return name();
        throw ParseError{at_, fmt::format("'{}' is not expected here", token())};
    }

    Id number() {
        const std::size_t start = at_;
        const std::string_view digits = take_number();
        const Number value = Number::parse(digits);
        if (!value.exists()) {
            throw ParseError{start,
                             fmt::format("'{}' is {}", digits,
                                         value.fault() == Fault::overflow ? text(Fault::overflow)
                                                                          : "not a number")};
        }
        return push_leaf(Op::number, value, {}, start);
    }

    Id word(char quote) {
        const std::size_t start = at_++;
        const std::size_t end = text_.find(quote, at_);
        if (end == text_.npos) throw ParseError{start, "the quote is not closed"};
        const std::string_view inside = text_.substr(at_, end - at_);
        at_ = end + 1;
        return push_leaf(Op::word, {}, inside, start);
    }

    Id name() {
        const std::size_t start = at_;
        const std::string_view found = take_name();
        if (found == "true" || found == "True") return push_leaf(Op::number, 1, {}, start);
        if (found == "false" || found == "False") return push_leaf(Op::number, 0, {}, start);
        if (peek("(")) return call(found, start);
        auto& names = into_.names_;
        if (std::find(names.begin(), names.end(), found) == names.end()) names.emplace_back(found);
        return push_leaf(Op::name, {}, found, start);
    }

    Id call(std::string_view called, std::size_t start) {
        const auto* function = std::find_if(functions.begin(), functions.end(),
                                            [&](const Function& f) { return f.name == called; });
        if (function == functions.end()) {
            std::vector<std::string> known;
            for (const Function& f : functions) known.emplace_back(f.name);
            throw ParseError{
                start, fmt::format("unknown function '{}'{}", called, did_you_mean(called, known))};
        }
        expect("(", "");
        std::vector<Id> args{condition()};
        while (eat(",")) args.push_back(condition());
        expect(")", "the parenthesis is not closed");
        const int count = static_cast<int>(args.size());
        if (count < function->least_args ||
            (count > function->least_args && !function->takes_more)) {
            throw ParseError{
                start, fmt::format("{} takes {} argument{}, not {}", called, function->least_args,
                                   function->takes_more        ? "s or more"
                                   : function->least_args == 1 ? ""
                                                               : "s",
                                   count)};
        }
        if (count == 1) return push(function->op, {args[0]});
        Id folded = args[0];
        for (std::size_t i = 1; i < args.size(); ++i)
            folded = push(function->op, {folded, args[i]});
        return folded;
    }

    std::optional<Comparison> comparison_sign() {
        for (const Comparison& c : comparisons) {
            if (eat(c.sign)) return c;
        }
        return std::nullopt;
    }

    using Args = std::array<Id, 3>;

    Id push(Op op, Args args) {
        Step step;
        step.op = op;
        step.args = args;
        step.column = into_.steps_[args[0]].column;
        into_.steps_.push_back(std::move(step));
        return static_cast<Id>(into_.steps_.size() - 1);
    }

    Id push_leaf(Op op, Number value, std::string_view word, std::size_t start) {
        Step step;
        step.op = op;
        step.number = value;
        step.word = word;
        step.column = static_cast<int>(start);
        into_.steps_.push_back(std::move(step));
        return static_cast<Id>(into_.steps_.size() - 1);
    }

    // Counts the nesting depth during its lifetime.
    class Deeper {
      public:
        explicit Deeper(Parser& parser) : parser_(parser) {
            if (++parser_.depth_ > deepest)
                throw ParseError{parser_.at_,
                                 fmt::format("nested more than {} levels deep", deepest)};
        }
        ~Deeper() { --parser_.depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

      private:
        Parser& parser_;
    };

    Expression& into_;
    int depth_ = 0;
};

Expression Expression::parse(std::string_view text, const Location& where, Mistakes& mistakes) {
    Expression expression;
    expression.text_ = text;
    expression.location_ = where;
    try {
        Parser(text, expression).read();
        return expression;
    } catch (const ParseError& wrong) {
        mistakes.push_back({location_at(where, text, wrong.at), wrong.reason});
        return Expression(Number(0));
    }
}

Expression Expression::parse(std::string_view text) {
    Mistakes mistakes;
    Expression expression = parse(text, {.file = {}, .line = 0, .column = 1}, mistakes);
    if (mistakes.empty()) return expression;
    throw Error(Exit::usage, fmt::format("in '{}', column {}: {}", text,
                                         mistakes[0].location.column, mistakes[0].reason));
}

}  // namespace hone
