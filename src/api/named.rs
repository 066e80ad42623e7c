//! Enums that JavaScript knows, too: each variant has a text there. `pkg/entry/boundary.ts` lists the texts in order, and a variant crosses the
//! boundary as its number in that list.

/// Declares such an enum, with a text for each variant.
macro_rules! named {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$note:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$note])* $variant,)+ }

        impl $name {
            /// Every variant, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Returns the text of the variant in JavaScript.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// Returns all texts, in the order of their numbers.
            pub fn texts() -> impl Iterator<Item = &'static str> {
                Self::ALL.iter().map(|variant| variant.as_str())
            }

            /// Returns the number by which the variant crosses the boundary.
            pub fn number(self) -> u8 {
                self as u8
            }

            /// Returns the variant with this number, if there is one.
            pub fn of_number(number: u32) -> Option<Self> {
                Self::ALL.get(number as usize).copied()
            }
        }
    };
}

pub(crate) use named;
