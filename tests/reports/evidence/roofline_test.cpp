// SPDX-License-Identifier: MIT
// The roof of a problem, on synthetic devices with known memory, caches and units.
#include "reports/evidence/roofline.hpp"

#include <catch2/catch.hpp>

#include "reports/evidence/verdict.hpp"
#include "tests/reports/made.hpp"

using namespace hone;

namespace {

constexpr double kib = 1024;
constexpr double mib = 1024 * kib;

/// Memory of 100 GB/s, caches of 32 KiB with 10 TB/s and of 4 MiB with 1 TB/s; vector units of 1
/// TFLOP/s and matrix units of 8.
struct Device90 {
    Store store{":memory:"};
    Device device = made::device("GPU");
    std::string precision = "f32";
    std::string conditions;

    explicit Device90(std::string_view type = "gpu") {
        device.type = type;
        device.cache = 4 << 20;
    }
    void probe(std::string_view name, double value, std::string_view unit, double point = 0) {
        store.add(made::probe(store.add(device), name, point, value, std::string(unit)));
    }
    void probe_memory() {
        probe(probes::read_bandwidth, 1e11, "B/s");
        probe(probes::fma_f32, 1e12, "FLOP/s");
    }
    void probe_caches() {
        for (double set = 8 * kib; set <= 64 * mib; set *= 2)
            probe(probes::cache_sweep,
                  set <= 32 * kib  ? 1e13
                  : set <= 4 * mib ? 1e12
                                   : 1e11,
                  "B/s", set);
    }
    RoofShare share(double flops, double bytes, double seconds) {
        Run run = made::begin(store, device, ++runs_);
        Run other = run;
        other.id.clear();
        other.key.precision = precision;
        other.key.conditions = conditions.empty() ? run.key.conditions : conditions;
        run = store.start(other);
        Trial trial = made::trial(run, 1, 1, static_cast<std::int64_t>(seconds * 1e9), 1);
        trial.flops = flops;
        trial.bytes = bytes;
        store.add(trial);
        store.end(run.id, State::finished);
        evidence = load_evidence(store, {});
        for (const KernelResults& results : evidence.kernel_results)
            for (const Run& each : results.runs)
                if (each.id == run.id) return Roofs(evidence).share(results, *results.best);
        throw std::logic_error("no results");
    }

    Evidence evidence;

  private:
    std::int64_t runs_ = 0;
};

}  // namespace

TEST_CASE("what a problem moves comes from the last cache of a GPU that holds it") {
    Device90 made;
    made.probe_memory();
    made.probe_caches();
    const RoofShare large = made.share(1, 1e9, 20e-3);  // 50 GB/s
    CHECK(large.limit == Limit::memory);
    CHECK(large.share == Approx(0.5));
    const RoofShare fits = made.share(1, 1e6, 2e-6);  // 500 GB/s
    CHECK(fits.limit == Limit::cache_2);
    CHECK(fits.share == Approx(0.5));
    // At a launch the first cache is empty.
    CHECK(made.share(1, 16 * kib, 1e-6).limit == Limit::cache_2);
}

TEST_CASE("a CPU keeps its caches, and a result above a level came from a nearer one") {
    Device90 made("cpu");
    made.probe_memory();
    made.probe_caches();
    CHECK(made.share(1, 16 * kib, 1e-6).limit == Limit::cache_1);
    const RoofShare private_caches = made.share(1, 1e6, 0.5e-6);  // 2 TB/s
    CHECK(private_caches.limit == Limit::cache_1);
    CHECK(private_caches.share == Approx(0.2));
    CHECK(made.share(1, 1e9, 5e-3).limit == Limit::cache_2);  // 200 GB/s, partly from the cache
    CHECK(made.share(1, 1e9, 1e-6).limit == Limit::above_probe);
}

TEST_CASE("cold data come from memory, however few they are") {
    Device90 made;
    made.probe_memory();
    made.probe_caches();
    made.conditions = R"({"cache":"cold"})";
    const RoofShare cold = made.share(1, 1e6, 20e-6);
    CHECK(cold.limit == Limit::memory);
    CHECK(cold.share == Approx(0.5));
    CHECK(made.share(1, 1e6, 2e-6).limit == Limit::above_probe);
    made.conditions = R"({"cache":"warm","options":"-Dcold=1"})";
    CHECK(made.share(1, 1e6, 2e-6).limit == Limit::cache_2);
}

TEST_CASE("matrix units are the roof of their precisions, vector units of f32") {
    Device90 made;
    made.probe_memory();
    made.probe(probes::matrix_tf32, 8e12, "FLOP/s");
    made.precision = "tf32";
    const RoofShare tf32 = made.share(4e12, 1, 1);
    CHECK(tf32.limit == Limit::matrix_units);
    CHECK(tf32.share == Approx(0.5));
    CHECK(tf32.probe.name == "matrix_tf32");
    made.precision = "tf32x3";  // three products for one
    CHECK(made.share(1e12, 1, 1).share == Approx(0.375));
    made.precision = "f32";
    const RoofShare f32 = made.share(5e11, 1, 1);
    CHECK(f32.limit == Limit::vector_units);
    CHECK(f32.share == Approx(0.5));
}

TEST_CASE(
    "a probe of an older hone has no matrix units: their precisions have no roof, and the "
    "command that measures it is said") {
    Device90 made;
    made.probe_memory();
    made.precision = "tf32";
    CHECK(made.share(4e12, 1e9, 1).limit == Limit::unprobed);
    const auto all = verdicts(made.evidence);
    bool said = false;
    for (const Missing& one : missing(made.evidence, all))
        said = said || one.command == "hone probe matrix_tf32 --device 'GPU'";
    CHECK(said);
}

TEST_CASE("where there are no matrix units, vector units are the roof") {
    Device90 made;
    made.probe_memory();
    Probe none = made::probe(made.store.add(made.device), probes::matrix_tf32, 0, 0, "FLOP/s");
    none.message = "no matrix units";
    none.samples.clear();
    made.store.add(none);
    made.precision = "tf32";
    const RoofShare share = made.share(5e11, 1, 1);
    CHECK(share.limit == Limit::vector_units);
    CHECK(share.share == Approx(0.5));
}

TEST_CASE("the share has the noise of the probe, too") {
    const auto half_width = [](const Samples& samples) {
        Device90 made;
        Probe probe =
            made::probe(made.store.add(made.device), probes::read_bandwidth, 0, 1e11, "B/s");
        probe.samples = samples;
        made.store.add(probe);
        made.share(1, 1e9, 20e-3);
        return verdicts(made.evidence).at(0).limits.at(Limit::memory).at(0).half_width();
    };
    CHECK(half_width({100, 300, 200, 150, 250, 180, 220}) >
          2 * half_width({100, 101, 100, 101, 100, 101, 100}));
}
