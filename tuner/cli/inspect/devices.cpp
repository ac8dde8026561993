// SPDX-License-Identifier: MIT
// `hone devices`: the devices of this machine, as a short table, or every fact of the selected
// ones.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/devices/select_device.hpp"

namespace hone::cli {

namespace {

void declare_devices(po::options_description& options) {
    options.add_options()(
        "device,d", po::value<std::string>()->value_name("D"),
        "only this device: an index, a part of its name, a PCI address or a UUID")(
        "json", po::bool_switch(), "print every property as JSON");
}

Cell number_cell(Fact::Unit unit, std::int64_t number) {
    if (unit == Fact::Unit::yes_no) return number != 0 ? "yes" : "no";
    if (number == 0) return {};
    switch (unit) {
        case Fact::Unit::bytes:
            return {human::bytes(static_cast<double>(number)), number};
        case Fact::Unit::megahertz:
            return {fmt::format("{} MHz", number), number};
        case Fact::Unit::nanoseconds:
            return {fmt::format("{} ns", number), number};
        default:
            return {std::to_string(number), number};
    }
}

/// The fact in readable form; an empty cell if the driver does not report it.
Cell cell(const Fact& fact, const Device& device) {
    const auto value = fact.of(device);
    if (const auto* number = std::get_if<Number>(&value))
        return number_cell(fact.unit, number->numerator());
    const auto& word = std::get<std::string>(value);
    return word.empty() ? Cell{} : Cell{word};
}

nlohmann::ordered_json json(const LocalDevice& local, std::size_t index) {
    nlohmann::ordered_json facts{{"index", index}};
    for (const auto& fact : device_facts()) {
        const auto value = fact.of(local.device);
        const auto* number = std::get_if<Number>(&value);
        if (number == nullptr)
            facts[std::string(fact.name)] = std::get<std::string>(value);
        else if (fact.unit == Fact::Unit::yes_no)
            facts[std::string(fact.name)] = number->truthy();
        else
            facts[std::string(fact.name)] = number->numerator();
    }
    return facts;
}

using Indices = std::vector<std::size_t>;

void print_facts(const std::vector<LocalDevice>& devices, const Indices& shown) {
    auto all = nlohmann::ordered_json::array();
    for (const auto i : shown) all.push_back(json(devices[i], i));
    put("{}\n", all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_each(const std::vector<LocalDevice>& devices, const Indices& shown) {
    for (const auto i : shown) {
        Table table{{{"device"}, {std::to_string(i)}}};
        for (const auto& fact : device_facts())
            table.rows.push_back({fact.meaning, cell(fact, devices[i].device)});
        put("{}{}", i == shown.front() ? "" : "\n", as_text(table));
    }
}

void print_short(const std::vector<LocalDevice>& devices, const Indices& shown) {
    Table table{{{"", Align::right},
                 {"name"},
                 {"type"},
                 {"units", Align::right},
                 {"local memory", Align::right},
                 {"work-group", Align::right},
                 {"driver"},
                 {"architecture"}}};
    for (const auto i : shown) {
        const Device& device = devices[i].device;
        table.rows.push_back({std::to_string(i), device.board.empty() ? device.name : device.board,
                              device.type, number_cell(Fact::Unit::none, device.compute_units),
                              number_cell(Fact::Unit::bytes, device.local_memory),
                              number_cell(Fact::Unit::none, device.max_work_group), device.driver,
                              device.architecture.empty() ? Cell{} : Cell{device.architecture}});
    }
    put("{}", as_text(table));
}

Indices asked_for(const std::vector<LocalDevice>& devices, const po::variables_map& given) {
    if (given.count("device") != 0)
        return {select_device(devices, {.option = given["device"].as<std::string>()})};
    select_device(devices, {});  // throws with a hint what to install if there are no devices
    Indices all(devices.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
}

Exit run_devices(const po::variables_map& given) {
    const auto devices = list_devices();
    const auto shown = asked_for(devices, given);
    if (given["json"].as<bool>())
        print_facts(devices, shown);
    else if (given.count("device") != 0 || verbosity_of(given) == Verbosity::verbose)
        print_each(devices, shown);
    else
        print_short(devices, shown);
    return Exit::done;
}

}  // namespace

const Command devices_command{
    .name = "devices",
    .synopsis = "[--device D] [--json]",
    .summary = "list the OpenCL devices and their properties",
    .details =
        R"(Lists every device of every OpenCL platform. --verbose or --device shows all properties that the
driver reports. A space reads a property of the JSON output as `device.NAME`.

  hone devices
  hone devices --device 0
  hone devices --json

Commands that need a device have the same option --device. Without it they take the device of
HONE_DEVICE, else that of CLBLAST_PLATFORM and CLBLAST_DEVICE, else the best one: a GPU before an
accelerator before a CPU.
)",
    .declare = declare_devices,
    .words = {},
    .run = run_devices,
};

}  // namespace hone::cli
