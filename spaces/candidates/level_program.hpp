// SPDX-License-Identifier: MIT
// The state between the levels of a decision diagram. When the variables of a group are chosen one
// by one, only the values of the largest terms that a prefix completes matter: its frontier.
// Prefixes with equal frontiers become one node. A level's program computes the next frontier from
// the previous one and the chosen value, and tests constraints.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "spaces/candidates/constraint_graph.hpp"

namespace hone {

/// One instruction: input registers and one output register, or a test that a register is truthy.
struct Instruction {
    Op op = Op::number;
    bool test = false;  ///< if set: the choice is illegal unless a is truthy
    std::uint32_t a = 0, b = 0, c = 0, to = 0;
};

/// The program of one level. Registers: first the previous frontier, then the chosen value, then
/// temporary values.
struct LevelProgram {
    std::size_t variable = 0;
    std::uint32_t inputs =
        0;  ///< numbers in the previous frontier; the value's register comes after them
    std::uint32_t registers = 0;
    std::vector<std::pair<std::uint32_t, Number>> constants;  ///< set once, never overwritten
    std::vector<Instruction> code;
    std::vector<std::uint32_t> outputs;  ///< the registers of the next frontier

    /// Runs on registers whose inputs, value and constants are set. Returns false if a test fails.
    bool run(Number* registers_of_level) const;
};

/// Runs one level: from the previous frontier and a value to the next frontier. The program must
/// outlive this object.
class LevelRunner {
  public:
    explicit LevelRunner(const LevelProgram& program);

    /// The next frontier for this value, valid until the next call; null if a test fails.
    const Number* choose(const Number* before, const Number& value);

  private:
    const LevelProgram& program_;
    std::vector<Number> registers_;
    std::vector<Number> after_;
};

/// One program for each variable, in the order of choice. All roots must hold.
std::vector<LevelProgram> compile(ConstraintGraph& graph,
                                  std::span<const ConstraintGraph::Id> roots,
                                  std::span<const std::size_t> order);

}  // namespace hone
