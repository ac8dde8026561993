// SPDX-License-Identifier: MIT
// Keeps the last failure of each thread.
#include "db/api/status.hpp"

#include <new>

namespace hone {
namespace {

std::string& text_of_thread() {
    thread_local std::string text;
    return text;
}

hone_status& status_of_thread() {
    thread_local hone_status status = HONE_OK;
    return status;
}

}  // namespace

hone_status failed(hone_status status, const char* text) noexcept {
    status_of_thread() = status;
    try {
        text_of_thread() = text;
    } catch (const std::bad_alloc&) {
        text_of_thread().clear();
    }
    return status;
}

hone_status failed_by_exception() noexcept {
    try {
        throw;
    } catch (const Failure& failure) {
        return failed(failure.status(), failure.what());
    } catch (const std::bad_alloc&) {
        return failed(HONE_NO_MEMORY, "there is no memory left");
    } catch (const std::exception& error) {
        return failed(HONE_FAILED, error.what());
    } catch (...) {
        return failed(HONE_FAILED, "unknown error");
    }
}

}  // namespace hone

extern "C" const char* hone_error_text(void) HONE_NOEXCEPT {
    return hone::text_of_thread().c_str();
}

extern "C" hone_status hone_error_status(void) HONE_NOEXCEPT {
    return hone::status_of_thread();
}
