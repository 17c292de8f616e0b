/*
 * What every library of the zoo has: an engine that plays Gomoku by taking the first free point, and hooks at which a
 * library misbehaves. Each library defines the hooks that it needs and then includes this file.
 *
 *   AT_LOAD, AT_INIT, AT_CREATE, AT_OPTION, AT_NEW_GAME, AT_SEARCH, AT_ANSWER, AT_DESTROY   statements
 *   ABI_MAJOR, ENTRY_SIZE, OPTION_COUNT, BEST_MOVE                                          values
 *   OPTIONS                                        what stands in an array of qiju_option, with OPTION_COUNT
 */
#include "qiju.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef _WIN32
#include <windows.h>
static void nap(long milliseconds)
{
    Sleep((DWORD)milliseconds);
}
#else
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>
static void nap(long milliseconds)
{
    struct timespec time;
    time.tv_sec = milliseconds / 1000;
    time.tv_nsec = milliseconds % 1000 * 1000000;
    nanosleep(&time, NULL);
}
#endif

#ifndef AT_INIT
#define AT_INIT
#endif
#ifndef AT_CREATE
#define AT_CREATE
#endif
#ifndef AT_OPTION
#define AT_OPTION
#endif
#ifndef AT_NEW_GAME
#define AT_NEW_GAME
#endif
#ifndef AT_SEARCH
#define AT_SEARCH
#endif
#ifndef AT_ANSWER
#define AT_ANSWER
#endif
#ifndef AT_DESTROY
#define AT_DESTROY
#endif
#ifndef MAJOR
#define MAJOR QIJU_ABI_MAJOR
#endif
#ifndef ENTRY_SIZE
#define ENTRY_SIZE sizeof(qiju_entry)
#endif
#ifndef OPTION_COUNT
#define OPTION_COUNT 0
#endif

#define TEXT_OF(literal) { literal, sizeof(literal) - 1 }

typedef struct {
    qiju_instance table;
    const qiju_host *host;
    char taken[22][22];
    unsigned size;
    unsigned plies;
} animal;

/* Writes to a place where nothing is. */
static void fall(void)
{
    volatile int *nowhere = (volatile int *)8;
    *nowhere = 1;
}

/* Loops without ever looking up. */
static void spin(void)
{
    volatile unsigned turns = 0;
    for (;;) {
        turns++;
    }
}

static void report(const qiju_host *host, uint64_t search_id, qiju_str pv, qiju_str text)
{
    qiju_info info;
    memset(&info, 0, sizeof(info));
    info.struct_size = sizeof(info);
    info.nps = info.time = info.hashfull = -1;
    info.depth = 1;
    info.pv = pv;
    info.text = text;
    host->on_info(host, search_id, &info);
}

static void use_helpers(void)
{
    (void)fall;
    (void)spin;
    (void)report;
    (void)nap;
}

#ifdef HELPERS
HELPERS
#endif

#ifdef AT_LOAD
#ifdef _WIN32
BOOL WINAPI DllMain(HINSTANCE library, DWORD reason, LPVOID reserved)
{
    (void)library;
    (void)reserved;
    if (reason == DLL_PROCESS_ATTACH) {
        AT_LOAD;
    }
    return TRUE;
}
#else
__attribute__((constructor)) static void at_load(void)
{
    AT_LOAD;
}
#endif
#endif

static uint32_t option_count(qiju_instance *self)
{
    (void)self;
    return OPTION_COUNT;
}

static const qiju_option *option(qiju_instance *self, uint32_t index)
{
    (void)self;
#ifdef OPTIONS
    static const qiju_option options[] = { OPTIONS };
    return index < OPTION_COUNT ? &options[index] : NULL;
#else
    (void)index;
    return NULL;
#endif
}

static int32_t set_option(qiju_instance *self, qiju_str id, qiju_str value, qiju_buffer *error)
{
    (void)self;
    (void)id;
    (void)value;
    AT_OPTION;
    qiju_write(error, qiju_text("it has no options"));
    return QIJU_ERR_UNKNOWN;
}

