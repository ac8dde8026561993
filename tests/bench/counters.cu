// SPDX-License-Identifier: MIT
// Runs the output of `one text` for a config on an NVIDIA GPU through CUDA's driver, because
// NVIDIA's profiler does not support OpenCL. Buffers hold the config's own initial content,
// repeated.
//   one text … | counters [RUNS]
#include <cuda.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

static void must(CUresult done, const char* what) {
    if (done == CUDA_SUCCESS) return;
    const char* name = "";
    cuGetErrorName(done, &name);
    std::fprintf(stderr, "counters: %s: %s\n", what, name);
    std::exit(3);
}

// A buffer of this size with this content, repeated.
static CUdeviceptr filled(size_t bytes, const std::vector<unsigned char>& content) {
    std::vector<unsigned char> values(bytes);
    for (size_t at = 0; at < bytes; ++at) values[at] = content[at % content.size()];
    CUdeviceptr buffer = 0;
    must(cuMemAlloc(&buffer, bytes), "no memory");
    must(cuMemcpyHtoD(buffer, values.data(), bytes), "a copy");
    return buffer;
}

// OpenCL's driver passes these in extra registers at a launch: two offsets in three dimensions,
// which are zero, and the numbers of work-groups.
static std::string with_launch(std::string text, const unsigned groups[3]) {
    const std::string reg = "%envreg";
    for (size_t at = 0; (at = text.find(reg, at)) != std::string::npos;) {
        const size_t end = text.find_first_not_of("0123456789", at + reg.size());
        const int which = std::stoi(text.substr(at + reg.size(), end - at - reg.size()));
        text.replace(at, end - at, std::to_string(which < 6 || which > 8 ? 0 : groups[which - 6]));
    }
    return text;
}

int main(int count, char** words) {
    const int runs = count > 1 ? std::atoi(words[1]) : 1;
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    must(cuInit(0), "no driver");
    CUdevice device;
    CUcontext context;
    must(cuDeviceGet(&device, 0), "no device");
    must(cuDevicePrimaryCtxRetain(&context, device), "no context");
    must(cuCtxSetCurrent(context), "the context");

    std::string entry;
    unsigned local[3] = {}, global[3] = {};
    std::vector<std::vector<unsigned char>> arguments;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line) && line.rfind("// ", 0) == 0;) {
        std::istringstream parts(line.substr(3));
        std::string kind;
        parts >> kind;
        if (kind == "launch") {
            parts >> entry;
            for (unsigned& each : local) parts >> each;
            for (unsigned& each : global) parts >> each;
        } else if (kind == "buffer") {
            size_t bytes = 0;
            parts >> bytes;
            const CUdeviceptr buffer = filled(bytes, {std::istream_iterator<int>(parts), {}});
            const auto* from = reinterpret_cast<const unsigned char*>(&buffer);
            arguments.emplace_back(from, from + sizeof(buffer));
        } else if (kind == "scalar") {
            arguments.emplace_back(std::istream_iterator<int>(parts), std::istream_iterator<int>());
        } else {
            break;
        }
    }
    CUmodule module;
    CUfunction function;
    const unsigned groups[3] = {global[0] / local[0], global[1] / local[1], global[2] / local[2]};
    must(cuModuleLoadData(&module, with_launch(text, groups).c_str()), "the program");
    must(cuModuleGetFunction(&function, module, entry.c_str()), "its entry");
    std::vector<void*> pointers;
    for (auto& each : arguments) pointers.push_back(each.data());
    CUevent before, after;
    must(cuEventCreate(&before, 0), "an event");
    must(cuEventCreate(&after, 0), "an event");
    for (int run = 0; run < runs; ++run) {
        cuEventRecord(before, nullptr);
        must(cuLaunchKernel(function, groups[0], groups[1], groups[2], local[0], local[1], local[2],
                            0, nullptr, pointers.data(), nullptr),
             "the launch");
        cuEventRecord(after, nullptr);
        must(cuEventSynchronize(after), "the run");
        float milliseconds = 0;
        cuEventElapsedTime(&milliseconds, before, after);
        std::printf("%.3f us\n", milliseconds * 1e3);
    }
}
