/* Does nothing wrong. */
#define NAME "sound"
#include "zoo.h"
