// SPDX-License-Identifier: MIT
// The estimate behind the order: the number of frontiers after a prefix, in bits. A stored term
// counts with the values of its variables, or with the width of its range if that is less.
#include "spaces/candidates/variable_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hone {
namespace {

using Id = ConstraintGraph::Id;

class Estimate {
  public:
    Estimate(const ConstraintGraph& graph, std::span<const Id> roots)
        : graph_(graph), roots_(roots) {}

    // The bits to store after these variables, less a little for each completed constraint, because
    // a completed constraint rejects prefixes.
    double after(const Variables& chosen) {
        chosen_ = &chosen;
        seen_.assign(graph_.size(), false);
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

    bool known(Id id) const { return (graph_[id].variables & ~*chosen_).none(); }

    void visit(Id id) {
        const Term& term = graph_[id];
        if (seen_[id] || term.op == Op::number || (term.variables & *chosen_).none()) return;
        seen_[id] = true;
        if (known(id)) {
            bits_ += std::min(bits_of(term.variables), bits_of(term.interval));
            return;
        }
        Variables flattened;
        std::size_t part = 0;
        int parts = 0;
        for (const Id arg : term.args) {
            if (!term.nary || !known(arg) || graph_.is_constant(arg)) {
                visit(arg);
            } else {
                flattened |= graph_[arg].variables;
                part = part * 1000003 + arg + 1;
                ++parts;
                last_ = arg;
            }
        }
        if (parts == 1) visit(last_);
        if (parts > 1 && std::find(parts_.begin(), parts_.end(), part) == parts_.end()) {
            parts_.push_back(part);
            bits_ += bits_of(flattened);
        }
    }

    double bits_of(const Variables& variables) const {
        double bits = 0;
        for (std::size_t v = variables._Find_first(); v < variables.size();
             v = variables._Find_next(v)) {
            bits += std::log2(static_cast<double>(graph_.domain(v).size()));
        }
        return bits;
    }

    static double bits_of(const Interval& interval) {
        if (!interval.bounded || !interval.whole) return std::numeric_limits<double>::infinity();
        return std::log2(interval.high.real() - interval.low.real() + 1);
    }

    const ConstraintGraph& graph_;
    std::span<const Id> roots_;
    const Variables* chosen_ = nullptr;
    std::vector<bool> seen_;
    std::vector<std::size_t> parts_;
    Id last_ = 0;
    double bits_ = 0;
};

}  // namespace

std::vector<std::size_t> choose_order(const ConstraintGraph& graph, std::span<const Id> roots,
                                      std::span<const std::size_t> variables) {
    Estimate estimate(graph, roots);
    std::vector<std::size_t> left(variables.begin(), variables.end());
    std::vector<std::size_t> order;
    Variables chosen;
    while (!left.empty()) {
        std::size_t best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < left.size(); ++i) {
            Variables then = chosen;
            then.set(left[i]);
            const double values = static_cast<double>(graph.domain(left[i]).size());
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
