// SPDX-License-Identifier: MIT
// Ctrl-C during a measurement. The first one stops the work after the current step and loses
// nothing. A second one ends the program at once; within half a second it counts as the same
// interrupt.
#pragma once

#include <atomic>

namespace hone::cli {

/// Handles Ctrl-C, SIGTERM and a closed terminal (SIGHUP) from now on. An ignored SIGHUP, as under
/// nohup, stays ignored.
void listen_for_interrupts();

/// Whether an interrupt was received.
const std::atomic<bool>& interrupted();

}  // namespace hone::cli
