//! The browser session of a platform deployment.
//!
//! Dependencies point inward only: [`api`] (the Identity API on the wire) ← [`core`] (the session as a
//! state machine) ← `browser` (what the engine takes from the browser) ← `session` (the shell that carries effects out) ← `js` (the
//! exports to JavaScript, and what is called there). [`api`] and [`core`] know no browser, so they compile and are tested natively. The
//! other layers exist on WebAssembly only.

pub mod api;
pub mod core;

#[cfg(target_arch = "wasm32")]
mod browser;
#[cfg(target_arch = "wasm32")]
mod js;
#[cfg(target_arch = "wasm32")]
mod session;

/// The allocator overwrites all memory that is freed, so no copy of a token stays. It is much smaller than the standard allocator, which
/// matters because every page loads it.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
#[expect(unsafe_code, reason = "one thread: the module shares its memory with no other")]
static ALLOCATOR: zeroizing_alloc::ZeroAlloc<lol_alloc::AssumeSingleThreaded<lol_alloc::FreeListAllocator>> =
    zeroizing_alloc::ZeroAlloc(unsafe {
        lol_alloc::AssumeSingleThreaded::new(lol_alloc::FreeListAllocator::new())
    });
