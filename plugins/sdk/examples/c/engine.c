/*
 * A whole engine for Qiju in one file of C99: it plays Gomoku on any board and Xiangqi, looking one move ahead and one
 * reply deep. To write your own, copy this folder, change the names in `the_engine`, and think better in `best_move`.
 *
 *   make                                builds the library
 *   qiju plugins check libqiju_c_example.so      tries it out
 *   qiju play --first ./libqiju_c_example.so --second greedy
 *
 * From top to bottom: the board, the two games, reading positions, thinking, and the functions that Qiju calls.
 */
#include "qiju.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- the board ----------------------------------------------------------------------------------------------------- */

enum { MAX_SIZE = 22, MAX_MOVES = 512, EMPTY = 0 };

/* Sides: FIRST moves first from a game's own start, black in Gomoku and red in Xiangqi. */
enum { FIRST = 1, SECOND = -1 };

/* Men of Xiangqi; in Gomoku every stone is a STONE. A point holds man * side. */
enum { STONE = 1, GENERAL = 1, ADVISOR, ELEPHANT, HORSE, CHARIOT, CANNON, SOLDIER };

/* A Gomoku move has from == to. */
typedef struct {
    int from, to;
} move;

typedef struct {
    bool is_xiangqi;
    int width, height;
    int to_move;
    signed char point[MAX_SIZE * MAX_SIZE]; /* index row * width + file, from the lower left corner */
} board;

static int file_of(const board *b, int at)
{
    return at % b->width;
}

static int row_of(const board *b, int at)
{
    return at / b->width;
}

static bool is_on(const board *b, int file, int row)
{
    return file >= 0 && file < b->width && row >= 0 && row < b->height;
}

static int side_of(int man)
{
    return (man > 0) - (man < 0);
}

/* Plays a move and gives what stood on its target. */
static int play(board *b, move m)
{
    int taken = b->point[m.to];
    b->point[m.to] = b->is_xiangqi ? b->point[m.from] : (signed char)(STONE * b->to_move);
    if (b->is_xiangqi) {
        b->point[m.from] = EMPTY;
    }
    b->to_move = -b->to_move;
    return taken;
}

static void take_back(board *b, move m, int taken)
{
    b->to_move = -b->to_move;
    if (b->is_xiangqi) {
        b->point[m.from] = b->point[m.to];
    }
    b->point[m.to] = (signed char)taken;
}

/* ---- Xiangqi: where men go ----------------------------------------------------------------------------------------- */

static const int STEPS[8][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } };

static bool in_palace(const board *b, int side, int file, int row)
{
    int first = side == FIRST ? 0 : b->height - 3;
    return file >= 3 && file <= 5 && row >= first && row < first + 3;
}

static bool is_own_half(const board *b, int side, int row)
{
    return side == FIRST ? row < b->height / 2 : row >= b->height / 2;
}

/* Adds a step where it stays on the board and off one's own men. */
static int add(const board *b, move *list, int count, int from, int file, int row)
{
    int to = row * b->width + file;
    if (is_on(b, file, row) && side_of(b->point[to]) != side_of(b->point[from])) {
        list[count].from = from;
        list[count].to = to;
        count++;
    }
    return count;
}

/* Adds the moves of a chariot or cannon in one direction. */
static int add_ride(const board *b, move *list, int count, int from, const int *step, bool is_cannon)
{
    int file = file_of(b, from) + step[0], row = row_of(b, from) + step[1];
    while (is_on(b, file, row) && b->point[row * b->width + file] == EMPTY) {
        count = add(b, list, count, from, file, row);
        file += step[0];
        row += step[1];
    }
    if (is_cannon) { /* over one man, the screen */
        do {
            file += step[0];
            row += step[1];
        } while (is_on(b, file, row) && b->point[row * b->width + file] == EMPTY);
    }
    return add(b, list, count, from, file, row);
}

