// SPDX-License-Identifier: MIT
// Only the first trials count: after a successful config, failures have unrelated causes.
#include "tuner/session/equal_failures.hpp"

#include <fmt/format.h>

namespace hone {
namespace {

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

}  // namespace

void EqualFailures::update(const Trial& trial) {
    if (count_ >= enough || trial.outcome == Outcome::rejected) return;
    if (count_ == 0) {
        outcome_ = trial.outcome;
        message_ = trial.message;
    }
    ++count_;
    differ_ |=
        trial.outcome == Outcome::ok || trial.outcome != outcome_ || trial.message != message_;
}

std::string EqualFailures::reason() const {
    if (differ_ || count_ < enough) return {};
    const std::string what = first_line(message_);
    if (outcome_ != Outcome::wrong)
        return fmt::format("the first {} configs failed alike: {}", enough, what);
    return fmt::format(
        "the first {} configs gave the same result, and the reference another; the reference "
        "may be wrong: {}",
        enough, what);
}

}  // namespace hone
