// SPDX-License-Identifier: MIT
// A synthetic database of a kernel that reads the number of slices of K and the order of tiles at
// run time.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "db/lookup/read_catalog.hpp"
#include "tests/db/tuned_samples.hpp"

namespace hone::samples {

inline void replace(Kernel& kernel, const std::string& what, const std::string& by) {
    const auto at = kernel.recipe.find(what);
    REQUIRE(at != std::string::npos);
    kernel.recipe.replace(at, what.size(), by);
}

/// The kernel of the samples with slices of K; only whether there are several is compiled in. The
/// order does not change the launch.
inline Kernel sliced() {
    Kernel kernel = product();
    replace(kernel, "parameter\tTILE\t\t\nparameter\tKIND\t\t\n",
            "parameter\tTILE\t{\"TILE\":16,\"TILE\":32,\"TILE\":64}\t\n"
            "parameter\tSLICES\t{\"SLICES\":1,\"SLICES\":2,\"SLICES\":4,\"SLICES\":8}\t\n"
            "parameter\tORDER\t{\"ORDER\":1,\"ORDER\":8}\t\n"
            "built_with\tSLICES\tSLICES 2 min\t\n"
            "built_with\tORDER\t1\t\n");
    replace(kernel, "global\t\tM TILE ceil_div TILE * 4 //\t\n",
            "global\t\tM TILE ceil_div TILE * 4 // SLICES *\t\n");
    replace(kernel, "{\"TILE\":32,\"KIND\":\"plain\"}", "{\"TILE\":32,\"SLICES\":1,\"ORDER\":1}");
    replace(kernel, "{\"TILE\":8,\"KIND\":\"plain\"}", "{\"TILE\":16,\"SLICES\":1,\"ORDER\":1}");
    return kernel;
}

inline std::string sliced_config(std::int64_t tile, std::int64_t slices, std::int64_t order = 1) {
    return canonical({{"TILE", tile}, {"SLICES", slices}, {"ORDER", order}});
}

constexpr std::int64_t sliced_width = 256;  // M and N

struct SlicedTimes {
    const Folder folder;
    const std::filesystem::path file = folder / "a.db";
    Store store{file};
    Kernel kernel = sliced();

    Run start(const std::string& problem) {
        static std::int64_t seed = 0;
        Run about = run({store.add(gpu()), store.add(kernel), "f32", problem, "{}"});
        about.uuid = gpu().uuid;
        about.seed = ++seed;  // makes it another run within the same millisecond
        return store.start(about);
    }
    void check(const Run& run, const std::string& config, Outcome outcome,
               const std::string& message) {
        store.add(SizeCheck{.run = run.id,
                            .config = config,
                            .problem = size(31, 33, 65),
                            .outcome = outcome,
                            .message = message});
    }
    /// Timed, and by default right at another size as well.
    void time(const std::string& problem, const std::string& config, double ns,
              bool is_right_elsewhere = true) {
        const Run started = start(problem);
        Trial tried = trial(started.id, 1, static_cast<std::int64_t>(ns));
        tried.config = config;
        store.add(tried);
        if (is_right_elsewhere) check(started, config, Outcome::ok, "");
        store.end(started.id, State::finished);
    }
    /// This device's model: rounds of work-groups, and small tiles read more.
    static double ns(std::int64_t k, std::int64_t tile, std::int64_t slices) {
        const double groups =
            std::pow(static_cast<double>(sliced_width) / static_cast<double>(tile), 2) *
            static_cast<double>(slices);
        const double rounds = std::ceil(groups / static_cast<double>(gpu().compute_units));
        const double work = static_cast<double>(tile * tile * k) / static_cast<double>(slices);
        return 3000 + rounds * work / 20 * 64 / static_cast<double>(tile);
    }
    /// Tiles of 64 are the fastest. Eight slices were only tried with tiles of 16.
    void time_all() {
        for (const std::int64_t k : {256, 512, 1024})
            for (const auto& [tile, slices] :
                 {std::pair{64, 2}, {64, 4}, {16, 4}, {16, 8}, {32, 1}})
                time(size(sliced_width, sliced_width, k), sliced_config(tile, slices),
                     ns(k, tile, slices));
    }

    lookup::Catalog catalog() const { return lookup::read_catalog({file}, lookup::Trust::stored); }
};

}  // namespace hone::samples
