// SPDX-License-Identifier: MIT
// `hone tune`: searches the best config of a routine, a kernel or a space file, and stores it.
#include <algorithm>
#include <array>
#include <future>

#include "db/sqlite/database_path.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/transfer.hpp"
#include "tuner/cli/measure/tune_problem.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cluster/cluster.hpp"
#include "tuner/devices/select_device.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

void declare_tune(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"),
        "gemm, reduction, one kernel by its name, or a space file");
    declare_problem(options);
    add("all-devices", po::bool_switch(),
        "every device of this host, or each that --device fits: equal ones share the work, "
        "different ones are tuned side by side; a CPU when nothing else is timed on its cores");
    declare_search(options);
    add("transfer", single_value("on|off|missing")->default_value("on")->implicit_value("missing"),
        "learn from what the database knows of other devices and sizes; missing, or the bare "
        "option: search nothing, measure the bests of other devices that were not tried here");
    add("where", repeated_value("EXPR"), "only candidates for which EXPR holds; may be repeated");
    add("shard", single_value("I/N|auto"),
        "only the I-th of N parts of the candidates, from 1 on; auto: as Slurm, mpirun or another "
        "launcher says");
    add("audit", single_value("N"), "time N of those that soft rules put off, and judge the rules");
    declare_conditions(options);
    declare_timeouts(options);
    declare_device_claim(options);
    add("fresh", po::bool_switch(), "measure again what earlier runs have measured");
    add("force", po::bool_switch(), "try what the rules reject or put off, too");
    add("dry-run", po::bool_switch(), "say what would be tuned, and stop");
    declare_store(options);
}

std::vector<LocalDevice> devices_to_tune(const po::variables_map& given) {
    const std::string selector = word_of(given, "device");
    if (!selector.empty() || !is_on(given, "all-devices")) return select_devices(selector);
    std::vector<LocalDevice> all = all_devices();
    select_device(all, {});  // throws what to install where there is none
    return all;
}

// One of the devices that fit, unless all are asked for.
std::vector<LocalDevice> devices_here(const po::variables_map& given) {
    if (is_on(given, "all-devices")) return devices_to_tune(given);
    return {select_device(word_of(given, "device"))};
}

using DeviceGroup = std::vector<LocalDevice>;

// Tunes all problems on one group of devices, with its own connection to the store.
std::vector<ProblemResult> tune_on(const po::variables_map& given, const DeviceGroup& group,
                                   const std::vector<Space>& spaces,
                                   const std::filesystem::path& file) {
    const DeviceClaim claim(given, "tune", group);
    Store store(file);
    std::vector<ProblemResult> all;
    for (const Problem& problem : problems_given(given, spaces))
        if (!interrupted()) all.push_back(tune_problem(given, group, spaces, problem, &store));
    return all;
}

// Tunes groups at the same time where they do not interfere.
std::vector<ProblemResult> tune_all(const po::variables_map& given,
                                    const std::vector<LocalDevice>& devices,
                                    const std::vector<Space>& spaces,
                                    const std::filesystem::path& file) {
    std::vector<ProblemResult> all;
    for (const auto& batch : schedule_groups(group_equal_devices(devices))) {
        std::vector<std::future<std::vector<ProblemResult>>> side_by_side;
        for (const DeviceGroup& group : batch)
            side_by_side.push_back(
                std::async(batch.size() > 1 ? std::launch::async : std::launch::deferred,
                           [&] { return tune_on(given, group, spaces, file); }));
        for (auto& one : side_by_side)
            for (ProblemResult& tuned : one.get()) all.push_back(std::move(tuned));
    }
    return all;
}

Exit answer(const po::variables_map& given, const std::vector<ProblemResult>& all,
            const std::filesystem::path& file) {
    print_results(all, is_on(given, "json"), file);
    if (interrupted()) {
        say("hone: interrupted; everything measured is kept, and the same command goes on from "
            "here");
        return Exit::interrupted;
    }
    const bool found = std::all_of(
        all.begin(), all.end(), [](const ProblemResult& tuned) { return tuned.best() != nullptr; });
    return found ? Exit::done : Exit::no;
}

Exit dry_run(const po::variables_map& given, const std::vector<Space>& spaces) {
    for (const DeviceGroup& group : group_equal_devices(devices_here(given)))
        for (const Problem& problem : problems_given(given, spaces))
            tune_problem(given, group, spaces, problem, nullptr);
    return Exit::done;
}

