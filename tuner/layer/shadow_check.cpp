// SPDX-License-Identifier: MIT
// Each buffer has only one copy, even if several arguments use it: aliasing is the same for the
// original and the substitute.
#include "tuner/layer/shadow_check.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "tuner/layer/images.hpp"

namespace hone::layer {
namespace {

using Clock = std::chrono::steady_clock;

/// Copies of buffers; the destructor releases them.
class Copies {
  public:
    explicit Copies(cl_command_queue queue)
        : queue_(queue),
          context_(value_of<cl_context>(driver.clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT)) {}
    ~Copies() {
        for (const auto& [original, copy] : copies_) driver.clReleaseMemObject(copy);
    }
    Copies(const Copies&) = delete;
    Copies& operator=(const Copies&) = delete;

    // The copy of a buffer or image; null if it cannot be copied.
    cl_mem of(cl_mem original) {
        if (const auto known = copies_.find(original); known != copies_.end()) return known->second;
        const auto bytes = bytes_of_buffer(original);
        if (!bytes) return keep(original, copy_of_image(context_, queue_, original));
        if (is_part(original)) return nullptr;
        cl_int status = CL_SUCCESS;
        cl_mem copy = driver.clCreateBuffer(context_, CL_MEM_READ_WRITE, *bytes, nullptr, &status);
        if (status != CL_SUCCESS || !copy) return nullptr;
        copies_.emplace(original, copy);
        status =
            driver.clEnqueueCopyBuffer(queue_, original, copy, 0, 0, *bytes, 0, nullptr, nullptr);
        return status == CL_SUCCESS ? copy : nullptr;
    }

    // Whether every copy has the same content as its original.
    bool are_equal() const {
        for (const auto& [original, copy] : copies_)
            if (!is_equal(original, copy)) return false;
        return true;
    }

  private:
    cl_mem keep(cl_mem original, cl_mem copy) {
        if (copy) copies_.emplace(original, copy);
        return copy;
    }

    bool is_equal(cl_mem original, cl_mem copy) const {
        return bytes_of_buffer(original) ? is_equal_buffer(original, copy)
                                         : is_equal_image(original, copy);
    }

    bool is_equal_image(cl_mem original, cl_mem copy) const {
        const auto about = about_image(original);
        if (!about) return false;
        const auto expected = pixels_of(queue_, original, *about);
        return expected && expected == pixels_of(queue_, copy, *about);
    }

    // Compares in pieces, so that large buffers need little host memory.
    bool is_equal_buffer(cl_mem original, cl_mem copy) const {
        constexpr std::size_t piece = std::size_t{16} << 20U;
        const std::size_t bytes = bytes_of_buffer(original).value_or(0);
        for (std::size_t from = 0; from < bytes; from += piece) {
            const std::size_t size = std::min(piece, bytes - from);
            const auto expected = content_of(queue_, original, from, size);
            if (!expected || expected != content_of(queue_, copy, from, size)) return false;
        }
        return true;
    }

    // A sub-buffer: parts of one buffer may overlap.
    static bool is_part(cl_mem memory) {
        return value_of<cl_mem>(driver.clGetMemObjectInfo, memory, CL_MEM_ASSOCIATED_MEMOBJECT) !=
               nullptr;
    }

    cl_command_queue queue_;
    cl_context context_;
    std::map<cl_mem, cl_mem> copies_;
};

// Sets all arguments, with copies in place of buffers; returns false on failure.
bool set_arguments(cl_kernel kernel, const std::vector<SetArgument>& arguments, Copies& copies) {
    using Kind = SetArgument::Kind;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const SetArgument& each = arguments[i];
        const auto index = static_cast<cl_uint>(i);
        cl_int status = CL_INVALID_ARG_VALUE;
        if (each.kind == Kind::memory) {
            cl_mem copy = copies.of(each.memory());
            if (copy) status = driver.clSetKernelArg(kernel, index, sizeof copy, &copy);
        } else if (each.kind == Kind::value || each.kind == Kind::sampler) {
            status = driver.clSetKernelArg(kernel, index, each.bytes.size(), each.bytes.data());
        } else if (each.kind == Kind::local) {
            status = driver.clSetKernelArg(kernel, index, each.local, nullptr);
        }
        if (status != CL_SUCCESS) return false;
    }
    return true;
}

double timed(const LaunchCall& call, cl_int& status) {
    const auto start = Clock::now();
    status = call.enqueue();
    if (status == CL_SUCCESS) status = driver.clFinish(call.queue);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

}  // namespace

void shadow_check(const LaunchCall& call, const std::vector<SetArgument>& arguments,
                  cl_kernel kernel, const std::size_t* local, ShadowResult& result) {
    if (call.waits > 0) driver.clWaitForEvents(call.waits, call.list);
    driver.clFinish(call.queue);
    Copies copies(call.queue);
    const bool ready = set_arguments(kernel, arguments, copies);
    driver.clFinish(call.queue);
    cl_int status = CL_SUCCESS;
    result.original_ns = timed(call, status);
    result.status = status;
    if (!ready) {
        result.doubt = "its arguments cannot be copied";
        return;
    }
    LaunchCall shadow = call;
    shadow.kernel = kernel;
    shadow.local = local;
    shadow.waits = 0;
    shadow.list = nullptr;
    shadow.event = nullptr;
    result.substitute_ns = timed(shadow, status);
    if (status != CL_SUCCESS)
        result.doubt = "its launch gave " + std::to_string(status);
    else if (result.status == CL_SUCCESS && !copies.are_equal())
        result.doubt = "its result differs from the original's";
}

}  // namespace hone::layer
