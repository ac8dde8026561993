// SPDX-License-Identifier: MIT
// From a cl::Device to a query, and from an answer to kernels that can be enqueued. Header only:
// it is compiled with the OpenCL of the application, and with CL_HPP_ENABLE_EXCEPTIONS.
//
//   hone::Launches gemm(tuned.find("gemm", hone::device_of(device), "f32", problem), context,
//   device); gemm.set("A", a).set("lda", k) …; gemm.enqueue(queue);
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <vector>

#include "db/device/opencl_device.hpp"
#include "db/lookup/tuned.hpp"

namespace hone {

/// Everything that OpenCL tells of a device.
inline Device device_of(const cl::Device& device) {
    const auto ask_device = [](void* handle, unsigned what, std::size_t size, void* value,
                               std::size_t* actual) -> int {
        return clGetDeviceInfo(static_cast<cl_device_id>(handle), what, size, value, actual);
    };
    const auto ask_platform = [](void* handle, unsigned what, std::size_t size, void* value,
                                 std::size_t* actual) -> int {
        return clGetPlatformInfo(static_cast<cl_platform_id>(handle), what, size, value, actual);
    };
    return read_device(device(), {ask_device, ask_platform});
}

/// The launches of one answer: built, with whatever belongs to the way of computing already set.
class Launches {
  public:
    /// Builds; throws cl::Error where that fails, and then Tuned::reject gives another answer.
    Launches(const TunedKernel& answer, const cl::Context& context, const cl::Device& device)
        : answer_(answer), program_(context, answer.source) {
        program_.build({device}, answer.build_options.c_str());
        for (const auto& launch : answer_.launches)
            kernels_.emplace_back(program_, launch.entry.c_str());
        for (const auto& extra : answer_.extras) set_extra(extra, context);
    }

    /// Sets the argument of this name, a buffer or a scalar of its exact type, wherever it occurs.
    template <class Value>
    Launches& set(const std::string& name, const Value& value) {
        for (std::size_t i = 0; i < kernels_.size(); ++i)
            for (std::size_t a = 0; a < answer_.launches[i].arguments.size(); ++a)
                if (answer_.launches[i].arguments[a] == name)
                    kernels_[i].setArg(static_cast<cl_uint>(a), value);
        return *this;
    }

    /// Enqueues every launch, in order; an event for each.
    std::vector<cl::Event> enqueue(const cl::CommandQueue& queue) const {
        std::vector<cl::Event> events(kernels_.size());
        for (std::size_t i = 0; i < kernels_.size(); ++i) {
            const auto& launch = answer_.launches[i];
            queue.enqueueNDRangeKernel(kernels_[i], cl::NullRange,
                                       range(launch.global, launch.dimensions),
                                       range(launch.local, launch.dimensions), nullptr, &events[i]);
        }
        return events;
    }

    const TunedKernel& answer() const { return answer_; }
    const std::vector<cl::Kernel>& kernels() const { return kernels_; }

  private:
    static cl::NDRange range(const std::array<std::size_t, 3>& size, int dimensions) {
        if (dimensions == 1) return cl::NDRange(size[0]);
        if (dimensions == 2) return cl::NDRange(size[0], size[1]);
        return cl::NDRange(size[0], size[1], size[2]);
    }

    void set_extra(const TunedKernel::Extra& extra, const cl::Context& context) {
        using Kind = TunedKernel::Extra::Kind;
        if (extra.kind == Kind::local) {
            set(extra.name, cl::Local(extra.bytes));
        } else if (extra.kind == Kind::scratch) {
            std::vector<char> zeros(extra.bytes);
            // Kernels do not keep their buffers alive.
            scratch_.emplace_back(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, extra.bytes,
                                  zeros.data());
            set(extra.name, scratch_.back());
        } else if (extra.type == "double") {
            set(extra.name, extra.value);
        } else if (extra.type == "float") {
            set(extra.name, static_cast<cl_float>(extra.value));
        } else if (extra.type == "long" || extra.type == "ulong") {
            set(extra.name, static_cast<cl_long>(extra.value));
        } else {
            set(extra.name, static_cast<cl_int>(extra.value));
        }
    }

    TunedKernel answer_;
    cl::Program program_;
    std::vector<cl::Kernel> kernels_;
    std::vector<cl::Buffer> scratch_;
};

}  // namespace hone