std::filesystem::path ready_store(const po::variables_map& given) {
    Store store(database_path(word_of(given, "db")));
    store.recover();
    return store.connection().file();
}

// Rank 0's part; the other ranks start workers for it.
Exit tune_as_rank(const po::variables_map& given, const RankInfo& info,
                  std::optional<Rendezvous>& rendezvous, const std::vector<Space>& spaces) {
    const LocalDevice own = device_for_rank(info, devices_to_tune(given));
    // Ranks divide the cores of a CPU among themselves.
    std::optional<DeviceClaim> claim;
    if (own.device.type != "cpu") claim.emplace(given, "tune", DeviceGroup{own});
    if (info.rank > 0) {
        serve_rank(info, own);
        return Exit::done;
    }
    const RankSet ranks(*rendezvous, info, own);
    for (const std::string& why : ranks.idle()) say("hone: " + why);
    const std::filesystem::path file = ready_store(given);
    return answer(given, tune_all(given, ranks.devices(), spaces, file), file);
}

Exit run_tune(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "what is to be tuned?");
    if (is_on(given, "dry-run")) return dry_run(given, spaces);
    listen_for_interrupts();
    if (given.count("shard") == 0) {
        std::optional<Rendezvous> rendezvous;
        const auto info = join_ranks([&] { return rendezvous.emplace().connect_info(); });
        if (info) return tune_as_rank(given, *info, rendezvous, spaces);
    }
    const std::filesystem::path file = ready_store(given);
    const std::vector<LocalDevice> devices = devices_here(given);
    if (word_of(given, "transfer") == "missing") {
        const DeviceClaim claim(given, "tune", devices);
        Store store(file);
        return transfer(given, spaces, devices, store);
    }
    return answer(given, tune_all(given, devices, spaces, file), file);
}

constexpr std::array<std::string_view, 1> tune_words{"kernel"};
std::vector<std::string> transfers() {
    return {"on", "off", "missing"};
}

constexpr std::array tune_allowed_values{
    AllowedValues{"strategy", strategy_names}, AllowedValues{"cache", caches},
    AllowedValues{"transfer", transfers}, AllowedValues{"kernel", known_words, true}};

}  // namespace

extern const Command tune_command;
const Command tune_command{
    .name = "tune",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "find the fastest correct config on a device and store it",
    .details =
        "Tries configs of a kernel on the device: each is judged by the rules, built, run and "
        "checked in a process of its own, timed, and stored at once. At the end the best are "
        "checked on ragged sizes and timed side by side; what cannot be told apart is a tie, and "
        "the simplest wins.\n"
        "\n"
        "A routine is tuned with every kernel that can compute it here. A file is a space of your "
        "own, with its kernel beside it.\n"
        "\n"
        "  hone tune reduction\n"
        "  hone tune gemm --size M=1024,N=1024,K=1024 --time-limit 10m\n"
        "  hone tune gemm --sizes 512,1024,4096x64x4096 --time-limit 3m\n"
        "  hone tune gemm --sizes 64..4096:12 --time-limit 30s\n"
        "  hone tune gemm --precision f64 --max-evals 200 --strategy random_sample\n"
        "  hone tune path/to/own.toml --size n=1Mi\n"
        "\n"
        "With --transfer alone nothing is searched: what other devices in the database found best "
        "is "
        "measured here, which fills the portability matrix of `hone report`.\n"
        "\n"
        "While another hone times the device, on whatever database, it waits and says for whom; "
        "with "
        "--no-lock both go on, and disturb each other's times.\n"
        "\n"
        "Started by mpirun, the ranks share one search: each has a device of its own, the first "
        "one "
        "asks and keeps the database. That takes a hone built with -DHONE_MPI=ON, as it is where "
        "MPI "
        "is found. --shard parts the candidates among programs that know nothing of each other; "
        "`hone db merge` joins what they found.\n"
        "\n"
        "  hone tune gemm --all-devices --device NVIDIA\n"
        "  mpirun -np 4 hone tune gemm --time-limit 10m\n"
        "  hone tune gemm_tile --shard 1/4 --db part1.db\n"
        "\n"
        "Ctrl-C keeps everything; the same command goes on. It ends with 0 when each problem has a "
        "best config, with 1 when one has none.\n",
    .declare = declare_tune,
    .words = tune_words,
    .run = run_tune,
    .allowed_values = tune_allowed_values,
};

}  // namespace hone::cli
