//! The browser session of a platform deployment.
//!
//! Dependencies point inward only: [`api`] (the Identity API on the wire) ← [`core`] (the session as a
//! state machine) ← `session` (the shell that carries effects out) → `browser` (one Web API per file), with
//! `js` (what JavaScript sees) outermost. [`api`] and [`core`] know no browser: they compile and test
//! natively, and the layers that do know one exist on WebAssembly only.

pub mod api;
pub mod core;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod js;
#[cfg(target_arch = "wasm32")]
mod session;

/// All memory that is freed is overwritten: a token on its way in or out, and every copy made on the way.
/// A small fraction of the size of the standard allocator: every page loads it.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
#[expect(unsafe_code, reason = "one thread: the module shares its memory with no other")]
static ALLOCATOR: zeroizing_alloc::ZeroAlloc<lol_alloc::AssumeSingleThreaded<lol_alloc::FreeListAllocator>> =
    zeroizing_alloc::ZeroAlloc(unsafe {
        lol_alloc::AssumeSingleThreaded::new(lol_alloc::FreeListAllocator::new())
    });
