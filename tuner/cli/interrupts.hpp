// SPDX-License-Identifier: MIT
// Ctrl-C while something is measured: the first stops the work after the current step, with nothing
// lost; a second one ends the program at once, unless it comes within half a second: that is the same one.
#pragma once

#include <atomic>

namespace hone::cli {

/// Handles Ctrl-C and SIGTERM from here on.
void listen_for_interrupts();

/// Whether one was received.
const std::atomic<bool>& interrupted();

}  // namespace hone::cli
