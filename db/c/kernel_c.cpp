// SPDX-License-Identifier: MIT
// Accessors of an answer. They return NULL or 0 past the end of a list and for a NULL handle.
#include <algorithm>

#include "db/api/status.hpp"
#include "db/c/handles.hpp"

namespace {

using hone::guarded_result;

constexpr const char* kinds[] = {"scratch", "local", "scalar"};

const hone::TunedKernel::Launch& launch_of(const hone_kernel* kernel, size_t index) {
    return hone::item_of(kernel->kernel.launches, index, "launch", "the answer");
}

const hone::TunedKernel::Extra& extra_of(const hone_kernel* kernel, size_t index) {
    return hone::item_of(kernel->kernel.extras, index, "extra", "the answer");
}

}  // namespace

extern "C" {

hone_match hone_kernel_match(const hone_kernel* kernel) noexcept {
    return kernel ? static_cast<hone_match>(kernel->kernel.match) : HONE_NONE;
}

const char* hone_match_text(hone_match match) noexcept {
    const bool known = match >= HONE_EXACT && match <= HONE_NONE;
    return text(known ? static_cast<hone::Match>(match) : hone::Match::none).data();
}

double hone_kernel_confidence(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.confidence; }, kernel);
}

double hone_kernel_expected_ns(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.expected_ns; }, kernel);
}

const char* hone_kernel_reason(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.reason.c_str(); }, kernel);
}

const char* hone_kernel_stale(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.stale.c_str(); }, kernel);
}

const char* hone_kernel_name(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.kernel.c_str(); }, kernel);
}

const char* hone_kernel_routine(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.routine.c_str(); }, kernel);
}

const char* hone_kernel_precision(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.precision.c_str(); }, kernel);
}

const char* hone_kernel_source(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.source.c_str(); }, kernel);
}

const char* hone_kernel_source_path(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.source_path.c_str(); }, kernel);
}

const char* hone_kernel_build_options(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.build_options.c_str(); }, kernel);
}

const char* hone_kernel_rewrite(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.rewrite.c_str(); }, kernel);
}

const char* hone_kernel_config(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->config.c_str(); }, kernel);
}

const char* hone_kernel_problem(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->problem.c_str(); }, kernel);
}

const char* hone_kernel_setting(const hone_kernel* kernel, const char* parameter) noexcept {
    return guarded_result(
        [&] {
            const hone::Settings& config = kernel->kernel.config;
            const auto found = std::ranges::find(config, parameter, &hone::Setting::first);
            const auto index = static_cast<size_t>(found - config.begin());
            return found == config.end() ? nullptr : kernel->values[index].c_str();
        },
        kernel, parameter);
}

size_t hone_kernel_launches(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.launches.size(); }, kernel);
}

const char* hone_launch_entry(const hone_kernel* kernel, size_t launch) noexcept {
    return guarded_result([&] { return launch_of(kernel, launch).entry.c_str(); }, kernel);
}

unsigned hone_launch_dimensions(const hone_kernel* kernel, size_t launch) noexcept {
    return guarded_result(
        [&] { return static_cast<unsigned>(launch_of(kernel, launch).dimensions); }, kernel);
}

const size_t* hone_launch_local(const hone_kernel* kernel, size_t launch) noexcept {
    return guarded_result([&] { return launch_of(kernel, launch).local_or_null(); }, kernel);
}

const size_t* hone_launch_global(const hone_kernel* kernel, size_t launch) noexcept {
    return guarded_result([&] { return launch_of(kernel, launch).global.data(); }, kernel);
}

size_t hone_launch_arguments(const hone_kernel* kernel, size_t launch) noexcept {
    return guarded_result([&] { return launch_of(kernel, launch).arguments.size(); }, kernel);
}

const char* hone_launch_argument(const hone_kernel* kernel, size_t launch, size_t index) noexcept {
    return guarded_result(
        [&] {
            const auto& arguments = launch_of(kernel, launch).arguments;
            const std::string where = "launch " + std::to_string(launch);
            return hone::item_of(arguments, index, "argument", where).c_str();
        },
        kernel);
}

size_t hone_kernel_extras(const hone_kernel* kernel) noexcept {
    return guarded_result([&] { return kernel->kernel.extras.size(); }, kernel);
}

const char* hone_extra_kind(const hone_kernel* kernel, size_t extra) noexcept {
    return guarded_result([&] { return kinds[static_cast<size_t>(extra_of(kernel, extra).kind)]; },
                          kernel);
}

const char* hone_extra_name(const hone_kernel* kernel, size_t extra) noexcept {
    return guarded_result([&] { return extra_of(kernel, extra).name.c_str(); }, kernel);
}

const char* hone_extra_type(const hone_kernel* kernel, size_t extra) noexcept {
    return guarded_result([&] { return extra_of(kernel, extra).type.c_str(); }, kernel);
}

size_t hone_extra_bytes(const hone_kernel* kernel, size_t extra) noexcept {
    return guarded_result([&] { return extra_of(kernel, extra).bytes; }, kernel);
}

double hone_extra_value(const hone_kernel* kernel, size_t extra) noexcept {
    return guarded_result([&] { return extra_of(kernel, extra).value; }, kernel);
}

}  // extern "C"
