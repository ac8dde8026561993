// SPDX-License-Identifier: MIT
// `hone tune`: searches for the best config of a routine, a kernel or a space file, and stores it.

#include <algorithm>
#include <array>
#include <optional>

#include "db/sqlite/database_path.hpp"
#include "tuner/campaigns/tune_sizes.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/measure/progress_line.hpp"
#include "tuner/cli/measure/transfer_view.hpp"
#include "tuner/cli/measure/tune_device.hpp"
#include "tuner/cli/measure/tune_view.hpp"
#include "tuner/cli/options/campaign_options.hpp"
#include "tuner/cli/options/command_space.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/device_claim.hpp"
#include "tuner/cli/options/objective_option.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cluster/cluster.hpp"

namespace hone::cli {
namespace {

void declare_tune(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"),
        "gemm, reduction, the name of a kernel or of a command that was tuned before, or a file "
        "with a search space; without it the device is tuned for all that applications may ask of "
        "it");
    declare_program_call(options);
    declare_problem(options);
    add("all-devices", po::bool_switch(),
        "use every device of this host, or each that --device matches: equal devices share the "
        "work, different ones are tuned at the same time; a CPU is tuned while nothing else is");
    declare_search(options);
    declare_objective(options);
    add("transfer", single_value("on|off|missing")->default_value("on")->implicit_value("missing"),
        "learn from stored results of other devices, sizes and related precisions; missing, or "
        "--transfer alone: do not search, but time here the best configs of other devices");
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
    add("report", single_value("FILE"),
        "without a routine: where the report is written; default: beside the database, report.html "
        "of hone.db, else NAME.html of NAME.db");
    add("dry-run", po::bool_switch(), "print what would be tuned, and stop");
    declare_store(options);
}

// What all groups of devices have in common.
struct TuneRequest {
    TuneOptions options;
    std::vector<Space> spaces;
    ProblemsGiven wanted;
    ClaimOptions claim;
    Verbosity verbosity = Verbosity::normal;
    std::filesystem::path file;
    bool as_json = false;
};

// Tunes all problems on one group of devices, with its own connection to the store.
std::vector<ProblemResult> tune_on(const TuneRequest& request, const DeviceGroup& group) {
    const DeviceClaim claim(request.claim, group);
    const DeviceGroup& timed = claim.devices();
    Store store(request.file);
    ProgressLine line(request.verbosity);
    const Campaign campaign = line.campaign(store);
    std::vector<ProblemResult> all;
    if (const std::size_t problems = request.wanted.problems.size(); problems > 1)
        line.say(plan_words(problems, request.options));
    for (const Problem& problem : request.wanted.problems)
        if (!interrupted())
            all.push_back(tune_problem(request.options, timed, request.spaces, problem, campaign));
    for (const SizesWanted& sizes : request.wanted.ranges)
        for (ProblemResult& tuned :
             tune_sizes({request.options, sizes}, timed, request.spaces, campaign,
                        [&](const SizesBudget& budget) { line.say(plan_words(sizes, budget)); }))
            all.push_back(std::move(tuned));
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
        for (const Problem& problem : request.wanted.problems)
            for (const Task& task :
                 tasks_for(request.options, group, request.spaces, problem).tasks)
                print_plan(task);
    for (const SizesWanted& sizes : request.wanted.ranges)
        put("{}\n", plan_words(sizes, {.wanted = sizes.range.count,
                                       .each = longest_search(request.options)}));
    return Exit::done;
}

// Marks runs as ended whose program was killed.
void prepare_store(TuneRequest& request) {
    Store store(request.file);
    store.recover();
    request.file = store.connection().file();
}

// The part of rank 0; the other ranks start workers for it.
Exit tune_as_rank(TuneRequest& request, const RankInfo& info, std::optional<Rendezvous>& rendezvous,
                  const std::vector<LocalDevice>& devices) {
    const LocalDevice own = device_for_rank(info, devices);
    // Ranks share the cores of a CPU; other devices are locked.
    std::optional<DeviceClaim> claim;
    if (own.device.type != "cpu") claim.emplace(request.claim, DeviceGroup{own});
    if (info.rank > 0) {
        serve_rank(info, own);
        return Exit::done;
    }
    const RankSet ranks(*rendezvous, info, own);
    require_meter(request.options.objective, ranks.devices());
    for (const std::string& why : ranks.idle()) say("hone: " + why);
    prepare_store(request);
    return tune_and_print(request, ranks.devices());
}

Exit transfer(const TransferOptions& options, const TuneRequest& request,
              const std::vector<LocalDevice>& devices) {
    const DeviceClaim claim(request.claim, devices);
    Store store(request.file);
    ProgressLine line(request.verbosity);
    const auto transferred =
        check_transfer(options, claim.devices(), request.spaces, line.campaign(store));
    print_transfer(transferred, request.as_json);
    if (interrupted()) return Exit::interrupted;
    if (transferred.empty())
        say("hone: nothing to do: the best configs of other devices have all been tried here");
    return transferred.empty() ? Exit::no : Exit::done;
}

// Programs that share a search by --shard do not see each other's results, so that all must choose
// the same sizes of a range.
ProblemsGiven problems_to_tune(const po::variables_map& given, const std::vector<Space>& spaces) {
    if (given.count("shard") != 0) return {problems_given(given, spaces), {}};
    return problems_and_ranges(given, spaces);
}

Exit tune_program(TuneRequest& request, const po::variables_map& given) {
    if (request.options.objective != Objective::time)
        throw Error(Exit::usage, "--objective is for kernels: a program has no sustained load",
                    "leave it out");
    const std::vector<LocalDevice> devices = devices_of_program(word_of(given, "device"));
    if (is_on(given, "dry-run")) return dry_run(request, devices);
    listen_for_interrupts();
    prepare_store(request);
    return tune_and_print(request, devices);
}

Exit run_tune(const po::variables_map& given) {
    if (is_on(given, "dry-run") && is_on(given, "json"))
        throw Error(Exit::usage, "--dry-run answers in text alone", "leave --json out");
    const std::optional<Space> program = program_given(given);
    if (given.count("kernel") == 0 && !program) return run_tune_device(given);
    const std::vector<Space> spaces = program ? std::vector{*program} : spaces_or_stored(given);
    TuneRequest request{.options = tune_options(given),
                        .spaces = spaces,
                        .wanted = problems_to_tune(given, spaces),
                        .claim = claim_options(given, "tune"),
                        .verbosity = verbosity_of(given),
                        .file = database_path(word_of(given, "db")),
                        .as_json = is_on(given, "json")};
    if (spaces.front().program) return tune_program(request, given);
    refuse_redefined_parameters(request.options.measure, spaces);
    const std::string device = word_of(given, "device");
    const bool all_of_them = is_on(given, "all-devices");
    if (is_on(given, "dry-run")) return dry_run(request, devices_here(device, all_of_them));
    listen_for_interrupts();
    if (given.count("shard") == 0) {
        std::optional<Rendezvous> rendezvous;
        const auto info =
            join_ranks([&](Reach reach) { return rendezvous.emplace(reach).connect_info(); });
        if (info)
            return tune_as_rank(request, *info, rendezvous, devices_to_tune(device, all_of_them));
    }
    prepare_store(request);
    const std::vector<LocalDevice> devices = devices_here(device, all_of_them);
    require_meter(request.options.objective, devices);
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
    AllowedValues{"objective", objective_names}, AllowedValues{"transfer", transfers},
    AllowedValues{"kernel", known_words, true}};

}  // namespace

