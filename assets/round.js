// A player of a round that is not announced yet is dragged onto another: the two change places, as by two taps.
const seats = [...document.querySelectorAll("button.place")];
for (const seat of seats) {
  seat.draggable = true;
  seat.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", seat.value));
  seat.addEventListener("dragover", (event) => event.preventDefault());
  seat.addEventListener("drop", (event) => {
    event.preventDefault();
    const dragged = event.dataTransfer?.getData("text/plain") ?? "";
    const { form } = seat;
    if (!form || dragged === seat.value || !seats.some((other) => other.value === dragged)) return;
    const tapped = form.querySelector("input[name=tapped]") ?? document.createElement("input");
    Object.assign(tapped, { type: "hidden", name: "tapped", value: dragged });
    form.append(tapped);
    form.requestSubmit(seat);
  });
}
