// SPDX-License-Identifier: MIT
// A matrix somewhere in a buffer, as kernels take it: from the first byte of a buffer on. A part of
// a buffer is a sub-buffer where the device allows its offset, else it is copied.
#pragma once

#include <span>
#include <string>

#include "db/program/compile_program.hpp"
#include "db/program/owned.hpp"

namespace hone::launch {

using program::Owned;

/// A matrix as stored; of a vector it is one row.
struct Stored {
    std::string name;  // in messages
    cl_mem buffer = nullptr;
    std::size_t offset = 0;  // elements
    std::size_t stride = 0;  // elements from row to row
    std::size_t rows = 0, columns = 0;
    std::size_t element = 0;  // bytes
};

/// A place in a buffer that is no part of another.
struct Beginning {
    cl_mem buffer = nullptr;
    std::size_t begin = 0;  // bytes
};

/// Where a matrix begins: of a part of a buffer, in the buffer that it was cut from.
Beginning beginning_of(const hone_opencl& opencl, const Stored& stored);

class Operand {
  public:
    /// Throws a Failure where the matrix does not lie in its buffer.
    Operand(const program::Place& where, Stored stored);

    /// Whether buffer() is a copy.
    bool is_copied() const { return copied_; }
    cl_mem buffer() const { return own_ ? own_.get() : stored_.buffer; }
    /// Elements from row to row of buffer().
    std::size_t stride() const { return copied_ ? stored_.columns : stored_.stride; }

    /// Enqueues what brings the matrix into buffer(), or back, after these events; no event where
    /// there is nothing to do.
    Owned<cl_event> copy_in(cl_command_queue queue, std::span<const cl_event> waits) const;
    Owned<cl_event> copy_back(cl_command_queue queue, std::span<const cl_event> waits) const;

  private:
    Owned<cl_event> copy(cl_command_queue queue, bool in, std::span<const cl_event> waits) const;
    void check_size() const;

    const hone_opencl& opencl_;
    Stored stored_;
    Beginning place_;  // where it is not in its buffer from the first byte on
    bool copied_ = false;
    Owned<cl_mem> own_;  // a sub-buffer or a copy
};

}  // namespace hone::launch
