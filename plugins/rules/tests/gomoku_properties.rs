//! Properties that hold for every position, on random ones of all rules and sizes.

use proptest::prelude::*;
use rules::gomoku::{Cell, CellShapes, Direction, Gomoku, Shape, ShapeBoard, Symmetry};
use rules::{EndReason, Move, Outcome, Point, Position, Refusal, Rules, Side, Variant};

const VARIANTS: [Variant; 3] = [Variant::Gomoku, Variant::GomokuStandard, Variant::Renju];

/// Any arrangement of stones: for each point three chances in `density` of black, two of white.
fn setups() -> impl Strategy<Value = Gomoku> {
    let board = (5u8..=22, 6u8..30).prop_flat_map(|(size, density)| {
        (Just(size), prop::collection::vec(0..density, usize::from(size) * usize::from(size)))
    });
    (0..3usize, board, any::<bool>()).prop_map(|(variant, (size, cells), black_to_move)| {
        let stones = |numbers: std::ops::Range<u8>| -> Vec<Point> {
            points(size).zip(&cells).filter(|(_, cell)| numbers.contains(cell)).map(|(point, _)| point).collect()
        };
        let to_move = if black_to_move { Side::First } else { Side::Second };
        let rules = Rules::default();
        Gomoku::from_stones(VARIANTS[variant], size, rules, &stones(0..3), &stones(3..5), to_move).unwrap()
    })
}

/// A set-up and some moves from it, forbidden ones too, whatever ends the game.
fn games() -> impl Strategy<Value = (Gomoku, Vec<Move>)> {
    (setups(), prop::collection::vec(any::<prop::sample::Index>(), 0..60)).prop_map(|(start, picks)| {
        let mut position = start.clone();
        for pick in picks {
            let empty: Vec<_> = position.board().empty_cells().collect();
            if !empty.is_empty() {
                position.play_unchecked(Move::Put { to: pick.get(&empty).point() });
            }
        }
        let moves = position.moves().collect();
        (start, moves)
    })
}

fn points(size: u8) -> impl Iterator<Item = Point> {
    (0..size).flat_map(move |row| (0..size).map(move |file| Point::new(file, row)))
}

/// The position with the same stones, set up.
fn set_up_anew(position: &Gomoku) -> Gomoku {
    let stones = |side| -> Vec<Point> { position.board().stone_cells(side).map(Cell::point).collect() };
    Gomoku::from_stones(
        position.variant(),
        position.size(),
        position.rules(),
        &stones(Side::First),
        &stones(Side::Second),
        position.side_to_move(),
    )
    .unwrap()
}

