// SPDX-License-Identifier: MIT
// Times come from events: the layer enables profiling on every queue. A launch whose end the
// program never waits for is counted but not timed.
#include "tuner/layer/capture_launch.hpp"

#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include "db/model/sha256.hpp"
#include "db/sqlite/environment.hpp"
#include "tuner/layer/describe_arguments.hpp"
#include "tuner/layer/objects.hpp"
#include "tuner/layer/program_texts.hpp"
#include "tuner/trace/launch_name.hpp"
#include "tuner/trace/trace.hpp"

namespace hone::layer {
namespace {

namespace fs = std::filesystem;

struct TimedLaunch {
    cl_event event = nullptr;
    std::size_t launch = 0;  // in the capture's list
};

class Capture {
  public:
    explicit Capture(fs::path folder)
        : folder_(std::move(folder)),
          bytes_left_(std::strtoull(environment_variable("HONE_CAPTURE_LIMIT", "268435456").c_str(),
                                    nullptr, 10)) {}
    ~Capture() { save(); }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;

    cl_int launch(const LaunchCall& call);
    void collect();

  private:
    std::pair<std::size_t, bool> add(const LaunchCall& call, const LaunchShape& shape);
    cl_int launch_timed(LaunchCall call, std::size_t index);
    cl_int launch_and_store(const LaunchCall& call, std::size_t index);
    void store_contents(cl_command_queue queue, const std::vector<cl_mem>& memory,
                        TracedLaunch& launch, std::string TracedArgument::*where);
    void save();

