// SPDX-License-Identifier: MIT
// `hone tune`: from a routine, a kernel or a file of one's own to the best config in the database.
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
    add("kernel", one("ROUTINE|KERNEL|FILE"),
        "gemm, reduction, one kernel by its name, or a space file");
    declare_problem(options);
    add("all-devices", po::bool_switch(),
        "every device of this host, or each that --device fits: equal ones share the work, "
        "different ones are tuned side by side; a CPU when nothing else is timed on its cores");
    declare_search(options);
    add("transfer", one("on|off|missing")->default_value("on")->implicit_value("missing"),
        "learn from what the database knows of other devices and sizes; missing, or the bare "
        "option: search nothing, measure the bests of other devices that were not tried here");
    add("where", several("EXPR"), "only candidates for which EXPR holds; may be repeated");
    add("shard", one("I/N|auto"),
        "only the I-th of N parts of the candidates, from 1 on; auto: as Slurm, mpirun or another "
        "launcher says");
    add("audit", one("N"), "time N of those that soft rules put off, and judge the rules");
    declare_conditions(options);
    declare_limits(options);
    declare_claim(options);
    add("fresh", po::bool_switch(), "measure again what earlier runs have measured");
    add("force", po::bool_switch(), "try what the rules reject or put off, too");
    add("dry-run", po::bool_switch(), "say what would be tuned, and stop");
    declare_store(options);
}

std::vector<Found> devices_to_tune(const po::variables_map& given) {
    const std::string wish = word_of(given, "device");
    if (!wish.empty() || !is_on(given, "all-devices")) return select_devices(wish);
    std::vector<Found> all = all_devices();
    select_device(all, {});  // says what to install where there is none
    return all;
}

// One of those that fit where nobody asked for all.
std::vector<Found> devices_here(const po::variables_map& given) {
    if (is_on(given, "all-devices")) return devices_to_tune(given);
    return {select_device(word_of(given, "device"))};
}

using Crew = std::vector<Found>;

// All problems on one crew, with a connection of its own.
std::vector<Tuning> tune_on(const po::variables_map& given, const Crew& crew,
                            const std::vector<Space>& spaces, const std::filesystem::path& file) {
    const Claim claim(given, "tune", crew);
    Store store(file);
    std::vector<Tuning> all;
    for (const Problem& problem : problems_given(given, spaces))
        if (!interrupted()) all.push_back(tune_problem(given, crew, spaces, problem, &store));
    return all;
}

// Crews side by side, as far as they leave each other alone.
std::vector<Tuning> tune_all(const po::variables_map& given, const std::vector<Found>& found,
                             const std::vector<Space>& spaces, const std::filesystem::path& file) {
    std::vector<Tuning> all;
    for (const auto& wave : waves_of(equal_devices(found))) {
        std::vector<std::future<std::vector<Tuning>>> side_by_side;
        for (const Crew& crew : wave)
            side_by_side.push_back(
                std::async(wave.size() > 1 ? std::launch::async : std::launch::deferred,
                           [&] { return tune_on(given, crew, spaces, file); }));
        for (auto& one : side_by_side)
            for (Tuning& tuning : one.get()) all.push_back(std::move(tuning));
    }
    return all;
}

Exit answer(const po::variables_map& given, const std::vector<Tuning>& all,
            const std::filesystem::path& file) {
    print_results(all, is_on(given, "json"), file);
    if (interrupted()) {
        say("hone: interrupted; everything measured is kept, and the same command goes on from "
            "here");
        return Exit::interrupted;
    }
    const bool found = std::all_of(all.begin(), all.end(),
                                   [](const Tuning& tuned) { return tuned.best() != nullptr; });
    return found ? Exit::done : Exit::no;
}

Exit dry_run(const po::variables_map& given, const std::vector<Space>& spaces) {
    for (const Crew& crew : equal_devices(devices_here(given)))
        for (const Problem& problem : problems_given(given, spaces))
            tune_problem(given, crew, spaces, problem, nullptr);
    return Exit::done;
}

std::filesystem::path ready_store(const po::variables_map& given) {
    Store store(database_path(word_of(given, "db")));
    store.recover();
    return store.connection().file();
}

// The first rank's part; the others start workers for it.
Exit tune_as_fleet(const po::variables_map& given, const Ranks& ranks, std::optional<Gate>& gate,
                   const std::vector<Space>& spaces) {
    const Found own = device_of(ranks, devices_to_tune(given));
    // The cores of a CPU are parted by ranks among themselves.
    std::optional<Claim> claim;
    if (own.device.type != "cpu") claim.emplace(given, "tune", Crew{own});
    if (ranks.rank > 0) {
        serve_fleet(ranks, own);
        return Exit::done;
    }
    const Fleet fleet(*gate, ranks, own);
    for (const std::string& why : fleet.idle()) say("hone: " + why);
    const std::filesystem::path file = ready_store(given);
    return answer(given, tune_all(given, fleet.devices(), spaces, file), file);
}

Exit run_tune(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "what is to be tuned?");
    if (is_on(given, "dry-run")) return dry_run(given, spaces);
    listen_for_interrupts();
    if (given.count("shard") == 0) {
        std::optional<Gate> gate;
        const auto ranks = meet_ranks([&] { return gate.emplace().invitation(); });
        if (ranks) return tune_as_fleet(given, *ranks, gate, spaces);
    }
    const std::filesystem::path file = ready_store(given);
    const std::vector<Found> found = devices_here(given);
    if (word_of(given, "transfer") == "missing") {
        const Claim claim(given, "tune", found);
        Store store(file);
        return transfer(given, spaces, found, store);
    }
    return answer(given, tune_all(given, found, spaces, file), file);
}

constexpr std::array<std::string_view, 1> tune_words{"kernel"};
std::vector<std::string> transfers() {
    return {"on", "off", "missing"};
}

constexpr std::array tune_choices{Choice{"strategy", strategy_names}, Choice{"cache", caches},
                             Choice{"transfer", transfers}, Choice{"kernel", known_words, true}};

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
        "--share both go on, and disturb each other's times.\n"
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
    .choices = tune_choices,
};

}  // namespace hone::cli
