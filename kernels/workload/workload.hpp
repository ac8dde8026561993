// SPDX-License-Identifier: MIT
// What a routine brings for one problem on one device: arguments for the launches, inputs in which
// errors show, and the check of a run's result. A shipped routine is compared with CLBlast and with
// the host; a user's kernel with another entry of its file, or with a file of expected values.
#pragma once

#include <CL/opencl.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/buffers/buffer_hash.hpp"
#include "kernels/buffers/guarded_buffer.hpp"
#include "kernels/buffers/spare_buffers.hpp"
#include "kernels/check/comparison.hpp"
#include "kernels/check/kept_references.hpp"
#include "kernels/inputs/exponents.hpp"
#include "kernels/launch/device_image.hpp"
#include "kernels/launch/host_timer.hpp"
#include "kernels/launch/launcher.hpp"
#include "spaces/candidates/plan.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// What the compiler is told of a precision: "-DREAL=float -DF32".
std::string precision_defines(std::string_view precision);

/// What it is told of a problem: the precision, words, and what the space names as variants. An
/// application is told the same options.
std::string problem_defines(const Space& space, const Problem& problem);

/// Called with the name of a reference that is an entry before it runs, and with "" after: it may crash or
/// hang.
using OnReference = std::function<void(const std::string& name)>;

/// What a workload needs of OpenCL and the device, and how many copies of its buffers it makes.
struct WorkloadContext {
    cl::Context context;
    cl::Device device;
    cl::CommandQueue queue;  // in order, with profiling where events are believed
    Names known;             // of the device, for expressions; the problem's names are added
    std::uint64_t seed = 1;
    std::size_t sets = 1;  // copies of all buffers, to be used in turn where caches must stay cold
    GuardZones zones = wide_zones;
    std::map<std::string, cl::Program>* references = nullptr;  // compiled before, by their defines
    KeptReferences* products = nullptr;                        // computed before, for other kernels
    bool has_own_memory = false;   // the device: what lies there is best compared there
    Spread spread = Spread::none;  // of the inputs of a routine that hone brings
    // Of a product with more, samples are compared: all would take minutes, and too much memory.
    std::size_t compared_elements = std::size_t{1} << 28;
    // CLBlast computes some 20 GFLOP/s where the device is no GPU, however many cores it has: more
    // multiplications take seconds.
    double quick_products = 2e10;
    /// To compile CLBlast's kernels for a CPU, and to run a product of more.
    double slow_reference_seconds = 8;
    std::optional<HostTimer> host_timer = {};  // where the device's clock cannot be believed
    std::string reference_fault = {};  // what the reference did wrong before: it is not asked again
    OnReference on_reference = [](const std::string& /*name*/) {};
};

/// One run that is to be checked goes: prepare, bindings, reset, run, check. The queue may be busy.
class Workload {
  public:
    virtual ~Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    /// What the compiler is told of the problem: "-DREAL=float -DF32 -DOPERATION=SUM".
    const std::string& defines() const { return defines_; }

    /// Makes what the plan alone decides: scratch buffers, and what depends on its parameters.
    void prepare(const Plan& plan);
    /// The same, and launches what the space has in [[prepare]]. Fails where that does harm.
    Comparison prepare(const Plan& plan, const cl::Program& program);
    /// What launches may name, of one of the sets.
    Bindings bindings(std::size_t set = 0) const;
    std::size_t sets() const { return context_.sets; }
    /// What its buffers take on the device, without their guard zones.
    std::size_t bytes() const;
    /// Gives back what earlier plans asked for.
    void drop_spares() { spares_.clear(); }

    /// What a run finds in scratch: poison, or what the run before has left.
    enum class Scratch { anew, as_left };
    /// Before a run that is to be checked: outputs are poisoned, or start out as they should; guard
    /// zones are written anew, and scratch where it is said. Each run after `prepare` finds other poison.
    void reset(std::size_t set = 0, Scratch scratch = Scratch::anew);
    /// Before a run on the result that was checked: some elements of it are changed by so little that
    /// they are as right as before.
    void disturb();
    /// Whether a run after a run gives the same result: outputs start out poisoned, or are restored.
    bool is_repeatable() const;
    /// Whether there are buffers that are read and written, and must be restored before each run.
    bool restores() const;
    void restore();
    /// After it: guard zones intact, inputs unchanged, every element of the result within its
    /// bound.
    Comparison check(std::size_t set = 0);
    /// After any run: guard zones intact, inputs unchanged.
    Comparison check_intact(std::size_t set = 0);
    /// After another run: whether the outputs have the same bits as those last checked.
    Comparison check_repeat(std::size_t set = 0);
    /// After a run on a disturbed result that gave another one: fails where the run has left what was
    /// disturbed. A kernel that skips what is there already would be timed while it does nothing.
    Comparison check_disturbed() const;

    /// Computes what results are compared with, which takes long where the device is slow; the
    /// first check would do it otherwise.
    virtual void make_reference() {}
    /// Seconds that the reference takes for the same problem, one figure for each repeat; empty
    /// where there is no reference that can be timed, and where one run is expected to take more
    /// than `longest` seconds.
    virtual std::vector<double> reference_times(int repeats, double longest);
    /// Why the reference was not timed although it can be; empty where it was.
    const std::string& reference_skipped() const { return reference_skipped_; }
    /// What the reference did wrong, where the host had to decide; empty where they agree.
    const std::string& reference_fault() const { return reference_fault_; }

  protected:
    /// Takes what the space declares in [[arguments]]; buffers of its fills are made here.
    Workload(const Space& space, const Problem& problem, const WorkloadContext& context);

