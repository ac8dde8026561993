// SPDX-License-Identifier: MIT
// The programs of this process. Requests with equal source, options, device and context share one
// program. Programs are kept until forget(), and keep their contexts alive until then.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "db/program/owned.hpp"

namespace hone::program {

class LoadedPrograms {
  public:
    using Key = std::tuple<cl_context, cl_device_id, std::string>;
    using Load = std::function<Owned<cl_program>()>;

    /// Keeps at most `most` programs; the least recently used are dropped first.
    explicit LoadedPrograms(std::size_t most = 128) : most_(most) {}

    /// Returns the program of this key; loads it if it is not in memory. If another thread is
    /// loading the same program, the call waits for it, and fails as it does; calls for other
    /// programs do not wait.
    Owned<cl_program> get(const Key& key, const hone_opencl& opencl, const Load& load);
    /// Releases all programs.
    void forget();

    /// The instance that all calls of libhone share. It is never destroyed, because the driver may
    /// be unloaded before it when a process ends.
    static LoadedPrograms& of_process();

  private:
    struct Entry {
        Key key;
        Owned<cl_program> program;
    };
    using Entries = std::list<Entry>;
    /// A load by one thread, which others may wait for.
    struct Loading {
        bool is_over = false;
        std::exception_ptr failure;
    };

    Owned<cl_program> find(const Key& key, const hone_opencl& opencl);
    Owned<cl_program> find_or_wait(const Key& key, const hone_opencl& opencl,
                                   std::unique_lock<std::mutex>& lock);
    Entries keep(const Key& key, Owned<cl_program> program);
    void end(const Key& key, std::exception_ptr failure);

    std::size_t most_;
    Entries entries_;  // the most recently used first
    std::map<Key, std::shared_ptr<Loading>> loading_;
    std::mutex mutex_;
    std::condition_variable loaded_;
};

}  // namespace hone::program
