// SPDX-License-Identifier: MIT
// Pruning, as one table of rules. A hard rule rejects what the device cannot run; a soft rule only
// puts off what looks slow, because it may be wrong. Every verdict has its figures, so that
// `hone why` can show each one and an audit can say how often a rule was mistaken.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/device.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/measure/build_info.hpp"
#include "tuner/pruning/hints.hpp"

namespace hone {

/// What the device can do at best, measured; 0 where nobody measured it.
struct Roof {
    double flops_per_ns = 0;
    double bytes_per_ns = 0;
};

/// What a space's `requires` says, and whether it holds for this problem and device.
struct Requirement {
    std::string text;
    bool holds = true;
};

/// Asks it of the names of the problem and of the device.
Requirement requirement_of(const Space& space, const Names& known);

/// Everything that rules judge by.
struct Question {
    const Device& device;
    const Plan& plan;
    const Architecture* architecture = nullptr;  // nullptr where it is unknown
    Requirement requirement = {};
    Hints hints = {};
    std::span<const Built> built = {};  // one for each launch of the plan; empty before the build
    Roof roof = {};
    double best_ns = 0;            // the best time measured so far; 0 before the first
    std::int64_t local_limit = 0;  // bytes of local memory, probed; 0 where nobody did
};

/// What one rule found: that it holds, that it is broken, or nothing, because it does not apply
/// here or a figure is not known. In words, with the figures.
struct Finding {
    enum class Answer { holds, broken, silent };
    Answer answer = Answer::silent;
    std::string figures;
};

struct Rule {
    enum class Strength { hard, soft };
    enum class Stage { before_build, after_build };
    std::string_view name;     // "local_memory"
    std::string_view meaning;  // what it judges, for people
    Strength strength = Strength::hard;
    Stage stage = Stage::before_build;
    Finding (*find)(const Question& question) = nullptr;
};

/// Every rule, hard ones first.
std::span<const Rule> rules();

/// What becomes of a choice, by which rule, and why. `applies` is false where the rule was silent.
struct Verdict {
    enum class Ruling { legal, put_off, rejected };
    Ruling ruling = Ruling::legal;
    std::string_view rule;  // empty for a legal one of all rules
    std::string reason;
    bool applies = true;
};

/// "legal", "put off", "rejected".
std::string_view text(Verdict::Ruling ruling);

/// The verdict of one rule.
Verdict judge(const Rule& rule, const Question& question);

/// The verdict of each rule, in their order.
std::vector<Verdict> judge_each(const Question& question);

/// The verdict of all rules of a stage: rejected by the first hard rule that is broken, else put
/// off by the first soft one, else legal.
Verdict judge(const Question& question, Rule::Stage stage);

}  // namespace hone
