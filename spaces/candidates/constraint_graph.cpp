// SPDX-License-Identifier: MIT
// Simplifies terms when they are made. Terms are only reordered if no order can fail or overflow,
// which follows from their ranges; other terms stay as they were written.
#include "spaces/candidates/constraint_graph.hpp"

#include <algorithm>
#include <array>

namespace hone {
namespace {

bool is_logic(Op op) {
    return op == Op::both || op == Op::either;
}

std::size_t mix(std::size_t hash, std::uint64_t value) {
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6U) + (hash >> 2U);
    return hash * 0xff51afd7ed558ccdULL;
}

std::size_t hash_of(const Term& term) {
    std::size_t hash = static_cast<std::size_t>(term.op) + (term.nary ? 64 : 0);
    hash = mix(hash, static_cast<std::uint64_t>(term.constant.numerator()));
    hash = mix(hash, static_cast<std::uint64_t>(term.constant.denominator()));
    hash = mix(hash, term.variable);
    for (const auto arg : term.args) hash = mix(hash, arg);
    return hash;
}

bool same(const Term& a, const Term& b) {
    return a.op == b.op && a.nary == b.nary && a.constant == b.constant &&
           a.variable == b.variable && a.args == b.args;
}

}  // namespace

ConstraintGraph::ConstraintGraph(std::vector<std::vector<Number>> domains)
    : domains_(std::move(domains)) {}

ConstraintGraph::Id ConstraintGraph::constant(Number value) {
    Term term;
    term.constant = value;
    term.interval = interval_of(std::array{value});
    return intern(std::move(term));
}

ConstraintGraph::Id ConstraintGraph::variable(std::size_t index) {
    if (domains_[index].size() == 1) return constant(domains_[index][0]);
    Term term;
    term.op = Op::name;
    term.variable = static_cast<std::uint32_t>(index);
    term.variables.set(index);
    term.interval = interval_of(domains_[index]);
    return intern(std::move(term));
}

ConstraintGraph::Id ConstraintGraph::make(Op op, std::span<const Id> args) {
    if (std::all_of(args.begin(), args.end(), [&](Id id) { return is_constant(id); })) {
        const auto value = [&](std::size_t i) {
            return i < args.size() ? terms_[args[i]].constant : Number();
        };
        return constant(apply(op, value(0), value(1), value(2)));
    }
    if (can_flatten(op, args)) return make_nary(op, args);
    Term term;
    term.op = op;
    term.args.assign(args.begin(), args.end());
    std::array<Interval, 3> intervals;
    for (std::size_t i = 0; i < args.size(); ++i) {
        term.variables |= terms_[args[i]].variables;
        intervals[i] = terms_[args[i]].interval;
    }
    term.interval = interval_of(op, std::span(intervals).first(args.size()));
    return intern(std::move(term));
}

// Sums and products of integers within safe ranges, and conditions that cannot fail, may be
// evaluated in any order.
bool ConstraintGraph::can_flatten(Op op, std::span<const Id> args) const {
    if (is_logic(op))
        return std::all_of(args.begin(), args.end(),
                           [&](Id id) { return terms_[id].interval.never_faults; });
    if (op != Op::add && op != Op::multiply && op != Op::subtract && op != Op::negate) return false;
    double size = op == Op::multiply ? 1 : 0;
    for (const Id id : args) {
        const Interval& interval = terms_[id].interval;
        if (!interval.never_faults || !interval.whole || !interval.bounded) return false;
        size = op == Op::multiply ? size * magnitude_bound(op, id) : size + magnitude_bound(op, id);
    }
    return size < max_safe_magnitude;
}

// An upper bound of every partial sum or product of the term's flattened arguments.
double ConstraintGraph::magnitude_bound(Op op, Id id) const {
    const Term& term = terms_[id];
    if (!term.nary || term.op != op)
        return op == Op::multiply ? std::max(1.0, term.interval.size) : term.interval.size;
    double total = op == Op::multiply ? 1 : 0;
    for (const Id arg : term.args)
        total = op == Op::multiply ? total * magnitude_bound(op, arg)
                                   : total + magnitude_bound(op, arg);
    return total;
}

ConstraintGraph::Id ConstraintGraph::make_nary(Op op, std::span<const Id> args) {
    if (op == Op::subtract || op == Op::negate) {
        const Id minus = make(Op::multiply, std::array{constant(-1), args.back()});
        return op == Op::negate ? minus : make(Op::add, std::array{args[0], minus});
    }
    Term term;
    term.op = op;
    term.nary = true;
    const Number neutral = op == Op::multiply || op == Op::both ? 1 : 0;
    Number folded = neutral;
    const auto take = [&](Id id) {
        if (is_constant(id)) {
            folded = apply(op, folded, terms_[id].constant);
        } else {
            term.args.push_back(id);
        }
    };
    for (const Id id : args) {
        const Term& arg = terms_[id];
        if (arg.nary && arg.op == op) {
            std::for_each(arg.args.begin(), arg.args.end(), take);
        } else {
            take(id);
        }
    }
    std::sort(term.args.begin(), term.args.end());
    if (is_logic(op)) {
        if (folded != neutral) return constant(folded);
        term.args.erase(std::unique(term.args.begin(), term.args.end()), term.args.end());
    } else if (folded == Number(0) && op == Op::multiply) {
        return constant(0);
    } else if (folded != neutral) {
        term.args.push_back(constant(folded));
    }
    if (term.args.empty()) return constant(folded);
    if (term.args.size() > 1) return make_part(term, std::move(term.args));
    return is_logic(op) ? make(Op::not_equal, std::array{term.args[0], constant(0)}) : term.args[0];
}

ConstraintGraph::Id ConstraintGraph::make_part(const Term& whole, std::vector<Id> some) {
    Term term;
    term.op = whole.op;
    term.nary = true;
    term.args = std::move(some);
    term.interval = terms_[term.args[0]].interval;
    term.variables = terms_[term.args[0]].variables;
    for (std::size_t i = 1; i < term.args.size(); ++i) {
        term.variables |= terms_[term.args[i]].variables;
        term.interval =
            interval_of(term.op, std::array{term.interval, terms_[term.args[i]].interval});
    }
    return intern(std::move(term));
}

ConstraintGraph::Id ConstraintGraph::intern(Term term) {
    const Interval& interval = term.interval;
    if (term.op != Op::number && interval.never_faults && interval.bounded &&
        interval.low == interval.high)
        return constant(interval.low);
    const std::size_t hash = hash_of(term);
    const auto [begin, end] = interned_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        if (same(terms_[it->second], term)) return it->second;
    }
    terms_.push_back(std::move(term));
    const Id id = static_cast<Id>(terms_.size() - 1);
    interned_.emplace(hash, id);
    return id;
}

Number ConstraintGraph::evaluate(Id id, std::size_t variable, Number value) const {
    const Term& term = terms_[id];
    if (term.op == Op::number) return term.constant;
    if (term.op == Op::name) return value;
    const auto arg = [&](std::size_t i) {
        return i < term.args.size() ? evaluate(term.args[i], variable, value) : Number();
    };
    if (!term.nary) return apply(term.op, arg(0), arg(1), arg(2));
    Number result = arg(0);
    for (std::size_t i = 1; i < term.args.size(); ++i) result = apply(term.op, result, arg(i));
    return result;
}

}  // namespace hone
