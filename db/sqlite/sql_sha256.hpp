// SPDX-License-Identifier: MIT
// Fingerprints within SQL, so that a query can make an id or a seal, and test one.
#pragma once

struct sqlite3;

namespace hone {

/// Adds the function fingerprint(part, …) to the connection: the same 32 digits that Fingerprint
/// makes of these parts, of a real number those of its bits.
void add_fingerprint(sqlite3* connection);

}  // namespace hone