static int32_t new_game(qiju_instance *instance, qiju_str variant, uint32_t width, uint32_t height, qiju_str rules,
                        qiju_buffer *error)
{
    animal *self = (animal *)instance;
    (void)variant;
    (void)height;
    (void)rules;
    (void)error;
    AT_NEW_GAME;
    self->size = width;
    return QIJU_OK;
}

static int32_t set_position(qiju_instance *instance, qiju_str start, qiju_str moves, qiju_buffer *error)
{
    animal *self = (animal *)instance;
    uint64_t at = 0;
    (void)start;
    (void)error;
    memset(self->taken, 0, sizeof(self->taken));
    self->plies = 0;
    while (at < moves.length) {
        unsigned file = (unsigned)(moves.data[at++] - 'a'), row = 0;
        while (at < moves.length && moves.data[at] != ' ') {
            row = row * 10 + (unsigned)(moves.data[at++] - '0');
        }
        at++;
        if (file < 22 && row >= 1 && row <= 22) {
            self->taken[row - 1][file] = 1;
        }
        self->plies++;
    }
    return QIJU_OK;
}

static int32_t search(qiju_instance *instance, const qiju_limits *limits, qiju_result *result, qiju_buffer *error)
{
    animal *self = (animal *)instance;
    char text[24] = "";
    unsigned row, file;
    (void)error;
    (void)limits;
    AT_SEARCH;
    for (row = 0; row < self->size && text[0] == 0; row++) {
        for (file = 0; file < self->size && text[0] == 0; file++) {
            if (!self->taken[row][file]) {
                sprintf(text, "%c%u", 'a' + (int)file, row + 1);
            }
        }
    }
#ifdef BEST_MOVE
    qiju_write(&result->best_move, qiju_text(BEST_MOVE));
#else
    qiju_write(&result->best_move, qiju_text(text));
#endif
    AT_ANSWER;
    return QIJU_OK;
}

static void destroy(qiju_instance *instance)
{
    AT_DESTROY;
    free(instance);
}

static const qiju_variant_support gomoku = {
    sizeof(qiju_variant_support), 0, TEXT_OF("gomoku"), 5, 22, TEXT_OF("")
};

static const qiju_variant_support *const variants[] = { &gomoku };

static const qiju_descriptor the_descriptor = {
    sizeof(qiju_descriptor), 1, TEXT_OF("org.example." NAME), TEXT_OF(NAME), TEXT_OF("1"), TEXT_OF(""), TEXT_OF(""),
    TEXT_OF(""), TEXT_OF(""), variants
};

static int32_t init(qiju_str path)
{
    (void)path;
    use_helpers();
    AT_INIT;
    return QIJU_OK;
}

static uint32_t plugin_count(void)
{
    return 1;
}

static const qiju_descriptor *descriptor(uint32_t index)
{
    return index == 0 ? &the_descriptor : NULL;
}

static int32_t create(const qiju_host *host, qiju_str id, qiju_instance **instance, qiju_buffer *error)
{
    animal *self = (animal *)calloc(1, sizeof(*self));
    (void)id;
    (void)error;
    AT_CREATE;
    self->host = host;
    self->table.struct_size = sizeof(self->table);
    self->table.option_count = option_count;
    self->table.option = option;
    self->table.set_option = set_option;
    self->table.new_game = new_game;
    self->table.set_position = set_position;
    self->table.search = search;
    self->table.destroy = destroy;
    *instance = &self->table;
    return QIJU_OK;
}

#ifdef __cplusplus
extern "C"
#endif
#ifdef NO_ENTRY
QIJU_EXPORT const int some_other_symbol = (int)ENTRY_SIZE;
static const qiju_entry unused
#else
QIJU_EXPORT const qiju_entry qiju_plugin_entry_v1
#endif
    = { (uint32_t)(ENTRY_SIZE), MAJOR, QIJU_ABI_MINOR, init, NULL, plugin_count, descriptor, create, NULL };

#ifdef NO_ENTRY
const void *keep_unused(void);
const void *keep_unused(void)
{
    return &unused;
}
#endif
