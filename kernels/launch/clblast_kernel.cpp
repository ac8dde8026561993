// SPDX-License-Identifier: MIT
// CLBlast's parameters are per device and precision and global to the process; changing them makes
// it rebuild. So they are set only when the config changes.
#include "kernels/launch/clblast_kernel.hpp"

#include <clblast.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <sstream>

#include "kernels/launch/clblast.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

constexpr std::string_view prefix = "clblast_";

using Parameters = std::unordered_map<std::string, std::size_t>;

std::int64_t whole(const Bindings& bindings, std::string_view name) {
    const auto found =
        std::ranges::find_if(bindings, [&](auto& each) { return each.first == name; });
    const auto* bytes = found == bindings.end() ? nullptr : std::get_if<Bytes>(&found->second);
    return bytes ? static_cast<std::int64_t>(element_of("int").read(bytes->data())) : 0;
}

const cl::Buffer& buffer(const Bindings& bindings, std::string_view name) {
    return std::get<cl::Buffer>(
        std::ranges::find_if(bindings, [&](auto& each) { return each.first == name; })->second);
}

bool run_gemm(const Bindings& bindings, const cl::CommandQueue& queue) {
    const auto size = [&](std::string_view name) {
        return static_cast<std::size_t>(whole(bindings, name));
    };
    const blas::Gemm shape{size("M"),       size("N"),   size("K"),   size("TA") != 0,
                           size("TB") != 0, size("lda"), size("ldb"), size("ldc")};
    return blas::enqueue_gemm(shape, "float", buffer(bindings, "A"), buffer(bindings, "B"),
                              buffer(bindings, "C"), queue);
}

bool run_dot(const Bindings& bindings, const cl::CommandQueue& queue) {
    return blas::enqueue_reduction("dot", "float", static_cast<std::size_t>(whole(bindings, "n")),
                                   buffer(bindings, "x"), buffer(bindings, "y"),
                                   buffer(bindings, "result"), queue);
}

// The CLBlast routine that runs the kernel, and the size from which CLBlast uses Xgemm instead of
// XgemmDirect.
struct Known {
    std::string_view kernel;
    bool (*run)(const Bindings& bindings, const cl::CommandQueue& queue);
    std::size_t indirect_from;  // 0: irrelevant
};
constexpr std::array kernels{Known{"Xgemm", run_gemm, 1},
                             Known{"XgemmDirect", run_gemm, std::size_t{1} << 30U},
                             Known{"Xdot", run_dot, 0}};

const Known& known(std::string_view entry) {
    const auto found = std::ranges::find(kernels, entry.substr(prefix.size()), &Known::kernel);
    if (found != kernels.end()) return *found;
    throw Error(Exit::usage,
                fmt::format("'{}' is not a CLBlast kernel that hone can launch", entry),
                "available: clblast_Xgemm, clblast_XgemmDirect and clblast_Xdot");
}

// Reads "-DMWG=64" from the build options as MWG = 64. A value that is not a whole number is not
// one of CLBlast's parameters.
Parameters parameters_in(const std::string& options) {
    Parameters parameters;
    std::istringstream words(options);
    for (std::string word; words >> word;) {
        const std::size_t sign = word.find('=');
        std::size_t value = 0;
        const char* const end = word.data() + word.size();
        if (!word.starts_with("-D") || sign == std::string::npos) continue;
        const auto read = std::from_chars(word.data() + sign + 1, end, value);
        if (read.ec == std::errc() && read.ptr == end)
            parameters.emplace(word.substr(2, sign - 2), value);
    }
    for (const char* of_problem : {"TA", "TB"}) parameters.erase(of_problem);
    return parameters;
}

void check(clblast::StatusCode status) {
    if (status != clblast::StatusCode::kSuccess)
        throw cl::Error(static_cast<cl_int>(status), "CLBlast");
}

void hand_over(cl_device_id device, const std::string& entry, const Parameters& parameters) {
    static std::map<cl_device_id, std::pair<std::string, Parameters>> handed_over;
    const std::pair wanted(entry, parameters);
    const auto former = handed_over.find(device);
    if (former != handed_over.end() && former->second == wanted) return;
    handed_over.erase(device);  // the next lines may fail
    const Known& kernel = known(entry);
    const auto single = clblast::Precision::kSingle;
    if (kernel.indirect_from > 0)
        check(clblast::OverrideParameters(device, "GemmRoutine", single,
                                          {{"XGEMM_MIN_INDIRECT_SIZE", kernel.indirect_from}}));
    check(clblast::OverrideParameters(device, std::string(kernel.kernel), single, parameters));
    handed_over.emplace(device, wanted);
}

cl::Event marker(const cl::CommandQueue& queue) {
    cl::Event event;
    queue.enqueueMarkerWithWaitList(nullptr, &event);
    return event;
}

}  // namespace

bool is_clblast_kernel(std::string_view entry) {
    return entry.starts_with(prefix);
}

ClblastKernel::ClblastKernel(std::string entry, const cl::Program& stand_in, Bindings bindings)
    : entry_(std::move(entry)), bindings_(std::move(bindings)) {
    known(entry_);
    const auto device = stand_in.getInfo<CL_PROGRAM_DEVICES>().at(0);
    parameters_ = parameters_in(stand_in.getBuildInfo<CL_PROGRAM_BUILD_OPTIONS>(device));
}

std::vector<cl::Event> ClblastKernel::enqueue(const cl::CommandQueue& queue) const {
    hand_over(queue.getInfo<CL_QUEUE_DEVICE>()(), entry_, parameters_);
    std::vector<cl::Event> marks{marker(queue)};
    if (!known(entry_).run(bindings_, queue)) throw cl::Error(CL_INVALID_KERNEL, "CLBlast");
    marks.push_back(marker(queue));
    return marks;
}

}  // namespace hone
