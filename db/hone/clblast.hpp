// SPDX-License-Identifier: MIT
// Gives CLBlast the parameters that hone has tuned for its kernels (`hone tune clblast_xgemm`): one
// call when an application starts. Header only, because it must be compiled with the application's
// CLBlast.
#pragma once

#include <clblast.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <unordered_map>

#include "db/hone/opencl.hpp"

namespace hone {

/// Sets CLBlast's threshold between Xgemm and XgemmDirect for this problem volume, by their
/// times. (Xgemm copies the matrices beforehand.)
inline void prefer_gemm(const cl::Device& device, const Settings& problem, double indirect_ns,
                        double direct_ns) {
    constexpr auto single = clblast::Precision::kSingle;
    const char* const from = "XGEMM_MIN_INDIRECT_SIZE";  // the side of a cube
    std::unordered_map<std::string, std::size_t> routine;
    if (clblast::RetrieveParameters(device(), "GemmRoutine", single, routine) !=
        clblast::StatusCode::kSuccess)
        return;
    double volume = 1;
    for (const auto& [name, value] : problem) {
        const auto* extent = std::get_if<std::int64_t>(&value);
        if (extent && (name == "M" || name == "N" || name == "K"))
            volume *= static_cast<double>(*extent);
    }
    const auto side = static_cast<std::size_t>(std::cbrt(volume));
    routine[from] =
        direct_ns < indirect_ns ? std::max(routine[from], side + 2) : std::min(routine[from], side);
    clblast::OverrideParameters(device(), "GemmRoutine", single, routine);
}

/// Gives CLBlast the parameters that were tuned for its single-precision kernels on this device.
/// Returns the number of kernels with tuned parameters. `gemm` and `dot` are typical problems of
/// the application.
inline int speed_up_clblast(Tuned& tuned, const cl::Device& device,
                            const Settings& gemm = {{"M", 1024}, {"N", 1024}, {"K", 1024}},
                            const Settings& dot = {{"n", 1 << 24}, {"operation", "dot"}}) {
    struct Kernel {
        const char *tuned, *clblast;
        const Settings& problem;
    };
    const Kernel kernels[] = {{"clblast_xgemm", "Xgemm", gemm},
                              {"clblast_xgemm_direct", "XgemmDirect", gemm},
                              {"clblast_xdot", "Xdot", dot}};
    int faster = 0;
    double times[std::size(kernels)]{};
    for (std::size_t k = 0; k < std::size(kernels); ++k) {
        const Kernel& kernel = kernels[k];
        const TunedKernel& found =
            tuned.find(kernel.tuned, device_of(device), "f32", kernel.problem);
        if (found.match > Match::architecture) continue;  // CLBlast's own defaults are as good
        std::unordered_map<std::string, std::size_t> parameters;
        for (const auto& [name, value] : found.config)
            parameters[name] = static_cast<std::size_t>(std::get<std::int64_t>(value));
        const auto status = clblast::OverrideParameters(device(), kernel.clblast,
                                                        clblast::Precision::kSingle, parameters);
        if (status != clblast::StatusCode::kSuccess) continue;
        times[k] = found.expected_ns;
        ++faster;
    }
    // Unless both times are known, CLBlast's own threshold stays. 0 is an unknown time.
    if (times[0] > 0 && times[1] > 0) prefer_gemm(device, gemm, times[0], times[1]);
    return faster;
}

}  // namespace hone
