// SPDX-License-Identifier: MIT
// A driver below the layer whose objects a test makes: programs, kernels, memory and samplers. Only
// the functions that report or read them exist.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "tuner/layer/driver.hpp"
#include "tuner/layer/program_texts.hpp"

namespace hone::made {

struct Program {
    std::string source = {}, options = {};  // as the driver reports them
    std::vector<cl_device_id> devices = {};
    std::vector<std::size_t> binary_sizes = {};

    ~Program() { layer::forget_text(handle()); }  // another one may get its address
    cl_program handle() { return reinterpret_cast<cl_program>(this); }
};

struct Argument {
    std::string name, type;
    bool is_memory = false;
};

struct Kernel {
    std::string entry;
    Program* program = nullptr;
    std::vector<Argument> arguments = {};

    cl_kernel handle() { return reinterpret_cast<cl_kernel>(this); }
};

struct Memory {
    std::string content;
    cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    bool is_readable = true;  // by the host
    cl_image_format format{CL_RGBA, CL_FLOAT};
    std::vector<std::size_t> extent{1, 1, 1};

    cl_mem handle() { return reinterpret_cast<cl_mem>(this); }
};

struct Sampler {
    cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
    cl_filter_mode filter = CL_FILTER_LINEAR;
    cl_bool normalized = CL_TRUE;

