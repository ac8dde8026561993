// SPDX-License-Identifier: MIT
// `hone occupancy`: the occupancy calculator. Needs no device with --arch.
#include <array>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/occupancy.hpp"

namespace hone::cli {

namespace {

// Far above any device; larger numbers would overflow.
constexpr std::int64_t max_figure = 1'000'000'000;

po::typed_value<std::string>* number(const char* what) {
    return po::value<std::string>()->value_name(what);
}

void declare_occupancy(po::options_description& options) {
    const auto zero = [](const char* what) { return number(what)->default_value("0", ""); };
    auto add = options.add_options();
    add("arch,a", number("ARCH"), "the architecture: sm_90, gfx1100, xe-hpg, …");
    add("device,d", number("D"), "the architecture of this device");
    add("work-group,w", number("N"), "work-items in a work-group");
    add("registers,r", zero("N"), "registers of a work-item; 0: no limit");
    add("local,l", zero("BYTES"), "local memory of a work-group");
    add("barriers", zero("N"), "named barriers that a work-group uses at once");
    add("warp", zero("N"), "work-items in lockstep, where the compiler chooses it (Intel)");
    add("independent", number("N")->default_value("1"),
        "independent instructions of a work-item (instruction-level parallelism)");
    add("per-access", number("N")->default_value("8"), "instructions per access to global memory");
    add("list", po::bool_switch(), "list the known architectures");
    add("json", po::bool_switch(), "print JSON");
}

std::int64_t count(const po::variables_map& given, const char* option, std::int64_t least = 0) {
    const auto number = read_count(given[option].as<std::string>(), fmt::format("--{}", option));
    if (number >= least && number <= max_figure) return number;
    throw Error(Exit::usage, fmt::format("--{} takes {} to {}", option, least, max_figure));
}

std::vector<std::string> known_architectures() {
    std::vector<std::string> names;
    for (const auto& each : architectures().all) names.push_back(each.name);
    return names;
}

/// The architecture given by --arch, else the device's.
std::string asked_architecture(const po::variables_map& given) {
    if (given.count("arch") != 0) return given["arch"].as<std::string>();
    const bool named = given.count("device") != 0;
    const auto device = select_device(named ? given["device"].as<std::string>() : "").device;
    if (!device.architecture.empty()) return device.architecture;
    throw Error(Exit::environment,
                fmt::format("the driver of {} does not report the architecture", device.name),
                "name one with --arch; `hone occupancy --list` lists the known architectures");
}

const Architecture& asked_for(const po::variables_map& given) {
    const auto name = asked_architecture(given);
    const auto* devices = find_architecture(name);
    if (devices == nullptr)
        throw Error(Exit::usage,
                    fmt::format("unknown architecture '{}'{}", name,
                                did_you_mean(name, known_architectures())),
                    "`hone occupancy --list` lists the known architectures");
    if (devices->name != name)
        say(fmt::format("hone: architecture {} is unknown; using {}", name, devices->name));
    return *devices;
}

GroupNeeds needs_of(const po::variables_map& given) {
    if (given.count("work-group") == 0)
        throw Error(Exit::usage, "--work-group is missing",
                    "it is the number of work-items in a work-group, such as --work-group 256");
    return {count(given, "work-group"), count(given, "registers"), count(given, "local"),
            count(given, "barriers"), count(given, "warp")};
}

struct Answer {
    const Architecture& architecture;
    GroupNeeds needs;
    Occupancy found;
    std::int64_t warps_for_arithmetic = 0;
    std::int64_t warps_for_memory = 0;
};

nlohmann::ordered_json json(const Answer& answer) {
    const auto& local = answer.found;
    nlohmann::ordered_json resources;
    for (const auto& each : local.resources)
        resources[std::string(each.name)] = {
            {"taken", each.taken}, {"has", each.available}, {"groups", each.groups}};
    nlohmann::ordered_json all{
        {"architecture", answer.architecture.name},
        {"groups", local.groups},
        {"work_items", local.work_items},
        {"warps", local.warps},
        {"max_warps", local.max_warps},
        {"occupancy", local.share()},
        {"limited_by", local.limited_by},
        {"resources", resources},
        {"warps_for_arithmetic", answer.warps_for_arithmetic},
        {"warps_for_memory", answer.warps_for_memory},
    };
    if (!local.misfit.empty()) all["misfit"] = local.misfit;
    return all;
}

Cell number_cell(std::int64_t number) {
    return {human::count(number), number};
}

Table resource_table(const Occupancy& found) {
    Table table{{{"resource"},
                 {"per group", Align::right},
                 {"available", Align::right},
                 {"groups", Align::right}}};
    for (const auto& each : found.resources)
        table.rows.push_back({each.name, number_cell(each.taken), number_cell(each.available),
                              number_cell(each.groups)});
    return table;
}

void print(const Answer& answer) {
    const auto& [architecture, needs, found, arithmetic, memory] = answer;
    if (!found.misfit.empty()) {
        put("does not fit: needs {}\n", found.misfit);
        return;
    }
    put("{}: {} of {} work-items on a compute unit, {} of {} warps, occupancy {}\n",
        architecture.name,
        found.groups == 1 ? "1 group" : number_cell(found.groups).shown() + " groups",
        human::count(needs.work_items), found.warps, found.max_warps,
        human::percent(found.share()));
    put("limited by {}\n\n{}\n", fmt::join(found.limited_by, ", "), as_text(resource_table(found)));
    put("Hiding latency needs {} warps for arithmetic and {} for memory.\n", arithmetic, memory);
}

void print_list(bool as_machine) {
    Table table{{{"architecture"},
                 {"family"},
                 {"warp", Align::right},
                 {"warps", Align::right},
                 {"groups", Align::right},
                 {"work_group", Align::right},
                 {"registers", Align::right},
                 {"local_memory", Align::right, "bytes"}}};
    for (const auto& each : architectures().all)
        table.rows.push_back(
            {each.name,
             each.family,
             number_cell(each.warp),
             number_cell(each.warps),
             number_cell(each.groups),
             number_cell(each.work_group),
             number_cell(each.registers),
             {human::bytes(static_cast<double>(each.local_kib) * 1024), each.local_kib * 1024}});
    put("{}", as_machine ? as_json(table) : as_text(table));
}

void answer(const po::variables_map& given, const Architecture& architecture) {
    const auto needs = needs_of(given);
    const Answer all{architecture, needs, occupancy(architecture, needs),
                     warps_for_arithmetic(architecture, count(given, "independent", 1)),
                     warps_for_memory(architecture, count(given, "per-access", 1))};
    if (given["json"].as<bool>())
        put("{}\n", json(all).dump(2));
    else
        print(all);
}

Exit run_occupancy(const po::variables_map& given) {
    if (given["list"].as<bool>()) {
        print_list(given["json"].as<bool>());
        return Exit::done;
    }
    const auto& architecture = asked_for(given);
    if (!architecture.has_occupancy())
        throw Error(Exit::usage,
                    fmt::format("{} has no occupancy: each core runs one work-group at a time",
                                architecture.name));
    answer(given, architecture);
    return Exit::done;
}

constexpr std::array occupancy_allowed_values{AllowedValues{"arch", known_architectures, true}};

}  // namespace

const Command occupancy_command{
    .name = "occupancy",
    .synopsis = "--arch ARCH --work-group N [options]",
    .summary = "compute how many work-groups fit on a compute unit, and what limits them",
    .details =
        R"(Occupancy is the share of a compute unit's warps that are in use. It is computed as the hardware
allocates, from the size, registers and local memory of a work-group, and every limiting resource is
named. The answer also has the number of warps that hide the latency of arithmetic and of memory.
The architecture may be any that hone knows; no device is needed.

  hone occupancy --arch sm_90 --work-group 256 --registers 64 --local 16384
  hone occupancy --arch gfx1100 --work-group 256 --registers 96 --json
  hone occupancy --device 0 --work-group 256
  hone occupancy --list
)",
    .declare = declare_occupancy,
    .words = {},
    .run = run_occupancy,
    .allowed_values = occupancy_allowed_values,
};

}  // namespace hone::cli
