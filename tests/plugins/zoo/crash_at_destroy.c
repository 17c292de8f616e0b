#define NAME "crash-at-destroy"
#define AT_DESTROY fall()
#include "zoo.h"
