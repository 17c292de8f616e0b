/* Crashes in the first function called. */
#define NAME "crash-at-init"
#define AT_INIT fall()
#include "zoo.h"
