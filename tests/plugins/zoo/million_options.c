#define NAME "million-options"
#define OPTION_COUNT 1000000
#include "zoo.h"
