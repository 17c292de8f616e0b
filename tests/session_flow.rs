//! Whole games through the session, without threads, engines or a window.

use std::time::Duration;

use qiju::session::clock::TimeControl;
use qiju::session::record::NodeId;
use qiju::session::seat::{EngineSpec, Seat};
use qiju::session::{Effect, ForbiddenPolicy, Input, Referee, Refused, Reply, Request, Session, Setup};
use rules::{EndReason, Outcome, Position, Refusal, Side, Variant};

const NOW: Duration = Duration::from_secs(1000);

fn engine() -> Seat {
    Seat::Engine(EngineSpec::new("scripted"))
}

/// A session under test, with the variant's own notation for moves.
struct Game {
    session: Session,
    variant: Variant,
}

impl Game {
    fn new(setup: Setup, seats: [Seat; 2]) -> (Game, Vec<Effect>) {
        let variant = setup.variant;
        let mut session = Session::new(setup, seats).unwrap();
        let effects = session.begin(NOW);
        (Game { session, variant }, effects)
    }

    fn gomoku(seats: [Seat; 2]) -> (Game, Vec<Effect>) {
        Game::new(Setup::new(Variant::Gomoku, 15), seats)
    }

    fn people() -> Game {
        Game::gomoku([Seat::Human, Seat::Human]).0
    }

    fn apply(&mut self, input: Input) -> Vec<Effect> {
        self.session.apply(input, NOW)
    }

    fn play(&mut self, text: &str) -> Vec<Effect> {
        let mv = self.variant.parse_move(text).unwrap();
        self.apply(Input::Play(mv))
    }

    fn click(&mut self, text: &str) -> Vec<Effect> {
        let point = self.variant.parse_point(text).unwrap();
        self.apply(Input::Click(point))
    }

    fn reply(&mut self, id: u64, text: &str) -> Vec<Effect> {
        let reply = Reply { mv: Some(self.variant.parse_move(text).unwrap()), ..Reply::default() };
        self.apply(Input::EngineMoved(id, reply))
    }

    fn moves(&self) -> String {
        let moves: Vec<_> = self.session.record().moves().iter().map(|mv| self.variant.move_text(*mv)).collect();
        moves.join(" ")
    }
}

fn request(effects: &[Effect]) -> Option<&Request> {
    effects.iter().find_map(|effect| if let Effect::Think(request) = effect { Some(request) } else { None })
}

fn thinks(effects: &[Effect]) -> u64 {
    request(effects).expect("an engine is asked").id
}

#[test]
fn two_people_play_to_a_five() {
    let mut game = Game::people();
    for mv in "h8 a1 i8 a2 j8 a3 k8 a4".split(' ') {
        assert!(!game.play(mv).iter().any(|effect| matches!(effect, Effect::Ended(_))));
    }
    let effects = game.play("l8");
    let win = Outcome::Win { side: Side::First, reason: EndReason::Five };
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Ended(verdict) if verdict.outcome == win)));
    assert_eq!(game.play("m8"), [Effect::Refused(Refused::GameOver)]);
}

#[test]
fn an_occupied_point_is_refused_with_its_rule() {
    let mut game = Game::people();
    game.click("h8");
    let effects = game.click("h8");
    let [Effect::Refused(Refused::Illegal(illegal))] = effects.as_slice() else { panic!("{effects:?}") };
    assert_eq!(illegal.refusal, Refusal::Occupied);
    assert_eq!(game.moves(), "h8");
}

#[test]
fn undo_against_an_engine_takes_both_plies() {
    let (mut game, _) = Game::gomoku([Seat::Human, engine()]);
    let id = thinks(&game.play("h8"));
    game.reply(id, "i9");
    let id = thinks(&game.play("j10"));
    game.reply(id, "g7");
    game.apply(Input::Undo);
    assert_eq!(game.moves(), "h8 i9");
    game.apply(Input::Undo);
    assert_eq!(game.moves(), "");
    assert_eq!(game.apply(Input::Undo), [Effect::Refused(Refused::NothingToUndo)]);
    game.apply(Input::Redo);
    assert_eq!(game.moves(), "h8 i9");
    game.apply(Input::Redo);
    assert_eq!(game.moves(), "h8 i9 j10 g7");
    assert_eq!(game.apply(Input::Redo), [Effect::Refused(Refused::NothingToRedo)]);
}

#[test]
fn undo_while_the_engine_thinks_stops_it_and_drops_its_answer() {
    let (mut game, _) = Game::gomoku([Seat::Human, engine()]);
    let late = thinks(&game.play("h8"));
    assert_eq!(game.play("a1"), [Effect::Refused(Refused::EngineToMove)]);
    let effects = game.apply(Input::Undo);
    assert!(effects.contains(&Effect::Stop(late)));
    assert_eq!(game.moves(), "");
    assert_eq!(game.reply(late, "i9"), []);
    let id = thinks(&game.play("c3"));
    assert_ne!(id, late);
    game.reply(late, "i9");
    assert_eq!(game.moves(), "c3");
    game.reply(id, "d4");
    assert_eq!(game.moves(), "c3 d4");
}

