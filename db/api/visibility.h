/* SPDX-License-Identifier: MIT
   Export macros: libhone exports these symbols and hides all others. */
#ifndef HONE_VISIBILITY_H
#define HONE_VISIBILITY_H

#define HONE_API __attribute__((visibility("default")))
#define HONE_HIDDEN __attribute__((visibility("hidden")))

/* No C call throws. */
#ifdef __cplusplus
#define HONE_NOEXCEPT noexcept
#define HONE_ANY_INT : int /* for enums: C callers can pass any number */
#else
#define HONE_NOEXCEPT
#define HONE_ANY_INT
#endif

#endif
