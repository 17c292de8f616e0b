//! Options of the engine shown, and profiles: an engine with options under a name.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::App;
use crate::engines::catalog::choices::Profile;
use crate::engines::catalog::is_hosts;
use crate::session::Input;
use crate::session::seat::{EngineSpec, Seat};
use crate::ui::connect::engines as page;
use crate::view::engines::{NameFault, check_name, options};

impl App {
    /// Shows a profile of the engine shown by its place in the list, the engine as it comes first.
    pub fn pick_profile(self: &Rc<Self>, place: usize) {
        let name = place.checked_sub(1).and_then(|place| self.profile_names().into_iter().nth(place));
        self.open_profile(name);
    }

    pub(super) fn open_profile(self: &Rc<Self>, name: Option<String>) {
        let draft = self.saved(name.as_deref());
        {
            let mut desk = self.desk.borrow_mut();
            (desk.profile, desk.draft) = (name, draft);
        }
        self.show_engines();
    }

    /// The names of the profiles of the engine shown.
    fn profile_names(&self) -> Vec<String> {
        let Some(row) = self.engine_shown() else { return Vec::new() };
        let table = self.table.borrow();
        let entry = table.catalog().entries().iter().find(|entry| entry.descriptor.id == row.id);
        entry
            .map(|entry| table.catalog().profiles_of(entry).map(|(name, _)| name.to_owned()).collect())
            .unwrap_or_default()
    }

    /// The options that a profile has as it is written down.
    fn saved(&self, profile: Option<&str>) -> BTreeMap<String, String> {
        let table = self.table.borrow();
        let profile = profile.and_then(|name| table.catalog().choices().profiles.get(name));
        profile.map(|profile| profile.options.clone()).unwrap_or_default()
    }

    /// Sets an option of the engine shown. A value that the engine would refuse is kept and marked until it is mended.
    pub fn set_engine_option(self: &Rc<Self>, id: &str, value: &str) {
        {
            let mut desk = self.desk.borrow_mut();
            let default = desk.declared.iter().find(|option| option.id == id).map(|option| option.default_value());
            let Some(default) = default else { return };
            let value = value.trim();
            if value == default.to_string() {
                desk.draft.remove(id);
            } else {
                desk.draft.insert(id.to_owned(), value.to_owned());
            }
        }
        self.show_options();
    }

    /// Presses a button option on the engine shown wherever it plays, and says whether it plays at all.
    pub fn press_engine_option(self: &Rc<Self>, id: &str) -> bool {
        let Some(row) = self.engine_shown() else { return false };
        self.table.borrow_mut().press(&row.id, id)
    }

    /// Takes back what was changed since the profile was written down.
    pub fn revert_profile(self: &Rc<Self>) {
        let profile = self.desk.borrow().profile.clone();
        self.open_profile(profile);
    }

    /// Sets every option of the engine shown to its default; the profile stays as it is until it is saved.
    pub fn default_options(self: &Rc<Self>) {
        self.desk.borrow_mut().draft.retain(|id, _| is_hosts(id));
        self.show_options();
    }

    /// Writes the profile shown down.
    pub fn save_profile(self: &Rc<Self>) {
        let (profile, draft) = {
            let desk = self.desk.borrow();
            (desk.profile.clone(), desk.draft.clone())
        };
        if let Some(name) = profile {
            self.decide(|choices| choices.profiles.entry(name).or_default().options = draft);
        }
    }

    /// Writes the options shown down as a new profile, and shows that.
    ///
    /// # Errors
    /// It can't be called so.
    pub fn new_profile(self: &Rc<Self>, name: &str) -> Result<(), NameFault> {
        let name = name.trim();
        check_name(self.table.borrow().catalog(), name, None)?;
        let Some(row) = self.engine_shown() else { return Ok(()) };
        let options = self.desk.borrow().draft.clone().into_iter();
        let spec = options.fold(EngineSpec::new(row.id), |spec, (id, value)| spec.with_option(&id, &value));
        if self.decide(|choices| drop(choices.profiles.insert(name.to_owned(), Profile::of(&spec)))) {
            self.open_profile(Some(name.to_owned()));
        }
        Ok(())
    }

    /// Calls the profile shown otherwise, also at the table.
    ///
    /// # Errors
    /// It can't be called so.
    pub fn rename_profile(self: &Rc<Self>, name: &str) -> Result<(), NameFault> {
        let name = name.trim();
        let Some(old) = self.desk.borrow().profile.clone() else { return Ok(()) };
        check_name(self.table.borrow().catalog(), name, Some(&old))?;
        let renamed = self.decide(|choices| {
            if let Some(profile) = choices.profiles.remove(&old) {
                choices.profiles.insert(name.to_owned(), profile);
            }
        });
        if renamed {
            self.replace_in_seats(&old, |spec| EngineSpec { engine: name.to_owned(), ..spec.clone() });
            let draft = self.desk.borrow().draft.clone();
            self.open_profile(Some(name.to_owned()));
            self.desk.borrow_mut().draft = draft;
            self.show_options();
        }
        Ok(())
    }

    /// Deletes the profile shown. An engine that plays by it goes on with the same options.
    pub fn delete_profile(self: &Rc<Self>) {
        let Some(name) = self.desk.borrow().profile.clone() else { return };
        let profile = self.table.borrow().catalog().choices().profiles.get(&name).cloned();
        let Some(profile) = profile else { return };
        if self.decide(|choices| drop(choices.profiles.remove(&name))) {
            self.replace_in_seats(&name, |spec| {
                spec.options.iter().fold(profile.spec(), |whole, (id, value)| whole.with_option(id, value))
            });
            self.open_profile(None);
        }
    }

    /// Gives those who sit at the table under a name another spec.
    fn replace_in_seats(self: &Rc<Self>, name: &str, new: impl Fn(&EngineSpec) -> EngineSpec) {
        let old = self.table.borrow().session().seats().clone();
        let seats = old.clone().map(|seat| match &seat {
            Seat::Engine(spec) if spec.engine == name => Seat::Engine(new(spec)),
            _ => seat,
        });
        if seats != old {
            self.apply(Input::SetSeats(seats));
        }
    }

    /// Shows the options of the engine shown.
    pub(super) fn show_options(&self) {
        let names = self.profile_names();
        let desk = self.desk.borrow();
        let rows = options(&desk.declared, &desk.draft);
        let place = desk.profile.as_ref().and_then(|name| names.iter().position(|known| known == name));
        let is_dirty = desk.draft != self.saved(desk.profile.as_deref());
        page::set_options(self, &rows, is_dirty);
        page::set_profiles(self, &names, place.map_or(0, |place| place + 1));
    }
}
