#define NAME "crash-at-create"
#define AT_CREATE fall()
#include "zoo.h"
