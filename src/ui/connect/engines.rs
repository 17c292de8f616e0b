//! The list of engines.

use std::rc::Rc;

use slint::ComponentHandle;

use super::{model, on};
use crate::app::App;
use crate::engines::catalog::{self, Catalog};
use crate::ui::generated::{EngineRow, EnginesAdapter};

pub(super) fn connect(app: &Rc<App>) {
    let adapter = app.window().global::<EnginesAdapter>();
    show(app);
    adapter.on_rescan(on(app, |app| {
        app.table().borrow_mut().rescan();
        show(app);
    }));
}

fn show(app: &App) {
    let adapter = app.window().global::<EnginesAdapter>();
    let table = app.table().borrow();
    adapter.set_engines(model(rows(table.catalog())));
    let folders: Vec<_> = table.catalog().folders().iter().map(|folder| folder.display().to_string()).collect();
    adapter.set_folders(folders.join("\n").into());
}

fn rows(catalog: &Catalog) -> Vec<EngineRow> {
    let usable = catalog.entries().iter().map(|entry| EngineRow {
        name: entry.descriptor.name.as_str().into(),
        version: entry.descriptor.version.as_str().into(),
        author: entry.descriptor.author.as_str().into(),
        games: entry
            .descriptor
            .variants
            .iter()
            .map(|support| support.variant.name())
            .collect::<Vec<_>>()
            .join(", ")
            .into(),
        file: entry.file.display().to_string().into(),
        ready: true,
        ..EngineRow::default()
    });
    let unusable = catalog.unusable().iter().map(|unusable| EngineRow {
        name: unusable.id.as_deref().map_or_else(|| file_name(unusable), |id| catalog::last_part(id).to_owned()).into(),
        file: unusable.file.display().to_string().into(),
        fault: unusable.why.as_str().into(),
        ..EngineRow::default()
    });
    usable.chain(unusable).collect()
}

fn file_name(unusable: &catalog::Unusable) -> String {
    unusable.file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
