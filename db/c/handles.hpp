// SPDX-License-Identifier: MIT
// What is behind the handles of C: an object each, with the texts that C reads of it.
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

/// An answer with the texts that C reads of it.
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
    std::vector<std::string> values;  // of the config, in its order
};

namespace hone {

/// Throws where C has handed in a number that is none.
inline Objective objective_of(hone_objective objective) {
    if (objective < HONE_TIME || objective > HONE_EDP)
        throw Failure(HONE_BAD_ARGUMENT,
                      "no objective has the number " + std::to_string(objective));
    return static_cast<Objective>(objective);
}

}  // namespace hone

namespace hone {

/// An item by its number; throws where the list that is named has fewer.
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
    hone::launch::SequencePool pool;  // of the routines that were called with it
    // What was handed out stays valid as long as this object, or until it was given back as often.
    // Equal answers are one.
    struct Given {
        hone_kernel answer;
        std::size_t times;
    };
    std::unordered_multimap<std::size_t, Given> given;  // by the hash of the question
    std::mutex gate;

    const hone_kernel* keep(hone::TunedKernel kernel);
    void give_back(const hone_kernel& answer);
};
