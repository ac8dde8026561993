// SPDX-License-Identifier: MIT
// The C face of Tuned. A handle is the object behind a pointer; texts that C++ makes anew are kept
// beside the answers that they belong to.
#include <map>
#include <mutex>
#include <string>

#include "db/device/opencl_device.hpp"
#include "db/lookup/tuned.h"
#include "db/lookup/tuned.hpp"
#include "db/store/row_fields.hpp"

struct hone_device {
    hone::Device device;
};

struct hone_problem {
    hone::Settings settings;
};

/// An answer with the texts that C reads of it.
struct hone_kernel {
    explicit hone_kernel(const hone::TunedKernel& given)
        : kernel(given), config(hone::joined(given.config)), problem(hone::joined(given.problem)) {
        for (const hone::Setting& setting : given.config)
            values[setting.first] = hone::text(setting);
    }
    const hone::TunedKernel& kernel;
    std::string config, problem;
    std::map<std::string, std::string, std::less<>> values;
};

struct hone_tuned {
    hone::Tuned tuned;
    std::map<const hone::TunedKernel*, hone_kernel> given;
    std::mutex gate;

    const hone_kernel* keep(const hone::TunedKernel& kernel) {
        const std::lock_guard lock(gate);
        return &given.try_emplace(&kernel, kernel).first->second;
    }
};

namespace {

/// Sets the field of this name where its kind is the value's.
template <class Value>
struct Setter {
    std::string_view wanted;
    const Value& value;
    bool found = false;

    template <class Field>
    void operator()(std::string_view name, Field& field) {
        if (name != wanted) return;
        if constexpr (std::is_same_v<Field, std::string> == std::is_same_v<Value, std::string>) {
            field = static_cast<Field>(value);
            found = true;
        }
    }
};

template <class Value>
int set_field(hone_device* device, const char* field, const Value& value) {
    Setter<Value> setter{field, value};
    hone::fields(device->device, setter);
    // The board's PCI address and UUID are no columns of the table of devices.
    setter("pci", device->device.pci);
    setter("uuid", device->device.uuid);
    return setter.found ? 1 : 0;
}

constexpr const char* kinds[] = {"scratch", "local", "scalar"};

/// One of several, or nothing past their end.
template <class T>
const T* at(const std::vector<T>& all, size_t index) {
    return index < all.size() ? &all[index] : nullptr;
}

const hone::TunedKernel::Launch* launch_of(const hone_kernel* kernel, size_t index) {
    return at(kernel->kernel.launches, index);
}

const hone::TunedKernel::Extra* extra_of(const hone_kernel* kernel, size_t index) {
    return at(kernel->kernel.extras, index);
}

const hone::Tuned::Skipped* skipped_of(const hone_tuned* tuned, size_t index) {
    return at(tuned->tuned.skipped(), index);
}

}  // namespace

