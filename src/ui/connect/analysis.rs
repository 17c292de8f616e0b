//! Analysis, review and learning aids: from the window's callbacks to the program, and its settings to the window.

use std::rc::Rc;

use slint::ComponentHandle;

use super::{index, model, on, on_value};
use crate::analyst::evaluation::Source;
use crate::app::App;
use crate::settings::Analysis;
use crate::settings::analysis::REVIEW_TIMES;
use crate::ui::generated::{AnalysisAdapter, BarSource, HeatChoice};
use crate::view::overlay::HeatMap;

pub(super) fn connect(app: &Rc<App>) {
    let adapter = app.window().global::<AnalysisAdapter>();
    show(&adapter, &app.store().borrow().settings.analysis);
    adapter.on_changed_by_user(on(app, |app| {
        let adapter = app.window().global::<AnalysisAdapter>();
        {
            let mut store = app.store().borrow_mut();
            let engine = std::mem::take(&mut store.settings.analysis.engine);
            store.settings.analysis = settings(&adapter, engine);
        }
        app.analysis_set();
    }));
    adapter.on_engine_picked(on_value(app, |app, place| app.pick_analyst(index(place))));
    adapter.on_line_pointed(on_value(app, |app, place| app.point_at_line(usize::try_from(place).ok())));
    adapter.on_line_chosen(on_value(app, |app, place| app.keep_line(index(place))));
    adapter.on_review(on(app, App::begin_review));
    adapter.on_cancel_review(on(app, App::end_review));
    adapter.on_close_review(on(app, App::close_review));
}

fn show(adapter: &AnalysisAdapter<'_>, settings: &Analysis) {
    adapter.set_on(settings.on);
    adapter.set_while_playing(settings.while_playing);
    adapter.set_lines_wanted(i32::try_from(settings.lines).unwrap_or(1));
    adapter.set_best_move(settings.best_move);
    adapter.set_heat(match settings.heat {
        HeatMap::Off => HeatChoice::Off,
        HeatMap::Absolute => HeatChoice::Absolute,
        HeatMap::Relative => HeatChoice::Relative,
    });
    adapter.set_source(match settings.source {
        Source::Analysis => BarSource::Analysis,
        Source::Players => BarSource::Players,
    });
    adapter.set_breakdown(settings.breakdown);
    adapter.set_threats(settings.threats);
    adapter.set_forbidden(settings.forbidden);
    let seconds = |time: &u64| format!("{} s", *time as f64 / 1000.0).into();
    adapter.set_review_times(model(REVIEW_TIMES.iter().map(seconds)));
    let step = REVIEW_TIMES.iter().position(|time| *time >= settings.review_ms).unwrap_or(REVIEW_TIMES.len() - 1);
    adapter.set_review_time(i32::try_from(step).unwrap_or(0));
}

fn settings(adapter: &AnalysisAdapter<'_>, engine: String) -> Analysis {
    Analysis {
        on: adapter.get_on(),
        while_playing: adapter.get_while_playing(),
        engine,
        lines: index(adapter.get_lines_wanted()).clamp(1, crate::analyst::MAX_LINES),
        best_move: adapter.get_best_move(),
        heat: match adapter.get_heat() {
            HeatChoice::Off => HeatMap::Off,
            HeatChoice::Absolute => HeatMap::Absolute,
            HeatChoice::Relative => HeatMap::Relative,
        },
        source: match adapter.get_source() {
            BarSource::Analysis => Source::Analysis,
            BarSource::Players => Source::Players,
        },
        breakdown: adapter.get_breakdown(),
        threats: adapter.get_threats(),
        forbidden: adapter.get_forbidden(),
        review_ms: REVIEW_TIMES.get(index(adapter.get_review_time())).copied().unwrap_or(REVIEW_TIMES[1]),
    }
}
