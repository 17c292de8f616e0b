/* Needs a library that is not there. */
int not_there(void);
#define NAME "needs-another"
#define AT_INIT return not_there()
#include "zoo.h"
