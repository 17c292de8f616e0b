#define NAME "hang-at-destroy"
#define AT_DESTROY spin()
#include "zoo.h"
