// SPDX-License-Identifier: MIT
// Properties of every answer: tested on synthetic databases with several kernels of one routine,
// one after the other and side by side, and on recorded ones.
#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <set>

#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A recipe with a changed line.
std::string changed(std::string text, std::string_view line, std::string_view by) {
    text.replace(text.find(line), line.size(), by);
    return text;
}

/// Four kernels of one routine: two that name the problem's arguments in another order, one that
/// applications cannot build.
std::vector<Kernel> kernels() {
    std::vector<Kernel> all;
    for (const char* name :
         {"product_tile", "product_strip", "product_panel", "product_rewritten"}) {
        Kernel kernel = product(std::string("kernel void product() {} // ") + name);
        kernel.name = name;
        all.push_back(kernel);
    }
    const std::string m = "problem\tM\t{\"M\":256}\t\n";
    all[1].recipe = changed(changed(all[1].recipe, m, ""), "problem\tbeta", m + "problem\tbeta");
    const std::string limit = "condition\ttiles of 8 to 128";
    all[3].recipe = changed(all[3].recipe, limit, "condition\trewritten\t0\t\n" + limit);
    return all;
}

constexpr std::array<std::array<std::int64_t, 3>, 6> sizes{{{64, 64, 64},
                                                            {256, 256, 256},
                                                            {1024, 1024, 1024},
                                                            {4096, 16, 256},
                                                            {257, 255, 64},
                                                            {1, 1, 1}}};

/// A tuned result, and whether an application can run it.
struct Known {
    std::size_t kernel, size;
    std::int64_t tile, ns;

    bool fits() const { return kernel != 3 && tile <= 128; }
};

/// Each kernel for most of the sizes, in random order; some with a tile that is too large.
std::vector<Known> draw(std::mt19937& random) {
    std::vector<Known> all;
    const auto below = [&](std::int64_t n) {
        return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random);
    };
    for (std::size_t kernel = 0; kernel < 4; ++kernel)
        for (std::size_t size = 0; size < sizes.size(); ++size)
            if (below(4) > 0) all.push_back({kernel, size, 8 << below(6), 1000 + below(100000)});
    std::ranges::shuffle(all, random);
    return all;
}

void tune_known(Store& store, const Known& known) {
    const auto [m, n, k] = sizes[known.size];
    samples::tune(store, gpu(), kernels()[known.kernel], size(m, n, k), known.tile, known.ns);
}

TunedKernel ask_product(Tuned& tuned, std::string_view what, std::size_t size) {
    const auto [m, n, k] = sizes[size];
    return tuned.find(what, gpu(), "f32", {{"M", m}, {"N", n}, {"K", k}});
}

/// The time of the fastest runnable config, of all kernels or of one, if any.
std::optional<std::int64_t> fastest(const std::vector<Known>& all, std::size_t size,
                                    std::optional<std::size_t> kernel = std::nullopt) {
    std::optional<std::int64_t> best;
    for (const Known& known : all)
        if (known.size == size && known.fits() && known.kernel == kernel.value_or(known.kernel))
            best = std::min(best.value_or(known.ns), known.ns);
    return best;
}

/// All searches finished. If a runnable config was tuned for the problem, the answer is the fastest
/// of these, or a config that is expected to be even faster, of a kernel that was not tuned there.
void check_answers(Tuned& tuned, const std::vector<Known>& all) {
    for (std::size_t size = 0; size < sizes.size(); ++size) {
        const TunedKernel& told = ask_product(tuned, "product", size);
        INFO(joined(told.problem) << ": " << told.kernel << ": " << told.reason);
        const auto best = fastest(all, size);
        if (told.match == Match::exact)
            CHECK(told.expected_ns == Approx(static_cast<double>(best.value_or(0))));
        else if (best)
            CHECK(told.expected_ns < static_cast<double>(*best));
        for (std::size_t kernel = 0; kernel < kernels().size(); ++kernel) {
            const TunedKernel& one = ask_product(tuned, kernels()[kernel].name, size);
            INFO(one.kernel << ": " << one.reason);
            if (one.expected_ns > 0) CHECK(told.expected_ns <= one.expected_ns);
            const auto own = fastest(all, size, kernel);
            CHECK((one.match == Match::exact) == own.has_value());
            if (own) CHECK(one.expected_ns == Approx(static_cast<double>(*own)));
        }
    }
}

/// A tuned problem, with the device and the kernels of a database.
struct Asked {
    std::string device, routine, precision, problem;
    auto operator<=>(const Asked&) const = default;
};

/// A database's content for each problem: the fastest time of each kernel.
std::map<Asked, std::map<std::string, double>> stored(const std::filesystem::path& file) {
    Connection connection(file, Access::unchanging);
    Statement rows(connection,
                   "SELECT t.device_id, k.routine, t.precision, t.problem, k.name, "
                   "min(t.median_ns) FROM tuned AS t JOIN kernel AS k ON k.id = t.kernel_id "
                   "GROUP BY 1, 2, 3, 4, 5");
    std::map<Asked, std::map<std::string, double>> all;
    const auto text = [&](int column) { return std::string(rows.text(column)); };
    while (rows.step()) all[{text(0), text(1), text(2), text(3)}][text(4)] = rows.real(5);
    return all;
}

