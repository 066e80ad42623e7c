//! Enums that JavaScript knows, too: each variant by its text, which `pkg/entry/boundary.ts` lists in their order, and across the
//! boundary by its number.

/// Declares such an enum. The text stands beside its variant, and nowhere else.
macro_rules! named {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$note:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$note])* $variant,)+ }

        impl $name {
            /// Every variant, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The text that names the variant in JavaScript.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)+ }
            }

            /// The texts, in the order of their numbers.
            pub fn texts() -> impl Iterator<Item = &'static str> {
                Self::ALL.iter().map(|named| named.as_str())
            }

            /// The number by which the variant crosses the boundary: its position in the list.
            pub fn number(self) -> u8 {
                self as u8
            }

            /// The variant with this number, if there is one.
            pub fn of_number(number: u32) -> Option<Self> {
                Self::ALL.get(number as usize).copied()
            }
        }
    };
}

pub(crate) use named;
