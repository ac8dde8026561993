// SPDX-License-Identifier: MIT
// Launches of one sequence share scratch memory, so that two runs of it never overlap, whatever
// queues they are on.
#include "db/launch/launch_sequence.hpp"

#include <algorithm>

namespace hone::launch {
namespace {

using program::check;
using program::own;

constexpr std::string_view scalar_types[] = {"char", "uchar", "short", "ushort", "int",
                                             "uint", "long",  "ulong", "float",  "double"};

bool is_in_order(const hone_opencl& opencl, cl_command_queue queue) {
    cl_command_queue_properties properties = 0;
    check(opencl.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties,
                                       nullptr),
          "clGetCommandQueueInfo");
    return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

Owned<cl_mem> zeros(const hone_opencl& opencl, cl_context context, std::size_t bytes) {
    std::vector<char> host(std::max<std::size_t>(bytes, 1));
    cl_int status = CL_SUCCESS;
    auto buffer = own(opencl.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                            host.size(), host.data(), &status),
                      opencl.clReleaseMemObject);
    check(status, "clCreateBuffer for scratch memory");
    return buffer;
}

std::string type_of_argument(const hone_opencl& opencl, cl_kernel kernel, cl_uint index) {
    char name[64] = "";
    const cl_int status = opencl.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME,
                                                    sizeof name, name, nullptr);
    if (status != CL_SUCCESS) return {};
    std::string type(name);
    if (!type.empty() && type.back() == '*') return "buffer";
    const bool known = std::ranges::find(scalar_types, type) != std::end(scalar_types);
    return known ? type : "";
}

}  // namespace

LaunchSequence::LaunchSequence(const hone_opencl& opencl, TunedKernel answer, cl_context context,
                               cl_device_id device)
    : opencl_(opencl),
      answer_(std::move(answer)),
      arguments_(answer_),
      unset_(arguments_.of_application().begin(), arguments_.of_application().end()),
      last_queue_(own<cl_command_queue>(nullptr, opencl_.clReleaseCommandQueue)),
      last_(own<cl_event>(nullptr, opencl_.clReleaseEvent)) {
    if (!answer_) throw Failure(HONE_NO_KERNEL, answer_.reason);
    const auto program = program::load_program({opencl_, context, device}, answer_);
    create_kernels(program.get());
    for (const auto& extra : answer_.extras) set_extra(extra, context);
    for (const auto& [name, scalar] : arguments_.of_problem()) {
        const std::string bytes = scalar_bytes(scalar.type, scalar.value);
        set_everywhere(name, {}, bytes.size(), bytes.data());
    }
}

void LaunchSequence::create_kernels(cl_program program) {
    for (const auto& launch : answer_.launches) {
        cl_int status = CL_SUCCESS;
        kernels_.push_back(own(opencl_.clCreateKernel(program, launch.entry.c_str(), &status),
                               opencl_.clReleaseKernel));
        check(status, "clCreateKernel of '" + launch.entry + "'");
    }
}

void LaunchSequence::set_extra(const TunedKernel::Extra& extra, cl_context context) {
    using Kind = TunedKernel::Extra::Kind;
    if (extra.kind == Kind::local) set_everywhere(extra.name, {}, extra.bytes, nullptr);
    if (extra.kind != Kind::scratch) return;
    scratch_.push_back(zeros(opencl_, context, extra.bytes));
    cl_mem buffer = scratch_.back().get();
    set_everywhere(extra.name, {}, sizeof buffer, &buffer);
}

void LaunchSequence::set(std::string_view name, std::string_view type, std::size_t size,
                         const void* value) {
    arguments_.check(name, type, size, value);
    set_everywhere(name, type, size, value);
    if (const auto found = unset_.find(name); found != unset_.end()) unset_.erase(found);
}

void LaunchSequence::set_everywhere(std::string_view name, std::string_view type, std::size_t size,
                                    const void* value) {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
        const auto& names = answer_.launches[i].arguments;
        for (std::size_t a = 0; a < names.size(); ++a) {
            if (names[a] != name) continue;
            const auto index = static_cast<cl_uint>(a);
            check_type(kernels_[i].get(), index, type, name);
            check(opencl_.clSetKernelArg(kernels_[i].get(), index, size, value),
                  "clSetKernelArg of '" + std::string(name) + "' with " + std::to_string(size) +
                      " bytes");
        }
    }
}

void LaunchSequence::check_type(cl_kernel kernel, cl_uint index, std::string_view type,
                                std::string_view name) const {
    if (type.empty() || type == "local") return;
    const std::string wanted = type_of_argument(opencl_, kernel, index);
    if (!wanted.empty() && wanted != type)
        throw Failure(CL_INVALID_ARG_VALUE, "'" + std::string(name) + "' of " + answer_.kernel +
                                                " is a " + wanted + ", not a " + std::string(type));
}

void LaunchSequence::check_all_set() const {
    std::string missing;
    for (const std::string& name : unset_) missing += (missing.empty() ? "" : ", ") + name;
    if (!missing.empty())
        throw Failure(CL_INVALID_KERNEL_ARGS,
                      "of the arguments of " + answer_.kernel + " these were not set: " + missing);
}

std::vector<cl_event> LaunchSequence::first_waits(cl_command_queue queue,
                                                  std::span<const cl_event> waits,
                                                  bool in_order) const {
    std::vector<cl_event> all(waits.begin(), waits.end());
    const bool elsewhere = last_queue_ && last_queue_.get() != queue;
    if (elsewhere) check(opencl_.clFlush(last_queue_.get()), "clFlush");
    if (last_ && (elsewhere || !in_order)) all.push_back(last_.get());
    return all;
}

Owned<cl_event> LaunchSequence::enqueue_one(std::size_t index, cl_command_queue queue,
                                            const std::vector<cl_event>& waits) const {
    const auto& launch = answer_.launches[index];
    cl_event event = nullptr;
    check(opencl_.clEnqueueNDRangeKernel(
              queue, kernels_[index].get(), static_cast<cl_uint>(launch.dimensions), nullptr,
              launch.global.data(), launch.local_or_null(), static_cast<cl_uint>(waits.size()),
              waits.empty() ? nullptr : waits.data(), &event),
          "clEnqueueNDRangeKernel of '" + launch.entry + "'");
    return own(event, opencl_.clReleaseEvent);
}

void LaunchSequence::remember(cl_command_queue queue, const Owned<cl_event>& last) {
    if (scratch_.empty()) return;
    check(opencl_.clRetainEvent(last.get()), "clRetainEvent");
    last_ = own(last.get(), opencl_.clReleaseEvent);
    if (last_queue_.get() == queue) return;
    check(opencl_.clRetainCommandQueue(queue), "clRetainCommandQueue");
    last_queue_ = own(queue, opencl_.clReleaseCommandQueue);
}

std::vector<Owned<cl_event>> LaunchSequence::enqueue(cl_command_queue queue,
                                                     std::span<const cl_event> waits) {
    check_all_set();
    const bool in_order = is_in_order(opencl_, queue);
    std::vector<cl_event> before = first_waits(queue, waits, in_order);
    std::vector<Owned<cl_event>> events;
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
        events.push_back(enqueue_one(i, queue, before));
        before.clear();
        if (!in_order) before.push_back(events.back().get());
    }
    remember(queue, events.back());
    return events;
}

}  // namespace hone::launch