/// Queries the routine and each kernel of a database for everything that it holds. Returns how
/// often a kernel that was not tuned for the problem competed.
int check_stored(const std::filesystem::path& file) {
    const auto devices = Store(file, Access::unchanging).devices();
    const auto all = stored(file);
    std::map<std::string, std::set<std::string>> kernels_of;  // the kernels of each routine
    for (const auto& [asked, kernels] : all)
        for (const auto& [kernel, ns] : kernels) kernels_of[asked.routine].insert(kernel);
    Tuned tuned = trusted({file});
    int competed = 0;
    for (const auto& [asked, kernels] : all) {
        const auto find = [&, &asked = asked](const std::string& what) {
            return tuned.find(what, devices.at(asked.device), asked.precision,
                              settings_of(asked.problem));
        };
        const TunedKernel told = find(asked.routine);
        INFO(file.filename() << " " << asked.precision << " " << asked.problem);
        INFO(told.kernel << " (" << text(told.match) << "): " << told.reason);
        std::optional<double> best;
        for (const std::string& kernel : kernels_of.at(asked.routine)) {
            const TunedKernel one = find(kernel);
            const auto ns = kernels.find(kernel);
            if (one.match == Match::exact) {
                CHECK(one.expected_ns == Approx(ns == kernels.end() ? 0 : ns->second));
                best = std::min(best.value_or(one.expected_ns), one.expected_ns);
            }
            INFO(one.kernel << " (" << text(one.match) << "): " << one.reason);
            if (one.expected_ns > 0) CHECK(told.expected_ns <= one.expected_ns);
            competed += one.match != Match::exact && one.expected_ns > 0 ? 1 : 0;
        }
        if (told.match == Match::exact) CHECK(told.expected_ns == Approx(best.value_or(0)));
    }
    return competed;
}

}  // namespace

TEST_CASE(
    "an exact question is answered with the fastest that ended searches found, or a faster one",
    "[slow]") {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        INFO("seed " << seed);
        std::mt19937 random(seed);
        const std::vector<Known> all = draw(random);
        const Folder folder;
        std::vector<std::filesystem::path> files;
        for (std::size_t part = 0; part < 1 + seed % 3; ++part) {
            files.push_back(folder / (std::to_string(part) + ".db"));
            Store store(files.back());
            for (std::size_t i = part; i < all.size(); i += 1 + seed % 3) tune_known(store, all[i]);
        }
        Tuned tuned = trusted(files);
        check_answers(tuned, all);
    }
}

TEST_CASE("near a tuned problem the kernel that was fastest there is told") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        for (std::size_t size = 0; size < 3; ++size)
            for (std::size_t kernel = 0; kernel < 4; ++kernel) {
                const std::int64_t slower[] = {8, 1, 3, 0};
                tune_known(store, {kernel, size, 32, 1000 + 50'000 * slower[kernel]});
            }
    }
    Tuned tuned = trusted({folder / "a.db"});
    for (const std::int64_t n : {63, 65, 100, 200, 300, 700, 1000, 2000, 8000}) {
        const TunedKernel& told = tuned.find("product", gpu(), "f32", cube(n));
        INFO(n << ": " << told.reason);
        CHECK(told.kernel == "product_strip");
        CHECK(told.match != Match::exact);
    }
}

TEST_CASE("what recorded databases hold is told, the fastest kernel of each routine") {
    const std::filesystem::path source(HONE_SOURCE_DIR);
    int competed = 0;
    for (const char* name : {"h200.db", "xeon-16.db", "xeon-2.db"})
        competed += check_stored(source / "examples/reports" / name);
    competed += check_stored(source / "tests/db/recorded/h200-gemm-f32.db");
    CHECK(competed > 0);
}

TEST_CASE("a size that the kernel's own argument cannot hold is answered with the reason") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 16);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const auto ask = [&](std::int64_t m) {
        return tuned.find("product", gpu(), "f32", {{"M", m}, {"N", 256}, {"K", 256}});
    };
    CHECK(ask((std::int64_t{1} << 31) - 32));
    const TunedKernel none = ask(std::int64_t{1} << 31);
    CHECK_FALSE(none);
    CHECK_THAT(none.reason,
               Catch::Contains("2147483648 is too large for 'M', which is of type int"));
}

TEST_CASE("a list of skipped databases stays what it was while others are trusted") {
    const Folder folder;
    std::ofstream(folder / "text.db") << std::string(5000, 'x');
    Tuned tuned({folder / "text.db"});
    const auto& before = tuned.skipped();
    REQUIRE(before.size() == 1);
    tuned.trust_databases();
    CHECK(before.at(0).file == folder / "text.db");
    CHECK(tuned.skipped().size() == 1);
}
