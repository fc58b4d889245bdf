// Chooses the browser's own time zone for a club that has said none, where it is on offer.
const zone = document.querySelector("[data-zone]");
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
if (zone && !zone.value && [...zone.options].some((option) => option.value === timeZone)) zone.value = timeZone;
