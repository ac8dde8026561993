// SPDX-License-Identifier: MIT
// The launches of a sequence share scratch memory, so two runs of a sequence must not overlap, on
// any queues.
#include "db/launch/launch_sequence.hpp"

#include <algorithm>
#include <array>

#include "db/lookup/scalar_type.hpp"

namespace hone::launch {
namespace {

using program::check;
using program::own;

bool is_in_order(const hone_opencl& opencl, cl_command_queue queue) {
    cl_command_queue_properties properties = 0;
    check(opencl.clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties,
                                       nullptr),
          "clGetCommandQueueInfo");
    return (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) == 0;
}

Owned<cl_mem> zeros(const hone_opencl& opencl, cl_context context, std::size_t bytes) {
    std::vector<char> host;
    try {
        host.resize(std::max<std::size_t>(bytes, 1));
    } catch (const std::exception&) {  // too large, or more than the device has
        throw Failure(CL_MEM_OBJECT_ALLOCATION_FAILURE,
                      "no memory for " + std::to_string(bytes) + " bytes of scratch");
    }
    cl_int status = CL_SUCCESS;
    auto buffer = own(opencl.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                            host.size(), host.data(), &status),
                      opencl.clReleaseMemObject);
    check(status, "clCreateBuffer for scratch memory");
    return buffer;
}

// Whether the command has ended. A failed command counts as ended: its failure must not fail
// others.
bool is_over(const hone_opencl& opencl, cl_event event) {
    cl_int status = CL_QUEUED;
    return opencl.clGetEventInfo != nullptr &&
           opencl.clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status,
                                 nullptr) == CL_SUCCESS &&
           status <= CL_COMPLETE;
}

/// Returns zeros if the driver does not report the value.
template <class Answer>
Answer work_group_info(const hone_opencl& opencl, cl_kernel kernel, cl_device_id device,
                       cl_kernel_work_group_info what) {
    Answer answer{};
    const cl_int status =
        opencl.clGetKernelWorkGroupInfo(kernel, device, what, sizeof answer, &answer, nullptr);
    return status == CL_SUCCESS ? answer : Answer{};
}

// Detects an impossible work-group size now, while another answer can still replace this one. A
// kernel with a required work-group size can always have it: NVIDIA's driver reports a maximum of
// 256 for kernels that require 512.
void check_work_group(const hone_opencl& opencl, cl_kernel kernel, cl_device_id device,
                      const TunedKernel::Launch& launch) {
    if (opencl.clGetKernelWorkGroupInfo == nullptr || launch.local_or_null() == nullptr) return;
    const std::size_t items = launch.local[0] * launch.local[1] * launch.local[2];
    const auto most =
        work_group_info<std::size_t>(opencl, kernel, device, CL_KERNEL_WORK_GROUP_SIZE);
    if (most == 0 || items <= most) return;
    using Shape = std::array<std::size_t, 3>;
    const auto required =
        work_group_info<Shape>(opencl, kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE);
    if (required[0] != 0) return;
    throw Failure(CL_INVALID_WORK_GROUP_SIZE,
                  "a work-group of '" + launch.entry + "' has " + std::to_string(items) +
                      " work-items, this device runs " + std::to_string(most) + " of it at most");
}

/// An event after all commands that are in the queue now.
Owned<cl_event> marker_of(const hone_opencl& opencl, cl_command_queue queue) {
    cl_event marker = nullptr;
    check(opencl.clEnqueueMarkerWithWaitList(queue, 0, nullptr, &marker),
          "clEnqueueMarkerWithWaitList");
    return own(marker, opencl.clReleaseEvent);
}

bool is_of_context(const hone_opencl& opencl, cl_context context, cl_device_id device) {
    std::size_t bytes = 0;
    if (opencl.clGetContextInfo(context, CL_CONTEXT_DEVICES, 0, nullptr, &bytes) != CL_SUCCESS)
        return true;
    std::vector<cl_device_id> devices(bytes / sizeof device);
    const cl_int status =
        opencl.clGetContextInfo(context, CL_CONTEXT_DEVICES, bytes, devices.data(), nullptr);
    return status != CL_SUCCESS || std::ranges::count(devices, device) > 0;
}