extern "C" {

hone_device* hone_device_new(void) {
    return std::make_unique<hone_device>().release();
}

int hone_device_set_text(hone_device* device, const char* field, const char* text) {
    return set_field(device, field, std::string(text));
}

int hone_device_set_number(hone_device* device, const char* field, int64_t number) {
    return set_field(device, field, number);
}

void hone_device_free(hone_device* device) {
    const std::unique_ptr<hone_device> gone(device);
}

hone_device* hone_device_read(void* device, hone_query device_info, hone_query platform_info) {
    auto read = std::make_unique<hone_device>();
    read->device = hone::read_device(device, {device_info, platform_info});
    return read.release();
}

hone_problem* hone_problem_new(void) {
    return std::make_unique<hone_problem>().release();
}

void hone_problem_set(hone_problem* problem, const char* name, int64_t number) {
    problem->settings.emplace_back(name, number);
}

void hone_problem_set_real(hone_problem* problem, const char* name, double number) {
    problem->settings.emplace_back(name, number);
}

void hone_problem_set_word(hone_problem* problem, const char* name, const char* word) {
    problem->settings.emplace_back(name, std::string(word));
}

void hone_problem_free(hone_problem* problem) {
    const std::unique_ptr<hone_problem> gone(problem);
}

hone_tuned* hone_open(void) {
    return std::make_unique<hone_tuned>().release();
}

hone_tuned* hone_open_files(const char* const* files, size_t count) {
    auto tuned = std::make_unique<hone_tuned>();
    tuned->tuned = hone::Tuned(std::vector<std::filesystem::path>(files, files + count));
    return tuned.release();
}

void hone_trust_databases(hone_tuned* tuned) {
    tuned->tuned.trust_databases();
}

void hone_close(hone_tuned* tuned) {
    const std::unique_ptr<hone_tuned> gone(tuned);
}

size_t hone_skipped(const hone_tuned* tuned) {
    return tuned->tuned.skipped().size();
}

const char* hone_skipped_file(const hone_tuned* tuned, size_t index) {
    const auto* skipped = skipped_of(tuned, index);
    return skipped ? skipped->file.c_str() : nullptr;
}

const char* hone_skipped_reason(const hone_tuned* tuned, size_t index) {
    const auto* skipped = skipped_of(tuned, index);
    return skipped ? skipped->reason.c_str() : nullptr;
}

const hone_kernel* hone_find(hone_tuned* tuned, const char* what, const hone_device* device,
                             const char* precision, const hone_problem* problem) {
    return tuned->keep(tuned->tuned.find(what, device->device, precision, problem->settings));
}

const hone_kernel* hone_reject(hone_tuned* tuned, const hone_kernel* kernel) {
    return tuned->keep(tuned->tuned.reject(kernel->kernel));
}

void hone_set_source(hone_tuned* tuned, const char* kernel, const char* text) {
    tuned->tuned.set_source(kernel, text);
}

void hone_on_miss(hone_tuned* tuned, hone_tuner tuner, void* user) {
    tuned->tuned.on_miss([=](std::string_view what, const hone::Device& device,
                             std::string_view precision, const hone::Settings& problem) {
        const hone_device asking{device};
        const hone_problem asked{problem};
        return tuner(user, std::string(what).c_str(), &asking, std::string(precision).c_str(),
                     &asked) != 0;
    });
}

hone_match hone_kernel_match(const hone_kernel* kernel) {
    return static_cast<hone_match>(kernel->kernel.match);
}

const char* hone_match_text(hone_match match) {
    return text(static_cast<hone::Match>(match)).data();
}

const char* hone_kernel_reason(const hone_kernel* kernel) {
    return kernel->kernel.reason.c_str();
}

const char* hone_kernel_stale(const hone_kernel* kernel) {
    return kernel->kernel.stale.c_str();
}

double hone_kernel_confidence(const hone_kernel* kernel) {
    return kernel->kernel.confidence;
}

double hone_kernel_expected_ns(const hone_kernel* kernel) {
    return kernel->kernel.expected_ns;
}

const char* hone_kernel_name(const hone_kernel* kernel) {
    return kernel->kernel.kernel.c_str();
}

const char* hone_kernel_routine(const hone_kernel* kernel) {
    return kernel->kernel.routine.c_str();
}

const char* hone_kernel_precision(const hone_kernel* kernel) {
    return kernel->kernel.precision.c_str();
}

const char* hone_kernel_source(const hone_kernel* kernel) {
    return kernel->kernel.source.c_str();
}

const char* hone_kernel_source_path(const hone_kernel* kernel) {
    return kernel->kernel.source_path.c_str();
}

const char* hone_kernel_build_options(const hone_kernel* kernel) {
    return kernel->kernel.build_options.c_str();
}

const char* hone_kernel_config(const hone_kernel* kernel) {
    return kernel->config.c_str();
}

const char* hone_kernel_problem(const hone_kernel* kernel) {
    return kernel->problem.c_str();
}

const char* hone_kernel_setting(const hone_kernel* kernel, const char* parameter) {
    const auto found = kernel->values.find(parameter);
    return found == kernel->values.end() ? nullptr : found->second.c_str();
}

size_t hone_kernel_launches(const hone_kernel* kernel) {
    return kernel->kernel.launches.size();
}

const char* hone_launch_entry(const hone_kernel* kernel, size_t launch) {
    const auto* found = launch_of(kernel, launch);
    return found ? found->entry.c_str() : nullptr;
}

unsigned hone_launch_dimensions(const hone_kernel* kernel, size_t launch) {
    const auto* found = launch_of(kernel, launch);
    return found ? static_cast<unsigned>(found->dimensions) : 0;
}

const size_t* hone_launch_local(const hone_kernel* kernel, size_t launch) {
    const auto* found = launch_of(kernel, launch);
    return found ? found->local.data() : nullptr;
}

const size_t* hone_launch_global(const hone_kernel* kernel, size_t launch) {
    const auto* found = launch_of(kernel, launch);
    return found ? found->global.data() : nullptr;
}

size_t hone_launch_arguments(const hone_kernel* kernel, size_t launch) {
    const auto* found = launch_of(kernel, launch);
    return found ? found->arguments.size() : 0;
}

const char* hone_launch_argument(const hone_kernel* kernel, size_t launch, size_t index) {
    const auto* found = launch_of(kernel, launch);
    const auto* argument = found ? at(found->arguments, index) : nullptr;
    return argument ? argument->c_str() : nullptr;
}

size_t hone_kernel_extras(const hone_kernel* kernel) {
    return kernel->kernel.extras.size();
}

const char* hone_extra_kind(const hone_kernel* kernel, size_t extra) {
    const auto* found = extra_of(kernel, extra);
    return found ? kinds[static_cast<size_t>(found->kind)] : nullptr;
}

const char* hone_extra_name(const hone_kernel* kernel, size_t extra) {
    const auto* found = extra_of(kernel, extra);
    return found ? found->name.c_str() : nullptr;
}

const char* hone_extra_type(const hone_kernel* kernel, size_t extra) {
    const auto* found = extra_of(kernel, extra);
    return found ? found->type.c_str() : nullptr;
}

size_t hone_extra_bytes(const hone_kernel* kernel, size_t extra) {
    const auto* found = extra_of(kernel, extra);
    return found ? found->bytes : 0;
}

double hone_extra_value(const hone_kernel* kernel, size_t extra) {
    const auto* found = extra_of(kernel, extra);
    return found ? found->value : 0;
}

}  // extern "C"
