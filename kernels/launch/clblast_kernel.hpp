// SPDX-License-Identifier: MIT
// Kernels that are CLBlast's own: a launch whose entry is called clblast_Xgemm runs no kernel of
// the file, which holds a stand-in, but CLBlast's routine with its kernel Xgemm under the config.
#pragma once

#include <CL/opencl.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernels/launch/bindings.hpp"

namespace hone {

/// Whether this entry of a launch stands for a kernel of CLBlast's.
bool is_clblast_kernel(std::string_view entry);

/// One of CLBlast's kernels under one config.
class ClblastKernel {
  public:
    /// The config is what the stand-in was built with. Throws a usage Error for an entry that
    /// stands for nothing.
    ClblastKernel(std::string entry, const cl::Program& stand_in, Bindings bindings);

    /// Enqueues CLBlast's routine between two markers; throws cl::Error where it refuses.
    std::vector<cl::Event> enqueue(const cl::CommandQueue& queue) const;

  private:
    std::string entry_;
    std::unordered_map<std::string, std::size_t> parameters_;
    Bindings bindings_;
};

}  // namespace hone
