/* Answers long after its time is over: a move that comes after the end of the game. */
#define NAME "oversleep"
#define AT_SEARCH if (self->plies >= 4) nap(700)
#include "zoo.h"
