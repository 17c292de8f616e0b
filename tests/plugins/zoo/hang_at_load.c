#define NAME "hang-at-load"
#define AT_LOAD spin()
#include "zoo.h"