#[test]
fn an_engine_that_moves_first_is_asked_at_once_and_undo_leaves_its_opening() {
    let (mut game, effects) = Game::gomoku([engine(), Seat::Human]);
    let id = thinks(&effects);
    game.reply(id, "h8");
    assert_eq!(game.apply(Input::Undo), [Effect::Refused(Refused::NothingToUndo)]);
    assert_eq!(game.moves(), "h8");
}

#[test]
fn a_new_move_after_undo_is_a_variation_and_the_old_line_stays() {
    let mut game = Game::people();
    game.play("h8");
    game.play("i9");
    game.apply(Input::Undo);
    game.play("g7");
    assert_eq!(game.moves(), "h8 g7");
    let first = game.session.record().node(NodeId::ROOT).children()[0];
    let replies = game.session.record().node(first).children().to_vec();
    assert_eq!(replies.len(), 2);
    game.apply(Input::GoTo(replies[1]));
    assert_eq!(game.moves(), "h8 i9");
    assert_eq!(game.session.position().ply(), 2);
}

#[test]
fn browsing_leaves_engines_alone_until_the_game_is_resumed() {
    let (mut game, effects) = Game::gomoku([engine(), engine()]);
    let mut id = thinks(&effects);
    for mv in ["h8", "i9", "g7"] {
        id = thinks(&game.reply(id, mv));
    }
    let effects = game.apply(Input::GoTo(NodeId::ROOT));
    assert!(effects.contains(&Effect::Stop(id)));
    assert_eq!(request(&effects), None);
    let effects = game.apply(Input::Resume);
    assert_eq!(request(&effects).map(|request| request.moves.len()), Some(0));
}

#[test]
fn a_paused_demo_plays_single_steps() {
    let (mut game, effects) = Game::gomoku([engine(), engine()]);
    let id = thinks(&effects);
    assert!(game.apply(Input::Pause).contains(&Effect::Stop(id)));
    let step = thinks(&game.apply(Input::Step));
    assert_eq!(request(&game.reply(step, "h8")), None);
    assert_eq!(game.moves(), "h8");
    assert!(request(&game.apply(Input::Resume)).is_some());
}

#[test]
fn an_illegal_move_loses_before_a_strict_referee() {
    let mut setup = Setup::new(Variant::Gomoku, 15);
    setup.referee = Referee::Strict;
    let (mut game, effects) = Game::new(setup, [engine(), engine()]);
    let next = thinks(&game.reply(thinks(&effects), "h8"));
    let effects = game.reply(next, "h8");
    let win = Outcome::Win { side: Side::First, reason: EndReason::IllegalMove };
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Ended(verdict) if verdict.outcome == win)));
    assert_eq!(game.session.failure().map(|(side, _)| side), Some(Side::Second));
}

#[test]
fn a_failed_engine_keeps_the_game_and_is_asked_again() {
    let (mut game, _) = Game::gomoku([Seat::Human, engine()]);
    let id = thinks(&game.play("h8"));
    let effects = game.apply(Input::EngineFailed(Side::Second, "it crashed".to_owned()));
    assert!(effects.contains(&Effect::Failed(Side::Second, "it crashed".to_owned())));
    assert!(!game.session.is_over());
    let again = thinks(&game.apply(Input::Retry));
    assert_ne!(again, id);
    game.reply(again, "i9");
    assert_eq!(game.moves(), "h8 i9");
}

#[test]
fn a_late_move_loses_on_time_even_if_it_is_illegal() {
    let mut setup = Setup::new(Variant::Gomoku, 15);
    setup.time = [TimeControl::PerMove(Duration::from_millis(500)); 2];
    let (mut game, effects) = Game::new(setup, [engine(), Seat::Human]);
    let id = thinks(&effects);
    game.apply(Input::EngineStarted(id));
    let reply = Reply { mv: None, spent: Duration::from_millis(551), ..Reply::default() };
    let effects = game.apply(Input::EngineMoved(id, reply));
    let win = Outcome::Win { side: Side::Second, reason: EndReason::Timeout };
    assert!(effects.iter().any(|effect| matches!(effect, Effect::Ended(verdict) if verdict.outcome == win)));
}

#[test]
fn a_flag_falls_while_an_engine_is_silent() {
    let mut setup = Setup::new(Variant::Gomoku, 15);
    setup.time = [TimeControl::PerMove(Duration::from_millis(500)); 2];
    let (mut game, effects) = Game::new(setup, [engine(), Seat::Human]);
    let id = thinks(&effects);
    game.apply(Input::EngineStarted(id));
    let effects = game.session.apply(Input::Tick, NOW + Duration::from_millis(600));
    assert!(effects.contains(&Effect::Stop(id)));
    assert!(game.session.is_over());
}

