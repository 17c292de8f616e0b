#define NAME "hang-at-new-game"
#define AT_NEW_GAME spin()
#include "zoo.h"