/* Adds the moves of the man on a point, whether or not they leave the general in check. */
static int add_man(const board *b, move *list, int count, int from)
{
    int file = file_of(b, from), row = row_of(b, from), side = side_of(b->point[from]), kind = abs(b->point[from]);
    int i, f, r;
    for (i = 0; i < 8; i++) {
        const int *step = STEPS[i];
        bool is_straight = i < 4;
        f = file + step[0];
        r = row + step[1];
        if ((kind == GENERAL && is_straight) || (kind == ADVISOR && !is_straight)) {
            if (in_palace(b, side, f, r)) {
                count = add(b, list, count, from, f, r);
            }
        } else if (kind == ELEPHANT && !is_straight) {
            if (is_on(b, f, r) && b->point[r * b->width + f] == EMPTY && is_own_half(b, side, r + step[1])) {
                count = add(b, list, count, from, f + step[0], r + step[1]);
            }
        } else if (kind == HORSE && is_straight) {
            if (is_on(b, f, r) && b->point[r * b->width + f] == EMPTY) {
                count = add(b, list, count, from, f + step[0] + step[1], r + step[1] + step[0]);
                count = add(b, list, count, from, f + step[0] - step[1], r + step[1] - step[0]);
            }
        } else if ((kind == CHARIOT || kind == CANNON) && is_straight) {
            count = add_ride(b, list, count, from, step, kind == CANNON);
        } else if (kind == SOLDIER && is_straight) {
            if (step[1] == side || (step[1] == 0 && !is_own_half(b, side, row))) {
                count = add(b, list, count, from, f, r);
            }
        }
    }
    return count;
}

static int find_general(const board *b, int side)
{
    int at;
    for (at = 0; at < b->width * b->height; at++) {
        if (b->point[at] == GENERAL * side) {
            return at;
        }
    }
    return -1;
}

/* Whether this side's general can be taken, also by the other general on an open file. */
static bool in_check(const board *b, int side)
{
    move list[MAX_MOVES];
    int general = find_general(b, side), other = find_general(b, -side), count = 0, at, i;
    if (general < 0) {
        return true;
    }
    for (at = 0; at < b->width * b->height; at++) {
        if (side_of(b->point[at]) == -side) {
            count = add_man(b, list, count, at);
        }
    }
    for (i = 0; i < count; i++) {
        if (list[i].to == general) {
            return true;
        }
    }
    if (other < 0 || file_of(b, other) != file_of(b, general)) {
        return false;
    }
    for (at = general + side * b->width; at != other; at += side * b->width) {
        if (at < 0 || at >= b->width * b->height || b->point[at] != EMPTY) {
            return false;
        }
    }
    return true;
}

/* ---- both games: legal moves --------------------------------------------------------------------------------------- */

static int legal_moves(board *b, move *list)
{
    int at, i, count = 0, legal = 0, side = b->to_move;
    for (at = 0; at < b->width * b->height; at++) {
        if (!b->is_xiangqi && b->point[at] == EMPTY) {
            list[count].from = list[count].to = at;
            count++;
        } else if (b->is_xiangqi && side_of(b->point[at]) == side) {
            count = add_man(b, list, count, at);
        }
    }
    if (!b->is_xiangqi) {
        return count;
    }
    for (i = 0; i < count; i++) {
        int taken = play(b, list[i]);
        if (!in_check(b, side)) {
            list[legal++] = list[i];
        }
        take_back(b, list[i], taken);
        /* A move that is kept stands before this one, so that nothing unread is overwritten. */
    }
    return legal;
}

static bool is_legal(board *b, move m)
{
    move list[MAX_MOVES];
    int count = legal_moves(b, list);
    while (count-- > 0) {
        if (list[count].from == m.from && list[count].to == m.to) {
            return true;
        }
    }
    return false;
}

/* ---- texts: moves and positions ------------------------------------------------------------------------------------ */

/* Reads a point like "h8" or, in Xiangqi, "e0", and gives what follows it; null where it is none. */
static const char *read_point(const board *b, const char *text, const char *end, int *at)
{
    int file, row = 0, digits = 0;
    if (text == end) {
        return NULL;
    }
    file = *text++ - 'a';
    while (text < end && *text >= '0' && *text <= '9' && digits < (b->is_xiangqi ? 1 : 2)) {
        row = row * 10 + (*text++ - '0');
        digits++;
    }
    row -= b->is_xiangqi ? 0 : 1;
    if (digits == 0 || !is_on(b, file, row)) {
        return NULL;
    }
    *at = row * b->width + file;
    return text;
}

/* Reads one move, which ends at `end`. */
static bool read_move(const board *b, const char *text, const char *end, move *m)
{
    text = read_point(b, text, end, &m->from);
    m->to = m->from;
    if (text != NULL && b->is_xiangqi) {
        text = read_point(b, text, end, &m->to);
    }
    return text == end;
}

