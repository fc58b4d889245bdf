//! In and out: whole seasons imported and exported, and the whole club backed up and restored.

pub mod backup;
