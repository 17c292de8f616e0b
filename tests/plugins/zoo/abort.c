/* Gives up with a word on the standard error. */
#define NAME "abort"
#define AT_SEARCH fputs("assertion failed: the board is round\n", stderr); abort()
#include "zoo.h"