fn all_shapes(board: &ShapeBoard) -> Vec<CellShapes> {
    points(board.board().size()).map(|point| board.shapes(Cell::new(point))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn legal_moves_are_those_that_are_legal((start, moves) in games()) {
        let mut position = start;
        for mv in moves.into_iter().map(Some).chain([None]) {
            let legal: Vec<_> =
                points(30).map(|to| Move::Put { to }).filter(|mv| position.is_legal(*mv)).collect();
            prop_assert_eq!(&position.legal_moves(), &legal);
            let forbidden = position.forbidden_points().len();
            prop_assert_eq!(legal.len() + forbidden, position.board().empty_count());
            match mv {
                Some(mv) => position.play_unchecked(mv),
                None => break,
            }
        }
    }

    #[test]
    fn undo_restores_the_position_and_its_key((start, moves) in games()) {
        let mut position = start.clone();
        let mut before = Vec::new();
        for mv in &moves {
            before.push((position.clone(), position.key()));
            position.play_unchecked(*mv);
        }
        for (mv, (position_before, key)) in moves.iter().zip(before).rev() {
            prop_assert_eq!(position.undo(), Some(*mv));
            prop_assert_eq!(&position, &position_before);
            prop_assert_eq!(position.key(), key);
        }
        prop_assert_eq!(position.undo(), None);
        prop_assert_eq!(position, start);
    }

    #[test]
    fn key_is_that_of_the_stones((start, moves) in games()) {
        let mut position = start;
        moves.into_iter().for_each(|mv| position.play_unchecked(mv));
        let anew = set_up_anew(&position);
        prop_assert_eq!(position.key(), anew.key());
        prop_assert_eq!(position.board(), anew.board());
        prop_assert_eq!(position.legal_moves(), anew.legal_moves());
    }

    #[test]
    fn shapes_kept_are_shapes_anew((start, moves) in games(), takes_back in any::<bool>()) {
        let variant = start.variant();
        let mut kept = ShapeBoard::new(start.board(), variant);
        let mut side = start.side_to_move();
        let mut put = Vec::new();
        for mv in moves {
            let cell = Cell::new(mv.to().unwrap());
            let before = kept.clone();
            let listed = kept.put_listing(cell, side).to_vec();
            for change in &listed {
                prop_assert_eq!(change.old, before.shapes(change.cell));
                prop_assert_eq!(change.new, kept.shapes(change.cell));
            }
            let changed = kept.board().empty_cells().filter(|cell| before.shapes(*cell) != kept.shapes(*cell));
            let mut cells: Vec<_> = listed.iter().map(|change| change.cell).collect();
            cells.sort();
            prop_assert_eq!(cells, changed.collect::<Vec<_>>());
            put.push((cell, side));
            side = side.other();
        }
        if takes_back {
            for (cell, side) in put.into_iter().rev() {
                kept.remove(cell, side);
            }
            prop_assert_eq!(kept.board(), start.board());
        }
        prop_assert_eq!(all_shapes(&kept), all_shapes(&ShapeBoard::new(kept.board(), variant)));
    }

    #[test]
    fn shapes_say_where_a_stone_wins(position in setups()) {
        let shapes = ShapeBoard::new(position.board(), position.variant());
        let five = |position: &Gomoku| position.outcome().filter(|o| o.reason() == EndReason::Five);
        prop_assume!(five(&position).is_none());
        for cell in position.board().empty_cells() {
            let side = position.side_to_move();
            let mut after = position.clone();
            after.play_unchecked(Move::Put { to: cell.point() });
            let wins = five(&after).is_some();
            let claimed = Direction::ALL.iter().any(|d| shapes.shapes(cell).of(side, *d) == Shape::Five);
            prop_assert_eq!(claimed, wins, "{:?}", cell.point());
        }
    }

    #[test]
    fn forbidden_points_by_shapes_are_the_same(position in setups()) {
        let mut shapes = ShapeBoard::new(position.board(), position.variant());
        let cells: Vec<_> = position.board().empty_cells().collect();
        let found: Vec<_> =
            cells.iter().filter_map(|cell| Some((cell.point(), shapes.forbidden(*cell)?))).collect();
        if position.side_to_move() == Side::First {
            prop_assert_eq!(&found, &position.forbidden_points());
        } else {
            prop_assert!(position.forbidden_points().is_empty());
        }
        for (to, kind) in position.forbidden_points() {
            prop_assert_eq!(position.refusal(Move::Put { to }), Some(Refusal::Forbidden(kind)));
        }
        prop_assert_eq!(shapes.board(), position.board());
    }

    #[test]
    fn text_reads_back((start, moves) in games()) {
        let mut position = start.clone();
        moves.iter().for_each(|mv| position.play_unchecked(*mv));
        let (variant, rules) = (position.variant(), position.rules());
        prop_assert_eq!(&Gomoku::from_fen(variant, &position.fen(), rules).unwrap(), &set_up_anew(&position));
        let words: Vec<_> = moves.iter().map(|mv| variant.move_text(*mv)).collect();
        let text = format!("  {}  MOVES {} ", start.fen().to_uppercase(), words.join("  "));
        prop_assert_eq!(&Gomoku::from_fen(variant, &text, rules).unwrap(), &position);
        let spaced = start.fen().replace('/', " /\t");
        prop_assert_eq!(Gomoku::from_fen(variant, &spaced, rules).unwrap(), start);
    }

    #[test]
    fn symmetries_keep_verdicts_and_forbidden_points((start, moves) in games()) {
        let mut position = start;
        moves.into_iter().for_each(|mv| position.play_unchecked(mv));
        let size = position.size();
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            prop_assert_eq!(image.outcome(), position.outcome());
            prop_assert_eq!(image.canonical_key(), position.canonical_key());
            prop_assert_eq!(image.winning_line().len() >= 5, position.winning_line().len() >= 5);
            let mut mapped: Vec<_> =
                position.forbidden_points().into_iter().map(|(p, kind)| (symmetry.apply(p, size), kind)).collect();
            mapped.sort_by_key(|(point, _)| (point.row, point.file));
            prop_assert_eq!(image.forbidden_points(), mapped);
            prop_assert_eq!(image.transformed(symmetry.inverse()), position.clone());
        }
        let (key, symmetry) = position.canonical();
        prop_assert_eq!(position.transformed(symmetry).key(), key);
    }

    #[test]
    fn play_is_unchecked_play_that_refuses(position in setups(), file in 0..24u8, row in 0..24u8) {
        let mv = Move::Put { to: Point::new(file, row) };
        let mut played = position.clone();
        match position.refusal(mv) {
            Some(refusal) => {
                prop_assert_eq!(played.play(mv).unwrap_err().refusal, refusal);
                prop_assert_eq!(&played, &position);
            }
            None => {
                played.play(mv).unwrap();
                prop_assert_eq!(played.stone(mv.to().unwrap()), Some(position.side_to_move()));
                prop_assert_eq!(played.side_to_move(), position.side_to_move().other());
            }
        }
    }

    #[test]
    fn a_dead_draw_is_one_that_no_stones_can_avert(
        variant in 0..3usize,
        size in 5..=7u8,
        cells in prop::collection::vec(0..100u8, 49),
        to_move in any::<bool>(),
        empty_share in 1..25u8,
    ) {
        let rules = Rules { no_five_draw: true, ..Rules::default() };
        let side_of = |number: u8| (number >= empty_share).then_some(number.is_multiple_of(2));
        let of = |black| points(size).zip(&cells).filter(move |(_, c)| side_of(**c) == Some(black)).map(|(p, _)| p);
        let (black, white): (Vec<_>, Vec<_>) = (of(true).collect(), of(false).collect());
        let to_move = if to_move { Side::First } else { Side::Second };
        let position = Gomoku::from_stones(VARIANTS[variant], size, rules, &black, &white, to_move).unwrap();
        prop_assume!(position.board().empty_count() <= 10);
        let draw = Outcome::Draw { reason: EndReason::NoFivePossible };
        let open = [None, Some(draw)];
        prop_assume!(open.contains(&position.outcome()));
        let possible = Side::ALL.iter().any(|side| some_stones_make_five(&position, *side));
        prop_assert_eq!(position.outcome() == Some(draw), !possible, "{}", position.fen());
    }
}

