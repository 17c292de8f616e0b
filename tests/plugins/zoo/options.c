/* Declares an option of every kind, and takes every value. */
#define NAME "options"
#define OPTION_COUNT 7
#define PLAIN(type, id, label, note, value) \
    sizeof(qiju_option), type, 0, 0, TEXT_OF(id), TEXT_OF(label), TEXT_OF(note), TEXT_OF(value)
#define OPTIONS \
    { PLAIN(QIJU_OPTION_BOOL, "bold", "Bold", "Attacks first.", "false"), 0, 0, 0, 0, NULL, NULL }, \
    { PLAIN(QIJU_OPTION_INT, "width", "Width", "Moves looked at.", "40"), 1, 99, 0, 0, NULL, NULL }, \
    { PLAIN(QIJU_OPTION_FLOAT, "contempt", "Contempt", "Avoids draws.", "0.25"), 0, 0, -1, 1, NULL, NULL }, \
    { sizeof(qiju_option), QIJU_OPTION_ENUM, 0, 2, TEXT_OF("style"), TEXT_OF("Style"), TEXT_OF(""), TEXT_OF("calm"), 0, \
      0, 0, 0, words, NULL }, \
    { PLAIN(QIJU_OPTION_STRING, "name", "Name", "", "Anonymous"), 0, 0, 0, 0, NULL, NULL }, \
    { PLAIN(QIJU_OPTION_PATH, "net", "Evaluation file", "", ""), 0, 0, 0, 0, NULL, NULL }, \
    { PLAIN(QIJU_OPTION_BUTTON, "forget", "Forget everything", "", ""), 0, 0, 0, 0, NULL, NULL }
#define HELPERS static const qiju_str words[] = { TEXT_OF("calm"), TEXT_OF("wild") };
#define AT_OPTION return QIJU_OK
#include "zoo.h"
