// SPDX-License-Identifier: MIT
// Databases for the tests of applications' answers: a kernel with tiles, tuned on some devices for
// some problems.
#pragma once

#include <set>

#include "db/lookup/tuned.hpp"
#include "tests/db/samples.hpp"

namespace hone::samples {

/// A product of matrices by square tiles, with a limit that some devices do not meet.
inline constexpr std::string_view recipe =
    "parameter\tTILE\t\t\n"
    "parameter\tKIND\t\t\n"
    "problem\tM\t{\"M\":256}\t\n"
    "problem\tN\t{\"N\":256}\t\n"
    "problem\tK\t{\"K\":256}\t\n"
    "problem\tTA\t{\"TA\":0}\t\n"
    "problem\tbeta\t{\"beta\":0}\t\n"
    "problem\tpart\t{\"part\":\"whole\"}\t\n"
    "precision\tf32\t4\tfloat -DREAL=float -DF32\n"
    "precision\tf64\t8\tdouble -DREAL=double -DF64\n"
    "condition\tdouble precision\tprecision 'f64' != device.fp64 ||\t\n"
    "condition\ttiles of 8 to 128\tTILE 8 < ! TILE 128 <= &&\t\n"
    "local_memory\t\t2 TILE * TILE * sizeof_real *\t\n"
    "flops\t\t2 M * N * K *\t\n"
    "launch\tproduct\t\t\n"
    "local\t\tTILE 4 //\t\n"
    "local\t\tTILE 4 //\t\n"
    "global\t\tM TILE ceil_div TILE * 4 //\t\n"
    "global\t\tN TILE ceil_div TILE * 4 //\t\n"
    "argument\tM\t\t\n"
    "argument\tC\t\t\n"
    "argument\tsums\t\t\n"
    "extent\tM\t\t\n"
    "extent\tN\t\t\n"
    "extent\tK\t\t\n"
    "variant\tTA\t\t\n"
    "tile\tM\tTILE\t\n"
    "tile\tN\tTILE\t\n"
    "extra\tM\tM\tscalar int\n"
    "extra\tsums\tM sizeof_real *\tscratch\n"
    "default_config\t\t{\"TILE\":32,\"KIND\":\"plain\"}\t\n"
    "default_config\t\t{\"TILE\":8,\"KIND\":\"plain\"}\t\n";

inline Device gpu() {
    Device gpu = device();
    gpu.name = "ACME Rocket 100";
    gpu.vendor_id = 0xacce;
    gpu.driver = "5.1";
    gpu.platform = "ACME OpenCL";
    gpu.local_memory = 49152;
    gpu.uuid = "00112233445566778899aabbccddeeff";
    return gpu;
}

inline Kernel product(std::string source = "kernel void product() {}") {
    return {"product_tile", "product", std::move(source), "routine = 'product'",
            std::string(recipe)};
}

/// The kernel with i32 as a further precision, whose elements have as many bytes as those of f32.
inline Kernel with_related_precision(Kernel kernel) {
    kernel.recipe.insert(kernel.recipe.find("precision\tf64"),
                         "precision\ti32\t4\tint -DREAL=int\n");
    return kernel;
}

inline std::string size(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t ta = 0) {
    return canonical({{"K", k}, {"M", m}, {"N", n}, {"TA", ta}});
}

/// The result of a session: a chosen config of this many nanoseconds.
inline void tune(Store& store, const Device& device, const Kernel& kernel,
                 const std::string& problem, std::int64_t tile, std::int64_t ns = 1000,
                 const std::string& precision = "f32", bool ends = true) {
    Run about = run({store.add(device), store.add(kernel), precision, problem, "{}"});
    about.uuid = device.uuid;
    about.seed = tile;  // makes it another run within the same millisecond
    const Run started = store.start(about);
    Trial tried = trial(started.id, tile, ns);
    tried.config = canonical({{"TILE", tile}, {"KIND", "fast"}});
    tried = store.add(tried);
    if (ends) store.add(started.id, Finalist{.trial = tried.id, .rank = 1, .tied = false});
    store.end(started.id, ends ? State::finished : State::interrupted);
}

/// A config that was timed for 256³ but not chosen. If it was right at another size too, that is
/// stored as a session does.
inline void time_unchosen(Store& store, std::int64_t tile, std::int64_t ns,
                          bool is_right_elsewhere) {
    Run about = run({store.add(gpu()), store.add(product()), "f32", size(256, 256, 256), "{}"});
    about.uuid = gpu().uuid;
    about.seed = 1000 + tile;
    const Run started = store.start(about);
    Trial tried = trial(started.id, tile, ns);
    tried.config = canonical({{"TILE", tile}, {"KIND", "fast"}});
    store.add(tried);
    if (is_right_elsewhere)
        store.add(SizeCheck{.run = started.id,
                            .config = tried.config,
                            .problem = size(31, 33, 65),
                            .outcome = Outcome::ok,
                            .message = ""});
    store.end(started.id, State::finished);
}

/// Tuned on the GPU: 64³ with tiles of 16, 256³ with 32, 1024³ with 64, a strip of 4096×16×256 with
/// 8, and 256³ in f64 with 16, transposed with 48.
inline void fill(Store& store) {
    tune(store, gpu(), product(), size(64, 64, 64), 16, 500);
    tune(store, gpu(), product(), size(256, 256, 256), 32, 8000);
    tune(store, gpu(), product(), size(1024, 1024, 1024), 64, 300000);
    tune(store, gpu(), product(), size(4096, 16, 256), 8, 9000);
    tune(store, gpu(), product(), size(256, 256, 256), 16, 16000, "f64");
    tune(store, gpu(), product(), size(256, 256, 256, 1), 48, 9000);
}

inline Settings cube(std::int64_t n) {
    return {{"M", n}, {"N", n}, {"K", n}};
}

/// The devices and kernels in these databases.
inline Tuned trusted(const std::vector<std::filesystem::path>& files) {
    Tuned tuned(files);
    tuned.trust_databases();
    return tuned;
}

/// The TILE of a config; 0 if there is none.
inline std::int64_t tile_of(const TunedKernel& kernel) {
    return kernel.config.empty() ? 0 : std::get<std::int64_t>(kernel.config.at(0).second);
}

/// The TILE of every config that the file returns for a problem, by rejecting one after the other.
inline std::set<std::int64_t> all_told(const std::filesystem::path& file, const Settings& problem) {
    Tuned tuned = trusted({file});
    std::set<std::int64_t> tiles;
    TunedKernel told = tuned.find("product", gpu(), "f32", problem);
    for (; told && told.match != Match::defaults; told = tuned.reject(told))
        tiles.insert(tile_of(told));
    return tiles;
}

}  // namespace hone::samples
