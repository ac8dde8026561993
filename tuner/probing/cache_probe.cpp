// SPDX-License-Identifier: MIT
// Each run takes about two milliseconds, but reads the whole working set at least once.
#include "tuner/probing/cache_probe.hpp"

#include <algorithm>
#include <chrono>
#include <optional>

#include "tuner/probing/probe_variants.hpp"

namespace hone {
namespace {

constexpr std::size_t smallest_set = 8 << 10;
constexpr double run_ns = 2e6;
constexpr double first_guess = 4;  // bytes per nanosecond of a compute unit, a guess

class CacheProbe {
  public:
    CacheProbe(const ProbeTimer& timer, const cl::Buffer& from, const cl::Buffer& to)
        : timer_(timer), bytes_per_ns_(first_guess * static_cast<double>(units())) {
        for (const ProbeVariant& variant : probe_variants(ProbeKind::cache, timer.device())) {
            kernels_.push_back(
                {variant, cl::Kernel(timer.build(variant.defines("float")), "read_set")});
            kernels_.back().kernel.setArg(0, from);
            kernels_.back().kernel.setArg(1, to);
        }
    }

    // Runs each variant once, then times the fastest one several times.
    Probe measure(std::size_t set) {
        std::optional<ProbeWorkload> fastest;
        double most = 0;
        for (const VariantKernel& one : kernels_) {
            const ProbeWorkload workload = read(one, set);
            timer_.time_run(workload);  // warm-up: fills the cache
            const auto ns =
                static_cast<double>(std::max<std::int64_t>(timer_.time_run(workload), 1));
            if (workload.amount / ns <= most) continue;
            most = workload.amount / ns;
            fastest = workload;
        }
        bytes_per_ns_ = most;
        Probe probe = timer_.typical(fastest.value());
        probe.point = static_cast<double>(set);
        probe.unit = "B/s";
        return probe;
    }

  private:
    struct VariantKernel {
        ProbeVariant variant;
        cl::Kernel kernel;
    };

    std::size_t units() const {
        return static_cast<std::size_t>(std::max<std::int64_t>(timer_.device().compute_units, 1));
    }

    ProbeWorkload read(const VariantKernel& one, std::size_t set) const {
        const ProbeVariant& variant = one.variant;
        const std::size_t groups = units() * variant.groups;
        const std::size_t step =
            variant.width * variant.independent * variant.items * sizeof(float);
        const double wanted = std::max(bytes_per_ns_ * run_ns, static_cast<double>(set));
        const auto steps =
            static_cast<std::size_t>(wanted / static_cast<double>(step * groups)) + 1;
        ProbeWorkload workload{one.kernel, groups * variant.items, variant.items,
                               static_cast<double>(steps * step * groups),
                               variant.description("float")};
        workload.kernel.setArg(2, static_cast<cl_uint>(set / (variant.width * sizeof(float))));
        workload.kernel.setArg(3, static_cast<cl_uint>(steps));
        return workload;
    }

    const ProbeTimer& timer_;
    std::vector<VariantKernel> kernels_;
    double bytes_per_ns_;  // of the last working set
};

}  // namespace

std::vector<std::size_t> working_sets(std::size_t most_bytes) {
    std::vector<std::size_t> sets;
    for (std::size_t set = smallest_set; set <= most_bytes; set *= 2) {
        sets.push_back(set);
        if (set / 2 * 3 <= most_bytes) sets.push_back(set / 2 * 3);
    }
    // Removes sizes between two powers of two that are not a whole number of steps.
    std::erase_if(sets, [](std::size_t set) { return set % smallest_set != 0; });
    return sets;
}

std::vector<Probe> probe_caches(const ProbeTimer& timer, const cl::Buffer& from,
                                const cl::Buffer& to, std::size_t bytes) {
    CacheProbe probe(timer, from, to);
    std::vector<Probe> points;
    for (const std::size_t set : working_sets(bytes)) points.push_back(probe.measure(set));
    return points;
}

}  // namespace hone
