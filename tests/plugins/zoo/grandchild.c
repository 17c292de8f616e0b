/* Starts a process of its own that would outlive it. */
#define NAME "grandchild"
#define AT_SEARCH if (self->plies < 2 && fork() == 0) for (;;) pause()
#include "zoo.h"
