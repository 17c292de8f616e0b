//! Opening protocols: every way through each of them, and what is refused.

use rules::gomoku::opening::{Choice, Opening, OpeningError, Protocol, Seat, Task};
use rules::{Point, Side, Variant};

const THREE: [Point; 3] = [Point::new(7, 7), Point::new(8, 7), Point::new(9, 9)];
const TWO: [Point; 2] = [Point::new(0, 0), Point::new(14, 14)];

fn after_three(protocol: Protocol) -> Opening {
    let mut opening = Opening::new(protocol, 15);
    opening.put_all(&THREE).unwrap();
    opening
}

#[test]
fn free_gives_black_to_the_opener_at_once() {
    let opening = Opening::new(Protocol::Free, 15);
    assert_eq!(opening.task(), Task::Play { black: Seat::Opener });
    assert_eq!(opening.black(), Some(Seat::Opener));
    assert!(opening.stones().is_empty());
}

#[test]
fn swap_lets_the_responder_choose_between_the_sides() {
    for (choice, black) in [(Choice::Black, Seat::Responder), (Choice::White, Seat::Opener)] {
        let mut opening = after_three(Protocol::Swap);
        assert_eq!(opening.black(), None);
        assert_eq!(opening.task(), Task::Choose { seat: Seat::Responder, allowed: &[Choice::Black, Choice::White] });
        assert_eq!(opening.choose(Choice::PutTwo), Err(OpeningError::NotAllowed(Choice::PutTwo)));
        opening.choose(choice).unwrap();
        assert_eq!(opening.task(), Task::Play { black });
        assert_eq!(opening.stones(), THREE);
    }
}

#[test]
fn swap2_lets_the_responder_choose_a_side() {
    for (choice, black) in [(Choice::Black, Seat::Responder), (Choice::White, Seat::Opener)] {
        let mut opening = after_three(Protocol::Swap2);
        opening.choose(choice).unwrap();
        assert_eq!(opening.black(), Some(black));
    }
}

#[test]
fn swap2_with_two_more_stones_lets_the_opener_choose() {
    for (choice, black) in [(Choice::Black, Seat::Opener), (Choice::White, Seat::Responder)] {
        let mut opening = after_three(Protocol::Swap2);
        opening.choose(Choice::PutTwo).unwrap();
        assert_eq!(opening.task(), Task::Put { seat: Seat::Responder, stones: &[Side::Second, Side::First] });
        opening.put_all(&TWO).unwrap();
        assert_eq!(opening.task(), Task::Choose { seat: Seat::Opener, allowed: &[Choice::Black, Choice::White] });
        assert_eq!(opening.choose(Choice::PutTwo), Err(OpeningError::NotAllowed(Choice::PutTwo)));
        opening.choose(choice).unwrap();
        assert_eq!(opening.black(), Some(black));
        assert_eq!(opening.stones().len(), 5);
    }
}

#[test]
fn stones_are_put_one_by_one_too() {
    let mut opening = Opening::new(Protocol::Swap2, 15);
    let mut sides = Vec::new();
    for point in THREE {
        let Task::Put { seat: Seat::Opener, stones } = opening.task() else { panic!("{:?}", opening.task()) };
        sides.push(stones[0]);
        opening.put(point).unwrap();
    }
    assert_eq!(sides, [Side::First, Side::Second, Side::First]);
    assert_eq!(opening, after_three(Protocol::Swap2));
}

#[test]
fn faults_are_named_and_change_nothing() {
    let mut opening = Opening::new(Protocol::Swap2, 9);
    let before = opening.clone();
    let far = Point::new(9, 0);
    let cases: [(&[Point], &str); 4] = [
        (&[Point::new(1, 1)], "opening: 3 stones have to be put, not 1"),
        (&[Point::new(1, 1), Point::new(1, 2), far], "opening: j1 is off the board of 9 by 9 points"),
        (&[Point::new(1, 1), Point::new(1, 2), Point::new(1, 1)], "opening: a stone stands on b2"),
        (&[], "opening: 3 stones have to be put, not 0"),
    ];
    for (points, message) in cases {
        assert_eq!(opening.put_all(points).unwrap_err().to_string(), message);
        assert_eq!(opening, before);
    }
    assert_eq!(opening.choose(Choice::Black), Err(OpeningError::NoChoiceNow));
    opening.put_all(&[Point::new(1, 1), Point::new(1, 2), Point::new(2, 2)]).unwrap();
    assert_eq!(opening.put(Point::new(3, 3)), Err(OpeningError::NoStoneNow));
}

#[test]
fn protocols_are_found_by_their_id() {
    for protocol in Protocol::ALL {
        assert_eq!(Protocol::from_id(protocol.id()), Some(protocol));
    }
    assert_eq!(Protocol::from_id("swap3"), None);
}

#[test]
fn stones_of_an_opening_are_moves_of_a_game() {
    use rules::gomoku::Gomoku;
    use rules::{Move, Position, Rules};
    let mut game = Gomoku::start(Variant::GomokuStandard, 15, Rules::default()).unwrap();
    for to in after_three(Protocol::Swap).stones() {
        game.play(Move::Put { to: *to }).unwrap();
    }
    assert_eq!(game.side_to_move(), Side::Second);
}
