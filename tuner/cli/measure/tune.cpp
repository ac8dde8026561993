// SPDX-License-Identifier: MIT
// `hone tune`: searches the best config of a routine, a kernel or a space file, and stores it.
#include <algorithm>
#include <array>
#include <optional>

#include "db/sqlite/database_path.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/progress_line.hpp"
#include "tuner/cli/measure/transfer_view.hpp"
#include "tuner/cli/measure/tune_view.hpp"
#include "tuner/cli/options/campaign_options.hpp"
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
        "gemm, reduction, the name of a kernel, or a file with a search space");
    declare_problem(options);
    add("all-devices", po::bool_switch(),
        "use every device of this host, or each that --device matches: equal devices share the "
        "work, different ones are tuned at the same time; a CPU is tuned while nothing else is");
    declare_search(options);
    add("transfer", single_value("on|off|missing")->default_value("on")->implicit_value("missing"),
        "learn from stored results of other devices and sizes; missing, or --transfer alone: do "
        "not search, but time here the best configs of other devices");
    add("where", repeated_value("EXPR"), "only candidates for which EXPR holds; may be repeated");
    add("shard", single_value("I/N|auto"),
        "only part I of N of the candidates, from 1 on; auto: as Slurm, mpirun or another "
        "launcher numbers this program");
    add("audit", single_value("N"),
        "time N deferred configs, to test the rules that deferred them");
    declare_conditions(options);
    declare_timeouts(options);
    declare_device_claim(options);
    add("fresh", po::bool_switch(), "measure again what earlier runs have measured");
    add("force", po::bool_switch(), "also try configs that the rules reject or defer");
    add("dry-run", po::bool_switch(), "print what would be tuned, and stop");
    declare_store(options);
}

// What all groups of devices have in common.
struct TuneRequest {
    TuneOptions options;
    std::vector<Space> spaces;
    std::vector<Problem> problems;
    ClaimOptions claim;
    Verbosity verbosity = Verbosity::normal;
    std::filesystem::path file;
    bool as_json = false;
};

// Which devices --device and --all-devices select.
std::vector<LocalDevice> devices_to_tune(const std::string& selector, bool all_of_them) {
    if (!selector.empty() || !all_of_them) return select_devices(selector);
    std::vector<LocalDevice> all = all_devices();
    select_device(all, {});  // throws what to install where there is none
    return all;
}

// One of the devices that match, unless all are asked for.
std::vector<LocalDevice> devices_here(const std::string& selector, bool all_of_them) {
    if (all_of_them) return devices_to_tune(selector, true);
    return {select_device(selector)};
}

// Tunes all problems on one group of devices, with its own connection to the store.
std::vector<ProblemResult> tune_on(const TuneRequest& request, const DeviceGroup& group) {
    const DeviceClaim claim(request.claim, group);
    Store store(request.file);
    ProgressLine line(request.verbosity);
    const Campaign campaign = line.campaign(store);
    std::vector<ProblemResult> all;
    for (const Problem& problem : request.problems)
        if (!interrupted())
            all.push_back(tune_problem(request.options, group, request.spaces, problem, campaign));
    return all;
}

Exit tune_and_print(const TuneRequest& request, const std::vector<LocalDevice>& devices) {
    const std::vector<ProblemResult> all =
        tune_groups(devices, [&](const DeviceGroup& group) { return tune_on(request, group); });
    print_results(all, request.as_json, request.file);
    if (interrupted()) {
        say("hone: interrupted; all measurements are kept, and the same command resumes");
        return Exit::interrupted;
    }
    const bool found = std::ranges::all_of(
        all, [](const ProblemResult& tuned) { return tuned.best() != nullptr; });
    return found ? Exit::done : Exit::no;
}

Exit dry_run(const TuneRequest& request, const std::vector<LocalDevice>& devices) {
    for (const DeviceGroup& group : group_equal_devices(devices))
        for (const Problem& problem : request.problems)
            for (const Task& task :
                 tasks_for(request.options, group, request.spaces, problem).tasks)
                print_plan(task);
    return Exit::done;
}

// Ends runs whose program was killed.
void prepare_store(TuneRequest& request) {
    Store store(request.file);
    store.recover();
    request.file = store.connection().file();
}

