// SPDX-License-Identifier: MIT
// A program keeps its context, so no other context has the same handle.
#include "kernels/launch/shared_context.hpp"

#include <map>
#include <mutex>
#include <tuple>

#include "kernels/launch/launcher.hpp"

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
    const Compiled built = compile(context, device, source, options);
    if (!built.ok()) throw cl::Error(built.status, "clBuildProgram");
    return all.emplace(key, built.program).first->second;
}

}  // namespace hone
