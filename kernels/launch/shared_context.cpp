// SPDX-License-Identifier: MIT
#include "kernels/launch/shared_context.hpp"

#include <map>
#include <mutex>

namespace hone {

cl::Context shared_context(const cl::Device& device) {
    static std::mutex mutex;
    static std::map<cl_device_id, cl::Context> all;
    const std::lock_guard lock(mutex);
    const auto found = all.find(device());
    return found != all.end() ? found->second : all.emplace(device(), device).first->second;
}

}  // namespace hone
