// SPDX-License-Identifier: MIT
// Programs without any knowledge of hone. `program NAME [LAUNCHES [FLAG]]` launches one kernel this
// many times and prints a hash of all its buffers. `program list` prints the names. With
// PROGRAM_LINKS it compiles and links its text. With PROGRAM_BINARY=FILE it loads that binary, or
// builds its text and writes the file. With PROGRAM_NO_MEMORY an observer of its arguments cannot
// allocate memory.
#include <CL/cl.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <vector>

#include "tests/capture/programs.hpp"

static bool is_memory_gone = false;

void* operator new(std::size_t bytes) {
    void* memory = is_memory_gone ? nullptr : std::malloc(bytes + 1);
    return memory ? memory : throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
    std::free(memory);
}

namespace {

void need(cl_int status, const char* what) {
    if (status == CL_SUCCESS) return;
    std::fprintf(stderr, "%s gave %d\n", what, status);
    std::exit(3);
}

struct Memory {
    cl_mem buffer;
    std::size_t bytes;
    std::array<std::size_t, 3> region{};  // of an image
};

class Run {
  public:
    Run(const Program& program, int launches, int flag) : program_(program), flag_(flag) {
        open();
        build();
        for (std::size_t i = 0; i < program.arguments.size(); ++i)
            std::visit([&](const auto& each) { set(static_cast<cl_uint>(i), each); },
                       program.arguments[i]);
        for (int i = 0; i < launches; ++i) launch();
        std::printf("%016llx\n", static_cast<unsigned long long>(hash()));
    }

