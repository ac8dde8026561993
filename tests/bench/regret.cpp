// SPDX-License-Identifier: MIT
// What is lost on sizes that nobody tuned: a few sizes are tuned and covered, twenty others are
// drawn (powers of two, odd ones, thin ones), and for each the config that an application is told
// runs side by side with the best that tuning that very size finds. Arguments: device, seconds for
// each size.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>

#include "db/tuned.hpp"
#include "spaces/random.hpp"
#include "tests/db/samples.hpp"
#include "tuner/device_facts.hpp"
#include "tuner/evaluator.hpp"
#include "tuner/find_space.hpp"
#include "tuner/records.hpp"
#include "tuner/select_device.hpp"
#include "tuner/worker.hpp"

using namespace hone;

namespace {

constexpr std::string_view trained =
    "64,128,256,512,512x512x64,64x512x512,512x64x512,32x512x128,200x300x100";
constexpr std::int64_t largest = 512;

using Sizes = std::array<std::int64_t, 3>;

// In turn a power of two in each dimension, any sizes, and one that is thin somewhere.
std::vector<Sizes> held_out() {
    Random random(20);
    const auto below = [&](std::int64_t bound) {
        return static_cast<std::int64_t>(random.below(static_cast<WideUnsigned>(bound)));
    };
    std::vector<Sizes> all;
    for (int i = 0; i < 20; ++i) {
        Sizes sizes{};
        for (std::int64_t& size : sizes)
            size = i % 3 == 0 ? std::int64_t{32} << below(5) : 17 + below(largest - 16);
        if (i % 3 == 2) sizes[static_cast<std::size_t>(below(3))] = 1 + below(32);
        all.push_back(sizes);
    }
    return all;
}

void hone_does(const std::string& words) {
    const std::string line = fmt::format("{} {} >/dev/null 2>&1", HONE_PROGRAM, words);
    if (std::system(line.c_str()) != 0) fmt::print(stderr, "`{}` did not end well\n", line);
}

Problem problem_of(const Space& space, const Sizes& sizes) {
    const auto [m, n, k] = sizes;
    return make_problem(space, "f32", {{"M", Number(m)}, {"N", Number(n)}, {"K", Number(k)}});
}

// What the told config takes beside the best one of that size, as a share; and what was told.
struct Loss {
    double share = 0;
    std::string match;
};

Loss loss_of(const Found& device, const Space& space, const Sizes& sizes,
             const std::filesystem::path& known, const std::filesystem::path& own) {
    const BenchSetup setup{.device = device,
                           .kernel = kernel_of(space),
                           .space = space,
                           .problem = problem_of(space, sizes),
                           .options = {}};
    Tuned tuned({known});
    const TunedKernel& told = tuned.find(space.name, device.device, "f32",
                                         {{"M", sizes[0]}, {"N", sizes[1]}, {"K", sizes[2]}});
    Store store(own);
    const auto best = store.best(subject_of(setup, store));
    const auto of_best = best ? config_from(space, best->trial.config) : std::nullopt;
    const auto of_told = config_from(space, canonical(told.config));
    if (!of_best || !of_told) return {1e9, std::string(text(told.match))};
    Run run;
    run.subject = subject_of(setup, store);
    run.strategy = "regret";
    run = store.start(run);
    Evaluator evaluator(setup, {}, store, run, false);
    const auto timed = evaluator.side_by_side({*of_told, *of_best}, Purpose::transfer, 41);
    store.end(run.id, State::finished);
    return {timed[0].time.median / timed[1].time.median - 1, std::string(text(told.match))};
}

}  // namespace

int main(int count, char** words) {
    if (count > 1 && std::string_view(words[1]) == "worker")
        return static_cast<int>(serve_as_worker());  // of its own session
    const std::string where = count > 1 ? words[1] : "0";
    const std::string seconds = count > 2 ? words[2] : "6";
    const std::string name = count > 3 ? words[3] : "gemm_panel";
    const samples::Folder folder;
    const auto known = folder / "known.db";
    const auto own = folder / "own.db";
    const Found device = select_device(where);
    const Space space = read_space(find_space(name));
    const std::string each = fmt::format("--device {} --time-limit {}s", where, seconds);
    hone_does(fmt::format("tune {} --sizes {} {} --db {}", name, trained, each, known.string()));
    hone_does(fmt::format("cover {} --within 5 --max 6 --device {} --db {}", name, where,
                          known.string()));
    int near = 0;
    fmt::print("{} on {}: tuned for {}\n\n", name, device.device.name, trained);
    fmt::print("{:>6} {:>6} {:>6}  {:<10} {:>8}\n", "M", "N", "K", "match", "loss");
    for (const Sizes& sizes : held_out()) {
        hone_does(fmt::format("tune {} --size M={},N={},K={} {} --db {}", name, sizes[0], sizes[1],
                              sizes[2], each, own.string()));
        const Loss loss = loss_of(device, space, sizes, known, own);
        near += loss.share <= 0.1 ? 1 : 0;
        fmt::print("{:>6} {:>6} {:>6}  {:<10} {:>6.1f} %\n", sizes[0], sizes[1], sizes[2],
                   loss.match, 100 * loss.share);
        std::fflush(stdout);
    }
    fmt::print("\n{} of 20 within 10 % of their own best\n", near);
    return near >= 16 ? 0 : 1;
}
