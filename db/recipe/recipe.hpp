// SPDX-License-Identifier: MIT
// What an application needs of a space, in a form that needs no parser of spaces: the arguments of
// a problem, the constraints of a config, and its launches. The tuner writes recipes into the
// database; this code reads them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/formerly.hpp"
#include "db/model/setting.hpp"
#include "spaces/language/postfix.hpp"

namespace hone::lookup {

/// A recipe: lines of a keyword, a name and an expression, separated by tabs.
struct Recipe {
    /// The role of a problem's argument when problems are compared.
    enum class Role {
        detail,  ///< may differ, at a small cost
        extent,  ///< a size: compared by log2
        variant  ///< changes the computation: must be equal
    };
    struct Argument {
        Setting default_value;  // name and default value
        Role role = Role::detail;
    };
    struct Condition {
        std::string reason;
        Postfix holds;
    };
    struct Tile {
        std::size_t argument = 0;
        Postfix size;
    };
    struct Launch {
        std::string entry;
        std::vector<std::string> arguments;
        std::vector<Postfix> local, global;
        std::optional<Postfix> driver_local;  // if it holds, the driver chooses the work-group size
        std::optional<Postfix> when;
        std::string loop;  // the loop that repeats it, or empty
    };
    struct Loop {
        std::string name;
        std::size_t variable = 0;  // gets the loop's number
        Postfix count;
    };
    /// An argument of launches that the application does not set.
    struct Extra {
        std::string kind;  // "scratch", "local", "scalar"
        std::string name;
        std::string type;  // in OpenCL C
        Postfix value;     // bytes, or a scalar's value
    };
    struct Precision {
        std::string name;
        std::int64_t bytes;  // of an element
        std::string real;    // type of an element in OpenCL C
        std::string defines;
    };

    VariableTable variables;  // the parameters first, then the arguments, then other values
    std::vector<std::string> parameters;
    std::map<std::string, Postfix>
        built_with;  // for parameters read at run time: the settings that programs are built with
    std::vector<Settings> values;  // per parameter: all allowed values; empty: unknown
    std::vector<Argument> arguments;
    std::vector<Precision> precisions;
    std::string rewrite;  // the target for which built programs must be rewritten, or empty
    std::vector<Condition> conditions;
    std::vector<Condition> advice;  // a config that violates it can run, but may be slow
    Postfix local_memory, flops, bytes;
    Postfix passes;  // over the results
    Postfix copied;  // bytes that the kernel writes for itself and reads again
    std::vector<Tile> tiles;
    std::vector<Tile>
        group_tiles;  // of the main launch's work-groups, if they process several tiles
    std::vector<Loop> loops;
    std::vector<Launch> launches;
    std::vector<Extra> extras;
    std::vector<std::string> long_sizes;    // extras that become long if int is too small
    std::vector<Settings> default_configs;  // the best first
    Formerly formerly;                      // translates configs of older spaces

    const Precision* precision(std::string_view name) const;
    std::optional<std::size_t> argument(std::string_view name) const;
};

/// Reads the recipe of a routine's kernel. Skips lines with keywords of a newer hone.
Recipe read_recipe(std::string_view text, std::string_view routine);

}  // namespace hone::lookup
