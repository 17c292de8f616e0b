/* Crashes at its third move, but not where it finds the mark that it leaves: a fault that a new start mends. */
#define NAME "crash-once"
#define HELPERS \
    static void fall_once(void) \
    { \
        const char *mark = ZOO_FOLDER "/crash_once.mark"; \
        FILE *file = fopen(mark, "r"); \
        if (file == NULL) { \
            fclose(fopen(mark, "w")); \
            fall(); \
        } \
        fclose(file); \
    }
#define AT_SEARCH if (self->plies >= 4) fall_once()
#include "zoo.h"
