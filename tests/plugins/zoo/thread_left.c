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
        static int has_begun; \
        pthread_t thread; \
        if (!has_begun++ && pthread_create(&thread, NULL, busy, NULL) == 0) { \
            pthread_detach(thread); \
        } \
    }
#define AT_SEARCH begin_thread()
#include "zoo.h"
