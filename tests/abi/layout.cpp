// SPDX-License-Identifier: MIT
// Prints the parts of libhone that applications compile in: sizes and offsets of the members of
// installed types, and the numbers of enumerations.
#include <cstddef>
#include <cstdio>
#include <hone/opencl.hpp>

#define SIZE(type) std::printf("sizeof(" #type ") %zu\n", sizeof(type))
#define PLACE(type, member) std::printf(#type "::" #member " at %zu\n", offsetof(type, member))
#define NUMBER(name) std::printf(#name " %lld\n", static_cast<long long>(name))

int main() {
    SIZE(hone::Device);
    PLACE(hone::Device, vendor_id);
    PLACE(hone::Device, max_items);
    PLACE(hone::Device, extensions);
    SIZE(hone::Setting);
    SIZE(hone::Tuned);
    SIZE(hone::Query);
    PLACE(hone::Query, problem);
    PLACE(hone::Query, rewriting);
    PLACE(hone::Query, math);
    PLACE(hone::Query, objective);
    SIZE(hone::TunedKernel);
    PLACE(hone::TunedKernel, kernel);
    PLACE(hone::TunedKernel, rewrite);
    PLACE(hone::TunedKernel, launches);
    PLACE(hone::TunedKernel, stale);
    SIZE(hone::TunedKernel::Launch);
    SIZE(hone::TunedKernel::Extra);
    SIZE(hone::SkippedDatabase);
    SIZE(hone_opencl);
    PLACE(hone_opencl, clCreateProgramWithSource);
    PLACE(hone_opencl, clFlush);
    PLACE(hone_opencl, clGetEventInfo);
    PLACE(hone_opencl, clGetKernelWorkGroupInfo);
    SIZE(hone_matrix);
    PLACE(hone_matrix, transposed);
    SIZE(hone_vector);
    SIZE(hone_events);
    NUMBER(HONE_BAD_ARGUMENT);
    NUMBER(HONE_NO_KERNEL);
    NUMBER(HONE_NO_MEMORY);
    NUMBER(HONE_FAILED);
    NUMBER(HONE_NONE);
    NUMBER(HONE_EDP);
    NUMBER(HONE_I32);
    NUMBER(HONE_TF32X3);
    NUMBER(HONE_COLUMN_MAJOR);
    NUMBER(HONE_MAX);
}
