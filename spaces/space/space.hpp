// SPDX-License-Identifier: MIT
// A search space as data: what may be chosen for one kernel, what must hold, what a choice costs
// and how it is launched. Read from hone's TOML, from JSON with parameters and constraints, or from
// T1; every reader fills this struct and nothing else knows the formats.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spaces/base/error.hpp"
#include "spaces/language/expression.hpp"
#include "spaces/language/value.hpp"

namespace hone {

/// What may be chosen, in the order in which it was written.
struct Parameter {
    std::string name;
    std::vector<Value> values;  // each once
};

/// What must hold of every candidate. The reason is what a user is told when it does not. Where only
/// performance asks for it, the config would run, slowly at worst: a search leaves it out, but one
/// that was tuned for another problem may be the best that is known.
struct Constraint {
    enum class Kind { legality, performance };
    std::string reason;
    Expression must_hold;
    Kind kind = Kind::legality;
};

/// One kernel launch. Up to three dimensions; both shapes have the same number of them.
struct LaunchStep {
    std::string entry;
    std::vector<Expression> local;
    std::vector<Expression> global;
    std::vector<std::string> arguments;  // by name, in the order of the entry's signature
    std::optional<Expression> when;      // launched only where this holds
    bool main = false;                   // the one that the costs are about
};

/// A named step on the way from plain to tuned: values for some parameters, the rest as in the step
/// before.
struct LadderStep {
    std::string name;
    std::vector<std::string> precisions;  // that it is for; all where none is named
    std::map<std::string, Value> values;
};

/// Something that a kernel is handed, under a name that launch steps use. A user's own kernel
/// declares all of its arguments; a kernel of a shipped routine only what the routine does not
/// bring (scratch).
struct Argument {
    enum class Kind { scalar, buffer, local };
    /// How a buffer starts out: output is poisoned before each run and checked after it, scratch
    /// may hold anything, constant is set once (a counter that the kernel itself resets).
    enum class Fill { random, constant, index, output, scratch };
    Kind kind = Kind::buffer;
    Fill fill = Fill::random;
    std::string name;
    std::string type;  // "float", "int", "half", … ; "real" is the problem's precision
    std::optional<Expression> count;  // elements of a buffer or of local memory
    std::optional<Expression> value;  // of a scalar or a constant fill
    double low = -1, high = 1;        // of a random fill
};

/// How the result of a user's own kernel is checked.
struct Check {
    std::string reference;  // another entry of the same file, launched by `local` and `global`
    std::vector<Expression> local, global;
    std::string expected;  // or a file with the values of the output
    double absolute = 0, relative = 0;
};

/// What older texts of a space called otherwise, and what a kernel did before it had a parameter. A
/// config that such a text stored is read by it.
struct FormerNames {
    std::vector<std::string> names;                 // of the kernel
    std::map<std::string, std::string> parameters;  // today's name, the former one
    std::map<std::string, std::map<std::string, std::string>>
        words;                             // of a parameter: today's word, the former one
    std::map<std::string, Value> neutral;  // a parameter's value that changes nothing
};

/// One way to compute one routine, as a space of choices. See spaces/README.md for the file format.
struct Space {
    std::string name;  // of the file, without its ending
    std::filesystem::path file;
    std::filesystem::path source;  // the kernel's .cl, beside the space or where it says
    std::string rewrite;           // the target that built programs are rewritten for, or nothing
    std::string routine;           // "gemm", "reduction", or the name of a user's own
    std::vector<std::string> precisions{"f32"};
    std::optional<Expression> needs;  // `requires`: where this kernel can run at all
    std::vector<std::pair<std::string, Value>>
        problem;  // what a problem has, and what it is when nobody says
    std::vector<std::string>
        variants;  // of these, what makes it another computation; -D for the compiler
    std::vector<Parameter> parameters;
    std::vector<Constraint> constraints;
    std::map<std::string, Expression> resources;  // local_memory, registers, flops, bytes, …
    std::vector<LaunchStep> launch;
    std::vector<LadderStep> ladder;
    std::vector<Argument> arguments;  // of a user's own kernel in the order of its signature
    std::optional<Check> check;
    FormerNames formerly;

    /// The parameter's index in the written order, or nothing.
    std::optional<std::size_t> index_of(std::string_view parameter) const;
    /// The ladder's steps for one precision, in order.
    std::vector<LadderStep> ladder_for(std::string_view precision) const;
};

}  // namespace hone
