// SPDX-License-Identifier: MIT
// A table of probes; those of speed compare several variants.
#include "tuner/probing/run_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "db/model/median_interval.hpp"
#include "db/sqlite/version.hpp"
#include "kernels/launch/event_time.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/error.hpp"
#include "tuner/probing/cache_probe.hpp"
#include "tuner/probing/matrix_probe.hpp"
#include "tuner/probing/probe_limits.hpp"
#include "tuner/probing/probe_race.hpp"
#include "tuner/probing/probe_variants.hpp"

namespace hone {
namespace {

class ProbeRunner {
  public:
    explicit ProbeRunner(const LocalDevice& local)
        : timer_(local), bytes_(buffer_bytes(timer_.device())) {}

    std::vector<Probe> read() { return {stream(ProbeKind::read, "read_all", 1)}; }
    std::vector<Probe> copy() { return {stream(ProbeKind::copy, "copy_all", 2)}; }
    std::vector<Probe> fma_f16() { return {fma_chains("half", true, " -DHALF")}; }
    std::vector<Probe> fma_f32() { return {fma_chains("float", true, "")}; }
    std::vector<Probe> fma_f64() {
        return {fma_chains("double", timer_.device().fp64, " -DDOUBLE")};
    }
    std::vector<Probe> matrix_f16() { return {matrix("f16")}; }
    std::vector<Probe> matrix_bf16() { return {matrix("bf16")}; }
    std::vector<Probe> matrix_tf32() { return {matrix("tf32")}; }
    std::vector<Probe> matrix_f64() { return {matrix("f64")}; }
    std::vector<Probe> caches() { return probe_caches(timer_, from(), to(), bytes_); }
    std::vector<Probe> local() {
        Probe probe = local_reads(1, probe_variants(ProbeKind::local, timer_.device()));
        probe.point = 0;
        return {probe};
    }

    std::vector<Probe> banks() {
        const std::array<ProbeVariant, 1> plain{
            {{1, 8, timer_.device().type == "cpu" ? 1U : 256U, 8}}};
        std::vector<Probe> points;
        for (const std::size_t stride : {1, 2, 3, 4, 8, 16, 17, 32, 33})
            points.push_back(local_reads(stride, plain));
        return points;
    }

    std::vector<Probe> offsets() {
        std::vector<Probe> points;
        for (const std::size_t offset : {0, 1, 2, 3, 4, 8, 12, 16, 17, 24, 31, 32})
            points.push_back(strided_copy("copy_offset", offset, floats() - 64, offset));
        return points;
    }

    std::vector<Probe> strides() {
        std::vector<Probe> points;
        for (const std::size_t stride : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32})
            points.push_back(strided_copy("copy_stride", stride, floats() / stride, stride));
        return points;
    }

    // Measures the time from the start of one empty kernel to the start of the next.
    std::vector<Probe> latency() {
        constexpr std::size_t launches = 200;
        const cl::Kernel kernel(timer_.build(""), "nothing");
        if (timer_.host()) return {latency_by_host(kernel, launches)};
        std::vector<cl::Event> events(launches);
        for (cl::Event& event : events)
            timer_.queue().enqueueNDRangeKernel(kernel, cl::NullRange, 1, 1, nullptr, &event);
        timer_.queue().finish();
        Probe probe;
        probe.unit = "ns";
        probe.how = "median from the start of a kernel to the start of the next";
        for (std::size_t i = launches / 2; i < launches; ++i)
            probe.samples.push_back(
                static_cast<std::int64_t>(start_of(events[i]) - start_of(events[i - 1])));
        probe.value = std::max(0.0, median_interval(probe.samples).median);
        if (probe.value == 0) probe.message = "the device's clock is too coarse";
        return {probe};
    }

  private:
    Probe latency_by_host(const cl::Kernel& kernel, std::size_t launches) const {
        const std::int64_t all = timer_.host()->time([&] {
            for (std::size_t i = 0; i <= launches; ++i)
                timer_.queue().enqueueNDRangeKernel(kernel, cl::NullRange, 1, 1);
        });
        Probe probe;
        probe.unit = "ns";
        probe.how = "mean of many launches, by the host's clock";
        probe.value = static_cast<double>(all) / static_cast<double>(launches);
        return probe;
    }

