/* Takes memory until there is none. */
#define NAME "glutton"
#define HELPERS \
    static void devour(void) \
    { \
        for (;;) { \
            char *bite = (char *)malloc(1 << 20); \
            memset(bite, 1, 1 << 20); \
        } \
    }
#define AT_SEARCH devour()
#include "zoo.h"