static void write_move(const board *b, move m, char *text, size_t room)
{
    int base = b->is_xiangqi ? 0 : 1;
    int length = snprintf(text, room, "%c%d", 'a' + file_of(b, m.from), row_of(b, m.from) + base);
    if (b->is_xiangqi && length > 0 && (size_t)length < room) {
        snprintf(text + length, room - (size_t)length, "%c%d", 'a' + file_of(b, m.to), row_of(b, m.to) + base);
    }
}

/* What a letter of a start text puts on a point, EMPTY for no such letter. */
static int read_man(const board *b, char letter)
{
    static const char men[] = ".kaehrcp"; /* in the order of GENERAL ... SOLDIER; b and n are other words for two */
    char lower = (char)(letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter);
    const char *found;
    if (!b->is_xiangqi) {
        return letter == 'x' ? FIRST : letter == 'o' ? SECOND : EMPTY;
    }
    lower = lower == 'b' ? 'e' : lower == 'n' ? 'h' : lower;
    found = lower == '.' ? NULL : strchr(men, lower);
    return found == NULL || lower == 0 ? EMPTY : (int)(found - men) * (lower == letter ? SECOND : FIRST);
}

/* Reads rows from the top joined by "/", then the side to move. */
static bool read_start(board *b, const char *text, const char *end)
{
    int row = b->height - 1, file = 0;
    memset(b->point, EMPTY, sizeof(b->point));
    for (; text < end && *text != ' '; text++) {
        if (*text == '/') {
            if (file != b->width || row == 0) {
                return false;
            }
            file = 0;
            row--;
        } else if (*text >= '0' && *text <= '9') {
            int run = *text - '0';
            if (text + 1 < end && text[1] >= '0' && text[1] <= '9') {
                run = run * 10 + (*++text - '0');
            }
            file += run;
        } else {
            int man = read_man(b, *text);
            if (man == EMPTY || !is_on(b, file, row)) {
                return false;
            }
            b->point[row * b->width + file++] = (signed char)man;
        }
        if (file > b->width) {
            return false;
        }
    }
    if (row != 0 || file != b->width || end - text < 2 || strchr("bwr", text[1]) == NULL) {
        return false;
    }
    /* Gomoku writes b for black, who is first; Xiangqi w or r for red, who is first. */
    b->to_move = (text[1] == 'b') != b->is_xiangqi ? FIRST : SECOND;
    return !b->is_xiangqi || (find_general(b, FIRST) >= 0 && find_general(b, SECOND) >= 0);
}

/* ---- thinking ------------------------------------------------------------------------------------------------------ */

/* The worth of a stone on an empty point: the lines of five through it that one side alone has stones on. */
static int line_worth(const board *b, int at, int side)
{
    static const int WORTH[5] = { 1, 10, 60, 400, 5000 }; /* by the number of stones that the line has already */
    int i, start, k, worth = 0;
    for (i = 0; i < 8; i++) {
        const int *step = STEPS[i];
        if (i == 2 || i == 3 || i >= 6) {
            continue; /* the other way along the same line */
        }
        for (start = -4; start <= 0; start++) {
            int own = 0;
            bool is_open = true;
            for (k = start; k < start + 5 && is_open; k++) {
                int file = file_of(b, at) + k * step[0], row = row_of(b, at) + k * step[1];
                int man = is_on(b, file, row) ? b->point[row * b->width + file] : 2 * SECOND * FIRST;
                is_open = man == EMPTY || man == side;
                own += man == side;
            }
            worth += is_open ? WORTH[own] : 0;
        }
    }
    return worth;
}

static int man_worth(int man)
{
    static const int WORTH[8] = { 0, 10000, 200, 200, 400, 900, 450, 100 };
    return WORTH[abs(man)];
}

/* What a Xiangqi move wins when the opponent answers with the best capture. */
static int capture_worth(board *b, move m)
{
    move replies[MAX_MOVES];
    int taken = play(b, m), count, i, loss = 0, worth = man_worth(taken);
    count = legal_moves(b, replies);
    for (i = 0; i < count; i++) {
        int lost = man_worth(b->point[replies[i].to]);
        loss = lost > loss ? lost : loss;
    }
    worth += count == 0 ? 100000 : in_check(b, b->to_move) ? 20 : 0;
    take_back(b, m, taken);
    return worth - loss;
}

static int move_worth(board *b, move m)
{
    if (b->is_xiangqi) {
        return capture_worth(b, m);
    }
    return 2 * line_worth(b, m.to, b->to_move) + line_worth(b, m.to, -b->to_move);
}

