/* Plays two moves, and crashes at its third. */
#define NAME "crash-in-search"
#define AT_SEARCH if (self->plies >= 4) fall()
#include "zoo.h"
