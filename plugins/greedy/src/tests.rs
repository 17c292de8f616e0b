//! The engine as a host sees it: reports, options, chance, and whole games.

use std::sync::Mutex;
use std::time::Instant;

use sdk::rules::{Point, Rules, Side};
use sdk::{Control, Info, Level as LogLevel, SearchHost};

use super::*;

/// A host that keeps what it is told.
#[derive(Default)]
struct Listener(Mutex<Vec<Info>>);

impl SearchHost for Listener {
    fn should_stop(&self) -> bool {
        !self.0.lock().unwrap().is_empty()
    }

    fn ponder_hit(&self) -> Option<Instant> {
        None
    }

    fn info(&self, info: &Info) {
        self.0.lock().unwrap().push(info.clone());
    }

    fn log(&self, _level: LogLevel, _text: &str) {}
}

fn start(variant: Variant, size: u8) -> VariantPosition {
    VariantPosition::start(variant, size, Rules::default()).unwrap()
}

fn position(variant: Variant, size: u8, moves: &str) -> VariantPosition {
    let mut position = start(variant, size);
    for mv in moves.split_whitespace() {
        position.play(variant.parse_move(mv).unwrap()).unwrap();
    }
    position
}

fn engine(level: &str, method: &str) -> Greedy {
    let mut engine = Greedy::default();
    for (id, value) in [("level", level), ("method", method)] {
        let option = engine.options().into_iter().find(|option| option.id == id).unwrap();
        engine.set_option(id, &option.parse(value).unwrap()).unwrap();
    }
    engine
}

fn seeded(seed: u64) -> Limits {
    Limits { seed: Some(seed), ..Limits::default() }
}

fn best(engine: &mut Greedy, position: &VariantPosition, limits: &Limits) -> Move {
    engine.think(position, limits, &Control::detached(limits)).unwrap().best_move.unwrap()
}

fn infos(engine: &mut Greedy, position: &VariantPosition, limits: &Limits) -> (SearchResult, Vec<Info>) {
    let host = Listener::default();
    let result = engine.think(position, limits, &Control::new(&host, limits)).unwrap();
    (result, host.0.into_inner().unwrap())
}

/// The methods, and the two levels, by their names.
const METHODS: [&str; 3] = ["shapes", "lines", "codes"];
const LEVELS: [&str; 2] = ["easy", "normal"];

/// Plays until the game ends; each side's moves come from the engine, or from chance where there is none.
fn game(start: &VariantPosition, mut sides: [Option<&mut Greedy>; 2], seed: u64) -> Option<Side> {
    let mut rng = Rng::with_seed(seed);
    let mut position = start.clone();
    while position.outcome().is_none() {
        let mv = match &mut sides[position.side_to_move().index()] {
            Some(engine) => best(engine, &position, &seeded(seed)),
            None => rng.choice(position.legal_moves()).unwrap(),
        };
        position.play(mv).unwrap();
    }
    position.outcome().unwrap().winner()
}

/// Games won of a hundred against moves by chance, fifty with each side.
fn wins_against_chance(engine: &mut Greedy, start: &VariantPosition) -> usize {
    let won = |seed: &u64| {
        let side = Side::ALL[(seed % 2) as usize];
        let mut sides = [None, None];
        sides[side.index()] = Some(&mut *engine);
        game(start, sides, *seed) == Some(side)
    };
    (0..100).filter(won).count()
}

#[test]
fn beats_chance_at_gomoku() {
    for variant in [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju] {
        for (method, level) in METHODS.into_iter().flat_map(|method| LEVELS.map(|level| (method, level))) {
            let won = wins_against_chance(&mut engine(level, method), &start(variant, 15));
            assert!(won >= 95, "{variant}, {method}, {level}: {won} of 100");
        }
    }
}

#[test]
fn beats_chance_at_xiangqi() {
    let won = wins_against_chance(&mut engine("normal", "shapes"), &start(Variant::Xiangqi, 0));
    assert!(won >= 95, "{won} of 100");
}
#[test]
fn every_move_is_legal_in_every_variant_and_size_up_to_the_last_point() {
    for variant in [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju] {
        for size in variant.sizes().unwrap() {
            for (seed, method) in (0..).zip(METHODS) {
                let mut engine = engine(LEVELS[usize::from(size) % 2], method);
                let mut rng = Rng::with_seed(seed);
                let mut position = start(variant, size);
                // On from where the game may long be over, to the last points.
                let left = if size % 3 == 0 { 400 } else { 20 };
                while position.legal_moves().len() > left {
                    position.play_unchecked(rng.choice(position.legal_moves()).unwrap());
                }
                for _ in 0..30.min(position.legal_moves().len()) {
                    if position.legal_moves().is_empty() {
                        break;
                    }
                    position.play(best(&mut engine, &position, &seeded(seed))).unwrap();
                }
            }
        }
    }
}

#[test]
fn engines_play_each_other_to_the_end_in_every_variant() {
    for variant in Variant::ALL {
        for (seed, method) in (0..).zip(METHODS) {
            let (mut first, mut second) = (engine("normal", method), engine("easy", method));
            game(&start(variant, 15), [Some(&mut first), Some(&mut second)], seed);
        }
    }
}

