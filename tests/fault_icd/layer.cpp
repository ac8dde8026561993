// SPDX-License-Identifier: MIT
// A layer between the OpenCL loader and a driver that fails as it is told. HONE_TEST_FAULTS holds
// CALL, WHEN and WHAT, such as "clBuildProgram 2 error -11", with commas between several. A CALL
// with a dot, as clGetDeviceInfo.LOCAL_MEM_SIZE, is one question of many.
//   WHEN  always
//         N, N+            the Nth time in a process, or from then on
//         once             the first time in any process that shares HONE_TEST_FAULTS_STATE
//         with=TEXT        when the build options contain it
//         worker:…         any of these, in the tuner's workers alone
//   WHAT  error CODE
//         crash, exit CODE, hang, late MILLISECONDS
//         nothing          done without doing it
//         say NUMBER       the answer
//         garbage          random bytes as the answer, another program as what is built
//         print            a flood on both streams
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

struct Fault {
    std::string call, when, what;
    long long number = 0;
    int seen = 0;
};

const char* setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::vector<Fault> read_faults() {
    std::vector<Fault> faults;
    std::istringstream lines(setting("HONE_TEST_FAULTS"));
    for (std::string line; std::getline(lines, line, ',');) {
        Fault fault;
        std::istringstream words(line);
        if (!(words >> fault.call >> fault.when >> fault.what)) continue;
        words >> fault.number;
        faults.push_back(fault);
    }
    return faults;
}

cl_icd_dispatch driver;   // what lies below
cl_icd_dispatch altered;  // the same with what is hooked here
std::mutex mutex;
std::vector<Fault> faults = read_faults();

const bool in_worker = [] {
    std::ifstream line("/proc/self/cmdline");
    const std::string words(std::istreambuf_iterator<char>(line), {});
    return words.ends_with(std::string("worker\0", 7));
}();

// Whether nobody was here before: the file that says so is made by exactly one.
bool first_of_all(const Fault& fault) {
    const std::string path = std::string(setting("HONE_TEST_FAULTS_STATE")) + "/" + fault.call;
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file >= 0) ::close(file);
    return file >= 0;
}

bool is_time(Fault& fault, std::string_view options) {
    std::string_view when = fault.when;
    if (when.starts_with("worker:")) {
        if (!in_worker) return false;
        when.remove_prefix(7);
    }
    const int count = ++fault.seen;
    if (when == "always") return true;
    if (when == "once") return first_of_all(fault);
    if (when.starts_with("with=")) return options.find(when.substr(5)) != options.npos;
    const int wanted = std::atoi(std::string(when).c_str());
    return when.ends_with('+') ? count >= wanted : count == wanted;
}

std::optional<Fault> due(std::string_view call, std::string_view options = {}) {
    const std::lock_guard lock(mutex);
    for (Fault& fault : faults)
        if (fault.call == call && is_time(fault, options)) return fault;
    return {};
}

void sleep(std::chrono::milliseconds time) {
    std::this_thread::sleep_for(time);
}

void flood() {
    const std::string line(1000, '!');
    for (int i = 0; i < 2000; ++i) {
        std::fprintf(stdout, "%s\n", line.c_str());
        std::fprintf(stderr, "%s\n", line.c_str());
    }
    std::fflush(stdout);
}

// What does not come back, and what only takes its time; true where the call is to go on.
bool goes_on(const Fault& fault) {
    if (fault.what == "crash") std::abort();
    if (fault.what == "exit") std::_Exit(static_cast<int>(fault.number));
    while (fault.what == "hang") sleep(std::chrono::hours(1));
    if (fault.what == "late") sleep(std::chrono::milliseconds(fault.number));
    if (fault.what == "print") flood();
    return fault.what != "error" && fault.what != "nothing";
}

