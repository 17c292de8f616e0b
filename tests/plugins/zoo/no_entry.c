#define NAME "no-entry"
#define NO_ENTRY
#include "zoo.h"
