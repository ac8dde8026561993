// SPDX-License-Identifier: MIT
// C API of Tuned: creates, fills and queries handles. A failure returns a status and stores its
// text.
#include <algorithm>
#include <string>

#include "db/api/status.hpp"
#include "db/c/handles.hpp"
#include "db/device/opencl_device.hpp"
#include "db/lookup/answer_cache.hpp"
#include "db/sqlite/version.hpp"
#include "db/store/row_fields.hpp"

namespace {

using hone::Failure;
using hone::guarded;
using hone::guarded_result;
using hone::Math;
using hone::need;
using hone::Objective;
using hone::Rewriting;

/// Sets the field with this name if its type is that of the value.
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
    // The PCI address and UUID are not columns of the table of devices.
    setter("pci", device->device.pci);
    setter("uuid", device->device.uuid);
    if (!setter.found)
        throw Failure(HONE_BAD_ARGUMENT,
                      "a device has no '" + std::string(field) + "' of this kind");
    return 1;
}

template <class Value>
hone_status set_argument(hone_problem* problem, const char* name, const Value* value) noexcept {
    return guarded([&] {
        need(problem, name, value);
        if constexpr (std::is_same_v<Value, char>)
            problem->settings.emplace_back(name, std::string(value));
        else
            problem->settings.emplace_back(name, *value);
    });
}

const hone_kernel* find(hone_tuned* tuned, const char* what, const hone_device* device,
                        const char* precision, const hone_problem* problem, Rewriting rewriting,
                        Math math = Math::exact, Objective objective = Objective::time) noexcept {
    return guarded_result(
        [&] {
            return tuned->keep(tuned->tuned.find(what, device->device, precision, problem->settings,
                                                 objective, rewriting, math));
        },
        tuned, what, device, precision, problem);
}

const hone::Tuned::Skipped& skipped_of(const hone_tuned* tuned, size_t index) {
    return hone::item_of(tuned->tuned.skipped(), index, "skipped database", "this handle");
}

hone::Tuned::Tuner calling(hone_tuner tuner, void* user) {
    return [=](std::string_view what, const hone::Device& device, std::string_view precision,
               const hone::Settings& problem) {
        const hone_device asking{device};
        const hone_problem asked{problem};
        return tuner(user, std::string(what).c_str(), &asking, std::string(precision).c_str(),
                     &asked) != 0;
    };
}

/// Whether two answers belong to the same query and have the same content.
bool is_same_answer(const hone::TunedKernel& a, const hone::TunedKernel& b) {
    return a.kernel == b.kernel && a.config == b.config && a.reason == b.reason &&
           a.stale == b.stale && a.expected_ns == b.expected_ns &&
           a.build_options == b.build_options && a.source == b.source && a.query == b.query;
}

}  // namespace

const hone_kernel* hone_tuned::keep(hone::TunedKernel kernel) {
    const std::size_t hash = hone::lookup::question_of(kernel.query).hash();
    const std::lock_guard lock(gate);
    const auto [first, last] = given.equal_range(hash);
    auto known = std::find_if(first, last, [&](const auto& each) {
        return is_same_answer(each.second.answer.kernel, kernel);
    });
    if (known == last) known = given.emplace(hash, Given{hone_kernel(std::move(kernel)), 0});
    ++known->second.times;
    return &known->second.answer;
}

void hone_tuned::give_back(const hone_kernel& answer) {
    const std::size_t hash = hone::lookup::question_of(answer.kernel.query).hash();
    const std::lock_guard lock(gate);
    const auto [first, last] = given.equal_range(hash);
    const auto known =
        std::find_if(first, last, [&](const auto& each) { return &each.second.answer == &answer; });
    if (known != last && --known->second.times == 0) given.erase(known);
}

