// SPDX-License-Identifier: MIT
// A recursive-descent evaluator for the few forms of Python in which people write lists of values.
// The element of a comprehension is parsed again for each value of its variable: parsing is
// evaluating.
#include "spaces/formats/python_list.hpp"

#include <fmt/format.h>

#include <string>

#include "spaces/language/text_cursor.hpp"
#include "spaces/space/space_readers.hpp"

namespace hone::readers {
namespace {

constexpr int deepest = 64;                   // nested parentheses and signs
constexpr std::size_t longest_element = 256;  // characters of the element of a comprehension

using Values = std::vector<Value>;

Number power(Number base, std::int64_t exponent) {
    Number result = 1;
    for (; exponent > 0 && result.exists(); exponent /= 2) {
        if (exponent % 2 == 1) result = result * base;
        if (exponent > 1) base = base * base;
    }
    return result;
}

class PythonList : private TextCursor {
  public:
    explicit PythonList(std::string_view text) : TextCursor(text) {}

    Values read() {
        Values values = list();
        while (eat("+")) {
            const Values more = list();
            values.insert(values.end(), more.begin(), more.end());
            if (values.size() > max_values) throw ParseError{at_, too_many()};
        }
        skip_space();
        if (!at_end()) throw ParseError{at_, fmt::format("'{}' is not expected here", token())};
        return values;
    }

  private:
    static std::string too_many() { return fmt::format("more than {} values", max_values); }

    Values list() {
        if (eat_word("list")) {
            expect("(", "list(range(…)) needs parentheses");
            Values values = range_or_literals();
            expect(")", "the parenthesis is not closed");
            return values;
        }
        if (eat_word("range")) return range();
        expect(
            "[",
            "expected a Python list, such as [1, 2, 4], range(1, 9) or [2**i for i in range(4)]");
        if (eat("]")) return {};
        const std::size_t start = at_;
        unknown_ = {};
        Value first = element();
        if (eat_word("for")) return comprehension(start);
        return literals(std::move(first));
    }

    Values range_or_literals() {
        if (eat_word("range")) return range();
        expect("[", "expected range(…) or a list of values");
        return eat("]") ? Values{} : literals(element());
    }

    Values literals(Value first) {
        Values values{std::move(first)};
        while (eat(",") && !peek("]")) {
            values.push_back(element());
            if (values.size() > max_values) throw ParseError{at_, too_many()};
        }
        expect("]", "the list is not closed");
        check_names(0);
        return values;
    }

    void check_names(std::size_t at) const {
        if (!unknown_.empty()) throw ParseError{at, fmt::format("unknown name '{}'", unknown_)};
    }

    // [element for variable in source]; `start` is where the element starts.
    Values comprehension(std::size_t start) {
        if (at_ - start > longest_element)
            throw ParseError{start, "this element is too long for a list comprehension"};
        skip_space();
        variable_ = take_name();
        if (!unknown_.empty() && unknown_ != variable_) {
            throw ParseError{start, fmt::format("unknown name '{}'", unknown_)};
        }
        unknown_ = {};
        if (!eat_word("in"))
            throw ParseError{at_, "a list comprehension is written as [… for name in range(…)]"};
        const Values source = range_or_literals();
        expect("]", "only [… for name in range(…)] is supported: no condition, no second 'for'");
        const std::size_t end = at_;
        Values values;
        for (const Value& value : source) {
            bound_ = std::get_if<Number>(&value);
            at_ = start;
            values.push_back(element());
        }
        bound_ = nullptr;
        at_ = end;
        check_names(start);
        return values;
    }

