// SPDX-License-Identifier: MIT
// The estimate behind the order: the number of frontiers after a prefix, as bits. A remembered term
// counts with the values of its variables, or with the width of its range where that is less.
#include "spaces/candidates/variable_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone {
namespace {

using Id = Circuit::Id;

class Estimate {
  public:
    Estimate(const Circuit& circuit, std::span<const Id> roots)
        : circuit_(circuit), roots_(roots) {}

    // Bits of what must be remembered after these variables, less a little for each constraint that
    // they finish, since a finished constraint thins the prefixes out.
    double after(const Variables& chosen) {
        chosen_ = &chosen;
        seen_.assign(circuit_.size(), false);
        parts_.clear();
        bits_ = 0;
        for (const Id root : roots_) {
            if (known(root)) {
                bits_ -= bits_of_finishing;
            } else {
                visit(root);
            }
        }
        return bits_;
    }

  private:
    static constexpr double bits_of_finishing = 0.7;

    bool known(Id id) const { return (circuit_[id].variables & ~*chosen_).none(); }

    void visit(Id id) {
        const Term& term = circuit_[id];
        if (seen_[id] || term.op == Op::number || (term.variables & *chosen_).none()) return;
        seen_[id] = true;
        if (known(id)) {
            bits_ += std::min(bits_of(term.variables), bits_of(term.range));
            return;
        }
        Variables gathered;
        std::size_t part = 0;
        int parts = 0;
        for (const Id arg : term.args) {
            if (!term.gathers || !known(arg) || circuit_.is_constant(arg)) {
                visit(arg);
            } else {
                gathered |= circuit_[arg].variables;
                part = part * 1000003 + arg + 1;
                ++parts;
                last_ = arg;
            }
        }
        if (parts == 1) visit(last_);
        if (parts > 1 && std::find(parts_.begin(), parts_.end(), part) == parts_.end()) {
            parts_.push_back(part);
            bits_ += bits_of(gathered);
        }
    }

    double bits_of(const Variables& variables) const {
        double bits = 0;
        for (std::size_t v = variables._Find_first(); v < variables.size();
             v = variables._Find_next(v)) {
            bits += std::log2(static_cast<double>(circuit_.domain(v).size()));
        }
        return bits;
    }

    static double bits_of(const Range& range) {
        if (!range.bounded || !range.whole) return std::numeric_limits<double>::infinity();
        return std::log2(range.high.real() - range.low.real() + 1);
    }

    const Circuit& circuit_;
    std::span<const Id> roots_;
    const Variables* chosen_ = nullptr;
    std::vector<bool> seen_;
    std::vector<std::size_t> parts_;
    Id last_ = 0;
    double bits_ = 0;
};

}  // namespace

std::vector<std::size_t> choose_order(const Circuit& circuit, std::span<const Id> roots,
                                      std::span<const std::size_t> variables) {
    Estimate estimate(circuit, roots);
    std::vector<std::size_t> left(variables.begin(), variables.end());
    std::vector<std::size_t> order;
    Variables chosen;
    while (!left.empty()) {
        std::size_t best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < left.size(); ++i) {
            Variables then = chosen;
            then.set(left[i]);
            const double values = static_cast<double>(circuit.domain(left[i]).size());
            const double bits = estimate.after(then) + 0.01 * std::log2(values);
            if (bits < least) {
                least = bits;
                best = i;
            }
        }
        order.push_back(left[best]);
        chosen.set(left[best]);
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return order;
}

}  // namespace hone
