// SPDX-License-Identifier: MIT
// The programs of this process: equal text, options, device and context are one program, whoever
// asks for it. They are kept until forgotten, and keep their contexts alive as long.
#pragma once

#include <condition_variable>
#include <functional>
#include <list>
#include <mutex>
#include <set>
#include <string>
#include <tuple>

#include "db/program/owned.hpp"

namespace hone::program {

class LoadedPrograms {
  public:
    using Key = std::tuple<cl_context, cl_device_id, std::string>;
    using Load = std::function<Owned<cl_program>()>;

    /// Keeps at most so many programs; the least recently used go first.
    explicit LoadedPrograms(std::size_t most = 128) : most_(most) {}

    /// The program of this key, loaded where it is not here yet. Whoever asks for a program that
    /// another thread is loading waits for it; nobody else waits.
    Owned<cl_program> get(const Key& key, const hone_opencl& opencl, const Load& load);
    /// Releases all of them.
    void forget();

    /// Those that all calls of libhone share. It is never destroyed, since a driver may be gone
    /// when a process ends.
    static LoadedPrograms& of_process();

  private:
    struct Entry {
        Key key;
        Owned<cl_program> program;
    };
    Owned<cl_program> find(const Key& key, const hone_opencl& opencl);
    void keep(const Key& key, Owned<cl_program> program);

    std::size_t most_;
    std::list<Entry> entries_;  // the most recently used first
    std::set<Key> loading_;
    std::mutex mutex_;
    std::condition_variable loaded_;
};

}  // namespace hone::program