// Rank 0's part; the other ranks start workers for it.
Exit tune_as_rank(TuneRequest& request, const RankInfo& info, std::optional<Rendezvous>& rendezvous,
                  const std::vector<LocalDevice>& devices) {
    const LocalDevice own = device_for_rank(info, devices);
    // Ranks divide the cores of a CPU among themselves.
    std::optional<DeviceClaim> claim;
    if (own.device.type != "cpu") claim.emplace(request.claim, DeviceGroup{own});
    if (info.rank > 0) {
        serve_rank(info, own);
        return Exit::done;
    }
    const RankSet ranks(*rendezvous, info, own);
    for (const std::string& why : ranks.idle()) say("hone: " + why);
    prepare_store(request);
    return tune_and_print(request, ranks.devices());
}

Exit transfer(const TransferOptions& options, const TuneRequest& request,
              const std::vector<LocalDevice>& devices) {
    const DeviceClaim claim(request.claim, devices);
    Store store(request.file);
    ProgressLine line(request.verbosity);
    const auto transferred = check_transfer(options, devices, request.spaces, line.campaign(store));
    print_transfer(transferred, request.as_json);
    if (interrupted()) return Exit::interrupted;
    if (transferred.empty())
        say("hone: nothing to do: the best configs of other devices have all been tried here");
    return transferred.empty() ? Exit::no : Exit::done;
}

Exit run_tune(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "What is to be tuned?");
    TuneRequest request{.options = tune_options(given),
                        .spaces = spaces,
                        .problems = problems_given(given, spaces),
                        .claim = claim_options(given, "tune"),
                        .verbosity = verbosity_of(given),
                        .file = database_path(word_of(given, "db")),
                        .as_json = is_on(given, "json")};
    const std::string device = word_of(given, "device");
    const bool all_of_them = is_on(given, "all-devices");
    if (is_on(given, "dry-run")) return dry_run(request, devices_here(device, all_of_them));
    listen_for_interrupts();
    if (given.count("shard") == 0) {
        std::optional<Rendezvous> rendezvous;
        const auto info = join_ranks([&] { return rendezvous.emplace().connect_info(); });
        if (info)
            return tune_as_rank(request, *info, rendezvous, devices_to_tune(device, all_of_them));
    }
    prepare_store(request);
    const std::vector<LocalDevice> devices = devices_here(device, all_of_them);
    if (word_of(given, "transfer") == "missing")
        return transfer(transfer_options(given, spaces), request, devices);
    return tune_and_print(request, devices);
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
        "Tries configs of a kernel on the device. Rules look at each config first; then it is "
        "built, run and checked in a worker process, timed, and stored at once. At the end the "
        "best configs are checked on ragged sizes and timed interleaved. Where several are "
        "equally fast the simplest is chosen.\n"
        "\n"
        "A routine is tuned with every kernel that can compute it on this device. A file is a "
        "search space of your own, with its kernel beside it.\n"
        "\n"
        "  hone tune reduction\n"
        "  hone tune gemm --size M=1024,N=1024,K=1024 --time-limit 10m\n"
        "  hone tune gemm --sizes 512,1024,4096x64x4096 --time-limit 3m\n"
        "  hone tune gemm --sizes 64..4096:12 --time-limit 30s\n"
        "  hone tune gemm --precision f64 --max-evals 200 --strategy random_sample\n"
        "  hone tune path/to/own.toml --size n=1Mi\n"
        "\n"
        "With --transfer alone it does not search: it times on this device the configs that are "
        "best on other devices in the database. One that is faster than this device's best "
        "becomes its best.\n"
        "\n"
        "While another hone times the device, it waits. With --no-lock it does not, and the two "
        "disturb each other's times.\n"
        "\n"
        "Started by mpirun, the ranks share one search: each has a device of its own; the first "
        "rank chooses the configs and keeps the database. That takes a hone built with "
        "-DHONE_MPI=ON, which is the default where MPI is found. --shard splits the candidates "
        "among programs that do not communicate; `hone db merge` joins their databases.\n"
        "\n"
        "  hone tune gemm --all-devices --device NVIDIA\n"
        "  mpirun -np 4 hone tune gemm --time-limit 10m\n"
        "  hone tune gemm_tile --shard 1/4 --db part1.db\n"
        "\n"
        "Ctrl-C keeps all measurements; the same command resumes. The exit code is 0 when each "
        "problem has a best config, and 1 when one has none.\n",
    .declare = declare_tune,
    .words = tune_words,
    .run = run_tune,
    .allowed_values = tune_allowed_values,
};

}  // namespace hone::cli
