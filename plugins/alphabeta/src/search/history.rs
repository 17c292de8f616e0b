//! Statistics of which moves did well, the primitive that all history tables are made of.

/// A statistic that moves towards what it is fed and never leaves `-MAX..=MAX`: the nearer it is to the limit, the less
/// a push in that direction adds ("gravity").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Statistic<const MAX: i32>(i16);

impl<const MAX: i32> Statistic<MAX> {
    /// The value.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// Feeds the statistic a bonus, or a malus below 0.
    #[inline]
    pub fn update(&mut self, bonus: i32) {
        const { assert!(MAX <= i16::MAX as i32) };
        let bonus = bonus.clamp(-MAX, MAX);
        let value = self.get();
        self.0 = (value + bonus - value * bonus.abs() / MAX) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statistic_stays_within_its_limits() {
        let mut statistic = Statistic::<1000>::default();
        for _ in 0..200 {
            statistic.update(900);
            assert!(statistic.get() <= 1000);
        }
        assert!(statistic.get() > 950);
        for _ in 0..200 {
            statistic.update(-5000);
            assert!(statistic.get() >= -1000);
        }
    }
}