/* Random numbers of our own, so that a seed gives the same game everywhere (xorshift). */
static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* An instance. The table comes first, so that a pointer to one is a pointer to the other. */
typedef struct {
    qiju_instance table;
    const qiju_host *host;
    bool has_game, has_position, is_calm;
    board at;
} engine;

/* Whether a move is among those that the limits allow; an empty text allows all. */
static bool is_allowed(const board *b, qiju_str allowed, move m)
{
    const char *text = allowed.data, *end = text == NULL ? NULL : text + allowed.length;
    if (allowed.length == 0) {
        return true;
    }
    while (text < end) {
        const char *stop = text;
        move one;
        while (stop < end && *stop != ' ') {
            stop++;
        }
        if (read_move(b, text, stop, &one) && one.from == m.from && one.to == m.to) {
            return true;
        }
        text = stop < end ? stop + 1 : end;
    }
    return false;
}

/* The best move that is allowed, one of the best by chance; false where there is none. */
static bool best_move(engine *self, const qiju_limits *limits, move *best, int *worth)
{
    move list[MAX_MOVES];
    int count = legal_moves(&self->at, list), i, equal = 0;
    uint64_t chance = (limits->flags & QIJU_LIMIT_SEED) != 0 ? limits->seed : (uint64_t)self->host->now(self->host);
    chance = chance * 2654435761u + 88172645463325252u; /* never 0 in practice, which xorshift must not be */
    *worth = 0;
    for (i = 0; i < count; i++) {
        int value;
        if (!is_allowed(&self->at, limits->allowed_moves, list[i])) {
            continue;
        }
        if (equal > 0 && self->host->should_stop(self->host, limits->search_id)) {
            break; /* with the best so far */
        }
        value = self->is_calm ? 0 : move_worth(&self->at, list[i]);
        if (equal == 0 || value > *worth) {
            equal = 0;
            *worth = value;
        }
        if (value == *worth && next_random(&chance) % (uint64_t)(++equal) == 0) {
            *best = list[i];
        }
    }
    return equal > 0;
}

/* ---- what Qiju calls ----------------------------------------------------------------------------------------------- */

/* Writes a sentence for the user and gives the status back. */
static int32_t fail(qiju_buffer *error, int32_t status, const char *format, ...)
{
    char text[200];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof(text), format, values);
    va_end(values);
    qiju_write(error, qiju_text(text));
    return status;
}

#define TEXT(literal) { literal, sizeof(literal) - 1 }

static uint32_t option_count(qiju_instance *self)
{
    (void)self;
    return 1;
}

static const qiju_option *option(qiju_instance *self, uint32_t index)
{
    static const qiju_option calm = { sizeof(qiju_option), QIJU_OPTION_BOOL, 0, 0, TEXT("calm"), TEXT("Calm"),
                                      TEXT("Plays any move at all."), TEXT("false"), 0, 0, 0, 0, NULL, NULL };
    (void)self;
    return index == 0 ? &calm : NULL;
}

static int32_t set_option(qiju_instance *instance, qiju_str id, qiju_str value, qiju_buffer *error)
{
    engine *self = (engine *)instance;
    if (!qiju_text_equal(id, qiju_text("calm"))) {
        return fail(error, QIJU_ERR_UNKNOWN, "the only option is calm");
    }
    if (!qiju_text_equal(value, qiju_text("true")) && !qiju_text_equal(value, qiju_text("false"))) {
        return fail(error, QIJU_ERR_OPTION, "calm must be true or false");
    }
    self->is_calm = qiju_text_equal(value, qiju_text("true"));
    return QIJU_OK;
}

static int32_t new_game(qiju_instance *instance, qiju_str variant, uint32_t width, uint32_t height, qiju_str rules,
                        qiju_buffer *error)
{
    engine *self = (engine *)instance;
    bool is_xiangqi = qiju_text_equal(variant, qiju_text("xiangqi"));
    (void)rules; /* they judge repetition and draws, which one move ahead does not see */
    self->has_game = self->has_position = false;
    if (!is_xiangqi && !qiju_text_equal(variant, qiju_text("gomoku"))) {
        return fail(error, QIJU_ERR_GAME, "only gomoku and xiangqi are played");
    }
    if (is_xiangqi ? width != 9 || height != 10 : width != height || width < 5 || width > MAX_SIZE) {
        return fail(error, QIJU_ERR_GAME, "boards of %u by %u points are not played", (unsigned)width, (unsigned)height);
    }
    memset(&self->at, 0, sizeof(self->at));
    self->at.is_xiangqi = is_xiangqi;
    self->at.width = (int)width;
    self->at.height = (int)height;
    self->has_game = true;
    return QIJU_OK;
}