    fs::path folder_;
    std::size_t bytes_left_;
    std::map<std::string, std::size_t> index_;  // of each launch, by its name and device
    std::vector<TracedLaunch> launches_;
    std::deque<TimedLaunch> timed_;
};

// Equal contents share one file.
void write_once(const std::string& content, const fs::path& file) {
    std::error_code error;
    if (fs::exists(file, error)) return;
    std::ofstream(file, std::ios::binary)
        .write(content.data(), static_cast<std::streamsize>(content.size()));
}

std::string key_of(const KernelOrigin& origin, cl_device_id device, const LaunchShape& shape) {
    const std::string name = launch_name(origin.text, origin.options, origin.entry, shape);
    return name + ' ' + name_of(device);
}

// Compares only the queue and the shape: the program's text may be long.
std::optional<std::size_t> find_captured(const LaunchCall& call, const LaunchShape& shape) {
    for (const CapturedLaunch& each : objects().state_of(call.kernel).captured)
        if (each.queue == call.queue && each.shape == shape) return each.index;
    return std::nullopt;
}

// Adds a launch; returns its index and whether it is new.
std::pair<std::size_t, bool> Capture::add(const LaunchCall& call, const LaunchShape& shape) {
    cl_device_id device = objects().device_of(call.queue);
    const KernelOrigin origin = origin_of(call.kernel, device);
    const auto [known, fresh] = index_.try_emplace(key_of(origin, device, shape), launches_.size());
    objects().state_of(call.kernel).captured.push_back({call.queue, shape, known->second});
    if (!fresh) return {known->second, false};
    TracedLaunch launch;
    launch.entry = origin.entry;
    launch.options = origin.options;
    launch.device = name_of(device);
    launch.shape = shape;
    launch.shape_required = requires_shape(call.kernel, device);
    if (!origin.text.empty()) {
        launch.program = sha256(origin.text);
        write_once(origin.text, program_file(folder_, launch.program));
    }
    launches_.push_back(std::move(launch));
    return {known->second, true};
}

void Capture::store_contents(cl_command_queue queue, const std::vector<cl_mem>& memory,
                             TracedLaunch& launch, std::string TracedArgument::*where) {
    for (std::size_t i = 0; i < memory.size(); ++i) {
        if (!memory[i] || !launch.why_incomplete.empty()) continue;
        TracedArgument& argument = launch.arguments[i];
        const auto content = content_of_argument(queue, memory[i], argument);
        if (!content) {
            launch.why_incomplete = "a buffer or an image cannot be read";
            return;
        }
        const std::string hash = sha256(*content);
        const fs::path file = buffer_file(folder_, hash);
        std::error_code ignored;
        const std::size_t more = fs::exists(file, ignored) ? 0 : content->size();
        if (more > bytes_left_) {
            launch.why_incomplete = "its buffers exceed the limit of the capture";
            return;
        }
        bytes_left_ -= more;
        write_once(*content, file);
        argument.*where = hash;
    }
}

// Whether two arguments are the same buffer; a replay would give each its own.
bool has_equal_buffers(const std::vector<cl_mem>& memory) {
    for (std::size_t i = 0; i < memory.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (memory[i] && memory[i] == memory[j]) return true;
    return false;
}

std::size_t bytes_of_buffers(const TracedLaunch& launch) {
    std::size_t bytes = 0;
    for (const TracedArgument& each : launch.arguments)
        if (each.is_memory()) bytes += each.size;
    return bytes;
}

cl_int Capture::launch_and_store(const LaunchCall& call, std::size_t index) {
    TracedLaunch launch = launches_[index];
    const std::vector<cl_mem> memory = describe_arguments(call, launch);
    if (launch.program.empty()) launch.why_incomplete = "its program was not made from text";
    if (has_equal_buffers(memory)) launch.why_incomplete = "two arguments are one buffer";
    if (bytes_of_buffers(launch) > bytes_left_)
        launch.why_incomplete = "its buffers exceed the limit of the capture";
    if (!objects().pending_events.empty())
        launch.why_incomplete = "it was launched while the program held back commands";
    const bool stores = launch.why_incomplete.empty();
    if (stores) {
        if (call.waits > 0) driver.clWaitForEvents(call.waits, call.list);
        driver.clFinish(call.queue);
        store_contents(call.queue, memory, launch, &TracedArgument::before);
    }
    const cl_int status = launch_timed(call, index);
    if (stores && status == CL_SUCCESS) {
        driver.clFinish(call.queue);
        store_contents(call.queue, memory, launch, &TracedArgument::after);
        launch.has_contents = launch.why_incomplete.empty();
    }
    launch.count = launches_[index].count;
    launches_[index] = std::move(launch);
    save();
    return status;
}

// An event of the layer is used here only; the program's event is retained until its time is known.
cl_int Capture::launch_timed(LaunchCall call, std::size_t index) {
    cl_event own = nullptr;
    const bool asked = call.event != nullptr;
    if (!asked) call.event = &own;
    const cl_int status = call.enqueue();
    if (status != CL_SUCCESS) return status;
    if (asked) driver.clRetainEvent(*call.event);
    timed_.push_back({*call.event, index});
    ++launches_[index].count;
    return status;
}

cl_int Capture::launch(const LaunchCall& call) {
    const LaunchShape shape = shape_of(call.dimensions, call.offset, call.global, call.local);
    const auto known = find_captured(call, shape);
    const auto [index, is_new] = known ? std::pair(*known, false) : add(call, shape);
    const cl_int status = is_new ? launch_and_store(call, index) : launch_timed(call, index);
    collect();
    return status;
}

void Capture::collect() {
    while (!timed_.empty()) {
        cl_event event = timed_.front().event;
        const std::size_t index = timed_.front().launch;
        const auto state =
            value_of<cl_int>(driver.clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
        if (state > CL_COMPLETE) return;
        const auto start =
            value_of<cl_ulong>(driver.clGetEventProfilingInfo, event, CL_PROFILING_COMMAND_START);
        const auto end =
            value_of<cl_ulong>(driver.clGetEventProfilingInfo, event, CL_PROFILING_COMMAND_END);
        driver.clReleaseEvent(event);
        timed_.pop_front();
        if (state != CL_COMPLETE || start == 0 || end <= start + 1)
            continue;  // the clock reports no time
        ++launches_[index].timed;
        launches_[index].timed_ns += static_cast<double>(end - start);
    }
}

void Capture::save() {
    write_trace(folder_, launches_);
}

const std::string& capture_folder() {
    static const std::string folder = environment_variable("HONE_CAPTURE");
    return folder;
}

Capture& the_capture() {
    static Capture capture(capture_folder());
    return capture;
}

}  // namespace

bool captures() {
    return !capture_folder().empty();
}

void begin_capture() {
    write_trace(capture_folder(), {});
}

cl_int capture(const LaunchCall& call) {
    const std::lock_guard lock(objects().mutex);
    return the_capture().launch(call);
}

void collect_times() {
    if (!captures()) return;
    const std::lock_guard lock(objects().mutex);
    the_capture().collect();
}

}  // namespace hone::layer
