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
#include "spaces/space/program_call.hpp"

namespace hone {

/// What may be chosen, in the order in which it was written.
struct Parameter {
    std::string name;
    std::vector<Value> values;  // each once
};

/// What must hold of every candidate. The reason is what a user is told when it does not. What performance
/// asks for would run, slowly at worst, and what is redundant would do the same as another config: a search
/// leaves both out, but a config that was tuned for another problem may be the best that is known.
struct Constraint {
    enum class Kind { legality, performance, redundant };
    std::string reason;
    Expression must_hold;
    Kind kind = Kind::legality;
};

/// As a space says it.
std::string_view word(Constraint::Kind kind);

/// One kernel launch. Up to three dimensions; both shapes have the same number of them. `local` may
/// be missing where the driver chooses.
struct LaunchStep {
    std::string entry;
    std::vector<Expression> local;
    std::vector<Expression> global;
    std::optional<Expression> driver_local;  // where this holds the driver chooses the work-group
    std::vector<Expression> offset;          // of the first work-item; none: 0
    std::vector<std::string> arguments;      // by name, in the order of the entry's signature
    std::optional<Expression> when;          // launched only where this holds
    bool main = false;                       // the one that the costs are about
    bool even = false;                       // work-groups with several tiles have equal shares
    std::string loop;                        // launched again for each number of this loop
    Location location;                       // where a file declares it
};

/// Launches that follow one another and name the same loop are repeated together. The name counts
/// from 0: expressions of these launches read it, and they may take it as an int.
struct Loop {
    std::string name;
    Expression count;
};

/// A named step on the way from plain to tuned: values for some parameters, the rest as in the step
/// before.
struct LadderStep {
    std::string name;
    std::vector<std::string> precisions;  // that it is for; all where none is named
    std::map<std::string, Value> values;

    bool is_for(std::string_view precision) const;
};

/// Values that are likely to be good for some problems, the rest as in the last step of the ladder: a search
/// tries them first.
struct Start : LadderStep {
    std::optional<Expression> when;  // of the problem and the device; always where nothing is said
};

/// Something that a kernel is handed, under a name that launch steps use. A user's own kernel
/// declares all of its arguments; a kernel of a shipped routine only what the routine does not
/// bring (scratch).
struct Argument {
    enum class Kind { scalar, buffer, local, image, sampler };
    /// How a buffer starts out: output is poisoned before each run and checked after it, scratch
    /// may hold anything, constant is set once (a counter that the kernel itself resets), file has
    /// what a file holds, and prepared is written by the launches of [[prepare]].
    enum class Fill { random, constant, index, output, scratch, file, prepared };
    /// What a sampler gives outside of an image, and between its pixels, in OpenCL's words.
    enum class Addressing { none, clamp_to_edge, clamp, repeat, mirrored_repeat };
    enum class Filter { nearest, linear };
    Kind kind = Kind::buffer;
    Fill fill = Fill::random;
    bool inout = false;  // read and written: starts as filled before each run, checked after it
    std::string name;
    std::string type;  // "float", "int", "half", … ; "real" is the problem's precision
    std::vector<std::string> members;  // of a struct: their types, instead of `type`
    std::optional<Expression> count;   // elements of a buffer, an image or local memory
    std::vector<Expression> size;      // of an image: pixels along each of its 1 to 3 dimensions
    bool normalized =
        false;  // an image's integers stand for reals up to 1; a sampler's coordinates
    Addressing addressing = Addressing::clamp_to_edge;  // of a sampler, and its filter
    Filter filter = Filter::nearest;
    std::vector<Expression> value;  // of a scalar or a constant fill: one, or one for each lane
    std::string file;               // of a file fill, beside the space
    std::optional<Expression> low, high;  // of a random fill; without both what the type can hold
    std::optional<Expression> absolute, relative;  // of a result: bounds of its own

    /// Whether it has elements that outlive a launch: a buffer or an image.
    bool is_memory() const { return kind == Kind::buffer || kind == Kind::image; }
    /// Whether a run's result is found in it.
    bool is_result() const { return inout || fill == Fill::output; }
};

/// How the result of a user's own kernel is checked.
struct Check {
    std::string reference;           // the first entry of `launch`
    std::vector<LaunchStep> launch;  // of other entries, built without the parameters of a config …
    std::map<std::string, Value> parameters;       // … but with these
    std::string source;                            // their file, where it is not the kernel's own
    std::string expected;                          // or a file with the values of the output
    std::optional<Expression> absolute, relative;  // 0 where they are not said
    std::optional<std::vector<std::map<std::string, Value>>>
        sizes;  // other problems that a config must be right on; without them chosen by hone
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
    std::string text;                    // of the file
    std::filesystem::path source;        // the kernel's .cl, beside the space or where it says
    std::string source_text;             // the kernel's own text, where no file holds it
    std::optional<ProgramCall> program;  // that is run in a kernel's place
    std::string rewrite;  // the target that built programs are rewritten for, or nothing
    std::string routine;  // "gemm", "reduction", or the name of a user's own
    std::vector<std::string> precisions{"f32"};
    std::optional<Expression> needs;  // `requires`: where this kernel can run at all
    std::vector<std::pair<std::string, Value>>
        problem;  // what a problem has, and what it is when nobody says
    std::vector<std::string>
        variants;  // of these, what makes it another computation; -D for the compiler
    std::vector<std::string> long_sizes;  // of these, what is a long where an int is too small
    std::vector<Parameter> parameters;
    std::map<std::string, Expression>
        built_with;  // of parameters that are read at run time: what programs are built with instead
    std::vector<Constraint> constraints;
    std::map<std::string, Expression> resources;  // local_memory, registers, flops, bytes, …
    std::vector<Loop> loops;
    std::vector<LaunchStep> launch;
    std::vector<LaunchStep> prepare;  // launched before the others, and not timed
    std::vector<LadderStep> ladder;
    std::vector<Start> starts;
    std::map<std::string, Value> defaults;  // of parameters that the kernel's text does not define
    std::vector<Argument> arguments;        // of a user's own kernel in the order of its signature
    std::optional<Check> check;
    FormerNames formerly;

    /// The parameter's index in the written order, or nothing.
    std::optional<std::size_t> index_of(std::string_view parameter) const;
    /// The ladder's steps for one precision, in order.
    std::vector<LadderStep> ladder_for(std::string_view precision) const;
};

}  // namespace hone