    // Larger than any cache, but small compared with the device's memory.
    static std::size_t buffer_bytes(const Device& device) {
        constexpr std::int64_t mebi = 1 << 20;
        const std::int64_t wanted = device.type == "cpu" ? 256 * mebi : 1024 * mebi;
        std::int64_t bytes = std::max(wanted, 4 * std::min(device.cache, 128 * mebi));
        if (device.max_allocation > 0) bytes = std::min(bytes, device.max_allocation);
        if (device.global_memory > 0) bytes = std::min(bytes, device.global_memory / 4);
        return static_cast<std::size_t>(bytes / mebi * mebi);
    }

    std::size_t floats() const { return bytes_ / sizeof(float); }
    std::size_t units() const {
        return static_cast<std::size_t>(std::max<std::int64_t>(timer_.device().compute_units, 1));
    }

    const cl::Buffer& from() { return buffer(from_); }
    const cl::Buffer& to() { return buffer(to_); }

    const cl::Buffer& buffer(std::optional<cl::Buffer>& kept) {
        if (!kept) {
            kept.emplace(timer_.context(), CL_MEM_READ_WRITE, bytes_);
            timer_.queue().enqueueFillBuffer(*kept, cl_uint{0}, 0, bytes_);
            timer_.queue().finish();
        }
        return *kept;
    }

    ProbeWorkload workload(const ProbeVariant& variant, const std::string& defines,
                           const char* entry, std::string_view element) const {
        const std::size_t items = units() * variant.groups * variant.items;
        const cl::Kernel kernel(timer_.build(variant.defines(element) + defines), entry);
        return {kernel, items, variant.items, 0, variant.description(element)};
    }

    template <typename Make>
    Probe time_variants(std::span<const ProbeVariant> variants, const Make& make) const {
        return timer_.time_variants(variants.size(),
                                    [&](std::size_t variant) { return make(variants[variant]); });
    }

    Probe stream(ProbeKind kind, const char* entry, double passes) {
        Probe probe =
            time_variants(probe_variants(kind, timer_.device()), [&](const ProbeVariant& variant) {
                ProbeWorkload one = workload(variant, "", entry, "float");
                const std::size_t value = variant.width * sizeof(float);
                const std::size_t step = one.items * variant.independent;
                const std::size_t count = bytes_ / value / step * step;
                one.kernel.setArg(0, from());
                one.kernel.setArg(1, to());
                one.kernel.setArg(2, cl_ulong{count});
                one.amount = passes * static_cast<double>(count * value);
                return one;
            });
        probe.unit = "B/s";
        return probe;
    }

    Probe matrix(std::string_view precision) {
        return probe_matrix(timer_, precision, to(), bytes_);
    }

    Probe fma_chains(std::string_view element, bool possible, const std::string& define) {
        const int rounds = timer_.device().type == "cpu" ? 1 << 18 : 1 << 12;
        const auto make = [&](const ProbeVariant& variant) {
            ProbeWorkload one = workload(variant, define, "multiply_add", element);
            one.kernel.setArg(0, to());
            set_scalars(one.kernel, element);
            one.kernel.setArg(3, cl_int{rounds});
            one.amount =
                2.0 * rounds * static_cast<double>(variant.independent * variant.width * one.items);
            return one;
        };
        Probe probe;
        if (possible)
            probe = time_variants(probe_variants(ProbeKind::multiply_add, timer_.device()), make);
        else
            probe.message = "the device does not support this precision";
        probe.unit = "FLOP/s";
        return probe;
    }

    // The iteration x = x * 0.5 + 1 stays near 2.
    static void set_scalars(cl::Kernel& kernel, std::string_view element) {
        constexpr cl_ushort half_of_one = 0x3800;
        constexpr cl_ushort one = 0x3C00;
        if (element == "half") {
            kernel.setArg(1, half_of_one);
            kernel.setArg(2, one);
        } else if (element == "float") {
            kernel.setArg(1, 0.5F);
            kernel.setArg(2, 1.0F);
        } else {
            kernel.setArg(1, 0.5);
            kernel.setArg(2, 1.0);
        }
    }

