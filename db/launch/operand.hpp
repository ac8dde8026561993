// SPDX-License-Identifier: MIT
// A matrix somewhere in a buffer, made accessible to kernels, which start at the first byte of a
// buffer. A part of a buffer becomes a sub-buffer if the device allows its offset; otherwise it is
// copied.
#pragma once

#include <span>
#include <string>

#include "db/program/compile_program.hpp"
#include "db/program/owned.hpp"

namespace hone::launch {

using program::Owned;

/// A matrix as stored; a vector is one row.
struct MatrixView {
    std::string name;  // for messages
    cl_mem buffer = nullptr;
    std::size_t offset = 0;  // in elements
    std::size_t stride = 0;  // elements from row to row
    std::size_t rows = 0, columns = 0;
    std::size_t element = 0;  // in bytes
};

/// A position in a buffer that is not a sub-buffer.
struct Beginning {
    cl_mem buffer = nullptr;
    std::size_t begin = 0;  // in bytes
};

/// Where a matrix begins. For a sub-buffer: its position in the parent buffer.
Beginning beginning_of(const hone_opencl& opencl, const MatrixView& stored);

class Operand {
  public:
    /// Throws a Failure if the matrix exceeds its buffer.
    Operand(const program::BuildContext& where, MatrixView stored);

    /// Whether buffer() is a copy.
    bool is_copied() const { return copied_; }
    cl_mem buffer() const { return own_ ? own_.get() : stored_.buffer; }
    /// Elements from row to row in buffer().
    std::size_t stride() const { return copied_ ? stored_.columns : stored_.stride; }

    /// Enqueues the copy of the matrix into buffer(), or back, after these events. Returns no event
    /// if nothing has to be copied.
    Owned<cl_event> copy_in(cl_command_queue queue, std::span<const cl_event> waits) const;
    Owned<cl_event> copy_back(cl_command_queue queue, std::span<const cl_event> waits) const;

  private:
    Owned<cl_event> copy(cl_command_queue queue, bool in, std::span<const cl_event> waits) const;
    void check_size() const;

    const hone_opencl& opencl_;
    MatrixView stored_;
    Beginning origin_;  // set if the matrix is not at the start of its buffer
    bool copied_ = false;
    Owned<cl_mem> own_;  // a sub-buffer or a copy
};

}  // namespace hone::launch
