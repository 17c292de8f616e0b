#define NAME "other-version"
#define MAJOR 9
#include "zoo.h"
