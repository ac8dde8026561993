// SPDX-License-Identifier: MIT
// A plan is a candidate made concrete for one problem: what is defined when it is built, the shape
// of each launch, and what it costs. Everything a device has to be told, as plain numbers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "spaces/candidates/candidates.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// One launch in numbers. Unused dimensions are 1; a local size of 0 is left to the driver.
struct Launch {
    std::string entry;
    std::vector<std::string> arguments;
    int dimensions = 1;
    std::array<std::size_t, 3> local{1, 1, 1};
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> offset{};
    std::string loop;         // the loop that it belongs to, and the number that this is …
    std::int64_t number = 0;  // … which arguments may name

    bool driver_chooses() const { return local[0] == 0; }
    /// Of a group, and how many groups: 0 where the driver chooses.
    std::size_t work_items() const { return local[0] * local[1] * local[2]; }
    std::size_t work_groups() const;
    std::size_t all_work_items() const { return global[0] * global[1] * global[2]; }
};

struct Plan {
    Config config;
    std::vector<std::pair<std::string, Value>>
        values;  // each parameter and what was chosen, in written order
    std::map<std::string, Value>
        built_with;               // what the compiler is told instead, of those read at run time
    std::vector<Launch> prepare;  // before the others, not timed
    std::vector<Launch> launches;
    std::size_t main = 0;           // the launch that the costs are about
    std::int64_t local_memory = 0;  // bytes a work-group, as the space says
    std::int64_t registers = 0;     // a work-item, estimated; 0 where the space says nothing
    double flops = 0;               // of the whole problem
    double bytes = 0;               // that the problem must move at least

    /// "-DMWG=64 -DVWM=4": the parameters as the compiler is told them. Configs with the same share a
    /// program.
    std::string defines() const;
    /// All that a driver may compile for: the macros, and the shape of each work-group, for which some drivers
    /// compile at the first launch.
    std::string program() const;
    /// "MWG=64 VWM=4": the parameters as a person reads them.
    std::string text() const;
};

/// The launches of these steps in order, loops written out; names are all that their expressions may
/// read. Throws a usage Error like make_plan.
std::vector<Launch> make_launches(const Space& space, const std::vector<LaunchStep>& steps,
                                  const Names& names);

/// The plan of one candidate. Throws a usage Error that names the expression when a launch shape or
/// a cost is no whole number, or a global shape is no multiple of its local one.
Plan make_plan(const Space& space, const Config& config, const Names& known);

}  // namespace hone
