// SPDX-License-Identifier: MIT
// `hone probe`: measures what a device achieves at best, with kernels of hone's own, and stores it.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "db/sqlite/database_path.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/select_device.hpp"
#include "tuner/probing/run_probe.hpp"
#include "tuner/worker/probe_device.hpp"

namespace hone::cli {
namespace {

void declare_probe(po::options_description& options) {
    auto add = options.add_options();
    add("probe", repeated_value("PROBE"), "which to run; default: all");
    declare_device(options);
    add("timeout", single_value("TIME")->default_value("60s"), "time limit of one probe");
    declare_device_claim(options);
    declare_store(options);
}

std::vector<std::string> known_or_all(std::vector<std::string> names) {
    const std::vector<std::string> known = probe_names();
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) == known.end())
            throw Error(Exit::usage,
                        fmt::format("unknown probe '{}'{}", name, did_you_mean(name, known)),
                        "`hone help probe` lists them");
    }
    return names.empty() ? known : names;
}

Table table_of(const std::vector<Probe>& probes) {
    Table table{{{"probe"},
                 {"point", Align::right},
                 {"value", Align::right},
                 {"unit"},
                 {"method, or why it failed"}}};
    for (const Probe& probe : probes) {
        const bool swept = probe.name.ends_with("_sweep");
        table.rows.push_back(
            {probe.name, swept ? Cell(fmt::format("{}", probe.point), probe.point) : Cell(),
             probe.value > 0 ? Cell(human::figure(probe.value, probe.unit), probe.value) : Cell(),
             probe.unit, probe.value > 0 ? probe.how : probe.message});
    }
    return table;
}

// For a person the unit is part of the number.
Table without_units(Table table) {
    table.columns.erase(table.columns.begin() + 3);
    for (Row& row : table.rows) row.erase(row.begin() + 3);
    return table;
}

Exit run_probe(const po::variables_map& given) {
    const std::vector<std::string> names = known_or_all(words_of(given, "probe"));
    const LocalDevice device = select_device(word_of(given, "device"));
    Store store(database_path(word_of(given, "db")));
    listen_for_interrupts();
    const DeviceClaim claim(claim_options(given, "probe"), {device});
    const auto on_probe = [&](const std::string& name) {
        if (verbosity_of(given) != Verbosity::quiet && !interrupted())
            say(fmt::format("hone: {} on {}", name, device.device.name));
        return !interrupted();
    };
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(
        read_duration(word_of(given, "timeout"), "--timeout"));
    const std::vector<Probe> found = probe_device(device, names, limit, store, on_probe);
    const Table table = table_of(found);
    fmt::print("{}", is_on(given, "json") ? as_json(table) : as_text(without_units(table)));
    if (interrupted()) return Exit::interrupted;
    const bool any = std::ranges::any_of(found, [](const Probe& p) { return p.value > 0; });
    return any ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> probe_words{"probe..."};
constexpr std::array probe_allowed_values{AllowedValues{"probe", probe_names}};

}  // namespace

extern const Command probe_command;
const Command probe_command{
    .name = "probe",
    .synopsis = "[PROBE...] [options]",
    .summary = "measure peak rates of a device: bandwidth, arithmetic, latency",
    .details =
        "Measures and stores peak rates of the device, with built-in kernels in a worker process: "
        "read and copy bandwidth, the multiply-add rate in each precision, the bandwidth of local "
        "memory, the time from one launch to the next, and the bandwidth of misaligned access "
        "(offset_sweep), strided access (stride_sweep) and bank conflicts in local memory "
        "(bank_sweep). Each is measured with several kernels; the table names the fastest. `hone "
        "report` draws rooflines from these figures.\n"
        "\n"
        "  hone probe\n"
        "  hone probe read_bandwidth fma_f32 --device NVIDIA\n"
        "  hone probe --json\n"
        "\n"
        "A probe that a device cannot run has the reason in its row. The exit code is 1 when no "
        "probe "
        "succeeded.\n",
    .declare = declare_probe,
    .words = probe_words,
    .run = run_probe,
    .allowed_values = probe_allowed_values,
};

}  // namespace hone::cli
