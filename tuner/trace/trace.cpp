// SPDX-License-Identifier: MIT
// One JSON file for each process. It is written under a temporary name and renamed, so that a
// killed program leaves the last complete file.
#include "tuner/trace/trace.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "spaces/base/hex.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// Checks the input: the captured program can write into the folder, too.
void need(bool holds) {
    if (!holds) throw std::runtime_error("malformed");
}

bool is_hex(const std::string& text) {
    return text.find_first_not_of("0123456789abcdef") == text.npos;
}

/// The name of a file in the folder, or an empty text. Throws if it is not a hash.
std::string hash_of(const Json& json) {
    std::string hash = json;
    need(is_hex(hash));
    return hash;
}

std::string bytes_of(const std::string& hex) {
    need(is_hex(hex));
    return bytes_of_hex(hex);
}

Json json_of(const TracedArgument& argument) {
    return {{"kind", argument.kind},
            {"name", argument.name},
            {"type", argument.type},
            {"bytes", hex_of(argument.bytes)},
            {"size", argument.size},
            {"before", argument.before},
            {"after", argument.after},
            {"extent", argument.extent},
            {"addressing", argument.addressing},
            {"filter", argument.filter},
            {"normalized", argument.normalized}};
}

TracedArgument argument_of(const Json& json) {
    return {.kind = json.at("kind"),
            .name = json.at("name"),
            .type = json.at("type"),
            .bytes = bytes_of(json.at("bytes")),
            .size = json.at("size"),
            .before = hash_of(json.at("before")),
            .after = hash_of(json.at("after")),
            .extent = json.at("extent"),
            .addressing = json.at("addressing"),
            .filter = json.at("filter"),
            .normalized = json.at("normalized")};
}

Json json_of(const LaunchShape& shape) {
    return {{"dimensions", shape.dimensions},
            {"offset", shape.offset},
            {"global", shape.global},
            {"local", shape.local}};
}

LaunchShape shape_of(const Json& json) {
    return {.dimensions = json.at("dimensions"),
            .offset = json.at("offset"),
            .global = json.at("global"),
            .local = json.at("local")};
}

Json json_of(const TracedLaunch& launch) {
    Json json{{"entry", launch.entry},
              {"program", launch.program},
              {"options", launch.options},
              {"device", launch.device},
              {"shape", json_of(launch.shape)},
              {"shape_required", launch.shape_required},
              {"count", launch.count},
              {"timed", launch.timed},
              {"timed_ns", launch.timed_ns},
              {"has_contents", launch.has_contents},
              {"why_incomplete", launch.why_incomplete},
              {"arguments", Json::array()}};
    for (const TracedArgument& each : launch.arguments) json["arguments"].push_back(json_of(each));
    return json;
}

TracedLaunch launch_of(const Json& json) {
    TracedLaunch launch{.entry = json.at("entry"),
                        .program = hash_of(json.at("program")),
                        .options = json.at("options"),
                        .device = json.at("device"),
                        .shape = shape_of(json.at("shape")),
                        .shape_required = json.at("shape_required"),
                        .count = json.at("count"),
                        .timed = json.at("timed"),
                        .timed_ns = json.at("timed_ns"),
                        .has_contents = json.at("has_contents"),
                        .why_incomplete = json.at("why_incomplete"),
                        .arguments = {}};
    need(launch.shape.dimensions >= 1 && launch.shape.dimensions <= 3);
    for (const Json& each : json.at("arguments")) launch.arguments.push_back(argument_of(each));
    return launch;
}

bool is_same_kind(const TracedLaunch& a, const TracedLaunch& b) {
    return a.entry == b.entry && a.program == b.program && a.options == b.options &&
           a.device == b.device && a.shape == b.shape;
}

// Adds equal launches of several processes together.
void add(std::vector<TracedLaunch>& all, TracedLaunch launch) {
    const auto known =
        std::ranges::find_if(all, [&](const auto& each) { return is_same_kind(each, launch); });
    if (known == all.end()) {
        all.push_back(std::move(launch));
        return;
    }
    if (launch.has_contents && !known->has_contents) std::swap(*known, launch);
    known->count += launch.count;
    known->timed += launch.timed;
    known->timed_ns += launch.timed_ns;
}

bool is_trace(const fs::directory_entry& entry) {
    return entry.path().extension() == ".json";
}

void add_all(std::vector<TracedLaunch>& all, const fs::path& file) try {
    constexpr std::uintmax_t longest_file = std::uintmax_t{256} << 20U;
    need(fs::is_regular_file(fs::symlink_status(file)) && fs::file_size(file) <= longest_file);
    std::ifstream stream(file);
    const Json json = Json::parse(stream);
    need(json.is_array());
    for (const Json& each : json) add(all, launch_of(each));
} catch (const std::exception&) {
    throw std::runtime_error(file.string() + " is malformed");
}

}  // namespace

double TracedLaunch::total_ns() const {
    if (timed == 0) return 0;
    return timed_ns / static_cast<double>(timed) * static_cast<double>(count);
}

fs::path program_file(const fs::path& folder, const std::string& hash) {
    return folder / (hash + ".cl");
}

fs::path buffer_file(const fs::path& folder, const std::string& hash) {
    return folder / (hash + ".raw");
}

void write_trace(const fs::path& folder, const std::vector<TracedLaunch>& launches) {
    Json json = Json::array();
    for (const TracedLaunch& launch : launches) json.push_back(json_of(launch));
    const fs::path place = folder / ("launches-" + std::to_string(::getpid()) + ".json");
    const fs::path beside = place.string() + ".new";
    std::ofstream(beside) << json.dump(-1, ' ', false, Json::error_handler_t::replace);
    std::error_code ignored;
    fs::rename(beside, place, ignored);
}

bool has_trace(const fs::path& folder) {
    return std::ranges::any_of(fs::directory_iterator(folder), is_trace);
}

std::vector<TracedLaunch> read_traces(const fs::path& folder) {
    std::vector<TracedLaunch> all;
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (is_trace(entry)) add_all(all, entry.path());
    }
    std::ranges::stable_sort(all, std::greater<>(), &TracedLaunch::total_ns);
    return all;
}

}  // namespace hone
