// SPDX-License-Identifier: MIT
// The state between the levels of a decision diagram. When the variables of a group are chosen one
// by one, a prefix of choices matters only through the values of the largest terms that it
// completes: its frontier. Prefixes with equal frontiers become one node. A level's program
// computes the frontier after it from the frontier before it and the value chosen, and tests
// constraints.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "spaces/candidates/constraint_graph.hpp"

namespace hone {

/// One instruction: registers in, one register out, or a test that a register is truthy.
struct Instruction {
    Op op = Op::number;
    bool test = false;  ///< a must be truthy, or the choice is not legal
    std::uint32_t a = 0, b = 0, c = 0, to = 0;
};

/// The program of one level. Registers: first the frontier before, then the value chosen, then
/// whatever the code needs.
struct LevelProgram {
    std::size_t variable = 0;
    std::uint32_t inputs =
        0;  ///< numbers in the frontier before; the value's register comes after them
    std::uint32_t registers = 0;
    std::vector<std::pair<std::uint32_t, Number>> constants;  ///< set once, never overwritten
    std::vector<Instruction> code;
    std::vector<std::uint32_t> outputs;  ///< registers that are the frontier after

    /// Runs on registers whose inputs, value and constants are set; false when a test fails.
    bool run(Number* registers_of_level) const;
};

/// Runs one level: from the frontier before it and a value to the frontier after it. The program must outlive it.
class LevelRunner {
  public:
    explicit LevelRunner(const LevelProgram& program);

    /// The frontier after this value, valid until the next call; nullptr where a test fails.
    const Number* choose(const Number* before, const Number& value);

  private:
    const LevelProgram& program_;
    std::vector<Number> registers_;
    std::vector<Number> after_;
};

/// One program for each variable in the order in which they are chosen, for roots that must all
/// hold.
std::vector<LevelProgram> compile(ConstraintGraph& graph,
                                  std::span<const ConstraintGraph::Id> roots,
                                  std::span<const std::size_t> order);

}  // namespace hone
