// SPDX-License-Identifier: MIT
// `hone check`: checks whether the stored bests of this device are still correct and as fast.
#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "db/sqlite/database_path.hpp"
#include "reports/fleet/doubts.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/check_view.hpp"
#include "tuner/cli/measure/progress_line.hpp"
#include "tuner/cli/options/campaign_options.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/options/trial_text.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/devices/host_device.hpp"

namespace hone::cli {
namespace {

void declare_check(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"), "check only this routine, kernel or file");
    declare_device(options);
    add("precision,p", single_value("P"), "check only this precision");
    add("outliers", po::bool_switch(),
        "check only what the other devices of the database contradict");
    declare_timeouts(options);
    declare_device_claim(options);
    declare_trust(options);
    declare_store(options);
}

void print(const std::vector<CheckedBest>& all, bool as_json) {
    if (as_json)
        print_checks_json(all);
    else
        print_checks(all);
}

void keep_outliers(std::vector<StoredBest>& stored, Store& store) {
    const Doubts doubts(store);
    std::erase_if(stored, [&](const StoredBest& one) { return !doubts.about(one.best); });
}

Exit say_no_outliers(bool as_json) {
    if (as_json)
        print_json(nlohmann::ordered_json::array());
    else
        put("no stored best of this device stands out from those of its relatives\n");
    return Exit::done;
}

// A program was timed on the host, unless a device was named.
LocalDevice device_checked(const po::variables_map& given, Store& store) {
    const std::vector<Best> bests = selected_bests(store, given);
    const bool of_program = given.count("kernel") != 0 && given.count("device") == 0 &&
                            !bests.empty() && std::ranges::all_of(bests, [](const Best& best) {
                                return best.key.precision == no_precision;
                            });
    return of_program ? host_device() : select_device(word_of(given, "device"));
}

// A failure of the device is not a verdict on the configs.
Exit exit_of(const std::vector<CheckedBest>& all) {
    if (std::ranges::all_of(all, &CheckedBest::is_well)) return Exit::done;
    const bool by_device_alone = std::ranges::all_of(
        all, [](const CheckedBest& checked) { return checked.is_well() || checked.device_failed; });
    return by_device_alone ? Exit::environment : Exit::no;
}

Exit run_check(const po::variables_map& given) {
    const bool as_json = is_on(given, "json");
    const auto nothing_stored = [&] {
        if (as_json) print_json(nlohmann::ordered_json::array());
        say_nothing_stored(given);
        return Exit::no;
    };
    const std::filesystem::path file = database_path(word_of(given, "db"));
    if (!std::filesystem::exists(file)) return nothing_stored();
    Store store(file);
    store.recover();
    const LocalDevice here = device_checked(given, store);
    const RecheckOptions options = recheck_options(given);
    std::vector<StoredBest> stored = bests_of_device(options, here, store);
    if (stored.empty()) return nothing_stored();
    if (is_on(given, "outliers")) {
        keep_outliers(stored, store);
        if (stored.empty()) return say_no_outliers(as_json);
    }
    listen_for_interrupts();
    const DeviceClaim claim(claim_options(given, "check"), {here});
    ProgressLine line(verbosity_of(given));
    const std::vector<CheckedBest> all =
        recheck(options, claim.devices().front(), stored, line.campaign(store));
    print(all, as_json);
    if (interrupted()) return Exit::interrupted;
    return exit_of(all);
}

constexpr std::array<std::string_view, 1> check_words{"kernel"};
constexpr std::array check_allowed_values{AllowedValues{"kernel", known_words, true},
                                          AllowedValues{"precision", known_precisions}};

}  // namespace

const Command check_command{
    .name = "check",
    .synopsis = "[ROUTINE|KERNEL|FILE] [options]",
    .summary = "measure the stored best configs of a device again",
    .details =
        "Builds, checks and times the best config of each problem that was tuned on this device, "
        "with the kernel text that was tuned, and stores the result. A config is slower when its "
        "95 % interval lies above the stored one and its median is more than 5 % above; it is "
        "measured twice before it is called slower. Notes say where the driver or the kernel has "
        "changed since, so that tuning again may find a faster config.\n"
        "\n"
        "A kernel is a program. One that came with a merged or imported file is not built, nor one "
        "of "
        "a database that somebody else made, or that you made on another machine: it is listed "
        "with "
        "the name of the file. --trust-databases builds these, too.\n"
        "\n"
        "--outliers checks what the other devices of the database contradict: times that are too "
        "good "
        "for what devices of the same architecture show, after a merge of theirs. What is measured "
        "now counts instead.\n"
        "\n"
        "  hone check\n"
        "  hone check gemm --device 0 --json\n"
        "\n"
        "The exit code is 1 when a config is slower, wrong or fails, or when nothing is stored, "
        "and 3 "
        "when the device or its driver failed, which says nothing of a config: what is stored "
        "stays.\n",
    .declare = declare_check,
    .words = check_words,
    .run = run_check,
    .allowed_values = check_allowed_values,
};

}  // namespace hone::cli
