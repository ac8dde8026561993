// SPDX-License-Identifier: MIT
// `hone tune`: from a routine, a kernel or a file of one's own to the best config in the database.
#include <algorithm>
#include <array>

#include "db/path.hpp"
#include "tuner/cli/interrupts.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/task_options.hpp"
#include "tuner/cli/transfer.hpp"
#include "tuner/cli/tuning.hpp"
#include "tuner/select_device.hpp"
#include "tuner/tasks.hpp"

namespace hone::cli {
namespace {

void declare(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", one("ROUTINE|KERNEL|FILE"),
        "gemm, reduction, one kernel by its name, or a space file");
    declare_problem(options);
    add("all-devices", po::bool_switch(), "every device, one after another");
    declare_search(options);
    add("transfer", one("on|off|missing")->default_value("on")->implicit_value("missing"),
        "learn from what the database knows of other devices and sizes; missing, or the bare "
        "option: search nothing, measure the bests of other devices that were not tried here");
    add("where", several("EXPR"), "only candidates for which EXPR holds; may be repeated");
    add("audit", one("N"), "time N of those that soft rules put off, and judge the rules");
    declare_conditions(options);
    declare_limits(options);
    add("fresh", po::bool_switch(), "measure again what earlier runs have measured");
    add("force", po::bool_switch(), "try what the rules reject or put off, too");
    add("dry-run", po::bool_switch(), "say what would be tuned, and stop");
    declare_store(options);
}

std::vector<Found> devices(const po::variables_map& given) {
    if (!is_on(given, "all-devices")) return {select_device(word_of(given, "device"))};
    std::vector<Found> all = all_devices();
    select_device(all, {});  // says what to install where there is none
    return all;
}

Exit run(const po::variables_map& given) {
    const std::vector<Space> spaces = spaces_given(given, "what is to be tuned?");
    std::optional<Store> store;
    if (!is_on(given, "dry-run")) {
        store.emplace(database_path(word_of(given, "db")));
        store->recover();
    }
    listen_for_interrupts();
    if (store && word_of(given, "transfer") == "missing")
        return transfer(given, spaces, devices(given), *store);
    std::vector<Tuning> all;
    for (const Found& device : devices(given)) {
        for (const Problem& problem : problems_given(given, spaces)) {
            if (!interrupted())
                all.push_back(
                    tune_problem(given, device, spaces, problem, store ? &*store : nullptr));
        }
    }
    if (!store) return Exit::done;
    print_results(all, is_on(given, "json"), store->connection().file());
    if (interrupted()) {
        say("hone: interrupted; everything measured is kept, and the same command goes on from "
            "here");
        return Exit::interrupted;
    }
    const bool found = std::all_of(all.begin(), all.end(),
                                   [](const Tuning& tuned) { return tuned.best() != nullptr; });
    return found ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> words{"kernel"};
std::vector<std::string> transfers() {
    return {"on", "off", "missing"};
}

constexpr std::array choices{Choice{"strategy", strategy_names}, Choice{"cache", caches},
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
        "Ctrl-C keeps everything; the same command goes on. It ends with 0 when each problem has a "
        "best config, with 1 when one has none.\n",
    .declare = declare,
    .words = words,
    .run = run,
    .choices = choices,
};

}  // namespace hone::cli
