// SPDX-License-Identifier: MIT
// Compiles the levels. The known arguments of an n-ary term (a sum, a product, a conjunction) are
// combined into one number, so a*b*c*d needs only one register for any choices.
#include "spaces/candidates/level_program.hpp"

#include <algorithm>
#include <array>

namespace hone {
namespace {

using Id = ConstraintGraph::Id;

class Compiler {
  public:
    Compiler(ConstraintGraph& graph, std::span<const Id> roots, std::span<const std::size_t> order)
        : graph_(graph), roots_(roots), order_(order) {
        for (std::size_t level = 0; level < order.size(); ++level) {
            level_of_[order[level]] = static_cast<std::uint32_t>(level);
        }
    }

    std::vector<LevelProgram> compile() {
        std::vector<LevelProgram> programs;
        std::vector<Id> before;
        for (std::uint32_t level = 0; level < order_.size(); ++level) {
            std::vector<Id> after = frontier(level);
            programs.push_back(compile_level(level, before, after));
            before = std::move(after);
        }
        return programs;
    }

  private:
    // The level that completes a term.
    std::uint32_t level_of(Id id) const {
        std::uint32_t level = 0;
        const Variables& variables = graph_[id].variables;
        for (std::size_t v = variables._Find_first(); v < variables.size();
             v = variables._Find_next(v)) {
            level = std::max(level, level_of_[v]);
        }
        return level;
    }

    // The terms that the roots still need after the variables up to this level are chosen.
    std::vector<Id> frontier(std::uint32_t level) {
        found_.clear();
        visited_.assign(graph_.size(), false);
        for (const Id root : roots_) {
            if (level_of(root) > level) visit(root, level);
        }
        return found_;
    }

    void visit(Id id, std::uint32_t level) {
        if (graph_.is_constant(id) || !first_visit(id)) return;
        if (level_of(id) <= level) {
            found_.push_back(id);
            return;
        }
        const std::vector<Id> known = known_args(id, level);
        const bool flattened = graph_[id].nary && known.size() > 1;
        if (flattened) visit(graph_.make_part(graph_[id], known), level);
        const std::vector<Id> args = graph_[id].args;
        for (const Id arg : args) {
            if (!flattened || level_of(arg) > level) visit(arg, level);
        }
    }

    bool first_visit(Id id) {
        if (id >= visited_.size()) visited_.resize(graph_.size(), false);
        const bool first = !visited_[id];
        visited_[id] = true;
        return first;
    }

    std::vector<Id> known_args(Id id, std::uint32_t level) const {
        std::vector<Id> known;
        for (const Id arg : graph_[id].args) {
            if (!graph_.is_constant(arg) && level_of(arg) <= level) known.push_back(arg);
        }
        return known;
    }

    LevelProgram compile_level(std::uint32_t level, std::span<const Id> before,
                               std::span<const Id> after) {
        program_ = {};
        registers_.assign(graph_.size(), none);
        level_ = level;
        program_.variable = order_[level];
        program_.inputs = static_cast<std::uint32_t>(before.size());
        for (const Id id : before) assign_register(id);
        assign_register(graph_.variable(order_[level]));
        for (const Id root : roots_) {
            if (level_of(root) == level) test(root);
        }
        for (const Id id : after) program_.outputs.push_back(emit(id));
        return std::move(program_);
    }

    void test(Id root) {
        program_.code.push_back({.op = Op::number, .test = true, .a = emit(root)});
    }

    // The register of a term that is known at this level; emits its computation if necessary.
    std::uint32_t emit(Id id) {
        if (id < registers_.size() && registers_[id] != none) return registers_[id];
        if (graph_.is_constant(id)) {
            const std::uint32_t where = assign_register(id);
            program_.constants.emplace_back(where, graph_[id].constant);
            return where;
        }
        return graph_[id].nary ? emit_nary(id) : emit_operation(id);
    }

    std::uint32_t emit_operation(Id id) {
        const std::vector<Id> args = graph_[id].args;
        std::array<std::uint32_t, 3> from{};
        for (std::size_t i = 0; i < args.size(); ++i) from[i] = emit(args[i]);
        const std::uint32_t to = assign_register(id);
        program_.code.push_back(
            {.op = graph_[id].op, .a = from[0], .b = from[1], .c = from[2], .to = to});
        return to;
    }

    // The arguments known before this level are in one register; the others are combined with it.
    std::uint32_t emit_nary(Id id) {
        std::vector<Id> rest = graph_[id].args;
        const std::vector<Id> old = level_ > 0 ? known_args(id, level_ - 1) : std::vector<Id>{};
        if (old.size() > 1) {
            std::erase_if(
                rest, [&](Id arg) { return std::find(old.begin(), old.end(), arg) != old.end(); });
            rest.insert(rest.begin(), graph_.make_part(graph_[id], old));
        }
        std::uint32_t so_far = emit(rest[0]);
        for (std::size_t i = 1; i < rest.size(); ++i) {
            const std::uint32_t next = emit(rest[i]);
            const std::uint32_t to =
                i + 1 == rest.size() ? assign_register(id) : program_.registers++;
            program_.code.push_back(
                {.op = graph_[id].op, .a = so_far, .b = next, .c = next, .to = to});
            so_far = to;
        }
        return so_far;
    }

    std::uint32_t assign_register(Id id) {
        if (id >= registers_.size()) registers_.resize(graph_.size(), none);
        registers_[id] = program_.registers;
        return program_.registers++;
    }

    static constexpr std::uint32_t none = ~std::uint32_t{0};

    ConstraintGraph& graph_;
    std::span<const Id> roots_;
    std::span<const std::size_t> order_;
    std::array<std::uint32_t, most_parameters> level_of_{};

    std::vector<Id> found_;
    std::vector<bool> visited_;

    LevelProgram program_;
    std::vector<std::uint32_t> registers_;
    std::uint32_t level_ = 0;
};

}  // namespace

std::vector<LevelProgram> compile(ConstraintGraph& graph, std::span<const Id> roots,
                                  std::span<const std::size_t> order) {
    return Compiler(graph, roots, order).compile();
}

bool LevelProgram::run(Number* r) const {
    for (const Instruction& i : code) {
        if (i.test) {
            if (!r[i.a].truthy()) return false;
        } else {
            r[i.to] = apply(i.op, r[i.a], r[i.b], r[i.c]);
        }
    }
    return true;
}

// A level without outputs still needs a non-null result to report that its tests hold.
LevelRunner::LevelRunner(const LevelProgram& program)
    : program_(program),
      registers_(program.registers),
      after_(std::max<std::size_t>(program.outputs.size(), 1)) {
    for (const auto& [where, value] : program.constants) registers_[where] = value;
}

const Number* LevelRunner::choose(const Number* before, const Number& value) {
    std::copy_n(before, program_.inputs, registers_.begin());
    registers_[program_.inputs] = value;
    if (!program_.run(registers_.data())) return nullptr;
    for (std::size_t i = 0; i < program_.outputs.size(); ++i)
        after_[i] = registers_[program_.outputs[i]];
    return after_.data();
}

}  // namespace hone
