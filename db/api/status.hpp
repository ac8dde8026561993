// SPDX-License-Identifier: MIT
// Error handling of the C entry points: a status, and its text for the calling thread.
#pragma once

#include <stdexcept>
#include <string>

#include "db/api/status.h"

namespace hone {

/// A call that failed, with the status that C callers get.
class Failure : public std::runtime_error {
  public:
    Failure(hone_status status, const std::string& text)
        : std::runtime_error(text), status_(status) {}
    hone_status status() const { return status_; }

  private:
    hone_status status_;
};

/// Stores the text for hone_error_text() and returns the status.
hone_status failed(hone_status status, const char* text) noexcept;

/// Returns the status of the current exception and stores its text.
hone_status failed_by_exception() noexcept;

/// Runs the body. Returns HONE_OK, or the status of its exception.
template <class Body>
hone_status guarded(Body body) noexcept {
    try {
        body();
        return HONE_OK;
    } catch (...) {
        return failed_by_exception();
    }
}

/// Returns the result of the body; a default value if the body throws or a pointer is NULL.
template <class Body, class... Pointers>
auto guarded_result(Body body, const Pointers*... given) noexcept -> decltype(body()) {
    try {
        if ((... && (given != nullptr))) return body();
        failed(HONE_BAD_ARGUMENT, "a pointer is NULL");
    } catch (...) {
        failed_by_exception();
    }
    return {};
}

/// Throws a Failure if a pointer is NULL.
template <class... Pointers>
void need(const Pointers*... given) {
    if (!(... && (given != nullptr))) throw Failure(HONE_BAD_ARGUMENT, "a pointer is NULL");
}

}  // namespace hone
