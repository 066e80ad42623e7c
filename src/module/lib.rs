//! The module that is shipped: all that `platform_session` exports to JavaScript.

use platform_session as _;
