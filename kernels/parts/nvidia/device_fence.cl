// SPDX-License-Identifier: MIT
// Orders memory between work-groups: who sees what is stored after it sees what was stored before it, too.
//
// Defines DEVICE_FENCE.

#define DEVICE_FENCE __asm__ volatile("fence.acq_rel.gpu;" ::: "memory")