static int32_t set_position(qiju_instance *instance, qiju_str start, qiju_str moves, qiju_buffer *error)
{
    engine *self = (engine *)instance;
    board *b = &self->at;
    const char *text = moves.data, *end = text == NULL ? NULL : text + moves.length;
    self->has_position = false;
    if (!self->has_game) {
        return fail(error, QIJU_ERR_STATE, "no game was begun");
    }
    if (start.data == NULL && b->is_xiangqi) {
        start = qiju_text("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w");
    }
    if (start.data == NULL) {
        memset(b->point, EMPTY, sizeof(b->point));
        b->to_move = FIRST;
    } else if (!read_start(b, start.data, start.data + start.length)) {
        return fail(error, QIJU_ERR_POSITION, "the start text can't be read");
    }
    while (text < end) {
        const char *stop = text;
        move m;
        while (stop < end && *stop != ' ') {
            stop++;
        }
        if (!read_move(b, text, stop, &m) || !is_legal(b, m)) {
            return fail(error, QIJU_ERR_POSITION, "move %.*s is not legal", (int)(stop - text < 20 ? stop - text : 20), text);
        }
        play(b, m);
        text = stop < end ? stop + 1 : end;
    }
    self->has_position = true;
    return QIJU_OK;
}

static int32_t search(qiju_instance *instance, const qiju_limits *limits, qiju_result *result, qiju_buffer *error)
{
    engine *self = (engine *)instance;
    qiju_info info;
    char text[16];
    move best = { 0, 0 };
    int worth;
    if (!self->has_position) {
        return fail(error, QIJU_ERR_STATE, "no position was set");
    }
    if (!best_move(self, limits, &best, &worth)) {
        return fail(error, QIJU_ERR_FAILED, "no move is open");
    }
    write_move(&self->at, best, text, sizeof(text));
    memset(&info, 0, sizeof(info));
    info.struct_size = sizeof(info);
    info.depth = 1;
    info.multi_pv = 1;
    info.nps = info.time = info.hashfull = -1;
    info.pv = qiju_text(text);
    self->host->on_info(self->host, limits->search_id, &info);
    qiju_write(&result->best_move, qiju_text(text));
    result->score_kind = QIJU_SCORE_NONE;
    return QIJU_OK;
}

static void destroy(qiju_instance *instance)
{
    free(instance);
}

static const qiju_variant_support gomoku = { sizeof(qiju_variant_support), QIJU_CAN_SEED, TEXT("gomoku"), 5, MAX_SIZE,
                                             TEXT("") };
static const qiju_variant_support xiangqi = { sizeof(qiju_variant_support), QIJU_CAN_SEED, TEXT("xiangqi"), 0, 0,
                                              TEXT("asian computer chinese") };
static const qiju_variant_support *const variants[] = { &gomoku, &xiangqi };

static const qiju_descriptor the_engine = {
    sizeof(qiju_descriptor), 2, TEXT("org.example.c-example"), TEXT("C example"), TEXT("1.0"), TEXT("The Qiju authors"),
    TEXT("MIT OR Apache-2.0"), TEXT(""), TEXT("Looks one move ahead. The example to write engines in C after."), variants
};

static uint32_t plugin_count(void)
{
    return 1;
}

static const qiju_descriptor *descriptor(uint32_t index)
{
    return index == 0 ? &the_engine : NULL;
}

static int32_t create(const qiju_host *host, qiju_str id, qiju_instance **instance, qiju_buffer *error)
{
    engine *self;
    if (!qiju_text_equal(id, the_engine.id)) {
        return fail(error, QIJU_ERR_UNKNOWN, "there is no such engine here");
    }
    self = (engine *)calloc(1, sizeof(*self));
    if (self == NULL) {
        return fail(error, QIJU_ERR_FAILED, "there is no memory left");
    }
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

QIJU_EXPORT const qiju_entry qiju_plugin_entry_v1 = {
    sizeof(qiju_entry), QIJU_ABI_MAJOR, QIJU_ABI_MINOR, NULL, NULL, plugin_count, descriptor, create, NULL
};