const Command tune_command{
    .name = "tune",
    .synopsis = "[ROUTINE|KERNEL|FILE|--command LINE] [options]",
    .summary = "find the fastest correct config on a device and store it",
    .details =
        "Tries configs of a kernel on the device. Rules look at each config first; then it is "
        "built, run and checked in a worker process, timed, and stored at once. At the end the "
        "best configs are checked on ragged sizes and timed interleaved. Where several are "
        "equally fast the simplest is chosen.\n"
        "\n"
        "A routine is tuned with every kernel that can compute it on this device. A file is a "
        "search space of your own, with its kernel beside it; once it was tuned, its name is "
        "enough.\n"
        "\n"
        "--command tunes a program: its time, or a figure that it prints. Each {NAME} in its line "
        "is replaced by a value, which is also in the environment variable NAME. hone splits the "
        "line into words before that, by spaces and quotes, and starts the program itself: no "
        "shell runs it, and a value stays inside of its word. A program that ends with another "
        "status than 0, or prints no figure, is a failed config; --timeout limits one run. Trials "
        "belong to the host and, with --device, to a device that the program uses.\n"
        "\n"
        "Without a routine it tunes the device for all that applications may ask of it: GEMM and "
        "reduction, every precision that the device has, transposes, small and large sizes. It "
        "spends --time-limit (default: 30m) where applications would lose most, ends with a table, "
        "and writes a report. The same command continues.\n"
        "\n"
        "  hone tune\n"
        "  hone tune --time-limit 3m --precision f32\n"
        "  hone tune reduction\n"
        "  hone tune gemm --size M=1024,N=1024,K=1024 --time-limit 10m\n"
        "  hone tune gemm --sizes 512,1024,4096x64x4096 --time-limit 3m\n"
        "  hone tune gemm --sizes 64..4096:12 --time-limit 30s\n"
        "  hone tune gemm --precision f64 --max-evals 200 --strategy random_sample\n"
        "  hone tune path/to/own.toml --size n=1Mi\n"
        "  hone tune gemm --objective sustained\n"
        "  hone tune --command 'sort --parallel={P} -S {M}M words.txt -o sorted.txt' \\\n"
        "            --parameters 'P=[1,2,4,8] M=[16,64,256]'\n"
        "  hone tune --command './prog -w {WG}' --parameters 'WG=[64,128,256]' \\\n"
        "            --read 'Speed: ([0-9.]+)' --higher\n"
        "\n"
        "64..4096:12 are 12 sizes between both ends: whole and odd, square and thin. Each is "
        "chosen "
        "when the ones before it are tuned, where an application would otherwise lose most by the "
        "estimate of times. Sizes of the range that were tuned before count.\n"
        "\n"
        "--objective sustained, energy and edp hold more of the fastest configs under sustained "
        "load "
        "after the search, each for 3 s, and choose by what was measured there: the time of a run, "
        "its energy, or their product. Energy is that of the board (NVML, or the files of its "
        "driver) or of the CPU's packages (RAPL); without such a meter nothing is tuned for it. "
        "Applications get the fastest after pauses with every objective.\n"
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