// A driver may crash the process if it gets a device of another driver. A sub-device may use the
// context of its parent device.
void check_device(const hone_opencl& opencl, cl_context context, cl_device_id device) {
    if (opencl.clGetContextInfo == nullptr || is_of_context(opencl, context, device)) return;
    cl_device_id whole = nullptr;
    const bool is_part = opencl.device_info(device, CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id),
                                            static_cast<void*>(&whole), nullptr) == CL_SUCCESS &&
                         whole != nullptr;
    if (!is_part || !is_of_context(opencl, context, whole))
        throw Failure(CL_INVALID_DEVICE, "the device is not one of the context");
}

Owned<cl_program> loaded(const program::BuildContext& here, const TunedKernel& answer) {
    try {
        return program::load_program(here, answer);
    } catch (const Failure& failure) {
        throw ProgramFailure(failure.status(), failure.what());
    }
}

std::string type_of_argument(const hone_opencl& opencl, cl_kernel kernel, cl_uint index) {
    char name[64] = "";
    const cl_int status = opencl.clGetKernelArgInfo(kernel, index, CL_KERNEL_ARG_TYPE_NAME,
                                                    sizeof name, name, nullptr);
    if (status != CL_SUCCESS) return {};
    std::string type(name);
    if (!type.empty() && type.back() == '*') return "buffer";
    return scalar_type(type) != nullptr ? type : "";
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
    if (answer_.launches.empty()) throw Failure(HONE_BAD_ARGUMENT, "the answer has no launches");
    check_device(opencl_, context, device);
    const auto program = loaded({opencl_, context, device}, answer_);
    create_kernels(program.get(), device);
    find_places();
    for (const auto& extra : answer_.extras) set_extra(extra, context);
    for (const auto& [name, scalar] : arguments_.of_problem()) {
        const std::string bytes = scalar_bytes(scalar.type, scalar.value);
        set_everywhere(name, bytes.size(), bytes.data());
    }
}

void LaunchSequence::create_kernels(cl_program program, cl_device_id device) {
    for (const auto& launch : answer_.launches) {
        cl_int status = CL_SUCCESS;
        kernels_.push_back(own(opencl_.clCreateKernel(program, launch.entry.c_str(), &status),
                               opencl_.clReleaseKernel));
        if (status != CL_SUCCESS)
            throw ProgramFailure(status, "clCreateKernel of '" + launch.entry + "' failed with " +
                                             std::to_string(status));
        check_work_group(opencl_, kernels_.back().get(), device, launch);
    }
}

void LaunchSequence::find_places() {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
        const auto& names = answer_.launches[i].arguments;
        for (std::size_t a = 0; a < names.size(); ++a)
            slots_[names[a]].push_back({kernels_[i].get(), static_cast<cl_uint>(a)});
    }
}

void LaunchSequence::set_extra(const TunedKernel::Extra& extra, cl_context context) {
    using Kind = TunedKernel::Extra::Kind;
    if (extra.kind == Kind::local) set_everywhere(extra.name, extra.bytes, nullptr);
    if (extra.kind != Kind::scratch) return;
    scratch_.push_back(zeros(opencl_, context, extra.bytes));
    scratch_bytes_ += extra.bytes;
    cl_mem buffer = scratch_.back().get();
    set_everywhere(extra.name, sizeof buffer, &buffer);
}

// A routine sets the same arguments in each call, with other buffers and factors. Arguments of the
// same type and size are checked only once.
void LaunchSequence::set(std::string_view name, std::string_view type, std::size_t size,
                         const void* value) {
    const auto known = checked_.find(name);
    const bool same = known != checked_.end() && known->second.type == type &&
                      known->second.size == size && !is_null(size, value);
    if (!same) {
        arguments_.check(name, type, size, value);
        check_type(name, type);
    }
    set_everywhere(name, size, value);
    if (const auto found = unset_.find(name); found != unset_.end()) unset_.erase(found);
    const bool is_of_application = !arguments_.of_problem().contains(name);
    if (!same && is_of_application) checked_[std::string(name)] = {std::string(type), size};
}

void LaunchSequence::set_everywhere(std::string_view name, std::size_t size, const void* value) {
    const auto found = slots_.find(name);
    if (found == slots_.end()) return;
    for (const ArgumentSlot& slot : found->second)
        check(opencl_.clSetKernelArg(slot.kernel, slot.index, size, value), [&] {
            return "clSetKernelArg of '" + std::string(name) + "' with " + std::to_string(size) +
                   " bytes";
        });
}