    Probe local_reads(std::size_t stride, std::span<const ProbeVariant> all) {
        const int rounds = timer_.device().type == "cpu" ? 1 << 16 : 1 << 10;
        Probe probe = time_variants(all, [&](const ProbeVariant& variant) {
            ProbeWorkload one =
                workload(variant, fmt::format(" -DSTRIDE={}", stride), "read_local", "float");
            one.kernel.setArg(0, to());
            one.kernel.setArg(1, cl_int{rounds});
            one.amount = sizeof(float) * static_cast<double>(variant.width * variant.independent) *
                         rounds * static_cast<double>(one.items);
            return one;
        });
        probe.unit = "B/s";
        probe.point = static_cast<double>(stride);
        return probe;
    }

    // Times a copy that touches `count` elements, with an offset or stride of `by`.
    Probe strided_copy(const char* entry, std::size_t point, std::size_t count, std::size_t by) {
        constexpr std::size_t group = 256;
        ProbeWorkload one{cl::Kernel(plain(), entry), count / group * group, group, 0,
                          "one element per work-item, work-groups of 256"};
        one.kernel.setArg(0, from());
        one.kernel.setArg(1, to());
        one.kernel.setArg(2, static_cast<cl_uint>(by));
        one.amount = 2.0 * sizeof(float) * static_cast<double>(one.items);
        timer_.time_run(one);
        Probe probe = timer_.typical(one);
        probe.unit = "B/s";
        probe.point = static_cast<double>(point);
        return probe;
    }

    const cl::Program& plain() {
        if (!plain_) plain_ = timer_.build("");
        return *plain_;
    }

    ProbeTimer timer_;
    std::size_t bytes_;
    std::optional<cl::Buffer> from_, to_;
    std::optional<cl::Program> plain_;
};

struct ProbeEntry {
    std::string_view name;
    std::vector<Probe> (ProbeRunner::*run)();
};

constexpr std::array<ProbeEntry, 15> probe_table{{
    {probes::read_bandwidth, &ProbeRunner::read},
    {probes::copy_bandwidth, &ProbeRunner::copy},
    {probes::fma_f32, &ProbeRunner::fma_f32},
    {probes::fma_f64, &ProbeRunner::fma_f64},
    {probes::fma_f16, &ProbeRunner::fma_f16},
    {probes::matrix_f16, &ProbeRunner::matrix_f16},
    {probes::matrix_bf16, &ProbeRunner::matrix_bf16},
    {probes::matrix_tf32, &ProbeRunner::matrix_tf32},
    {probes::matrix_f64, &ProbeRunner::matrix_f64},
    {probes::cache_sweep, &ProbeRunner::caches},
    {probes::local_bandwidth, &ProbeRunner::local},
    {probes::launch_latency, &ProbeRunner::latency},
    {probes::offset_sweep, &ProbeRunner::offsets},
    {probes::stride_sweep, &ProbeRunner::strides},
    {probes::bank_sweep, &ProbeRunner::banks},
}};

}  // namespace

std::vector<std::string> probe_names() {
    std::vector<std::string> names;
    for (const ProbeEntry& each : probe_table) names.emplace_back(each.name);
    for (std::string& limit : limit_names()) names.push_back(std::move(limit));
    return names;
}

std::vector<Probe> run_probe(const LocalDevice& device, std::string_view name) {
    const auto asked = std::ranges::find(probe_table, name, &ProbeEntry::name);
    const auto limit = probe_limit(device, name);
    if (asked == probe_table.end() && !limit)
        throw Error(Exit::usage, fmt::format("unknown probe '{}'{}", name,
                                             did_you_mean(std::string(name), probe_names())));
    std::vector<Probe> answers = limit ? std::vector{*limit} : (ProbeRunner(device).*asked->run)();
    for (Probe& answer : answers) {
        answer.name = name;
        answer.tool = this_tool();
    }
    return answers;
}

}  // namespace hone
