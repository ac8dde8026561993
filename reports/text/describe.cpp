// SPDX-License-Identifier: MIT
// Formats stored canonical text for readers.
#include "reports/text/describe.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>
#include <vector>

#include "db/model/canonical_json.hpp"
#include "db/model/kernel.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

using Json = nlohmann::ordered_json;

std::string shown(const Json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// An argument of a product with a neutral value: nothing is added, transposed or padded.
bool has_no_effect(const Setting& argument) {
    const std::string value = text(argument);
    return value == "0" || (argument.first == "alpha" && value == "1");
}

std::string samples_of(std::size_t count) {
    return fmt::format("{} sample{}", human::count(static_cast<std::int64_t>(count)),
                       count == 1 ? "" : "s");
}

std::string without(std::string text, std::string_view what) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
        text.erase(at, what.size());
    return text;
}

// PoCL puts driver and target before the name of a CPU: "pthread-skylake-avx512-Intel(R) Xeon(R)
// …".
std::string product_of(const Device& device) {
    std::string name = device.board.empty() ? device.name : device.board;
    const bool from_pocl = name.starts_with("pthread-") || name.starts_with("cpu-");
    if (from_pocl) {
        const auto capital =
            std::ranges::find_if(name, [](char c) { return c >= 'A' && c <= 'Z'; });
        if (capital != name.end()) name.erase(name.begin(), capital);
    }
    for (const std::string_view noise : {"(R)", "(TM)", "(r)", "(tm)"}) name = without(name, noise);
    return name;
}

}  // namespace

bool is_arithmetic(double flops, double bytes) {
    constexpr double flops_per_byte = 8;  // from here on arithmetic is the limit
    return flops > flops_per_byte * bytes || bytes <= 0;
}

std::string rate(double flops, double bytes, double nanoseconds) {
    if (flops <= 0 && bytes <= 0) return "–";
    const double seconds = nanoseconds * 1e-9;
    return is_arithmetic(flops, bytes) ? human::flops(flops / seconds)
                                       : human::bandwidth(bytes / seconds);
}

std::string rate(const Trial& trial) {
    return rate(trial.flops, trial.bytes, trial.time.median);
}

std::string with_spread(const MedianInterval& time, Figure figure) {
    constexpr std::size_t enough = 6;  // the fewest samples with a 95 % interval
    const std::string median = figure == Figure::time
                                   ? human::time(time.median)
                                   : fmt::format("{:.6g}", figure_from(time.median, figure));
    if (time.count < enough) return fmt::format("{}, {}", median, samples_of(time.count));
    return fmt::format("{} ± {}", median, human::percent(time.spread()));
}

std::string problem_words(std::string_view routine, std::string_view precision,
                          const std::string& stored, std::string_view space) {
    std::string words(routine);
    if (precision != "none") words += fmt::format(" {}", precision);  // of a program
    const Json arguments = stored_json(stored);
    if (!arguments.is_object()) return words + " " + stored;
    const bool may_be_product = routine == "gemm" || routine.empty();
    for (const Setting& argument : in_declared_order(settings_of(arguments.dump()), routine, space))
        if (!may_be_product || !has_no_effect(argument)) words += ' ' + joined({argument});
    return words;
}

std::string config_words(const std::string& stored) {
    const Json values = stored_json(stored);
    if (!values.is_object()) return stored;
    std::vector<std::string> parts;
    for (const auto& [name, value] : values.items())
        parts.push_back(fmt::format("{}={}", name, shown(value)));
    return fmt::format("{}", fmt::join(parts, " "));
}

std::string_view failure_words(Outcome outcome) {
    switch (outcome) {
        case Outcome::ok:
            return "";
        case Outcome::wrong:
            return "wrong result";
        case Outcome::rejected:
            return "not legal";
        case Outcome::build:
            return "does not build";
        case Outcome::launch:
            return "launch rejected";
        case Outcome::timeout:
            return "timeout";
        case Outcome::crash:
            return "crash";
        case Outcome::clock:
            return "no time";
    }
    return "";
}

std::string condition_words(const std::string& stored) {
    const Json conditions = stored_json(stored);
    if (!conditions.is_object()) return stored;
    std::vector<std::string> parts;
    for (const auto& [name, value] : conditions.items()) {
        if (shown(value).empty()) continue;
        // "cold cache" and "host clock", but "options -w"
        const bool adjective = name == "cache" || name == "clock" || name == "figure";
        parts.push_back(adjective ? fmt::format("{} {}", shown(value), name)
                                  : fmt::format("{} {}", name, shown(value)));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string when(std::int64_t milliseconds) {
    return fmt::format("{:%Y-%m-%d %H:%M:%S} UTC",
                       fmt::gmtime(static_cast<std::time_t>(milliseconds / 1000)));
}

std::string first_line(const std::string& message) {
    return message.substr(0, message.find('\n'));
}

std::string reference_words(const std::string& name) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> written{
        {{"clblast", "CLBlast"},
         {"clblast_tuned", "CLBlast, tuned"},
         {"cublas", "cuBLAS"},
         {"cub", "CUB"},
         {"openblas", "OpenBLAS"}}};
    const auto found =
        std::ranges::find(written, name, &std::pair<std::string_view, std::string_view>::first);
    return found == written.end() ? name : std::string(found->second);
}

std::string short_name(const Device& device) {
    const std::string name = shortened(product_of(device), 48);
    return device.type == "cpu" && device.compute_units > 0
               ? fmt::format("{}, {} {}", name, device.compute_units,
                             device.compute_units == 1 ? "unit" : "units")
               : name;
}

std::string shortened(const std::string& text, std::size_t most) {
    std::size_t characters = 0;
    std::size_t last = 0;  // the cut before the last character, which the ellipsis replaces
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
        if (!begins) continue;
        if (++characters == most) last = at;
        if (characters > most) return text.substr(0, last) + "…";
    }
    return text;
}

Json stored_json(const std::string& stored) {
    const Json value = Json::parse(stored, nullptr, false);
    return value.is_discarded() ? Json(stored) : value;
}

}  // namespace hone