  private:
    void open() {
        std::array<cl_platform_id, 8> platforms{};
        cl_uint count = 0;
        need(clGetPlatformIDs(8, platforms.data(), &count), "clGetPlatformIDs");
        for (cl_uint i = 0; i < count && !device_; ++i)
            clGetDeviceIDs(platforms.at(i), CL_DEVICE_TYPE_ALL, 1, &device_, nullptr);
        cl_int status = CL_SUCCESS;
        context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &status);
        need(status, "clCreateContext");
        queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, &status);
        need(status, "clCreateCommandQueueWithProperties");
    }

    void build() {
        const char* file = std::getenv("PROGRAM_BINARY");
        cl_program program = file ? loaded(file) : nullptr;
        if (!program) program = built();
        if (file) write_binary(program, file);
        cl_int status = CL_SUCCESS;
        kernel_ = clCreateKernel(program, program_.name, &status);
        need(status, "clCreateKernel");
    }

    cl_program built() {
        cl_int status = CL_SUCCESS;
        const char* text = program_.text;
        cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, &status);
        need(status, "clCreateProgramWithSource");
        if (std::getenv("PROGRAM_LINKS")) return linked(program);
        need(clBuildProgram(program, 1, &device_, program_.options, nullptr, nullptr),
             "clBuildProgram");
        return program;
    }

    cl_program linked(cl_program program) {
        need(clCompileProgram(program, 1, &device_, program_.options, 0, nullptr, nullptr, nullptr,
                              nullptr),
             "clCompileProgram");
        cl_int status = CL_SUCCESS;
        cl_program whole =
            clLinkProgram(context_, 1, &device_, nullptr, 1, &program, nullptr, nullptr, &status);
        need(status, "clLinkProgram");
        return whole;
    }

    // Null if the file does not exist.
    cl_program loaded(const char* file) {
        std::ifstream stream(file, std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(stream), {}};
        if (content.empty()) return nullptr;
        const std::size_t size = content.size();
        const auto* bytes = reinterpret_cast<const unsigned char*>(content.data());
        cl_int status = CL_SUCCESS;
        cl_program program =
            clCreateProgramWithBinary(context_, 1, &device_, &size, &bytes, nullptr, &status);
        need(status, "clCreateProgramWithBinary");
        need(clBuildProgram(program, 1, &device_, program_.options, nullptr, nullptr),
             "clBuildProgram");
        return program;
    }

    static void write_binary(cl_program program, const char* file) {
        std::size_t size = 0;
        need(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr),
             "CL_PROGRAM_BINARY_SIZES");
        std::string content(size, '\0');
        char* bytes = content.data();
        need(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr),
             "CL_PROGRAM_BINARIES");
        std::ofstream(file, std::ios::binary) << content;
    }

    void launch() {
        const auto sizes = [](const auto& all) { return all.empty() ? nullptr : all.data(); };
        need(clEnqueueNDRangeKernel(queue_, kernel_, static_cast<cl_uint>(program_.global.size()),
                                    sizes(program_.offset), sizes(program_.global),
                                    sizes(program_.local), 0, nullptr, nullptr),
             "clEnqueueNDRangeKernel");
    }

    void set_buffer(cl_uint index, void* content, std::size_t bytes) {
        cl_int status = CL_SUCCESS;
        cl_mem buffer = clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                       content, &status);
        need(status, "clCreateBuffer");
        memory_.push_back({buffer, bytes, {}});
        set(index, buffer);
    }
    void set(cl_uint index, const Picture& picture) {
        const std::size_t bytes = 4 * picture.width * picture.height;
        std::vector<unsigned char> content(bytes);
        for (std::size_t i = 0; i < bytes; ++i)
            content[i] = static_cast<unsigned char>(i * i % 251);
        const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
        cl_image_desc form{};
        form.image_type = CL_MEM_OBJECT_IMAGE2D;
        form.image_width = picture.width;
        form.image_height = picture.height;
        cl_int status = CL_SUCCESS;
        cl_mem image = clCreateImage(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                     &form, content.data(), &status);
        need(status, "clCreateImage");
        memory_.push_back({image, bytes, {picture.width, picture.height, 1}});
        set(index, image);
    }
    void set(cl_uint index, const Nearest& /*sampler*/) {
        const cl_sampler_properties properties[]{CL_SAMPLER_NORMALIZED_COORDS,
                                                 CL_FALSE,
                                                 CL_SAMPLER_ADDRESSING_MODE,
                                                 CL_ADDRESS_CLAMP,
                                                 CL_SAMPLER_FILTER_MODE,
                                                 CL_FILTER_NEAREST,
                                                 0};
        cl_int status = CL_SUCCESS;
        set(index, clCreateSamplerWithProperties(context_, properties, &status));
        need(status, "clCreateSamplerWithProperties");
    }
    void set(cl_uint index, const Shared& shared) {
        void* pointer = clSVMAlloc(context_, CL_MEM_READ_WRITE, shared.count * sizeof(float), 0);
        need(pointer ? CL_SUCCESS : CL_OUT_OF_RESOURCES, "clSVMAlloc");
        need(clSetKernelArgSVMPointer(kernel_, index, pointer), "clSetKernelArgSVMPointer");
    }
    void set(cl_uint index, const Hidden& hidden) {
        std::vector<float> content(hidden.count, 0.3F);
        cl_int status = CL_SUCCESS;
        set(index, clCreateBuffer(context_,
                                  CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR | CL_MEM_HOST_NO_ACCESS,
                                  hidden.count * sizeof(float), content.data(), &status));
        need(status, "clCreateBuffer");
    }
    void set(cl_uint index, const Floats& floats) {
        std::vector<float> content(floats.count);
        for (std::size_t i = 0; i < floats.count; ++i)
            content[i] = static_cast<float>(i % 1000) / 7.0F - 50.0F;
        set_buffer(index, content.data(), content.size() * sizeof(float));
    }
    void set(cl_uint index, const Integers& integers) {
        std::vector<int> content(integers.count);
        for (std::size_t i = 0; i < integers.count; ++i)
            content[i] = static_cast<int>(i * i % 7919) % integers.below;
        set_buffer(index, content.data(), content.size() * sizeof(int));
    }
    void set(cl_uint index, const Local& local) {
        need(clSetKernelArg(kernel_, index, local.bytes, nullptr), "clSetKernelArg");
    }
    void set(cl_uint index, const Flag& /*flag*/) { set(index, flag_); }
    void set(cl_uint index, const Again& again) { set(index, memory_[again.argument].buffer); }
    template <class Value>
    void set(cl_uint index, const Value& value) {
        is_memory_gone = std::getenv("PROGRAM_NO_MEMORY") != nullptr;
        const cl_int status = clSetKernelArg(kernel_, index, sizeof value, &value);
        is_memory_gone = false;
        need(status, "clSetKernelArg");
    }

    void read(const Memory& memory, std::vector<unsigned char>& content) {
        constexpr std::array<std::size_t, 3> origin{};
        if (memory.region[0] == 0)
            need(clEnqueueReadBuffer(queue_, memory.buffer, CL_TRUE, 0, memory.bytes,
                                     content.data(), 0, nullptr, nullptr),
                 "clEnqueueReadBuffer");
        else
            need(
                clEnqueueReadImage(queue_, memory.buffer, CL_TRUE, origin.data(),
                                   memory.region.data(), 0, 0, content.data(), 0, nullptr, nullptr),
                "clEnqueueReadImage");
    }

    // FNV-1a.
    std::uint64_t hash() {
        // A program that exits during a launch may crash.
        need(clFinish(queue_), "clFinish");
        std::uint64_t hash = 14695981039346656037U;
        for (const Memory& each : memory_) {
            std::vector<unsigned char> content(each.bytes);
            read(each, content);
            for (const unsigned char byte : content) hash = (hash ^ byte) * 1099511628211U;
        }
        return hash;
    }

    const Program& program_;
    int flag_;
    cl_device_id device_ = nullptr;
    cl_context context_ = nullptr;
    cl_command_queue queue_ = nullptr;
    cl_kernel kernel_ = nullptr;
    std::vector<Memory> memory_;
};

int number(int count, char** words, int at, int otherwise) {
    return count > at ? std::atoi(words[at]) : otherwise;
}

}  // namespace

int main(int count, char** words) {
    const std::string name = count > 1 ? words[1] : "list";
    for (const Program& each : programs()) {
        if (name == "list") std::puts(each.name);
        if (name != each.name) continue;
        const Run run(each, number(count, words, 2, 10), number(count, words, 3, 0));
        return 0;
    }
    return name == "list" ? 0 : 2;
}
