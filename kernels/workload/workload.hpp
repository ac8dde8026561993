// SPDX-License-Identifier: MIT
// What a routine brings for one problem on one device: arguments for the launches, inputs in which
// errors show, and the check of a run's result. A shipped routine is compared with CLBlast and with
// the host; a user's kernel with another entry of its file, or with a file of expected values.
#pragma once

#include <CL/opencl.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "kernels/launch/launcher.hpp"
#include "kernels/workload/buffer_hash.hpp"
#include "kernels/workload/comparison.hpp"
#include "kernels/workload/guarded_buffer.hpp"
#include "spaces/candidates/plan.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// What the compiler is told of a precision: "-DREAL=float -DF32".
std::string precision_defines(std::string_view precision);

/// What a workload needs of OpenCL and the device, and how many copies of its buffers it makes.
struct WorkloadContext {
    cl::Context context;
    cl::Device device;
    cl::CommandQueue queue;  // in order, with profiling
    Names known;             // of the device, for expressions; the problem's names are added
    std::uint64_t seed = 1;
    std::size_t sets = 1;  // copies of all buffers, to be used in turn where caches must stay cold
};

/// One run that is to be checked goes: prepare, bindings, reset, run, check. The queue may be busy.
class Workload {
  public:
    virtual ~Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    /// What the compiler is told of the problem: "-DREAL=float -DF32 -DOPERATION=SUM".
    const std::string& defines() const { return defines_; }

    /// Makes what the plan alone decides: scratch buffers, and scalars that depend on its
    /// parameters.
    void prepare(const Plan& plan);
    /// What launches may name, of one of the sets.
    Bindings bindings(std::size_t set = 0) const;
    std::size_t sets() const { return context_.sets; }

    /// Before a run that is to be checked: outputs are poisoned, or start out as they should;
    /// scratch and guard zones are written anew.
    void reset(std::size_t set = 0) const;
    /// After it: guard zones intact, inputs unchanged, every element of the result within its
    /// bound.
    Comparison check(std::size_t set = 0);
    /// After another reset and run: whether the outputs have the same bits as those last checked.
    Comparison check_repeat(std::size_t set = 0);

    /// Computes what results are compared with, which takes long where the device is slow; the
    /// first check would do it otherwise.
    virtual void make_reference() {}
    /// Seconds that the reference takes for the same problem, one figure for each repeat; empty
    /// where there is no reference that can be timed.
    virtual std::vector<double> reference_times(int repeats) const;
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
    /// One more -D of the problem.
    void define(std::string_view name, std::string_view value);

    /// Compares the outputs with the reference, in the order in which they were added.
    virtual Comparison compare_outputs(const std::vector<Bytes>& outputs) = 0;

    std::span<const std::byte> content(std::string_view name) const;
    const cl::Buffer& device_buffer(std::string_view name) const;  // of the first set
    const Space& space() const { return space_; }
    const Problem& problem() const { return problem_; }
    const WorkloadContext& context() const { return context_; }
    Expression::Lookup lookup() const { return lookup_in(names_); }
    Comparison check_intact(std::size_t set);
    std::vector<Bytes> outputs(std::size_t set) const;
    std::int64_t extent(const std::string& name) const;  // an argument that is a whole number
    void set_reference_fault(std::string fault) { reference_fault_ = std::move(fault); }

  private:
    enum class Role { input, output, constant, scratch };
    struct Buffer {
        std::string name;
        Role role;
        const Element* element;
        Bytes content;  // what it starts as; empty: poison
        std::vector<GuardedBuffer> sets;
        std::uint64_t hash = 0;  // of an input's content, or of an output that was checked
    };

    void add_buffer(std::string name, Role role, const Element& element, std::size_t bytes,
                    Bytes content);
    void add_by_value(std::string name, Binding value);
    void add_argument(const Argument& argument);
    const Buffer& buffer(std::string_view name) const;
    std::uint64_t hash_of(const GuardedBuffer& there);
    std::optional<std::size_t> changed(const Buffer& each, std::size_t set,
                                       std::span<const std::byte> content);

    Space space_;
    Problem problem_;
    WorkloadContext context_;
    BufferHash buffer_hash_;
    Names names_;  // of the problem, the device, and the plan
    std::string defines_;
    std::vector<Buffer> buffers_;
    std::vector<std::pair<std::string, Binding>> by_value_;  // scalars and local memory
    std::vector<std::pair<std::string, std::string>> aliases_;
    std::vector<Bytes> last_outputs_;  // outputs of the last check
    std::string reference_fault_;
};

/// The workload of a problem: by its routine's name where hone brings it, else by what the space
/// declares. Throws a usage Error for a space that declares too little.
std::unique_ptr<Workload> make_workload(const Space& space, const Problem& problem,
                                        const WorkloadContext& context);

/// The same routine on small problems at the edges of tiles, with everything that can be switched
/// on: what a config that is good for `problem` must also do right.
std::vector<Problem> ragged_problems(const Problem& problem);

}  // namespace hone
