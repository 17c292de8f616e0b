/* Closes every descriptor, also those of the host. */
#define NAME "closes"
#define HELPERS \
    static void close_all(void) \
    { \
        int file; \
        for (file = 0; file < 1024; file++) { \
            close(file); \
        } \
    }
#define AT_SEARCH if (self->plies >= 4) close_all()
#include "zoo.h"
