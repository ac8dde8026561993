// SPDX-License-Identifier: MIT
// If the driver rejects a cached binary, the binary is removed. If it cannot be built for any
// reason, the source is built.
#include "db/program/load_program.hpp"

#include "db/program/loaded_programs.hpp"
#include "db/program/program_key.hpp"
#include "db/program/rewrite_probe.hpp"

namespace hone::program {
namespace {

// Adds the option that makes the driver report argument types; those of the routines are known. Not
// for NVIDIA: with this option its compiler emits PTX that its own assembler rejects.
std::string with_argument_info(const BuildContext& here, const TunedKernel& kernel) {
    if (kernel.routine == "gemm" || kernel.routine == "reduction") return kernel.build_options;
    std::size_t size = 0;
    const auto ask = [&](std::size_t bytes, void* answer, std::size_t* actual) {
        return here.opencl.device_info(here.device, CL_DEVICE_EXTENSIONS, bytes, answer, actual) ==
               CL_SUCCESS;
    };
    if (!ask(0, nullptr, &size)) return kernel.build_options;
    std::string extensions(size, '\0');
    if (!ask(size, extensions.data(), nullptr) ||
        extensions.find("cl_nv_compiler_options") != std::string::npos)
        return kernel.build_options;
    return kernel.build_options + " -cl-kernel-arg-info";
}

Owned<cl_program> build_all(const BuildContext& here, const TunedKernel& kernel,
                            const ProgramCache& cache) {
    if (kernel.rewrite.empty())
        return build_source(here, kernel.source, with_argument_info(here, kernel));
    if (!takes_rewritten(here, kernel.rewrite, cache))
        throw Failure(CL_BUILD_PROGRAM_FAILURE,
                      "the driver takes no programs that were rewritten for " + kernel.rewrite);
    const auto plain = build_source(here, kernel.source, kernel.build_options);
    return rewrite_program(here, plain.get(), kernel.rewrite, kernel.build_options);
}

// Other failures, such as a lack of memory, say nothing about the binary.
bool is_of_binary(cl_int status) {
    return status == CL_INVALID_BINARY || status == CL_BUILD_PROGRAM_FAILURE;
}

}  // namespace

Owned<cl_program> read_or_build(const BuildContext& here, const TunedKernel& kernel,
                                const ProgramCache& cache) {
    const std::string key = program_key(device_text(here.opencl, here.device), kernel);
    if (const auto stored = cache.read(key)) {
        try {
            return build_binary(here, *stored, with_argument_info(here, kernel));
        } catch (const Failure& failure) {
            if (is_of_binary(failure.status())) cache.remove(key);
        }
    }
    auto program = build_all(here, kernel, cache);
    const std::string binary = binary_of(here, program.get());
    if (!binary.empty()) cache.write(key, binary);
    return program;
}

Owned<cl_program> load_program(const BuildContext& here, const TunedKernel& kernel,
                               const ProgramCache& cache) {
    const std::string key =
        kernel.rewrite + '\n' + kernel.build_options + '\n' + kernel.source.str();
    return LoadedPrograms::of_process().get({here.context, here.device, key}, here.opencl,
                                            [&] { return read_or_build(here, kernel, cache); });
}

}  // namespace hone::program
