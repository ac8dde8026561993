// SPDX-License-Identifier: MIT
// A failure includes the compiler's log.
#include "db/program/compile_program.hpp"

#include <algorithm>
#include <vector>

#include "db/ptx/ptx_rewrite.hpp"

namespace hone::program {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30U;  // of a binary

std::string log_of(const BuildContext& here, cl_program program) {
    std::size_t size = 0;
    const auto ask = [&](std::size_t bytes, void* to, std::size_t* actual) {
        return here.opencl.clGetProgramBuildInfo(program, here.device, CL_PROGRAM_BUILD_LOG, bytes,
                                                 to, actual);
    };
    if (ask(0, nullptr, &size) != CL_SUCCESS) return {};
    std::string log(size, '\0');
    if (ask(size, log.data(), nullptr) != CL_SUCCESS) return {};
    return program_text(log);
}

void build(const BuildContext& here, cl_program program, const std::string& options) {
    const cl_int status =
        here.opencl.clBuildProgram(program, 1, &here.device, options.c_str(), nullptr, nullptr);
    if (status == CL_SUCCESS) return;
    const std::string log = log_of(here, program);
    throw Failure(status, "the program does not build (" + std::to_string(status) + ")" +
                              (log.empty() ? "" : ":\n" + log));
}

/// Options of the source compiler, such as -D, are meaningless for a built program.
std::string options_of_binary(const std::string& options) {
    std::string kept;
    for (std::size_t from = 0; from < options.size();) {
        const std::size_t end = std::min(options.find(' ', from), options.size());
        const std::string option = options.substr(from, end - from);
        if (option.rfind("-cl-", 0) == 0) kept += (kept.empty() ? "" : " ") + option;
        from = end + 1;
    }
    return kept;
}

}  // namespace

Owned<cl_program> build_source(const BuildContext& here, const std::string& source,
                               const std::string& options) {
    const char* text = source.c_str();
    const std::size_t length = source.size();
    cl_int status = CL_SUCCESS;
    auto program =
        own(here.opencl.clCreateProgramWithSource(here.context, 1, &text, &length, &status),
            here.opencl.clReleaseProgram);
    check(status, "clCreateProgramWithSource");
    build(here, program.get(), options);
    return program;
}

Owned<cl_program> build_binary(const BuildContext& here, const std::string& bytes,
                               const std::string& options) {
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    const std::size_t length = bytes.size();
    cl_int of_device = CL_SUCCESS;
    cl_int status = CL_SUCCESS;
    auto program = own(here.opencl.clCreateProgramWithBinary(here.context, 1, &here.device, &length,
                                                             &data, &of_device, &status),
                       here.opencl.clReleaseProgram);
    check(status, "clCreateProgramWithBinary");
    check(of_device, "clCreateProgramWithBinary");
    build(here, program.get(), options_of_binary(options));
    return program;
}

// A program has one binary for each device of its context. Returns an empty text if the driver
// reports an impossible number of devices or size.
std::string binary_of(const BuildContext& here, cl_program program) {
    const auto ask = [&](cl_program_info what, std::size_t bytes, void* to) {
        return here.opencl.clGetProgramInfo(program, what, bytes, to, nullptr) == CL_SUCCESS;
    };
    cl_uint count = 0;
    if (!ask(CL_PROGRAM_NUM_DEVICES, sizeof count, &count) || count == 0) return {};
    std::vector<cl_device_id> devices(count);
    std::vector<std::size_t> sizes(count);
    if (!ask(CL_PROGRAM_DEVICES, count * sizeof devices[0], devices.data()) ||
        !ask(CL_PROGRAM_BINARY_SIZES, count * sizeof sizes[0], sizes.data()))
        return {};
    std::string own_binary;
    std::vector<unsigned char*> pointers(count, nullptr);  // NULL: not wanted
    for (cl_uint d = 0; d < count; ++d) {
        if (devices[d] != here.device) continue;
        if (sizes[d] > most_bytes) return {};
        own_binary.resize(sizes[d]);
        pointers[d] = reinterpret_cast<unsigned char*>(own_binary.data());
    }
    if (own_binary.empty() ||
        !ask(CL_PROGRAM_BINARIES, count * sizeof pointers[0], pointers.data()))
        return {};
    return own_binary;
}

Owned<cl_program> rewrite_program(const BuildContext& here, cl_program program,
                                  const std::string& target, const std::string& options) {
    const std::string text = rewritten(program_text(binary_of(here, program)), target);
    if (!is_for_target(text, target))
        throw Failure(CL_BUILD_PROGRAM_FAILURE, "the driver's programs are not text for " + target);
    return build_binary(here, text, options);
}

}  // namespace hone::program