/// Whether any set of the empty points, no larger than the number of stones that `side` still gets, makes its five.
fn some_stones_make_five(position: &Gomoku, side: Side) -> bool {
    let empty: Vec<Point> = position.board().empty_cells().map(Cell::point).collect();
    let first_share = empty.len().div_ceil(2);
    let left = if side == position.side_to_move() { first_share } else { empty.len() - first_share };
    let stones = |of| -> Vec<Point> { position.board().stone_cells(of).map(Cell::point).collect() };
    (0u32..1 << empty.len()).filter(|set| set.count_ones() as usize <= left).any(|set| {
        let added = empty.iter().enumerate().filter(|(index, _)| set & (1 << index) != 0).map(|(_, point)| *point);
        let mut sides = [stones(Side::First), stones(Side::Second)];
        sides[side.index()].extend(added);
        let rules = Rules::default();
        let [black, white] = &sides;
        let filled =
            Gomoku::from_stones(position.variant(), position.size(), rules, black, white, side.other()).unwrap();
        filled.outcome() == Some(Outcome::Win { side, reason: EndReason::Five })
    })
}

#[test]
fn symmetries_form_the_group_of_the_square() {
    let corner = |symmetry: Symmetry| [Point::new(1, 0), Point::new(3, 2)].map(|point| symmetry.apply(point, 9));
    for first in Symmetry::ALL {
        for second in Symmetry::ALL {
            let both = corner(first).map(|point| second.apply(point, 9));
            assert!(Symmetry::ALL.iter().any(|symmetry| corner(*symmetry) == both));
        }
        let back = corner(first).map(|point| first.inverse().apply(point, 9));
        assert_eq!(back, corner(Symmetry::Identity));
    }
    let empty = Gomoku::start(Variant::Gomoku, 15, Rules::default()).unwrap();
    assert_eq!(empty.symmetries(), Symmetry::ALL);
    let one = Gomoku::from_fen(Variant::Gomoku, "5/5/5/5/x4 w", Rules::default()).unwrap();
    assert_eq!(one.symmetries(), [Symmetry::Identity, Symmetry::Diagonal]);
}
