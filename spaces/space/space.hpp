// SPDX-License-Identifier: MIT
// A search space as data: the parameters of one kernel, its constraints, its costs and its
// launches. It is read from hone's TOML, from JSON with parameters and constraints, or from T1.
// Every reader fills this struct; no other code depends on the formats.
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

/// A parameter with its values in declared order.
struct Parameter {
    std::string name;
    std::vector<Value> values;  // distinct
};

/// A constraint of every candidate, with the reason for the user if it is violated. A config that
/// violates a performance constraint can run, but may be slow; one that violates a redundancy
/// constraint does the same as another config. A search skips both, but a config that was tuned for
/// another problem may still be the best known one.
struct Constraint {
    enum class Kind { legality, performance, redundant };
    std::string reason;
    Expression must_hold;
    Kind kind = Kind::legality;
};

/// The word of the kind in a space.
std::string_view word(Constraint::Kind kind);

/// One kernel launch, with up to three dimensions; both shapes have the same number of them.
/// `local` may be missing if the driver chooses.
struct LaunchStep {
    std::string entry;
    std::vector<Expression> local;
    std::vector<Expression> global;
    std::optional<Expression> driver_local;  // if it holds, the driver chooses the work-group size
    std::vector<Expression> offset;          // of the first work-item; none: 0
    std::vector<std::string> arguments;      // by name, in the order of the entry's signature
    std::optional<Expression> when;          // launched only if this holds
    bool main = false;                       // the launch to which the costs refer
    bool even = false;                       // equal shares of tiles for work-groups
    std::string loop;                        // repeated for each number of this loop
    Location location;                       // where the file declares it
};

/// Consecutive launches with the same loop are repeated together. The loop's name counts from 0:
/// expressions of these launches can read it, and the kernels may have it as an int argument.
struct Loop {
    std::string name;
    Expression count;
};

/// A named step from plain to tuned: values for some parameters, the others as in the previous
/// step.
struct LadderStep {
    std::string name;
    std::vector<std::string> precisions;  // the precisions that it is for; empty: all
    std::map<std::string, Value> values;

    bool is_for(std::string_view precision) const;
};

/// Values that are likely to be good for some problems; other parameters are as in the last step of
/// the ladder. A search tries them first.
struct Start : LadderStep {
    std::optional<Expression> when;  // condition on the problem and the device; none: always
};

/// An argument of a kernel, under a name that launch steps use. A user's own kernel declares all of
/// its arguments; a kernel of hone's routines only those that the routine does not have (scratch).
struct Argument {
    enum class Kind { scalar, buffer, local, image, sampler };
    /// The initial content of a buffer. output: poisoned before each run and checked after it.
    /// scratch: undefined. constant: set once (a counter that the kernel itself resets). file: the
    /// content of a file. prepared: written by the launches of [[prepare]].
    enum class Fill { random, constant, index, output, scratch, file, prepared };
    /// The addressing and filter modes of a sampler, in OpenCL's terms.
    enum class Addressing { none, clamp_to_edge, clamp, repeat, mirrored_repeat };
    enum class Filter { nearest, linear };
    Kind kind = Kind::buffer;
    Fill fill = Fill::random;
    bool inout = false;  // read and written: filled before each run, checked after it
    std::string name;
    std::string type;  // "float", "int", "half", …; "real" is the problem's precision
    std::vector<std::string> members;  // of a struct: the types of its members, instead of `type`
    std::optional<Expression> count;   // elements of a buffer, an image or local memory
    std::vector<Expression> size;      // of an image: pixels along each of its 1 to 3 dimensions
    bool normalized =
        false;  // an image's integers represent reals up to 1; also for a sampler's coordinates
    Addressing addressing = Addressing::clamp_to_edge;  // of a sampler, with its filter
    Filter filter = Filter::nearest;
    std::vector<Expression> value;  // of a scalar or a constant fill: one value, or one per lane
    std::string file;               // of a file fill, beside the space
    std::optional<Expression> low, high;           // of a random fill; none: the range of the type
    std::optional<Expression> absolute, relative;  // of a result: its own error bounds

    /// Whether its content outlives a launch: a buffer or an image.
    bool is_memory() const { return kind == Kind::buffer || kind == Kind::image; }
    /// Whether it has a result of a run.
    bool is_result() const { return inout || fill == Fill::output; }
};

/// How the result of a user's own kernel is checked.
struct Check {
    std::string reference;           // the first entry of `launch`
    std::vector<LaunchStep> launch;  // of other entries, built without the parameters of a config …
    std::map<std::string, Value> parameters;       // … but with these
    std::string source;                            // their file, if it is not the kernel's own
    std::string expected;                          // or a file with the values of the output
    std::optional<Expression> absolute, relative;  // 0 if not set
    std::optional<std::vector<std::map<std::string, Value>>>
        sizes;  // other problems at which a config is checked; none: hone chooses them
};

/// Former names of a space, and the behavior of a kernel before it had a parameter. They are used
/// to read configs that an older version of the space stored.
struct FormerNames {
    std::vector<std::string> names;                 // of the kernel
    std::map<std::string, std::string> parameters;  // current name, former name
    std::map<std::string, std::map<std::string, std::string>>
        words;                             // by parameter: current word, former word
    std::map<std::string, Value> neutral;  // value of a new parameter for the former behavior
};

/// One implementation of a routine, as a search space. See spaces/README.md for the file format.
struct Space {
    std::string name;  // of the file, without its extension
    std::filesystem::path file;
    std::string text;                    // of the file
    std::filesystem::path source;        // the kernel's .cl, beside the space or elsewhere
    std::string source_text;             // the kernel's source, if it is not in a file
    std::optional<ProgramCall> program;  // a program that is run instead of a kernel
    std::string rewrite;  // the target for which built programs must be rewritten, or empty
    std::string routine;  // "gemm", "reduction", or the name of a user's own routine
    std::vector<std::string> precisions{"f32"};
    std::optional<Expression> needs;  // `requires`: the condition under which the kernel can run
    std::vector<std::pair<std::string, Value>>
        problem;                        // the arguments of a problem with their defaults
    std::vector<std::string> variants;  // arguments that change the computation: macro definitions
    std::vector<std::string> long_sizes;  // arguments that become long if int is too small
    std::vector<Parameter> parameters;
    std::map<std::string, Expression>
        built_with;  // for parameters read at run time: the settings that programs are built with
    std::vector<Constraint> constraints;
    std::map<std::string, Expression> resources;  // local_memory, registers, flops, bytes, …
    std::vector<Loop> loops;
    std::vector<LaunchStep> launch;
    std::vector<LaunchStep> prepare;  // launched before the others, not timed
    std::vector<LadderStep> ladder;
    std::vector<Start> starts;
    std::map<std::string, Value> defaults;  // of parameters that the source does not define
    std::vector<Argument> arguments;        // of a user's own kernel, in the order of its signature
    std::optional<Check> check;
    FormerNames formerly;

    /// The parameter's index in declared order; nullopt if there is none.
    std::optional<std::size_t> index_of(std::string_view parameter) const;
    /// The ladder's steps for one precision, in order.
    std::vector<LadderStep> ladder_for(std::string_view precision) const;
};

}  // namespace hone
