// SPDX-License-Identifier: MIT
// A routine for one problem on one device: arguments for the launches, inputs that expose errors,
// and the check of a run's result. The reference of a shipped routine comes from CLBlast and the
// host, or from the host alone; that of a user's kernel from another entry of its file, or from a
// file of expected values.
#pragma once

#include <CL/opencl.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/buffers/workload_buffers.hpp"
#include "kernels/check/comparison.hpp"
#include "kernels/check/gemm_reference.hpp"
#include "kernels/check/kept_references.hpp"
#include "kernels/inputs/exponents.hpp"
#include "kernels/launch/host_timer.hpp"
#include "kernels/launch/launcher.hpp"
#include "spaces/candidates/plan.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The compiler options of a precision: "-DREAL=float -DF32".
std::string precision_defines(std::string_view precision);

/// The compiler options of a problem: its precision, its words, and the variants of its space.
/// Applications build with the same options.
std::string problem_defines(const Space& space, const Problem& problem);

/// Called before an entry runs as reference, with its name, and with "" after it: the entry may
/// crash or hang.
using OnReference = std::function<void(const std::string& name)>;

/// The OpenCL objects and the device's properties, and the number of copies of all buffers.
struct WorkloadContext {
    cl::Context context;
    cl::Device device;
    cl::CommandQueue queue;  // in-order; with profiling if the device's events are credible
    Names known;             // the device's names for expressions; the problem's names are added
    std::uint64_t seed = 1;
    std::size_t sets = 1;  // copies of all buffers, used by turns to keep caches cold
    GuardZones zones = wide_zones;
    std::map<std::string, cl::Program>* references = nullptr;  // compiled before, by their defines
    KeptReferences* products = nullptr;                        // computed before, for other kernels
    bool has_own_memory = false;                               // of the device: compare there
    Spread spread = Spread::none;  // of the inputs of hone's own routines
    // A product with more elements of C is checked by samples: a full check would take minutes and
    // too much memory.
    std::size_t compared_elements = std::size_t{1} << 28;
    // On a device that is not a GPU, CLBlast computes about 20 GFLOP/s for any number of cores.
    // More multiplications than these take seconds.
    double quick_products = 2e10;
    /// Seconds that it takes to compile CLBlast's kernels for a CPU and to run such a product.
    double slow_reference_seconds = 5;
    ReferenceBackend reference_backend = ReferenceBackend::clblast;
    std::optional<HostTimer> host_timer = {};  // set if the device's clock is not credible
    std::string reference_fault = {};  // an earlier fault of the reference, which is then skipped
    OnReference on_reference = [](const std::string& /*name*/) {};
};

/// The order of a checked run: prepare, bindings, reset, run, check. The queue may be busy.
class Workload {
  public:
    virtual ~Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    /// The compiler options of the problem: "-DREAL=float -DF32 -DOPERATION=SUM".
    const std::string& defines() const { return defines_; }

    /// Makes everything that depends on the plan: scratch buffers and values of its parameters.
    void prepare(const Plan& plan);
    /// The same, and launches the space's [[prepare]]. Fails if a launch does harm.
    Comparison prepare(const Plan& plan, const cl::Program& program);
    /// The named arguments of launches, for one of the sets.
    Bindings bindings(std::size_t set = 0) const;
    std::size_t sets() const { return context_.sets; }
    /// The size of the buffers on the device, without their guard zones.
    std::size_t bytes() const { return buffers_.bytes(); }
    /// Frees the pooled scratch of earlier plans.
    void drop_spares() { buffers_.drop_spares(); }

    using Scratch = WorkloadBuffers::Scratch;
    /// Sets up a checked run: outputs are poisoned or get their initial content, and guard zones
    /// are written anew. Scratch is poisoned as `scratch` says. Each run after `prepare` gets other
    /// poison.
    void reset(std::size_t set = 0, Scratch scratch = Scratch::anew) {
        buffers_.reset(set, scratch);
    }
    /// Perturbs some elements of the checked output within the error bound. A kernel that skips
    /// finished work leaves them as they are; see check_perturbed().
    void perturb_outputs() { buffers_.perturb_outputs(); }
    /// Returns true if a second run gives the same result: outputs are poisoned or restored before
    /// it.
    bool is_repeatable() const { return buffers_.is_repeatable(); }
    /// Returns true if some buffers are read and written, and must be restored before each run.
    bool restores() const { return buffers_.restores(); }
    void restore() { buffers_.restore(); }
    /// After a run: guard zones intact, inputs unchanged, every element of the result within its
    /// bound.
    Comparison check(std::size_t set = 0);
    /// After any run: guard zones intact, inputs unchanged.
    Comparison check_intact(std::size_t set = 0) { return buffers_.check_intact(set, buffers_); }
    /// After another run: the outputs have the same bits as those last checked.
    Comparison check_repeat(std::size_t set = 0);
    /// After a run on a perturbed result. Fails if the run has left the perturbed elements: a
    /// kernel that skips finished work would be timed while it does nothing.
    Comparison check_perturbed() const { return buffers_.check_perturbed(); }
    /// Runs on the inputs of `other`, a workload of the same problem with other values, and checks
    /// the result there, and guard zones and inputs here. Scratch memory and poisoned outputs stay
    /// as they were left: this finds a kernel that returns their content without reading its
    /// inputs.
    Comparison check_on_inputs_of(Workload& other, const std::function<void()>& run);