    Values range() {
        const std::size_t start = at_;
        expect("(", "range(…) needs parentheses");
        std::vector<std::int64_t> bounds{whole()};
        while (bounds.size() < 3 && eat(",")) bounds.push_back(whole());
        expect(")", "range takes one to three whole numbers");
        const std::int64_t from = bounds.size() > 1 ? bounds[0] : 0;
        const std::int64_t to = bounds.size() > 1 ? bounds[1] : bounds[0];
        const std::int64_t step = bounds.size() > 2 ? bounds[2] : 1;
        if (step == 0) throw ParseError{start, "the step of a range cannot be 0"};
        const Wide distance = Wide{to} - from;
        const Wide count = distance / step + (distance % step != 0 ? 1 : 0);
        if (count > static_cast<Wide>(max_values)) throw ParseError{start, too_many()};
        Values values;
        for (Wide i = 0; i < count; ++i) {
            values.emplace_back(Number(static_cast<std::int64_t>(from + i * step)));
        }
        return values;
    }

    std::int64_t whole() {
        const std::size_t start = at_;
        const Number number = sum();
        check_names(start);
        if (!number.whole()) throw ParseError{start, "a range needs whole numbers"};
        return number.numerator();
    }

    Value element() {
        skip_space();
        const std::size_t start = at_;
        if (here() == '\'' || here() == '"') return word(here());
        const Number number = sum();
        if (!number.exists() && unknown_.empty()) throw ParseError{start, number.text()};
        return number;
    }

    std::string word(char quote) {
        const std::size_t end = text_.find(quote, ++at_);
        if (end == text_.npos) throw ParseError{at_ - 1, "the quote is not closed"};
        std::string inside(text_.substr(at_, end - at_));
        at_ = end + 1;
        return inside;
    }

    Number sum() {
        Number left = product();
        for (;;) {
            if (eat("+")) {
                left = left + product();
            } else if (eat("-")) {
                left = left - product();
            } else {
                return left;
            }
        }
    }

    Number product() {
        Number left = sign();
        for (;;) {
            if (eat("*")) {
                left = left * sign();
            } else if (eat("//")) {
                left = floor_div(left, sign());
            } else if (eat("/")) {
                left = left / sign();
            } else if (eat("%")) {
                left = modulo(left, sign());
            } else {
                return left;
            }
        }
    }

    // -2**2 is -(2**2), and 2**-1 is 1/2.
    Number sign() {
        if (++depth_ > deepest) throw ParseError{at_, "nested too deeply"};
        Number result = eat("-") ? Number(0) - sign() : eat("+") ? sign() : powers();
        --depth_;
        return result;
    }

    Number powers() {
        const Number base = atom();
        if (!eat("**")) return base;
        const Number exponent = sign();
        if (!exponent.whole()) return exponent.exists() ? Number(Fault::not_whole) : exponent;
        const std::int64_t n = exponent.numerator();
        if (n >= 0) return power(base, n);
        return n == INT64_MIN ? Number(Fault::overflow) : Number(1) / power(base, -n);
    }

    Number atom() {
        skip_space();
        const std::size_t start = at_;
        if (eat("(")) {
            const Number inside = sum();
            expect(")", "the parenthesis is not closed");
            return inside;
        }
        if (is_digit(here()) || here() == '.') {
            const Number number = Number::parse(take_number());
            if (number == Number(Fault::not_a_number)) throw ParseError{start, "not a number"};
            return number;
        }
        if (is_letter(here())) return name(take_name());
        throw ParseError{start, at_end() ? "the list ends where a value is needed"
                                         : fmt::format("'{}' is not expected here", token())};
    }

    // Before its `for` is read, a variable has the value 1.
    Number name(std::string_view found) {
        if (found == "True") return 1;
        if (found == "False") return 0;
        if (peek("(")) throw ParseError{at_, fmt::format("calling '{}' is not supported", found)};
        if (bound_ && found == variable_) return *bound_;
        unknown_ = found;
        return 1;
    }

    int depth_ = 0;
    std::string_view variable_;
    const Number* bound_ = nullptr;
    std::string_view unknown_;  // the last unbound name
};

}  // namespace

std::vector<Value> read_python_list(std::string_view text, const Location& where,
                                    Mistakes& mistakes) {
    try {
        return PythonList(text).read();
    } catch (const ParseError& wrong) {
        mistakes.push_back({location_at(where, text, wrong.at), wrong.reason});
        return {};
    }
}

}  // namespace hone::readers