#[test]
fn empty_board_is_opened_in_the_middle() {
    for method in METHODS {
        let mv = best(&mut engine("normal", method), &start(Variant::Gomoku, 15), &seeded(3));
        assert_eq!(mv, Move::Put { to: Point::new(7, 7) }, "{method}");
    }
}

#[test]
fn equal_moves_are_chosen_by_the_seed_and_the_same_for_the_same() {
    // The four points beside a lone stone in the middle are equal, and so are the four across.
    let openings = [position(Variant::Gomoku, 15, "h8"), start(Variant::Xiangqi, 0)];
    for (position, method) in openings.iter().flat_map(|position| METHODS.map(|method| (position, method))) {
        let choose = |seed| best(&mut engine("normal", method), position, &seeded(seed));
        let mut chosen: Vec<Move> = (0..40).map(choose).collect();
        assert_eq!(chosen, (0..40).map(choose).collect::<Vec<_>>(), "{method}");
        chosen.sort_unstable();
        chosen.dedup();
        assert!(chosen.len() > 1, "{method}: {chosen:?}");
    }
}

#[test]
fn heat_has_the_value_of_each_candidate_where_it_ends() {
    let gomoku = position(Variant::Gomoku, 9, "e5 d4");
    let (result, infos) = infos(&mut engine("normal", "shapes"), &gomoku, &seeded(0));
    assert_eq!(infos.len(), 1);
    let heat = infos[0].heat.as_ref().unwrap();
    assert_eq!(heat.len(), 81);
    let empty = |index: &usize| gomoku.is_legal(Move::Put { to: Point::new((index % 9) as u8, (index / 9) as u8) });
    assert!((0..81).all(|index| heat[index].is_nan() != empty(&index)));
    let Some(Point { file, row }) = result.best_move.unwrap().to() else { panic!("no point") };
    let greatest = heat.iter().copied().fold(f32::NAN, f32::max);
    assert_eq!(heat[usize::from(row) * 9 + usize::from(file)], greatest);
}

#[test]
fn heat_of_xiangqi_has_nine_by_ten_points() {
    let (_, infos) = infos(&mut engine("normal", "shapes"), &start(Variant::Xiangqi, 0), &seeded(0));
    let heat = infos[0].heat.as_ref().unwrap();
    assert_eq!(heat.len(), 90);
    // The chariot on a0 can go to a1 and a2, and no man to i0, where another chariot stands.
    assert!(!heat[9].is_nan() && !heat[18].is_nan() && heat[8].is_nan());
}

#[test]
fn several_lines_are_reported_best_first() {
    for position in [position(Variant::Renju, 15, "h8 h9 g8"), position(Variant::Xiangqi, 0, "h2e2 h9g7")] {
        let limits = Limits { multi_pv: 3, ..seeded(5) };
        let (result, infos) = infos(&mut engine("normal", "lines"), &position, &limits);
        assert_eq!(infos.iter().map(|info| info.multi_pv).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(infos[0].pv, [result.best_move.unwrap()]);
        assert_eq!(infos[0].score, result.score);
        assert_ne!(infos[1].pv, infos[0].pv);
        for info in &infos {
            let name = position.variant().move_text(info.pv[0]).to_uppercase();
            assert!(info.text.starts_with(&format!("{name}: ")), "{}", info.text);
        }
    }
}

#[test]
fn the_text_tells_attack_from_defence() {
    // White has an open two in the row, Black an open three in the file.
    let position = position(Variant::Gomoku, 15, "h8 k5 h7 l5 h6");
    let (result, infos) = infos(&mut engine("normal", "shapes"), &position, &seeded(0));
    let text = &infos[0].text;
    assert!(text.contains("attack") && text.contains(", defence open four 1200"), "{text}");
    assert!(matches!(result.score, sdk::Score::Cp(cp) if cp < 0), "{result:?}");
}

#[test]
fn only_allowed_moves_are_chosen() {
    let allowed = vec![Move::Put { to: Point::new(0, 0) }, Move::Put { to: Point::new(14, 3) }];
    let limits = Limits { allowed: allowed.clone(), multi_pv: 5, ..seeded(1) };
    let four = position(Variant::Gomoku, 15, "h8 a2 h7 a3 h6 a4 h5 a5");
    let (result, infos) = infos(&mut engine("normal", "shapes"), &four, &limits);
    assert!(allowed.contains(&result.best_move.unwrap()));
    assert_eq!(infos.len(), 2);
}

#[test]
fn analysis_goes_on_until_it_is_stopped() {
    // The listener stops once it has heard something, and a search that returned before had said nothing.
    let (result, infos) = infos(&mut engine("normal", "codes"), &start(Variant::Renju, 15), &Limits::infinite());
    assert_eq!(infos.len(), 1);
    assert!(result.best_move.is_some());
}

#[test]
fn a_new_method_counts_from_the_next_move() {
    let mut changed = engine("normal", "shapes");
    let position = position(Variant::Gomoku, 15, "h8 h9 j8 g8 k7");
    best(&mut changed, &position, &seeded(0));
    let option = OptionValue::Text("lines".to_owned());
    changed.set_option("method", &option).unwrap();
    let (_, after) = infos(&mut changed, &position, &seeded(0));
    let (_, fresh) = infos(&mut engine("normal", "lines"), &position, &seeded(0));
    assert_eq!((&after[0].text, &after[0].pv), (&fresh[0].text, &fresh[0].pv));
}
