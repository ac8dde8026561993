// SPDX-License-Identifier: MIT
// Tunes new hardware with one command: every routine, precision, layout and important size, within
// a time limit, with a report at the end.
#include "tuner/cli/measure/tune_device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "db/sqlite/database_path.hpp"
#include "reports/evidence/sources.hpp"
#include "reports/render/render.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/campaigns/tune_device.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/progress_line.hpp"
#include "tuner/cli/measure/tune_device_view.hpp"
#include "tuner/cli/options/campaign_options.hpp"
#include "tuner/cli/options/command_text.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/objective_option.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes default_limit{30};

[[noreturn]] void refuse(const std::string& option) {
    throw Error(Exit::usage,
                fmt::format("--{} is for one routine: name it, or leave the option out", option),
                "hone tune gemm, or hone tune");
}

void refuse_options_of_a_routine(const po::variables_map& given) {
    for (const char* option : {"size", "sizes", "where", "shard", "max-evals", "audit", "target"})
        if (given.count(option) != 0) refuse(option);
    for (const char* option : {"all-devices", "force", "fresh"})
        if (is_on(given, option)) refuse(option);
    if (word_of(given, "transfer") == "missing") refuse("transfer missing");
    if (objective_given(given) != Objective::time) refuse("objective");
}

TuneDeviceOptions device_options(const po::variables_map& given) {
    TuneDeviceOptions options;
    options.tune = tune_options(given);
    options.time_limit = options.tune.time_limit.value_or(default_limit);
    options.check_command = kernel_command(given, "check");
    return options;
}

// The report is written beside the database, unless a path is given. Several databases in one
// folder have separate reports.
fs::path report_path(const po::variables_map& given, const fs::path& database) {
    if (given.count("report") != 0) return word_of(given, "report");
    const bool is_usual = database.stem() == "hone";
    return database.parent_path() / (is_usual ? "report.html" : database.stem().string() + ".html");
}

const ReportFormat& page_format() {
    return report_formats().front();
}

// Refuses to overwrite a file that is not a report, before hours are spent.
void expect_report(const fs::path& file) {
    const OutputFile writable(file, output_format(page_format(), {}));
}

void write_report(const fs::path& file, const fs::path& database) {
    const auto store = open_sources({database});
    const std::string page = page_format().render(make_document(load_evidence(*store, {}), {}));
    OutputFile out(file, output_format(page_format(), page));
    out.stream() << page;
    out.commit();
}

DeviceCallbacks callbacks_on(ProgressLine& line, const LocalDevice& device) {
    return {.on_probe =
                [&](const std::string& probe) {
                    line.say(fmt::format("{} on {}", probe, device.device.name));
                },
            .on_recheck =
                [&](std::size_t bests) {
                    line.say(fmt::format("the driver is new: {} to be timed again",
                                         count_of(static_cast<std::int64_t>(bests), "best")));
                },
            .on_rechecked =
                [&](std::size_t timed, std::size_t bests) {
                    if (timed < bests)
                        line.say(fmt::format(
                            "{} of {} were timed again in an eighth of the time; `hone check` "
                            "times all",
                            timed, count_of(static_cast<std::int64_t>(bests), "best")));
                },
            .on_search =
                [&](const DeviceProgress& progress) { line.say(device_progress_words(progress)); },
            .on_untimed =
                [&](const SlotResult& slot, std::chrono::nanoseconds left) {
                    line.say(contenders_words(slot, left));
                }};
}

std::vector<SlotResult> tune_all(const TuneDeviceOptions& options, const LocalDevice& device,
                                 const po::variables_map& given, Store& store) {
    ProgressLine line(verbosity_of(given));
    const Campaign campaign = line.campaign(store);
    const DeviceCallbacks callbacks = callbacks_on(line, device);
    probe_peaks(device, options, campaign, callbacks);
    recheck_after_driver(device, options, campaign, callbacks);
    const auto slots =
        slots_of(device, word_of(given, "precision"), options.tune.measure.seed, store);
    line.say(fmt::format("{} on {}: {} at most", slots_words(slots), device.device.name,
                         human::time(static_cast<double>(options.time_limit.count()))));
    return tune_slots(slots, device, options, campaign, callbacks);
}

void say_why_nothing(const std::vector<SlotResult>& results) {
    const auto failed = std::ranges::find_if(
        results, [](const SlotResult& result) { return !result.failure.empty(); });
    if (failed == results.end())
        say("hone: the time limit was too short: no size was tuned; --time-limit gives more");
    else
        say(fmt::format("hone: no size was tuned: {}", first_line(failed->failure)));
}

// Rejects a precision that no routine has on this device, before the device is locked and its peaks
// are measured.
[[noreturn]] void refuse_precision(const std::string& precision, const LocalDevice& device,
                                   const std::vector<Slot>& slots) {
    const auto known = known_precisions();
    std::set<std::string> here;
    for (const Slot& slot : slots) here.insert(slot.precision);
    const bool exists = std::ranges::find(known, precision) != known.end();
    throw Error(
        Exit::usage,
        exists ? fmt::format("no routine can be tuned in {} on {}", precision, device.device.name)
               : fmt::format("unknown precision '{}'{}", precision, did_you_mean(precision, known)),
        fmt::format("available: {}", fmt::join(here, ", ")));
}

std::vector<Slot> slots_at_first(const std::string& precision, const TuneDeviceOptions& options,
                                 const LocalDevice& device) {
    Store nothing(":memory:");
    const auto slots = [&](const std::string& one) {
        return slots_of(device, one, options.tune.measure.seed, nothing);
    };
    auto wanted = slots(precision);
    if (wanted.empty()) refuse_precision(precision, device, slots(""));
    return wanted;
}

Exit dry_run(const std::vector<Slot>& slots, const TuneDeviceOptions& options,
             const LocalDevice& device) {
    put("{} on {}: {} at most\n", slots_words(slots), device.device.name,
        human::time(static_cast<double>(options.time_limit.count())));
    return Exit::done;
}

}  // namespace

Exit run_tune_device(const po::variables_map& given) {
    refuse_options_of_a_routine(given);
    TuneDeviceOptions options = device_options(given);
    const LocalDevice selected = select_device(word_of(given, "device"));
    const auto slots = slots_at_first(word_of(given, "precision"), options, selected);
    if (is_on(given, "dry-run")) return dry_run(slots, options, selected);
    listen_for_interrupts();
    Store store(database_path(word_of(given, "db")));
    store.recover();
    const fs::path database = store.connection().file();
    const fs::path report = report_path(given, database);
    expect_report(report);
    const DeviceClaim claim(claim_options(given, "tune"), {selected});
    const LocalDevice& device = claim.devices().front();
    options.elapsed = clock_from_now();  // waiting for the device does not count
    const std::vector<SlotResult> results = tune_all(options, device, given, store);
    print_device(results, load_evidence(store, {}), device.device, is_on(given, "json"));
    write_report(report, database);
    say(fmt::format("hone: stored in {}; the report is {}", database.string(), report.string()));
    if (interrupted()) {
        say("hone: interrupted; all measurements are kept, and the same command resumes");
        return Exit::interrupted;
    }
    const bool any =
        std::ranges::any_of(results, [](const SlotResult& result) { return result.tuned > 0; });
    if (!any) say_why_nothing(results);
    return any ? Exit::done : Exit::no;
}

}  // namespace hone::cli
