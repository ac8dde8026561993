// SPDX-License-Identifier: MIT
// Ctrl-C while something is measured: the first ends the work at the next safe place, with nothing
// lost; a second one ends the program at once.
#pragma once

#include <atomic>

namespace hone::cli {

/// From here on Ctrl-C and SIGTERM are heard, not died of.
void listen_for_interrupts();

/// Whether one was heard.
const std::atomic<bool>& interrupted();

}  // namespace hone::cli