void LaunchSequence::check_type(std::string_view name, std::string_view type) const {
    const auto found = slots_.find(name);
    if (found == slots_.end() || type.empty() || type == "local") return;
    for (const ArgumentSlot& slot : found->second) {
        const std::string wanted = type_of_argument(opencl_, slot.kernel, slot.index);
        if (!wanted.empty() && wanted != type)
            throw Failure(CL_INVALID_ARG_VALUE, "'" + std::string(name) + "' of " + answer_.kernel +
                                                    " is a " + wanted + ", not a " +
                                                    std::string(type));
    }
}

void LaunchSequence::check_all_set() const {
    std::string missing;
    for (const std::string& name : unset_) missing += (missing.empty() ? "" : ", ") + name;
    if (!missing.empty())
        throw Failure(CL_INVALID_KERNEL_ARGS,
                      "of the arguments of " + answer_.kernel + " these were not set: " + missing);
}

void LaunchSequence::wait_for_last_use(cl_command_queue queue, bool in_order) {
    const bool elsewhere = last_queue_ && last_queue_.get() != queue;
    if (!elsewhere && in_order) return;  // the queue itself keeps the order
    if (last_ && is_over(opencl_, last_.get())) return;
    if (elsewhere) {
        if (!last_) last_ = marker_of(opencl_, last_queue_.get());
        // Otherwise its work might never be submitted, and this queue would wait for it.
        check(opencl_.clFlush(last_queue_.get()), "clFlush");
    }
    if (last_) waits_.push_back(last_.get());
}

Owned<cl_event> LaunchSequence::enqueue_one(std::size_t index, cl_command_queue queue,
                                            std::span<const cl_event> waits,
                                            bool with_event) const {
    const auto& launch = answer_.launches[index];
    cl_event event = nullptr;
    check(opencl_.clEnqueueNDRangeKernel(
              queue, kernels_[index].get(), static_cast<cl_uint>(launch.dimensions), nullptr,
              launch.global.data(), launch.local_or_null(), static_cast<cl_uint>(waits.size()),
              waits.empty() ? nullptr : waits.data(), with_event ? &event : nullptr),
          [&] { return "clEnqueueNDRangeKernel of '" + launch.entry + "'"; });
    return own(event, opencl_.clReleaseEvent);
}

void LaunchSequence::remember(cl_command_queue queue, const Owned<cl_event>& last) {
    if (scratch_.empty()) return;
    if (last) check(opencl_.clRetainEvent(last.get()), "clRetainEvent");
    last_ = own(last.get(), opencl_.clReleaseEvent);
    if (last_queue_.get() == queue) return;
    check(opencl_.clRetainCommandQueue(queue), "clRetainCommandQueue");
    last_queue_ = own(queue, opencl_.clReleaseCommandQueue);
}

void LaunchSequence::enqueue_all(cl_command_queue queue, WantedEvents wanted, bool in_order,
                                 std::vector<Owned<cl_event>>& events) {
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
        const bool is_last = i + 1 == kernels_.size();
        const bool is_wanted =
            wanted == WantedEvents::all || (wanted == WantedEvents::last && is_last);
        events.push_back(enqueue_one(i, queue, waits_, is_wanted || !in_order));
        waits_.clear();
        if (!in_order) waits_.push_back(events.back().get());
    }
}

std::vector<Owned<cl_event>> LaunchSequence::enqueue(cl_command_queue queue,
                                                     std::span<const cl_event> waits,
                                                     WantedEvents wanted) {
    check_all_set();
    const bool in_order = is_in_order(opencl_, queue);
    waits_.assign(waits.begin(), waits.end());
    wait_for_last_use(queue, in_order);
    std::vector<Owned<cl_event>> events;
    try {
        enqueue_all(queue, wanted, in_order, events);
    } catch (...) {  // the launches before the failed one still run and use scratch memory
        if (!events.empty()) remember(queue, events.back());
        throw;
    }
    has_run_ = true;
    remember(queue, events.back());
    if (wanted == WantedEvents::none) events.clear();
    if (wanted == WantedEvents::last) events.erase(events.begin(), std::prev(events.end()));
    return events;
}

}  // namespace hone::launch
