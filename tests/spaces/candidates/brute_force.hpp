// SPDX-License-Identifier: MIT
// The slow reference for fast answers: every combination of values, tried one by one, with
// constraints as in Python, in doubles. It shares no code with the tested implementation.
#pragma once

#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace brute_force {

struct Instruction {
    char code;  // of an operator below, 'n'umber or 'v'ariable
    double number = 0;
    std::size_t variable = 0;
};

/// A constraint as a program for a stack machine.
class Program {
  public:
    Program(std::string_view text, const std::vector<std::string>& variables)
        : rest_(text), variables_(variables) {
        disjunction();
        if (!next_is("")) throw std::runtime_error("cannot read on at " + std::string(rest_));
    }

    bool holds(const std::vector<double>& values) const {
        std::array<double, 64> stack{};
        std::size_t top = 0;
        for (const Instruction& each : code_) {
            if (each.code == 'n') {
                stack[top++] = each.number;
            } else if (each.code == 'v') {
                stack[top++] = values[each.variable];
            } else if (each.code == '!') {
                stack[top - 1] = stack[top - 1] == 0 ? 1 : 0;
            } else {
                --top;
                stack[top - 1] = result(each.code, stack[top - 1], stack[top]);
            }
        }
        return stack[0] != 0;
    }

  private:
    static double result(char code, double a, double b) {
        switch (code) {
            case '+':
                return a + b;
            case '-':
                return a - b;
            case '*':
                return a * b;
            case '/':
                return a / b;
            case 'f':
                return std::floor(a / b);
            case '%':
                return a - b * std::floor(a / b);
            case '<':
                return a < b ? 1 : 0;
            case 'l':
                return a <= b ? 1 : 0;
            case '>':
                return a > b ? 1 : 0;
            case 'g':
                return a >= b ? 1 : 0;
            case '=':
                return a == b ? 1 : 0;
            case '~':
                return a != b ? 1 : 0;
            case '&':
                return a != 0 && b != 0 ? 1 : 0;
            case '|':
                return a != 0 || b != 0 ? 1 : 0;
            default:
                throw std::logic_error("no such operator");
        }
    }

    // Tests for the next sign. An empty sign is the end.
    bool next_is(std::string_view sign) {
        while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
        return sign.empty() ? rest_.empty() : rest_.starts_with(sign);
    }
    bool take(std::string_view sign) {
        if (!next_is(sign)) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }
    bool take_word(std::string_view word) {
        if (!next_is(word) || belongs(word.size())) return false;
        return take(word);
    }
    bool belongs(std::size_t i) const {
        return i < rest_.size() &&
               (std::isalnum(static_cast<unsigned char>(rest_[i])) != 0 || rest_[i] == '_');
    }

    void disjunction() {
        conjunction();
        while (take_word("or")) conjunction(), code_.push_back({'|'});
    }
    void conjunction() {
        inversion();
        while (take_word("and")) inversion(), code_.push_back({'&'});
    }
    void inversion() {
        if (take_word("not")) return inversion(), code_.push_back({'!'});
        comparison();
    }

    char comparison_sign() {
        constexpr std::array<std::pair<const char*, char>, 6> signs{
            {{"<=", 'l'}, {">=", 'g'}, {"==", '='}, {"!=", '~'}, {"<", '<'}, {">", '>'}}};
        for (const auto& [sign, code] : signs) {
            if (take(sign)) return code;
        }
        return 0;
    }
    // a <= b <= c is (a <= b) and (b <= c): the code of b is there twice.
    void comparison() {
        sum();
        bool chained = false;
        std::vector<Instruction> middle;
        while (const char sign = comparison_sign()) {
            if (chained) code_.insert(code_.end(), middle.begin(), middle.end());
            const std::size_t start = code_.size();
            sum();
            middle.assign(code_.begin() + static_cast<std::ptrdiff_t>(start), code_.end());
            code_.push_back({sign});
            if (chained) code_.push_back({'&'});
            chained = true;
        }
    }
    void sum() {
        product();
        for (;;) {
            if (take("+")) {
                product(), code_.push_back({'+'});
            } else if (take("-")) {
                product(), code_.push_back({'-'});
            } else {
                return;
            }
        }
    }
    void product() {
        atom();
        for (;;) {
            if (take("*")) {
                atom(), code_.push_back({'*'});
            } else if (take("//")) {
                atom(), code_.push_back({'f'});
            } else if (take("/")) {
                atom(), code_.push_back({'/'});
            } else if (take("%")) {
                atom(), code_.push_back({'%'});
            } else {
                return;
            }
        }
    }
    void atom() {
        if (take("(")) {
            disjunction();
            if (!take(")")) throw std::runtime_error("no )");
            return;
        }
        std::size_t length = 0;
        while (belongs(length)) ++length;
        const std::string token(rest_.substr(0, length));
        rest_.remove_prefix(length);
        for (std::size_t v = 0; v < variables_.size(); ++v) {
            if (variables_[v] == token) return code_.push_back({'v', 0, v});
        }
        char* end = nullptr;
        code_.push_back({'n', std::strtod(token.c_str(), &end)});
        if (token.empty() || *end != '\0') throw std::runtime_error("what is " + token);
    }

    std::string_view rest_;
    const std::vector<std::string>& variables_;
    std::vector<Instruction> code_;
};

/// Calls `found` with the value indexes of every legal combination.
template <class Found>
void each_legal(const std::vector<std::vector<double>>& values,
                const std::vector<Program>& constraints, const Found& found) {
    std::vector<std::uint16_t> places(values.size(), 0);
    std::vector<double> chosen;
    for (const auto& list : values) chosen.push_back(list.front());
    for (;;) {
        bool legal = true;
        for (const Program& each : constraints) {
            legal = each.holds(chosen);
            if (!legal) break;
        }
        if (legal) found(places);
        std::size_t p = values.size();
        while (p > 0 && ++places[p - 1] == values[p - 1].size()) {
            --p;
            places[p] = 0;
            chosen[p] = values[p].front();
        }
        if (p == 0) return;
        chosen[p - 1] = values[p - 1][places[p - 1]];
    }
}

}  // namespace brute_force
