// SPDX-License-Identifier: MIT
// What an application needs of a space, in a form that needs no parser of spaces: which arguments a
// problem has, what must hold of a config, how it is launched. The tuner writes recipes into the
// database; here they are read.
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

/// A recipe: lines of a keyword, a name and an expression, with tabs between them.
struct Recipe {
    /// How an argument of a problem counts when problems are compared.
    enum class Role {
        detail,  ///< may differ, at a small cost
        extent,  ///< a size: near in log2 is near
        variant  ///< makes it another computation: must agree
    };
    struct Argument {
        Setting default_value;  // the name, and its default value
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
        std::optional<Postfix> driver_local;  // where it holds the driver chooses the work-group
        std::optional<Postfix> when;
        std::string loop;  // whose numbers it is repeated for, or empty
    };
    struct Loop {
        std::string name;
        std::size_t variable = 0;  // whose value is the number
        Postfix count;
    };
    /// Something that launches name and the application does not bring.
    struct Extra {
        std::string kind;  // "scratch", "local", "scalar"
        std::string name;
        std::string type;  // of OpenCL C
        Postfix value;     // bytes, or a scalar's value
    };
    struct Precision {
        std::string name;
        std::int64_t bytes;  // of an element
        std::string real;    // what OpenCL C calls an element
        std::string defines;
    };

    VariableTable
        variables;  // the parameters first, then the arguments, then all else that is read
    std::vector<std::string> parameters;
    std::map<std::string, Postfix>
        built_with;  // of parameters that are read at run time: what programs are built with
    std::vector<Settings> values;  // of each parameter, all that may be chosen; none: not known
    std::vector<Argument> arguments;
    std::vector<Precision> precisions;
    std::string rewrite;  // the target that built programs are rewritten for, or empty
    std::vector<Condition> conditions;
    std::vector<Condition> advice;  // a config that does not follow it runs, but may be slow
    Postfix local_memory, flops, bytes;
    Postfix passes;  // over the results
    Postfix copied;  // bytes, before they are used
    std::vector<Tile> tiles;
    std::vector<Tile>
        group_tiles;  // of the main launch's work-groups, where they have several tiles
    std::vector<Loop> loops;
    std::vector<Launch> launches;
    std::vector<Extra> extras;
    std::vector<std::string> long_sizes;    // extras that are a long where an int is too small
    std::vector<Settings> default_configs;  // the best first
    Formerly formerly;                      // how configs of older texts are read

    const Precision* precision(std::string_view name) const;
    std::optional<std::size_t> argument(std::string_view name) const;
};

/// Reads the recipe of a routine's kernel. Lines that a newer hone has added are passed over.
Recipe read_recipe(std::string_view text, std::string_view routine);

}  // namespace hone::lookup
