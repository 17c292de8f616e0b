/* The library that needs_another.c needs; the test takes it away. */
#include "qiju.h"

QIJU_EXPORT int not_there(void);

int not_there(void)
{
    return 0;
}
