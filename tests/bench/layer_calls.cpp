// SPDX-License-Identifier: MIT
// The overhead of the layer: calls of clEnqueueNDRangeKernel and clSetKernelArg through it, above a
// driver that does nothing, for a launch that is kept and one that is replaced. The program first
// captures and tunes itself.
#include <CL/cl_icd.h>
#include <CL/cl_layer.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t count = 65536;
constexpr const char* text = "kernel void counted(global float* y) { y[get_global_id(0)] += 1; }\n";

bool does_nothing = false;

cl_int CL_API_CALL enqueue(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                           const std::size_t* offset, const std::size_t* global,
                           const std::size_t* local, cl_uint waits, const cl_event* list,
                           cl_event* event) {
    if (does_nothing) return CL_SUCCESS;
    return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, waits, list,
                                  event);
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, std::size_t size,
                                const void* value) {
    return does_nothing ? CL_SUCCESS : clSetKernelArg(kernel, index, size, value);
}

// The loader's functions, as a layer sees a driver.
cl_icd_dispatch loader() {
    cl_icd_dispatch table{};
#define CALL(name) table.name = name
    CALL(clGetPlatformInfo);
    CALL(clGetDeviceInfo);
    CALL(clCreateBuffer);
    CALL(clReleaseMemObject);
    CALL(clGetMemObjectInfo);
    CALL(clEnqueueReadBuffer);
    CALL(clEnqueueCopyBuffer);
    CALL(clFinish);
    CALL(clWaitForEvents);
    CALL(clCreateProgramWithSource);
    CALL(clBuildProgram);
    CALL(clGetProgramInfo);
    CALL(clGetProgramBuildInfo);
    CALL(clCreateKernel);
    CALL(clReleaseKernel);
    CALL(clReleaseProgram);
    CALL(clGetKernelInfo);
    CALL(clGetKernelArgInfo);
    CALL(clGetKernelWorkGroupInfo);
    CALL(clGetCommandQueueInfo);
#undef CALL
    table.clSetKernelArg = set_argument;
    table.clEnqueueNDRangeKernel = enqueue;
    return table;
}

const cl_icd_dispatch* layered(const cl_icd_dispatch& below) {
    void* library = ::dlopen(HONE_LAYER, RTLD_NOW);
    if (!library) return nullptr;
    const auto init = reinterpret_cast<pfn_clInitLayer>(::dlsym(library, "clInitLayer"));
    const cl_icd_dispatch* table = nullptr;
    cl_uint entries = 0;
    if (!init || init(sizeof below / sizeof(void*), &below, &entries, &table) != CL_SUCCESS)
        return nullptr;
    return table;
}

struct Launch {
    explicit Launch(const cl_icd_dispatch& calls) {
        cl_platform_id platform = nullptr;
        clGetPlatformIDs(1, &platform, nullptr);
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
        cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
        queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
        const char* source = text;
        cl_program program = calls.clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
        calls.clBuildProgram(program, 1, &device, "", nullptr, nullptr);
        kernel = calls.clCreateKernel(program, "counted", nullptr);
        std::vector<float> zeros(count);
        buffer = calls.clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof(float),
                                      zeros.data(), nullptr);
        calls.clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    }

    void run(const cl_icd_dispatch& calls, std::size_t local) const {
        calls.clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, &local, 0, nullptr,
                                     nullptr);
    }

    cl_device_id device = nullptr;
    cl_command_queue queue = nullptr;
    cl_kernel kernel = nullptr;
    cl_mem buffer = nullptr;
};

// Nanoseconds per call: the median of several batches.
template <class Call>
double time_of(Call call) {
    constexpr int batches = 51;
    constexpr int calls = 20000;
    std::vector<double> times;
    for (int b = 0; b < batches; ++b) {
        const auto before = std::chrono::steady_clock::now();
        for (int i = 0; i < calls; ++i) call();
        const std::chrono::duration<double, std::nano> took =
            std::chrono::steady_clock::now() - before;
        times.push_back(took.count() / calls);
    }
    std::ranges::nth_element(times, times.begin() + batches / 2);
    return times[batches / 2];
}

void row(const char* what, double below, double with) {
    fmt::print("{:44} {:8.1f} ns, {:6.1f} ns without the layer\n", what, with, below);
}

int measure() {
    const cl_icd_dispatch below = loader();
    const cl_icd_dispatch* with = layered(below);
    if (!with) return 1;
    const Launch launch(*with);
    constexpr std::size_t tuned = 1, other = 2;
    for (int i = 0; i < 5; ++i) launch.run(*with, tuned);
    launch.run(*with, other);
    clFinish(launch.queue);
    does_nothing = true;
    const auto enqueued = [&](std::size_t local) {
        return [&launch, local](const cl_icd_dispatch& calls) { launch.run(calls, local); };
    };
    const auto set = [&](const cl_icd_dispatch& calls) {
        calls.clSetKernelArg(launch.kernel, 0, sizeof launch.buffer, &launch.buffer);
    };
    const auto print = [&](const char* what, const auto& call) {
        row(what, time_of([&] { call(below); }), time_of([&] { call(*with); }));
    };
    print("clEnqueueNDRangeKernel, another work-group", enqueued(tuned));
    print("clEnqueueNDRangeKernel, not tuned", enqueued(other));
    print("clSetKernelArg", set);
    return 0;
}

int tune_itself(const fs::path& folder, const std::string& self) {
    const std::string hone = HONE_PROGRAM;
    const std::string where = " --where 'HONE_LOCAL_X >= 64' --quiet";
    const std::string kept = folder.string() + "/kept";
    const std::string steps = hone + " capture --keep 1 -o " + kept + " -- " + self +
                              " launch && " + hone + " tune " + kept + "/*/*.toml" + where;
    return std::system(steps.c_str());
}

}  // namespace

int main(int words, char** word) {
    if (words > 1) {
        cl_icd_dispatch calls = loader();
        Launch(calls).run(calls, 1);
        return 0;
    }
    const fs::path folder = fs::temp_directory_path() / "hone-layer-calls";
    fs::remove_all(folder);
    fs::create_directories(folder);
    ::setenv("HONE_DB", (folder / "a.db").c_str(), 1);
    ::setenv("HONE_APPLY_LOG", (folder / "log.txt").c_str(), 1);
    if (tune_itself(folder, word[0]) != 0) return 1;
    const int code = measure();
    if (std::system(("cat " + (folder / "log.txt").string()).c_str()) != 0) return 1;
    return code;
}
