// SPDX-License-Identifier: MIT
// What is behind the handles of C: an object each, with the texts that C reads of it.
#pragma once

#include <map>
#include <mutex>
#include <string>

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
    explicit hone_kernel(const hone::TunedKernel& given)
        : kernel(given), config(hone::joined(given.config)), problem(hone::joined(given.problem)) {
        for (const hone::Setting& setting : given.config)
            values[setting.first] = hone::text(setting);
    }
    const hone::TunedKernel& kernel;
    std::string config, problem;
    std::map<std::string, std::string, std::less<>> values;
};

struct hone_tuned {
    hone::Tuned tuned;
    std::map<const hone::TunedKernel*, hone_kernel> given;
    std::mutex gate;

    const hone_kernel* keep(const hone::TunedKernel& kernel) {
        const std::lock_guard lock(gate);
        return &given.try_emplace(&kernel, kernel).first->second;
    }
};
