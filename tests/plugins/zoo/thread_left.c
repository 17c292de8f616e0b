/* Leaves a busy thread running. */
#define NAME "thread-left"
#define HELPERS \
    static void *busy(void *data) \
    { \
        (void)data; \
        spin(); \
        return NULL; \
    } \
    static void begin_thread(void) \
    { \
        pthread_t thread; \
        if (pthread_create(&thread, NULL, busy, NULL) == 0) { \
            pthread_detach(thread); \
        } \
    }
#define AT_SEARCH if (self->plies < 2) begin_thread()
#include "zoo.h"
