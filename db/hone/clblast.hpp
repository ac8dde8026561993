// SPDX-License-Identifier: MIT
// CLBlast made faster by what hone has measured of its own kernels (`hone tune clblast_xgemm`): one
// call when an application starts. Header only: it is compiled with the CLBlast of the application.
#pragma once

#include <clblast.h>

#include <string>
#include <unordered_map>

#include <hone/opencl.hpp>

namespace hone {

/// Hands CLBlast the parameters that were tuned for its kernels in single precision on this device;
/// how many kernels there were. `gemm` and `dot` are problems like those that are to come.
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
    for (const Kernel& kernel : kernels) {
        const TunedKernel& found =
            tuned.find(kernel.tuned, device_of(device), "f32", kernel.problem);
        if (found.match > Match::architecture) continue;  // CLBlast's own defaults are as good
        std::unordered_map<std::string, std::size_t> parameters;
        for (const auto& [name, value] : found.config)
            parameters[name] = static_cast<std::size_t>(std::get<std::int64_t>(value));
        const auto status = clblast::OverrideParameters(device(), kernel.clblast,
                                                        clblast::Precision::kSingle, parameters);
        faster += status == clblast::StatusCode::kSuccess ? 1 : 0;
    }
    return faster;
}

}  // namespace hone
