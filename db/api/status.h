/* SPDX-License-Identifier: MIT
   What the calls of C return. */
#ifndef HONE_STATUS_H
#define HONE_STATUS_H

#include "db/api/visibility.h"

#ifdef __cplusplus
extern "C" {
#endif

/* 0, or why a call was not done; negative numbers are OpenCL's own. */
typedef int hone_status;
enum {
    HONE_OK = 0,
    HONE_BAD_ARGUMENT = 1, /* what was given cannot be right */
    HONE_NO_KERNEL = 2,    /* nothing that can run */
    HONE_NO_MEMORY = 3,
    HONE_FAILED = 4
};
/* What went wrong in the last call of this thread that failed, with the compiler's log where it was
   a build. Stays valid until its next call that fails. */
HONE_API const char* hone_error_text(void) HONE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
