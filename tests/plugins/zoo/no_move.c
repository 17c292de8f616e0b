/* Answers with no move. */
#define NAME "no-move"
#define BEST_MOVE ""
#include "zoo.h"