// Questions that a fault may answer.
const std::map<cl_uint, std::string_view> questions{
    {CL_DEVICE_LOCAL_MEM_SIZE, "LOCAL_MEM_SIZE"},
    {CL_DEVICE_MAX_WORK_GROUP_SIZE, "MAX_WORK_GROUP_SIZE"},
    {CL_DEVICE_MAX_COMPUTE_UNITS, "MAX_COMPUTE_UNITS"},
    {CL_DEVICE_GLOBAL_MEM_SIZE, "GLOBAL_MEM_SIZE"},
    {CL_DEVICE_MAX_MEM_ALLOC_SIZE, "MAX_MEM_ALLOC_SIZE"},
    {CL_DEVICE_AVAILABLE, "AVAILABLE"},
    {CL_DEVICE_NAME, "NAME"},
    {CL_KERNEL_WORK_GROUP_SIZE, "WORK_GROUP_SIZE"},
    {CL_KERNEL_LOCAL_MEM_SIZE, "LOCAL_MEM"},
    {CL_PROFILING_COMMAND_START, "START"},
    {CL_PROFILING_COMMAND_END, "END"},
    {CL_PROGRAM_BUILD_LOG, "BUILD_LOG"},
};

std::string input(cl_uint name) {
    const auto known = questions.find(name);
    return known == questions.end() ? "" : "." + std::string(known->second);
}

void answer(const Fault& fault, std::size_t size, void* value) {
    if (!value || size == 0) return;
    auto* bytes = static_cast<unsigned char*>(value);
    if (fault.what == "garbage") {
        for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<unsigned char>(i * 151 + 77);
    }
    if (fault.what == "say") std::memcpy(bytes, &fault.number, std::min(size, sizeof fault.number));
}

// A call that failed: its status, or no object and the status where the last argument points.
template <class Result, class Last>
Result refuse(cl_int status, Last* last) {
    if constexpr (!std::is_pointer_v<Result>) return status;
    if constexpr (std::is_pointer_v<Result> && std::is_same_v<Last, cl_int>)
        if (last) *last = status;
    return Result{};
}

template <std::size_t length>
struct Word {
    constexpr Word(const char (&word)[length]) { std::copy_n(word, length, text.begin()); }
    std::array<char, length> text{};
};

/// A call of any shape that fails, hangs, crashes or is late, and a question that is answered
/// wrong.
template <auto Member, Word name, class Function>
struct Hook;
template <auto Member, Word name, class Result, class... Arguments>
struct Hook<Member, name, Result(CL_API_CALL*)(Arguments...)> {
    using All = std::tuple<Arguments...>;
    static constexpr std::size_t count = sizeof...(Arguments);
    template <std::size_t place>
    using At = std::tuple_element_t<place, All>;

    // Of what, how many bytes, where to, and how many there are.
    static constexpr bool asks() {
        if constexpr (count >= 5)
            return std::is_same_v<At<count - 4>, cl_uint> && std::is_same_v<At<count - 2>, void*> &&
                   std::is_same_v<At<count - 1>, std::size_t*>;
        return false;
    }

    static Result CL_API_CALL call(Arguments... arguments) {
        const All all(arguments...);
        std::string what(name.text.data());
        if constexpr (asks()) what += input(std::get<count - 4>(all));
        const auto fault = due(what);
        if (fault && !goes_on(*fault)) {
            const auto status = static_cast<cl_int>(fault->number);
            if constexpr (std::is_pointer_v<At<count - 1>>)
                return refuse<Result>(status, std::get<count - 1>(all));
            else
                return static_cast<Result>(status);
        }
        const Result result = (driver.*Member)(arguments...);
        if constexpr (asks())
            if (fault) answer(*fault, std::get<count - 3>(all), std::get<count - 2>(all));
        return result;
    }
};

template <auto Member, Word name>
void hook() {
    using Function = std::remove_reference_t<decltype(altered.*Member)>;
    altered.*Member = &Hook<Member, name, Function>::call;
}
#define HOOK(name) hook<&cl_icd_dispatch::name, #name>()