#[test]
fn undo_restores_the_clocks() {
    let mut setup = Setup::new(Variant::Gomoku, 15);
    let control = TimeControl::Increment { base: Duration::from_secs(60), increment: Duration::ZERO };
    setup.time = [control; 2];
    let (mut game, _) = Game::new(setup, [Seat::Human, Seat::Human]);
    let h8 = Variant::Gomoku.parse_move("h8").unwrap();
    game.session.apply(Input::Play(h8), NOW + Duration::from_secs(10));
    assert_eq!(game.session.clock().remaining()[0], Duration::from_secs(50));
    game.session.apply(Input::Undo, NOW + Duration::from_secs(30));
    assert_eq!(game.session.clock().remaining(), [Duration::from_secs(60); 2]);
}

#[test]
fn resigning_gives_the_game_to_the_other_side() {
    let (mut game, _) = Game::gomoku([Seat::Human, engine()]);
    let id = thinks(&game.play("h8"));
    let effects = game.apply(Input::Resign);
    assert!(effects.contains(&Effect::Stop(id)));
    let win = Outcome::Win { side: Side::Second, reason: EndReason::Resignation };
    assert_eq!(game.session.verdict().map(|verdict| verdict.outcome), Some(win));
    game.apply(Input::Restart);
    assert_eq!((game.moves().as_str(), game.session.is_over()), ("", false));
}

#[test]
fn a_draw_offer_is_the_opponents_to_take() {
    let mut game = Game::people();
    assert!(game.apply(Input::OfferDraw).contains(&Effect::DrawOffered(Side::First)));
    game.apply(Input::AnswerDraw(false));
    assert!(!game.session.is_over());
    game.apply(Input::OfferDraw);
    game.apply(Input::AnswerDraw(true));
    let draw = Outcome::Draw { reason: EndReason::Agreement };
    assert_eq!(game.session.verdict().map(|verdict| verdict.outcome), Some(draw));
}

#[test]
fn an_engine_hears_of_the_draw_offer_and_takes_it() {
    let (mut game, _) = Game::gomoku([Seat::Human, engine()]);
    game.apply(Input::OfferDraw);
    let effects = game.play("h8");
    assert!(request(&effects).unwrap().draw_offered);
    let reply = Reply { accept_draw: true, ..Reply::default() };
    game.apply(Input::EngineMoved(thinks(&effects), reply));
    let draw = Outcome::Draw { reason: EndReason::Agreement };
    assert_eq!(game.session.verdict().map(|verdict| verdict.outcome), Some(draw));
}

#[test]
fn an_engine_sits_down_in_the_middle_of_a_game() {
    let mut game = Game::people();
    game.play("h8");
    let effects = game.apply(Input::SetSeats([Seat::Human, engine()]));
    assert_eq!(request(&effects).map(|request| request.side), Some(Side::Second));
}

#[test]
fn a_forbidden_point_is_refused_or_loses() {
    // Source: the rule itself. c3-d3-e3 and a cross through d4 and d5 make two open threes at d3.
    let moves = ["h8", "a1", "i8", "a3", "j9", "a5", "j10", "a7"];
    for policy in [ForbiddenPolicy::Refuse, ForbiddenPolicy::Lose] {
        let mut setup = Setup::new(Variant::Renju, 15);
        setup.forbidden = policy;
        let (mut game, _) = Game::new(setup, [Seat::Human, Seat::Human]);
        moves.iter().for_each(|mv| drop(game.play(mv)));
        let effects = game.play("j8");
        match policy {
            ForbiddenPolicy::Refuse => {
                assert!(matches!(effects.as_slice(), [Effect::Refused(Refused::Illegal(illegal))]
                    if matches!(illegal.refusal, Refusal::Forbidden(_))))
            }
            ForbiddenPolicy::Lose => {
                let win = Outcome::Win { side: Side::Second, reason: EndReason::ForbiddenMove };
                assert_eq!(game.session.verdict().map(|verdict| verdict.outcome), Some(win));
            }
        }
    }
}

#[test]
fn xiangqi_is_played_by_two_clicks() {
    let (mut game, _) = Game::new(Setup::new(Variant::Xiangqi, 0), [Seat::Human, Seat::Human]);
    game.click("h2");
    assert_eq!(game.session.selected(), Variant::Xiangqi.parse_point("h2").ok());
    game.click("b2");
    assert_eq!(game.session.selected(), Variant::Xiangqi.parse_point("b2").ok(), "another man is picked up");
    game.click("b2");
    assert_eq!(game.session.selected(), None, "and put down again");
    game.click("h2");
    let effects = game.click("h9");
    assert!(matches!(effects.as_slice(), [Effect::Changed, ..]), "the cannon takes the horse over its screen");
    assert_eq!(game.moves(), "h2h9");
    let effects = game.click("a0");
    assert!(matches!(effects.as_slice(), [Effect::Refused(Refused::Illegal(illegal))]
        if illegal.refusal == Refusal::OpponentsMan));
}
