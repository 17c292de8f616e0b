/* Always plays on the same point. */
#define NAME "illegal-move"
#define BEST_MOVE "c3"
#include "zoo.h"
