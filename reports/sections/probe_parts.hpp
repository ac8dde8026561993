// SPDX-License-Identifier: MIT
// Probe results as tables and charts: peaks with their spread, caches, irregular access.
#pragma once

#include <string_view>

#include "reports/sections/document.hpp"

namespace hone {

bool is_sweep(std::string_view probe);

Part peaks_part(const Evidence& evidence);
Part caches_part(const Evidence& evidence);
Part sweeps_part(const Evidence& evidence);

}  // namespace hone
