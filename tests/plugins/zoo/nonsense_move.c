/* Answers with what is no move in any game. */
#define NAME "nonsense-move"
#define BEST_MOVE "\xff\xfe!"
#include "zoo.h"
