//! The rules, one concept a file, each as methods of a [`Turn`](super::turn::Turn).
//!
//! [`session_read`] what an answer to a session read means; [`identity`] who is signed in, and when that ends;
//! [`cookie`] whether the browser keeps the cookie; [`sign_in`] and [`sign_out`]; [`exchange`] the other requests;
//! [`catalogue`] when the roles are read by themselves;
//! [`unauthorized`] how a 401 to one of them is settled; [`tabs`] what other tabs say; [`wake`] focus, network and
//! the back/forward cache; [`schedule`] what leaves when; [`close`]; [`publish`] what is shown, and who is told.

mod catalogue;
mod close;
mod cookie;
mod exchange;
mod identity;
mod publish;
mod schedule;
mod session_read;
mod sign_in;
mod sign_out;
mod tabs;
mod unauthorized;
mod wake;