    /// A buffer that launches may name: `content` is its start; an output without content is
    /// poisoned.
    void add_input(std::string name, const Element& element, Bytes content);
    void add_output(std::string name, const Element& element, std::size_t count,
                    Bytes content = {});
    void add_scalar(std::string name, std::string_view type, double value);
    /// Another name of a buffer that is there.
    void add_alias(std::string name, std::string_view of);

    /// Compares the outputs of a set with the reference, in the order in which they were added.
    virtual Comparison compare_outputs(const std::vector<Bytes>& outputs, std::size_t set) = 0;

    std::span<const std::byte> content(std::string_view name) const;
    const cl::Buffer& device_buffer(std::string_view name, std::size_t set = 0) const;
    const Space& space() const { return space_; }
    const Problem& problem() const { return problem_; }
    const WorkloadContext& context() const { return context_; }
    Expression::Lookup lookup() const { return lookup_in(names_); }
    double value_of(const Expression& expression) const;
    const Names& names() const { return names_; }
    /// Launches what makes the prepared inputs; fails where it does harm.
    Comparison launch_prepare(const cl::Program& program, const std::vector<Launch>& launches);
    std::vector<Bytes> outputs(std::size_t set) const;
    void read_outputs(std::size_t set, std::vector<Bytes>& into) const;
    std::size_t bytes_of(std::string_view name) const { return buffer(name).sets.front().bytes(); }
    /// Whether these bytes of an output, as it is `now`, are what they were at the last reset.
    bool untouched(std::string_view name, std::span<const std::byte> now, std::size_t from,
                   std::size_t bytes) const;
    std::int64_t extent(const std::string& name) const;  // an argument that is a whole number
    bool computes_doubles() const;
    void set_reference_skipped(std::string why) { reference_skipped_ = std::move(why); }
    void set_reference_fault(std::string fault) { reference_fault_ = std::move(fault); }

  private:
    enum class Role { input, output, constant, scratch };
    /// Whether no kernel may change it.
    static bool is_kept(Role role) { return role == Role::input || role == Role::constant; }
    struct Buffer {
        std::string name;
        Role role;
        const Element* element;
        Bytes content;                 // what it starts as; empty: poison
        FillPattern poison{};          // of the last reset
        FillPattern checked_poison{};  // of the last reset before the last check
        std::vector<GuardedBuffer> sets;
        std::uint64_t hash = 0;          // of an input's content, or of an output that was checked
        Bytes disturbed;                 // elements of an output that were changed before this run
        std::size_t disturbed_from = 0;  // their first byte
        cl::Buffer pristine;             // of a buffer that is read and written: its content
        std::uint64_t pristine_hash = 0;
        std::vector<DeviceImage> images;  // of an image, for each set: what kernels are handed
    };

    void add_buffer(std::string name, Role role, const Element& element, std::size_t bytes,
                    Bytes content);
    void add_sets(Buffer& made, std::size_t bytes);
    void add_by_value(std::string name, Binding value);
    void add_numbers();
    void add_arguments(bool of_plan);
    void add_argument(std::size_t index);
    static Role role_of(const Argument& argument);
    Bytes content_of(const Argument& argument, std::size_t index) const;
    std::vector<double> values_of(const Argument& argument, std::size_t lanes) const;
    std::size_t elements_of(const Argument& argument) const;
    void make_images(const Argument& argument, Buffer& made) const;
    void to_image(const Buffer& pixels, std::size_t set) const;
    void from_images(std::size_t set) const;
    void keep_pristine(Buffer& kept);
    void adopt(const Argument& argument);
    const Buffer& buffer(std::string_view name) const;
    std::uint64_t hash_of(const GuardedBuffer& there);
    bool is_best_hashed();
    void hash_zones(std::span<GuardedBuffer* const> written);
    bool is_intact_by_hashes(std::size_t set);
    bool mend_own();
    std::optional<std::size_t> changed(const Buffer& each, std::size_t set,
                                       std::span<const std::byte> content);
    std::optional<std::size_t> changed_result(const Buffer& each, std::size_t set,
                                              std::span<const std::byte> before, bool& all_written);
    void disturb(Buffer& each, const Bytes& result) const;
    Comparison check_disturbed(const Buffer& each, const Bytes& result) const;

    Space space_;
    Problem problem_;
    WorkloadContext context_;
    BufferHash buffer_hash_;
    GuardWords guard_words_;
    std::optional<std::uint64_t> words_hash_;  // of those on the device
    SpareBuffers spares_;
    Names names_;  // of the problem, the device, and the plan
    std::string defines_;
    std::vector<Buffer> buffers_;
    std::vector<std::pair<std::string, Binding>> by_value_;  // scalars and local memory
    std::vector<std::pair<std::string, std::string>> aliases_;
    std::uint64_t buffers_made_ = 0;
    std::uint64_t runs_ = 0;           // resets since the last `prepare`
    std::vector<Bytes> last_outputs_;  // outputs of the last check
    std::string reference_fault_;
    std::string reference_skipped_;
};

/// The workload of a problem: by its routine's name where hone brings it, else by what the space
/// declares. Throws a usage Error for a space that declares too little.
std::unique_ptr<Workload> make_workload(const Space& space, const Problem& problem,
                                        const WorkloadContext& context);

/// Whether hone brings a routine of this name.
bool is_routine(std::string_view name);

/// The same routine on small problems at the edges of tiles, with everything that can be switched
/// on: what a config that is good for `problem` must also do right. Of a user's own kernel none.
std::vector<Problem> ragged_problems(const Problem& problem);

}  // namespace hone
