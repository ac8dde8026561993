// SPDX-License-Identifier: MIT
// An eventfd: readable while its counter is not zero.
#include "tuner/channel/wake_up.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "spaces/base/error.hpp"

namespace hone {

WakeUp::WakeUp() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_ < 0)
        throw Error(Exit::environment,
                    std::string("cannot make an eventfd: ") + std::strerror(errno),
                    "close programs, or raise the limit of open files");
}

WakeUp::~WakeUp() {
    ::close(descriptor_);
}

void WakeUp::wake() const {
    ::eventfd_write(descriptor_, 1);
}

void WakeUp::reset() const {
    eventfd_t count = 0;
    ::eventfd_read(descriptor_, &count);
}

}  // namespace hone
