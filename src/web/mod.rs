//! What all pages are made with: the layout, the catalogue of texts, dates, forms, files that pages load.

pub mod act_texts;
pub mod assets;
pub mod catalogue;
pub mod chart;
pub mod dates;
pub mod done;
pub mod faces;
pub mod form;
pub mod layout;
pub mod markdown;
pub mod messages;
mod pieces;
pub mod places;
pub mod qr;
pub mod typed;
