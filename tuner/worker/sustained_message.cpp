// SPDX-License-Identifier: MIT
// Negative or infinite figures come from a broken worker.
#include "tuner/worker/sustained_message.hpp"

#include <cmath>

#include "tuner/worker/protocol.hpp"

namespace hone {
namespace {

double amount_in(const Message& message, const char* name) {
    const Message& amount = message.at(name);
    const double value = amount.is_number() ? amount.get<double>() : -1;
    if (std::isfinite(value) && value >= 0) return value;
    throw Message::out_of_range::create(
        401, std::string(name) + " is a wrong amount: " + amount.dump(), &message);
}

}  // namespace

Message to_message(const SustainedResult& result) {
    const SustainedTiming& sustained = result.sustained;
    return {{"outcome", word(result.outcome)},   {"message", result.message},
            {"device_lost", result.device_lost}, {"seconds", sustained.seconds},
            {"run_ns", sustained.run_ns},        {"joules", sustained.joules},
            {"watts", sustained.watts},          {"clock_mhz", sustained.clock_mhz},
            {"meter", sustained.meter},          {"throttled", sustained.throttled},
            {"no_energy", sustained.message},    {"at_fault", word(result.at_fault)}};
}

SustainedResult sustained_result_from(const Message& message) {
    SustainedResult result{.outcome = from_word<Outcome>(message.at("outcome").get<std::string>()),
                           .message = message.at("message"),
                           .device_lost = message.at("device_lost"),
                           .sustained = {.trial = {},
                                         .seconds = amount_in(message, "seconds"),
                                         .run_ns = amount_in(message, "run_ns"),
                                         .joules = amount_in(message, "joules"),
                                         .watts = amount_in(message, "watts"),
                                         .clock_mhz = amount_in(message, "clock_mhz"),
                                         .meter = message.at("meter"),
                                         .throttled = message.at("throttled"),
                                         .message = message.at("no_energy")},
                           .at_fault = at_fault_from(message)};
    if (result.outcome == Outcome::ok &&
        (result.sustained.seconds <= 0 || result.sustained.run_ns <= 0))
        throw Message::out_of_range::create(401, "a load without a time", &message);
    return result;
}

}  // namespace hone