extern "C" {

const char* hone_version(void) noexcept {
    static constexpr std::string_view name = "hone ";
    return guarded_result([] { return hone::this_tool().c_str() + name.size(); });
}

hone_device* hone_device_new(void) noexcept {
    return guarded_result([] { return std::make_unique<hone_device>().release(); });
}

int hone_device_set_text(hone_device* device, const char* field, const char* text) noexcept {
    return guarded_result([&] { return set_field(device, field, std::string(text)); }, device,
                          field, text);
}

int hone_device_set_number(hone_device* device, const char* field, int64_t number) noexcept {
    return guarded_result([&] { return set_field(device, field, number); }, device, field);
}

void hone_device_free(hone_device* device) noexcept {
    const std::unique_ptr<hone_device> gone(device);
}

hone_device* hone_device_read(void* device, hone_query device_info,
                              hone_query platform_info) noexcept {
    return guarded_result([&] {
        if (!device_info || !platform_info) throw Failure(HONE_BAD_ARGUMENT, "a pointer is NULL");
        auto read = std::make_unique<hone_device>();
        read->device = hone::read_device(device, {device_info, platform_info});
        return read.release();
    });
}

hone_problem* hone_problem_new(void) noexcept {
    return guarded_result([] { return std::make_unique<hone_problem>().release(); });
}

hone_status hone_problem_set(hone_problem* problem, const char* name, int64_t number) noexcept {
    return set_argument(problem, name, &number);
}

hone_status hone_problem_set_real(hone_problem* problem, const char* name, double number) noexcept {
    return set_argument(problem, name, &number);
}

hone_status hone_problem_set_word(hone_problem* problem, const char* name,
                                  const char* word) noexcept {
    return set_argument(problem, name, word);
}

void hone_problem_free(hone_problem* problem) noexcept {
    const std::unique_ptr<hone_problem> gone(problem);
}

hone_tuned* hone_open(void) noexcept {
    return guarded_result([] { return std::make_unique<hone_tuned>(hone::Tuned()).release(); });
}

hone_tuned* hone_open_files(const char* const* files, size_t count) noexcept {
    return guarded_result(
        [&] {
            for (size_t i = 0; i < count; ++i) need(files[i]);
            hone::Tuned tuned(std::vector<std::filesystem::path>(files, files + count));
            return std::make_unique<hone_tuned>(std::move(tuned)).release();
        },
        files);
}

hone_status hone_trust_databases(hone_tuned* tuned) noexcept {
    return guarded([&] {
        need(tuned);
        tuned->tuned.trust_databases();
    });
}

void hone_close(hone_tuned* tuned) noexcept {
    const std::unique_ptr<hone_tuned> gone(tuned);
}

size_t hone_skipped(const hone_tuned* tuned) noexcept {
    return guarded_result([&] { return tuned->tuned.skipped().size(); }, tuned);
}

const char* hone_skipped_file(const hone_tuned* tuned, size_t index) noexcept {
    return guarded_result([&] { return skipped_of(tuned, index).file.c_str(); }, tuned);
}

const char* hone_skipped_reason(const hone_tuned* tuned, size_t index) noexcept {
    return guarded_result([&] { return skipped_of(tuned, index).reason.c_str(); }, tuned);
}

const hone_kernel* hone_find(hone_tuned* tuned, const char* what, const hone_device* device,
                             const char* precision, const hone_problem* problem) noexcept {
    return find(tuned, what, device, precision, problem, Rewriting::no);
}

const hone_kernel* hone_find_rewritten(hone_tuned* tuned, const char* what,
                                       const hone_device* device, const char* precision,
                                       const hone_problem* problem) noexcept {
    return find(tuned, what, device, precision, problem, Rewriting::yes);
}

const hone_kernel* hone_find_relaxed(hone_tuned* tuned, const char* what, const hone_device* device,
                                     const char* precision, const hone_problem* problem) noexcept {
    return find(tuned, what, device, precision, problem, Rewriting::no, Math::relaxed);
}

const hone_kernel* hone_find_objective(hone_tuned* tuned, const char* what,
                                       const hone_device* device, const char* precision,
                                       const hone_problem* problem,
                                       hone_objective objective) noexcept {
    Objective wanted = Objective::time;
    const hone_status status = guarded([&] { wanted = hone::objective_of(objective); });
    if (status != HONE_OK) return nullptr;
    return find(tuned, what, device, precision, problem, Rewriting::no, Math::exact, wanted);
}

const hone_kernel* hone_reject(hone_tuned* tuned, const hone_kernel* kernel) noexcept {
    return guarded_result(
        [&] {
            const hone_kernel* next = tuned->keep(tuned->tuned.reject(kernel->kernel));
            tuned->pool.forget();
            return next;
        },
        tuned, kernel);
}

void hone_kernel_free(hone_tuned* tuned, const hone_kernel* kernel) noexcept {
    if (tuned && kernel) guarded([&] { tuned->give_back(*kernel); });
}

hone_status hone_set_source(hone_tuned* tuned, const char* kernel, const char* text) noexcept {
    return guarded([&] {
        need(tuned, kernel, text);
        tuned->tuned.set_source(kernel, text);
    });
}

hone_status hone_on_miss(hone_tuned* tuned, hone_tuner tuner, void* user) noexcept {
    return guarded([&] {
        need(tuned);
        tuned->tuned.on_miss(tuner ? calling(tuner, user) : hone::Tuned::Tuner());
    });
}

}  // extern "C"
