// SPDX-License-Identifier: MIT
// A layer between the OpenCL loader and a driver. HONE_TEST_FAULTS injects faults (faults.hpp);
// HONE_TEST_DISGUISE simulates another device (disguise.hpp).
#include "layer.hpp"

#include <CL/cl_layer.h>

#include <algorithm>
#include <cstring>

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

extern "C" CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint num_entries,
                                                       const cl_icd_dispatch* target_dispatch,
                                                       cl_uint* num_entries_ret,
                                                       const cl_icd_dispatch** layer_dispatch_ret) {
    if (!target_dispatch || !num_entries_ret || !layer_dispatch_ret) return CL_INVALID_VALUE;
    using namespace layer;
    std::memcpy(&driver, target_dispatch, std::min(sizeof driver, num_entries * sizeof(void*)));
    disguised = driver;
    hook_disguise();
    altered = disguised;
    hook_faults();
    *layer_dispatch_ret = &altered;
    *num_entries_ret = sizeof altered / sizeof(void*);
    return CL_SUCCESS;
}