    cl_sampler handle() { return reinterpret_cast<cl_sampler>(this); }
};

inline cl_int answer(const void* value, std::size_t bytes, std::size_t size, void* to,
                     std::size_t* actual) {
    if (actual) *actual = bytes;
    if (!to) return CL_SUCCESS;
    if (size < bytes) return CL_INVALID_VALUE;
    if (bytes > 0) std::memcpy(to, value, bytes);
    return CL_SUCCESS;
}
template <class Value>
cl_int answer(const Value& value, std::size_t size, void* to, std::size_t* actual) {
    return answer(&value, sizeof value, size, to, actual);
}
template <class Value>
cl_int answer(const std::vector<Value>& list, std::size_t size, void* to, std::size_t* actual) {
    return answer(list.data(), list.size() * sizeof(Value), size, to, actual);
}
inline cl_int answer(const std::string& text, std::size_t size, void* to, std::size_t* actual) {
    return answer(text.c_str(), text.size() + 1, size, to, actual);
}

inline cl_int program_info(cl_program program, cl_program_info what, std::size_t size, void* to,
                           std::size_t* actual) {
    const auto& of = *reinterpret_cast<const Program*>(program);
    if (what == CL_PROGRAM_SOURCE) return answer(of.source, size, to, actual);
    if (what == CL_PROGRAM_DEVICES) return answer(of.devices, size, to, actual);
    if (what == CL_PROGRAM_BINARY_SIZES) return answer(of.binary_sizes, size, to, actual);
    return CL_INVALID_VALUE;
}

inline cl_int build_info(cl_program program, cl_device_id /*device*/, cl_program_build_info what,
                         std::size_t size, void* to, std::size_t* actual) {
    if (what != CL_PROGRAM_BUILD_OPTIONS) return CL_INVALID_VALUE;
    return answer(reinterpret_cast<const Program*>(program)->options, size, to, actual);
}

inline cl_int kernel_info(cl_kernel kernel, cl_kernel_info what, std::size_t size, void* to,
                          std::size_t* actual) {
    const auto& of = *reinterpret_cast<const Kernel*>(kernel);
    if (what == CL_KERNEL_FUNCTION_NAME) return answer(of.entry, size, to, actual);
    if (what == CL_KERNEL_PROGRAM) return answer(of.program, size, to, actual);
    if (what == CL_KERNEL_NUM_ARGS)
        return answer(static_cast<cl_uint>(of.arguments.size()), size, to, actual);
    return CL_INVALID_VALUE;
}

inline cl_int argument_info(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what,
                            std::size_t size, void* to, std::size_t* actual) {
    const Argument& of = reinterpret_cast<const Kernel*>(kernel)->arguments.at(index);
    if (what == CL_KERNEL_ARG_NAME) return answer(of.name, size, to, actual);
    if (what == CL_KERNEL_ARG_TYPE_NAME) return answer(of.type, size, to, actual);
    if (what != CL_KERNEL_ARG_ADDRESS_QUALIFIER) return CL_INVALID_VALUE;
    const cl_kernel_arg_address_qualifier space =
        of.is_memory ? CL_KERNEL_ARG_ADDRESS_GLOBAL : CL_KERNEL_ARG_ADDRESS_PRIVATE;
    return answer(space, size, to, actual);
}

inline cl_int memory_info(cl_mem memory, cl_mem_info what, std::size_t size, void* to,
                          std::size_t* actual) {
    const auto& of = *reinterpret_cast<const Memory*>(memory);
    if (what == CL_MEM_TYPE) return answer(of.type, size, to, actual);
    if (what == CL_MEM_SIZE) return answer(of.content.size(), size, to, actual);
    if (what == CL_MEM_ASSOCIATED_MEMOBJECT)
        return answer(static_cast<cl_mem>(nullptr), size, to, actual);
    return CL_INVALID_VALUE;
}

inline cl_int image_info(cl_mem image, cl_image_info what, std::size_t size, void* to,
                         std::size_t* actual) {
    const auto& of = *reinterpret_cast<const Memory*>(image);
    if (what == CL_IMAGE_FORMAT) return answer(of.format, size, to, actual);
    if (what == CL_IMAGE_WIDTH) return answer(of.extent.at(0), size, to, actual);
    if (what == CL_IMAGE_HEIGHT) return answer(of.extent.at(1), size, to, actual);
    if (what == CL_IMAGE_DEPTH) return answer(of.extent.at(2), size, to, actual);
    return CL_INVALID_VALUE;
}

inline cl_int sampler_info(cl_sampler sampler, cl_sampler_info what, std::size_t size, void* to,
                           std::size_t* actual) {
    const auto& of = *reinterpret_cast<const Sampler*>(sampler);
    if (what == CL_SAMPLER_ADDRESSING_MODE) return answer(of.addressing, size, to, actual);
    if (what == CL_SAMPLER_FILTER_MODE) return answer(of.filter, size, to, actual);
    if (what == CL_SAMPLER_NORMALIZED_COORDS) return answer(of.normalized, size, to, actual);
    return CL_INVALID_VALUE;
}

inline cl_int read_buffer(cl_command_queue /*queue*/, cl_mem buffer, cl_bool /*waits*/,
                          std::size_t offset, std::size_t bytes, void* to, cl_uint /*waits*/,
                          const cl_event* /*list*/, cl_event* /*event*/) {
    const auto& of = *reinterpret_cast<const Memory*>(buffer);
    if (!of.is_readable) return CL_INVALID_OPERATION;
    if (offset + bytes > of.content.size()) return CL_INVALID_VALUE;
    std::memcpy(to, of.content.data() + offset, bytes);
    return CL_SUCCESS;
}

inline cl_int read_image(cl_command_queue /*queue*/, cl_mem image, cl_bool /*waits*/,
                         const std::size_t* /*origin*/, const std::size_t* /*region*/,
                         std::size_t /*row*/, std::size_t /*slice*/, void* to, cl_uint /*waits*/,
                         const cl_event* /*list*/, cl_event* /*event*/) {
    const auto& of = *reinterpret_cast<const Memory*>(image);
    std::memcpy(to, of.content.data(), of.content.size());
    return CL_SUCCESS;
}

/// The layer calls this driver until the end.
class Driver {
  public:
    Driver() {
        layer::driver.clGetProgramInfo = program_info;
        layer::driver.clGetProgramBuildInfo = build_info;
        layer::driver.clGetKernelInfo = kernel_info;
        layer::driver.clGetKernelArgInfo = argument_info;
        layer::driver.clGetMemObjectInfo = memory_info;
        layer::driver.clGetImageInfo = image_info;
        layer::driver.clGetSamplerInfo = sampler_info;
        layer::driver.clEnqueueReadBuffer = read_buffer;
        layer::driver.clEnqueueReadImage = read_image;
    }
    ~Driver() { layer::driver = {}; }
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;
};

}  // namespace hone::made
