/* Ends the process, which no library should. */
#define NAME "exits"
#define AT_SEARCH exit(7)
#include "zoo.h"
