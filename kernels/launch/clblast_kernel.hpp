// SPDX-License-Identifier: MIT
// CLBlast's own kernels. A launch of the entry clblast_Xgemm does not run the file's kernel, which
// is a stand-in; it runs CLBlast's routine with its kernel Xgemm and the config's parameters.
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels/launch/bindings.hpp"

namespace hone {

/// Returns true if this entry of a launch stands for one of CLBlast's kernels.
bool is_clblast_kernel(std::string_view entry);

/// One of CLBlast's kernels with one config.
class ClblastKernel {
  public:
    /// The config is read from the stand-in's build options. Throws a usage Error for an unknown
    /// entry.
    ClblastKernel(std::string entry, const cl::Program& stand_in, Bindings bindings);

    /// Enqueues CLBlast's routine between two markers; throws cl::Error if CLBlast rejects it.
    std::vector<cl::Event> enqueue(const cl::CommandQueue& queue) const;

  private:
    std::string entry_;
    std::unordered_map<std::string, std::size_t> parameters_;
    Bindings bindings_;
};

}  // namespace hone
