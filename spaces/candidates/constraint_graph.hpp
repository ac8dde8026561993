// SPDX-License-Identifier: MIT
// The constraints of a space as one graph of shared terms over numbered variables. Equal terms are
// one node, constants are folded, and terms that cannot fail are flattened (a*b*c is one product of
// three). Every term stores the variables that it reads and its range.
#pragma once

#include <bitset>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "spaces/candidates/interval.hpp"
#include "spaces/language/expression.hpp"

namespace hone {

/// The maximal number of parameters of a space.
inline constexpr std::size_t most_parameters = 256;

using Variables = std::bitset<most_parameters>;

struct Term {
    Op op = Op::number;  ///< number: a constant; name: a variable; else an operation
    bool nary = false;   ///< takes any number of arguments in any order: sum, product, and, or
    Number constant;     ///< of Op::number
    std::uint32_t variable = 0;       ///< of Op::name
    std::vector<std::uint32_t> args;  ///< of an operation
    Variables variables;              ///< the variables that it reads, itself included
    Interval interval;
};

class ConstraintGraph {
  public:
    using Id = std::uint32_t;

    /// A graph over variables with these values. A variable with one value is a constant.
    explicit ConstraintGraph(std::vector<std::vector<Number>> domains);

    Id constant(Number value);
    Id variable(std::size_t index);
    /// The operation on earlier terms, simplified. The same operation on the same terms has the
    /// same Id.
    Id make(Op op, std::span<const Id> args);
    /// The same operation on some of an n-ary term's arguments: a part of a sum or product.
    Id make_part(const Term& whole, std::vector<Id> some);

    const Term& operator[](Id id) const { return terms_[id]; }
    std::size_t size() const { return terms_.size(); }
    std::span<const Number> domain(std::size_t variable) const { return domains_[variable]; }
    bool is_constant(Id id) const { return terms_[id].op == Op::number; }

    /// The value of a term that reads only this variable.
    Number evaluate(Id id, std::size_t variable, Number value) const;

  private:
    Id intern(Term term);
    Id make_nary(Op op, std::span<const Id> args);
    bool can_flatten(Op op, std::span<const Id> args) const;
    double magnitude_bound(Op op, Id id) const;

    std::vector<std::vector<Number>> domains_;
    std::vector<Term> terms_;
    std::unordered_multimap<std::size_t, Id> interned_;
};

}  // namespace hone
