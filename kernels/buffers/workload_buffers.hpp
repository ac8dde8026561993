// SPDX-License-Identifier: MIT
// The memory of a workload: named buffers between guard zones, what they hold before a run, and
// what a run must leave as it is.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/buffers/buffer_hash.hpp"
#include "kernels/buffers/guarded_buffer.hpp"
#include "kernels/buffers/poison.hpp"
#include "kernels/buffers/spare_buffers.hpp"
#include "kernels/check/comparison.hpp"
#include "kernels/launch/bindings.hpp"
#include "kernels/launch/device_image.hpp"

namespace hone {

class WorkloadBuffers {
  public:
    struct Setup {
        cl::Context context;
        cl::Device device;
        cl::CommandQueue queue;
        std::size_t sets = 1;  // copies of all buffers
        GuardZones zones = wide_zones;
        bool has_own_memory = false;  // of the device
    };
    enum class Role { input, output, constant, scratch };
    /// The content of scratch before a run: new poison, or what the last run left.
    enum class Scratch { anew, as_left };

    explicit WorkloadBuffers(Setup setup);

    /// Adds a buffer, or replaces the one with this name. `content` is its initial content; an
    /// output or scratch without content is poisoned.
    void add(std::string name, Role role, const Element& element, std::size_t bytes, Bytes content);
    /// Kernels get an image in place of this buffer. The buffer holds its pixels: there they are
    /// filled, poisoned and compared.
    void add_images(std::string_view name, const ImageForm& form);
    /// A buffer that is read and written: its content is restored before each run.
    void keep_pristine(std::string_view name);
    /// What the buffer holds now is its initial content from now on.
    void take_as_input(std::string_view name);
    /// Frees the pooled scratch of earlier plans.
    void drop_spares() { spares_.clear(); }

    const Bytes& content(std::string_view name) const { return buffer(name).content; }
    const cl::Buffer& on_device(std::string_view name, std::size_t set) const;
    std::size_t bytes_of(std::string_view name) const { return buffer(name).sets.front().bytes(); }
    /// The size of all buffers on the device, without their guard zones.
    std::size_t bytes() const;
    Bindings bindings(std::size_t set) const;

    /// The poison of the following runs begins anew.
    void begin_plan() { runs_ = 0; }
    void reset(std::size_t set, Scratch scratch);
    /// True if some buffers are read and written, and must be restored before each run.
    bool restores() const;
    void restore();
    /// True if a second run gives the same result: outputs are poisoned or restored before it.
    bool is_repeatable() const;
    /// Fills the buffers of the first set with the content of the buffers of `other`.
    void start_as(const WorkloadBuffers& other);
    /// Copies the outputs of the first set to `other`. Elements that no run has written still hold
    /// the poison of this workload.
    void hand_outputs_to(WorkloadBuffers& other) const;

    /// Reads the outputs in the order in which they were added.
    std::vector<Bytes> outputs(std::size_t set) const;
    /// Reads and keeps the outputs: later runs are compared with them.
    const std::vector<Bytes>& keep_outputs(std::size_t set);
    /// True if these bytes of an output, with content `now`, are as at the last reset.
    bool untouched(std::string_view name, std::span<const std::byte> now, std::size_t from,
                   std::size_t bytes) const;

    /// After any run: guard zones are intact, and inputs have the content of `inputs`.
    Comparison check_intact(std::size_t set, const WorkloadBuffers& inputs);
    struct Repeat {
        Comparison comparison;
        bool all_written = true;  // false: an element holds the poison of its run in both runs
    };
    /// The outputs have the same bits as the kept ones.
    Repeat check_repeat(std::size_t set);
    /// Perturbs some elements of the kept outputs, within the error bound.
    void perturb_outputs();
    /// After a run on perturbed outputs. Fails if the run has left the perturbed elements.
    Comparison check_perturbed() const;

  private:
    struct Buffer {
        std::string name;
        Role role;
        const Element* element;
        Bytes content;                 // the initial content; empty: poison
        FillPattern poison{};          // of the last reset
        FillPattern checked_poison{};  // of the last reset before the outputs were kept
        std::vector<GuardedBuffer> sets;
        std::uint64_t hash = 0;          // of an input's content, or of a kept output
        Bytes perturbed;                 // the output's elements as perturbed before this run
        std::size_t perturbed_from = 0;  // the first byte of `perturbed`
        cl::Buffer pristine;             // the initial content of a buffer that is read and written
        std::uint64_t pristine_hash = 0;
        std::vector<DeviceImage> images;  // one for each set: the argument of kernels

        /// True if no kernel may change it.
        bool is_kept() const { return role == Role::input || role == Role::constant; }
    };

    const Buffer& buffer(std::string_view name) const;
    Buffer& buffer(std::string_view name);
    void add_sets(Buffer& made, std::size_t bytes);
    void to_image(const Buffer& pixels, std::size_t set) const;
    void from_images(std::size_t set) const;
    void read_outputs(std::size_t set, std::vector<Bytes>& into) const;
    bool is_best_hashed();
    std::uint64_t hash_of(const GuardedBuffer& there);
    void hash_zones(std::span<GuardedBuffer* const> written);
    bool is_intact_by_hashes(std::size_t set, const WorkloadBuffers& inputs);
    bool mend_own();
    std::optional<std::size_t> changed(const GuardedBuffer& there, std::uint64_t hash,
                                       std::span<const std::byte> content);
    std::optional<std::size_t> changed_result(const Buffer& each, std::size_t set,
                                              std::span<const std::byte> before, bool& all_written);
    void perturb(Buffer& each, const Bytes& result) const;
    Comparison check_perturbed(const Buffer& each, const Bytes& result) const;

    Setup setup_;
    BufferHash buffer_hash_;
    GuardWords guard_words_;
    std::optional<std::uint64_t> words_hash_;  // of the words on the device
    SpareBuffers spares_;
    std::vector<Buffer> all_;
    std::uint64_t made_ = 0;  // buffers made so far
    std::uint64_t runs_ = 0;  // resets since the plan began
    std::vector<Bytes> kept_outputs_;
};

}  // namespace hone
