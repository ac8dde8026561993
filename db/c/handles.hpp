// SPDX-License-Identifier: MIT
// The objects behind the C handles, with the texts that C reads from them.
#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "db/api/status.hpp"
#include "db/launch/sequence_pool.hpp"
#include "db/lookup/tuned.h"
#include "db/lookup/tuned.hpp"

struct hone_device {
    hone::Device device;
};

struct hone_problem {
    hone::Settings settings;
};

/// An answer with the texts that C reads from it.
struct hone_kernel {
    explicit hone_kernel(hone::TunedKernel given)
        : kernel(std::move(given)),
          config(hone::joined(kernel.config)),
          problem(hone::joined(kernel.problem)) {
        values.reserve(kernel.config.size());
        for (const hone::Setting& setting : kernel.config) values.push_back(hone::text(setting));
    }
    hone::TunedKernel kernel;
    std::string config, problem;
    std::vector<std::string> values;  // of the config's parameters, in their order
};

namespace hone {

/// Throws a Failure for a number that is not an objective.
inline Objective objective_of(hone_objective objective) {
    if (objective < HONE_TIME || objective > HONE_EDP)
        throw Failure(HONE_BAD_ARGUMENT,
                      "no objective has the number " + std::to_string(objective));
    return static_cast<Objective>(objective);
}

}  // namespace hone

namespace hone {

/// Returns the item with this index. Throws a Failure that names the list if the index is out of
/// range.
template <class List>
const auto& item_of(const List& list, std::size_t index, const char* item,
                    const std::string& where) {
    if (index < list.size()) return list[index];
    throw Failure(HONE_BAD_ARGUMENT, "no " + std::string(item) + " has the number " +
                                         std::to_string(index) + "; " + where + " has " +
                                         std::to_string(list.size()));
}

}  // namespace hone

struct hone_tuned {
    explicit hone_tuned(hone::Tuned opened) : tuned(std::move(opened)) {}

    hone::Tuned tuned;
    hone::launch::SequencePool pool;  // launch sequences of the routines called with this handle
    // An answer stays valid until it was freed as often as it was returned, or until this object is
    // destroyed. Equal answers share one entry.
    struct Given {
        hone_kernel answer;
        std::size_t times;
    };
    std::unordered_multimap<std::size_t, Given> given;  // by the hash of the query
    std::mutex gate;

    const hone_kernel* keep(hone::TunedKernel kernel);
    void give_back(const hone_kernel& answer);
};
