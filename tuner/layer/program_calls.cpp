// SPDX-License-Identifier: MIT
// Recorded texts are needed only later: if recording fails, the program continues unchanged.
#include "tuner/layer/program_calls.hpp"

#include <string>

#include "tuner/layer/capture_launch.hpp"
#include "tuner/layer/driver.hpp"
#include "tuner/layer/objects.hpp"
#include "tuner/layer/program_texts.hpp"

namespace hone::layer {
namespace {

using Notify = void(CL_CALLBACK*)(cl_program, void*);

std::string with_argument_names(const char* options) {
    return std::string(options ? options : "") + " -cl-kernel-arg-info";
}

// Builds with names and types of arguments, for the capture; if that fails, with the program's own
// options.
cl_int CL_API_CALL build_program(cl_program program, cl_uint devices, const cl_device_id* list,
                                 const char* options, Notify notify, void* data) {
    const std::string more = with_argument_names(options);
    const cl_int status = driver.clBuildProgram(program, devices, list, more.c_str(), notify, data);
    if (status == CL_SUCCESS || status == CL_BUILD_PROGRAM_FAILURE) return status;
    return driver.clBuildProgram(program, devices, list, options, notify, data);
}

cl_int CL_API_CALL compile_program(cl_program program, cl_uint devices, const cl_device_id* list,
                                   const char* options, cl_uint headers, const cl_program* texts,
                                   const char** names, Notify notify, void* data) {
    const std::string more = with_argument_names(options);
    const cl_int status = driver.clCompileProgram(program, devices, list, more.c_str(), headers,
                                                  texts, names, notify, data);
    if (status == CL_SUCCESS || status == CL_COMPILE_PROGRAM_FAILURE) return status;
    return driver.clCompileProgram(program, devices, list, options, headers, texts, names, notify,
                                   data);
}

// The driver may reuse a handle for another program: drops the old text.
cl_program as_new(cl_program program) {
    if (program) forget_text(program);
    return program;
}

cl_program CL_API_CALL create_program(cl_context context, cl_uint count, const char** texts,
                                      const std::size_t* sizes, cl_int* status) {
    return as_new(driver.clCreateProgramWithSource(context, count, texts, sizes, status));
}

cl_program CL_API_CALL create_program_with_il(cl_context context, const void* content,
                                              std::size_t size, cl_int* status) {
    return as_new(driver.clCreateProgramWithIL(context, content, size, status));
}

cl_program CL_API_CALL create_program_with_binary(cl_context context, cl_uint count,
                                                  const cl_device_id* devices,
                                                  const std::size_t* sizes,
                                                  const unsigned char** binaries, cl_int* valid,
                                                  cl_int* status) {
    cl_program program = as_new(
        driver.clCreateProgramWithBinary(context, count, devices, sizes, binaries, valid, status));
    if (program) try_to([&] { note_binaries(program, count, sizes, binaries); });
    return program;
}

cl_program CL_API_CALL link_program(cl_context context, cl_uint devices, const cl_device_id* list,
                                    const char* options, cl_uint count, const cl_program* programs,
                                    Notify notify, void* data, cl_int* status) {
    cl_program linked = as_new(driver.clLinkProgram(context, devices, list, options, count,
                                                    programs, notify, data, status));
    if (linked && count == 1)
        try_to([&] { note_linked(linked, *programs, devices, list, options); });
    return linked;
}

cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info what, std::size_t size,
                                    void* value, std::size_t* actual) {
    const cl_int status = driver.clGetProgramInfo(program, what, size, value, actual);
    if (status == CL_SUCCESS && what == CL_PROGRAM_BINARIES && value)
        try_to([&] { store_binaries(program, static_cast<const unsigned char* const*>(value)); });
    return status;
}

}  // namespace

void hook_programs(cl_icd_dispatch& altered) {
    altered.clCreateProgramWithSource = create_program;
    altered.clCreateProgramWithIL = create_program_with_il;
    altered.clCreateProgramWithBinary = create_program_with_binary;
    altered.clLinkProgram = link_program;
    altered.clGetProgramInfo = get_program_info;
    if (!captures()) return;
    altered.clBuildProgram = build_program;
    altered.clCompileProgram = compile_program;
}

}  // namespace hone::layer