    /// Computes the reference, which takes long on a slow device; otherwise the first check does.
    virtual void make_reference() {}
    /// Whether CLBlast computes a reference. If it does not for this problem, it is not compiled
    /// for small problems of the same kernel either.
    virtual bool needs_clblast() const { return true; }
    /// What a result is checked with, once the reference is made: "clblast+host" if the two agree
    /// about what is expected, "host" if CLBlast computed none of it.
    virtual std::string checked_with() const = 0;
    /// Seconds of each of `repeats` runs of the reference on the same problem. Empty if there is no
    /// reference to time, or if one run is expected to take more than `longest` seconds.
    virtual std::vector<double> reference_times(int repeats, double longest);
    /// Why a reference that can be timed was not; empty if it was.
    const std::string& reference_skipped() const { return reference_skipped_; }
    /// The reference's fault, if the host had to decide; empty if they agree.
    const std::string& reference_fault() const { return reference_fault_; }

  protected:
    /// Reads the space's [[arguments]], and makes the buffers of their fills.
    Workload(const Space& space, const Problem& problem, const WorkloadContext& context);

    /// Adds a buffer that launches may name. `content` is its initial content; an output without
    /// content is poisoned.
    void add_input(std::string name, const Element& element, Bytes content);
    void add_output(std::string name, const Element& element, std::size_t count,
                    Bytes content = {});
    void add_scalar(std::string name, std::string_view type, double value);
    /// Another name for an existing buffer.
    void add_alias(std::string name, std::string_view of);

    /// Compares the outputs of a set with the reference, in the order in which they were added.
    virtual Comparison compare_outputs(const std::vector<Bytes>& outputs, std::size_t set) = 0;

    std::span<const std::byte> content(std::string_view name) const {
        return buffers_.content(name);
    }
    const cl::Buffer& device_buffer(std::string_view name, std::size_t set = 0) const {
        return buffers_.on_device(name, set);
    }
    const Space& space() const { return space_; }
    const Problem& problem() const { return problem_; }
    const WorkloadContext& context() const { return context_; }
    Expression::Lookup lookup() const { return lookup_in(names_); }
    double value_of(const Expression& expression) const;
    const Names& names() const { return names_; }
    /// Launches [[prepare]], which makes the prepared inputs; fails if a launch does harm.
    Comparison launch_prepare(const cl::Program& program, const std::vector<Launch>& launches);
    const WorkloadBuffers& buffers() const { return buffers_; }
    std::int64_t extent(const std::string& name) const;  // a whole-number argument
    bool computes_doubles() const;
    void set_reference_skipped(std::string why) { reference_skipped_ = std::move(why); }
    void set_reference_fault(std::string fault) { reference_fault_ = std::move(fault); }

  private:
    void add_by_value(std::string name, Binding value);
    void add_numbers();
    void add_arguments(bool of_plan);
    void add_argument(std::size_t index);
    Bytes content_of(const Argument& argument, std::size_t index) const;
    std::vector<double> values_of(const Argument& argument, std::size_t lanes) const;
    std::size_t elements_of(const Argument& argument) const;
    ImageForm image_form(const Argument& argument) const;
    void take_prepared(const Argument& argument);

    Space space_;
    Problem problem_;
    WorkloadContext context_;
    WorkloadBuffers buffers_;
    Names names_;  // of the problem, the device, and the plan
    std::string defines_;
    std::vector<std::pair<std::string, Binding>> by_value_;  // scalars and local memory
    std::vector<std::pair<std::string, std::string>> aliases_;
    std::string reference_fault_;
    std::string reference_skipped_;
};

/// Makes the workload of a problem: hone's own routine by its name, otherwise from the space's
/// declarations. Throws a usage Error for a space that declares too little.
std::unique_ptr<Workload> make_workload(const Space& space, const Problem& problem,
                                        const WorkloadContext& context);

/// Returns true if hone has a routine of this name.
bool is_routine(std::string_view name);

/// The same routine on small problems at the edges of tiles, with all options in use. A config for
/// `problem` must be right on these too. Empty for a user's own kernel.
std::vector<Problem> ragged_problems(const Problem& problem);

}  // namespace hone
