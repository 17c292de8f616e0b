/* Stops its whole process. */
#define NAME "frozen"
#define AT_SEARCH raise(SIGSTOP)
#include "zoo.h"