cl_int CL_API_CALL build_program(cl_program program, cl_uint devices, const cl_device_id* list,
                                 const char* options, void(CL_CALLBACK* notify)(cl_program, void*),
                                 void* data) {
    std::string asked(options ? options : "");
    const auto fault = due("clBuildProgram", asked);
    if (fault && !goes_on(*fault)) return static_cast<cl_int>(fault->number);
    if (fault && fault->what == "garbage") asked += " -DREAL=short";  // not what was asked for
    return driver.clBuildProgram(program, devices, list, asked.c_str(), notify, data);
}

// A launch that is not done has an event all the same.
cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                  const std::size_t* offset, const std::size_t* global,
                                  const std::size_t* local, cl_uint waits, const cl_event* list,
                                  cl_event* event) {
    const auto fault = due("clEnqueueNDRangeKernel");
    if (fault && !goes_on(*fault)) {
        if (fault->what == "error") return static_cast<cl_int>(fault->number);
        return driver.clEnqueueMarkerWithWaitList(queue, waits, list, event);
    }
    return driver.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits,
                                         list, event);
}

cl_int CL_API_CALL enqueue_read(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                std::size_t offset, std::size_t size, void* where, cl_uint waits,
                                const cl_event* list, cl_event* event) {
    const auto fault = due("clEnqueueReadBuffer");
    if (fault && !goes_on(*fault)) return static_cast<cl_int>(fault->number);
    const cl_int status = driver.clEnqueueReadBuffer(queue, buffer, fault ? CL_TRUE : blocking,
                                                     offset, size, where, waits, list, event);
    if (fault) answer(*fault, size, where);
    return status;
}

void hook_all() {
    HOOK(clGetPlatformIDs);
    HOOK(clGetDeviceIDs);
    HOOK(clCreateContext);
    HOOK(clCreateCommandQueue);
    HOOK(clCreateCommandQueueWithProperties);
    HOOK(clCreateBuffer);
    HOOK(clCreateProgramWithSource);
    HOOK(clCreateKernel);
    HOOK(clSetKernelArg);
    HOOK(clEnqueueWriteBuffer);
    HOOK(clEnqueueFillBuffer);
    HOOK(clEnqueueMarkerWithWaitList);
    HOOK(clFlush);
    HOOK(clFinish);
    HOOK(clWaitForEvents);
    HOOK(clGetEventInfo);
    HOOK(clGetDeviceInfo);
    HOOK(clGetKernelWorkGroupInfo);
    HOOK(clGetProgramBuildInfo);
    HOOK(clGetEventProfilingInfo);
    altered.clBuildProgram = build_program;
    altered.clEnqueueNDRangeKernel = enqueue_kernel;
    altered.clEnqueueReadBuffer = enqueue_read;
}

}  // namespace

extern "C" CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info param_name,
                                                          std::size_t param_value_size,
                                                          void* param_value,
                                                          std::size_t* param_value_size_ret) {
    if (param_name != CL_LAYER_API_VERSION) return CL_INVALID_VALUE;
    constexpr cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    if (param_value && param_value_size < sizeof version) return CL_INVALID_VALUE;
    if (param_value) std::memcpy(param_value, &version, sizeof version);
    if (param_value_size_ret) *param_value_size_ret = sizeof version;
    return CL_SUCCESS;
}

extern "C" CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint entries,
                                                       const cl_icd_dispatch* target,
                                                       cl_uint* entries_ret,
                                                       const cl_icd_dispatch** layer) {
    if (!target || !entries_ret || !layer) return CL_INVALID_VALUE;
    std::memcpy(&driver, target, std::min(sizeof driver, entries * sizeof(void*)));
    altered = driver;
    hook_all();
    *layer = &altered;
    *entries_ret = sizeof altered / sizeof(void*);
    return CL_SUCCESS;
}
