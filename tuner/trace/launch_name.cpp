// SPDX-License-Identifier: MIT
#include "tuner/trace/launch_name.hpp"

#include "db/model/sha256.hpp"

namespace hone {

std::string launch_name(const std::string& tunable, const std::string& opencl_options,
                        const std::string& entry, const LaunchShape& shape) {
    constexpr std::size_t digits = 12;
    Fingerprint print;
    print.add(tunable).add(opencl_options).add(entry);
    print.add(static_cast<std::int64_t>(shape.dimensions));
    for (const auto* sizes : {&shape.offset, &shape.global, &shape.local})
        for (const std::size_t size : *sizes) print.add(static_cast<std::int64_t>(size));
    return entry + '_' + print.id().substr(0, digits);
}

Settings launch_problem(const LaunchShape& shape) {
    Settings problem;
    for (std::size_t i = 0; i < static_cast<std::size_t>(shape.dimensions); ++i)
        problem.emplace_back(global_sizes.at(i), static_cast<std::int64_t>(shape.global.at(i)));
    return problem;
}

}  // namespace hone
