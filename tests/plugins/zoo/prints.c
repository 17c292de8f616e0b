/* Floods the standard output. */
#define NAME "prints"
#define AT_SEARCH do { int line; for (line = 0; line < 5000; line++) printf("bestmove a1 %d\n", line); fflush(stdout); } while (0)
#include "zoo.h"
