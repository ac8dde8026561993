// SPDX-License-Identifier: MIT
// A cached program keeps its context alive, so no other context can get the same handle.
#include "kernels/launch/shared_context.hpp"

#include <map>
#include <mutex>
#include <tuple>

namespace hone {

cl::Context shared_context(const cl::Device& device) {
    static std::mutex mutex;
    static std::map<cl_device_id, cl::Context> all;
    const std::lock_guard lock(mutex);
    const auto found = all.find(device());
    return found != all.end() ? found->second : all.emplace(device(), device).first->second;
}

cl::Program shared_program(const cl::Context& context, const cl::Device& device,
                           const std::string& source, const std::string& options) {
    using Key = std::tuple<cl_context, cl_device_id, std::string, std::string>;
    static std::mutex mutex;
    static std::map<Key, cl::Program> all;
    const std::lock_guard lock(mutex);
    const Key key(context(), device(), source, options);
    if (const auto found = all.find(key); found != all.end()) return found->second;
    const cl::Program program(context, source);
    cl_device_id id = device();
    // cl::Program::build also reads the log, which a driver may refuse.
    const cl_int status = clBuildProgram(program(), 1, &id, options.c_str(), nullptr, nullptr);
    if (status != CL_SUCCESS) throw cl::Error(status, "clBuildProgram");
    return all.emplace(key, program).first->second;
}

}  // namespace hone
