// SPDX-License-Identifier: MIT
// `hone probe`: measures the peaks of a device with hone's own kernels and stores them.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "db/sqlite/database_path.hpp"
#include "reports/evidence/cache_levels.hpp"
#include "reports/evidence/probe_spread.hpp"
#include "reports/evidence/roofline.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
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

std::vector<std::string> known_or_all(const std::vector<std::string>& names) {
    const std::vector<std::string> known = probe_names();
    for (const std::string& name : names) {
        if (std::ranges::find(known, name) == known.end())
            throw Error(Exit::usage,
                        fmt::format("unknown probe '{}'{}", name, did_you_mean(name, known)),
                        "`hone help probe` lists them");
    }
    return names.empty() ? known : names;
}

Cell point_cell(const Probe& probe) {
    if (!probe.name.ends_with("_sweep")) return {};
    const bool bytes = probe.name == probes::cache_sweep;
    return {bytes ? human::bytes(probe.point) : fmt::format("{}", probe.point), probe.point};
}

// Adds the slowest repeat, the median with its interval, and the number of repeats.
void add_spread(Row& row, const Probe& probe, const ProbeSpreads& spreads) {
    const auto found = spreads.find({probe.name, probe.point});
    if (found == spreads.end()) {
        row.insert(row.end(), 5, Cell{});
        return;
    }
    const ProbeSpread& spread = found->second;
    row.emplace_back(human::figure(spread.slowest, probe.unit), spread.slowest);
    row.emplace_back(human::figure(spread.median, probe.unit), spread.median);
    row.emplace_back("", spread.low);
    row.emplace_back("", spread.high);
    row.emplace_back(fmt::to_string(spread.repeats), spread.repeats);
}

// Adds the caches that the curve shows, after all probes.
void add_levels(const std::vector<Probe>& probes, Table& table) {
    for (const CacheLevel& level : cache_levels(probes)) {
        Row row(table.columns.size());
        row.front() = words_of_limit(limit_of(level));
        row[1] = {human::bytes(level.bytes), level.bytes};
        row[2] = {human::bandwidth(level.bytes_per_second), level.bytes_per_second};
        row[3] = "B/s";
        row.back() = level.is_slope()
                         ? fmt::format("a slope of {} points of cache_sweep, {} at its end",
                                       level.points, human::bandwidth(level.at_end))
                         : fmt::format("a plateau of {} points of cache_sweep", level.points);
        table.rows.push_back(std::move(row));
    }
}

Table table_of(const std::vector<Probe>& probes) {
    Table table{{{"probe"},
                 {"point", Align::right},
                 {"value", Align::right},
                 {"unit"},
                 {"slowest", Align::right},
                 {"median", Align::right},
                 {"median low", Align::right, "", true},
                 {"median high", Align::right, "", true},
                 {"repeats", Align::right},
                 {"method, or why it failed"}}};
    const ProbeSpreads spreads = spreads_of(probes);
    for (const Probe& probe : probes) {
        Row row{
            probe.name, point_cell(probe),
            probe.value > 0 ? Cell(human::figure(probe.value, probe.unit), probe.value) : Cell(),
            probe.unit};
        add_spread(row, probe, spreads);
        row.emplace_back(probe.value > 0 ? probe.how : probe.message);
        table.rows.push_back(std::move(row));
    }
    add_levels(probes, table);
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
    const LocalDevice selected = select_device(word_of(given, "device"));
    Store store(database_path(word_of(given, "db")));
    listen_for_interrupts();
    const DeviceClaim claim(claim_options(given, "probe"), {selected});
    const LocalDevice& device = claim.devices().front();
    const auto on_probe = [&](const std::string& name) {
        if (verbosity_of(given) != Verbosity::quiet && !interrupted())
            say(fmt::format("hone: {} on {}", name, device.device.name));
        return !interrupted();
    };
    const auto limit = std::chrono::duration_cast<std::chrono::milliseconds>(
        read_duration(word_of(given, "timeout"), "--timeout"));
    const std::vector<Probe> found = probe_device(device, names, limit, store, on_probe);
    const Table table = table_of(found);
    put("{}", is_on(given, "json") ? as_json(table) : as_text(without_units(table)));
    if (interrupted()) return Exit::interrupted;
    const bool any = std::ranges::any_of(found, [](const Probe& p) { return p.value > 0; });
    return any ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> probe_words{"probe..."};
constexpr std::array probe_allowed_values{AllowedValues{"probe", probe_names}};

}  // namespace

const Command probe_command{
    .name = "probe",
    .synopsis = "[PROBE...] [options]",
    .summary = "measure peak rates of a device: bandwidth, caches, arithmetic, latency",
    .details =
        "Measures and stores peak rates of the device, with built-in kernels in a worker process: "
        "read and copy bandwidth, the multiply-add rate of vector units (fma_…) and of NVIDIA's "
        "matrix units (matrix_…) in each precision, the bandwidth of local memory, the time from "
        "one launch to the next, the bandwidth of reads by the size of what is read over and over "
        "(cache_sweep), of misaligned access (offset_sweep), of strided access (stride_sweep) and "
        "of local memory with bank conflicts (bank_sweep). Each is measured with several kernels; "
        "the table names the fastest. The value is the fastest repeat, of sweeps the median one. "
        "The levels of caches are the plateaus and slopes of cache_sweep. `hone report` draws "
        "rooflines from "
        "these figures.\n"
        "\n"
        "  hone probe\n"
        "  hone probe read_bandwidth fma_f32 --device NVIDIA\n"
        "  hone probe cache_sweep matrix_f16 matrix_tf32\n"
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
