/* The picture of who meets whom, [data-meets]: says which two players the square under the pointer belongs to. */
import { allNumbers, numberAndName } from "./names.js";

export const readMeetings = (meets) => {
  const picture = meets.querySelector("[data-size]");
  const size = Number(picture.dataset.size);
  const cross = meets.querySelector("[data-cross]");
  const pair = meets.querySelector("[data-pair]");
  const marks = [...picture.querySelectorAll("[data-meeting]")];
  const numbers = allNumbers();

  const show = (event) => {
    const [column, row] = squareAt(picture, event);
    const isInside = column >= 0 && row >= 0 && column < size && row < size && numbers.length === size;
    if (!isInside) return hide();
    cross.classList.remove("is-hidden");
    pair.hidden = false;
    cross.querySelector("[data-cross-row]").setAttribute("y", row);
    cross.querySelector("[data-cross-column]").setAttribute("x", column);
    pair.replaceChildren(...wordsAbout(column, row));
  };
  const wordsAbout = (column, row) => {
    if (row === column) return numberAndName(numbers[row]);
    const middle = new DOMPoint(column + 0.5, row + 0.5);
    const kinds = marks.filter((mark) => mark.isPointInFill(middle)).map((mark) => mark.dataset.meeting);
    return [...numberAndName(numbers[row]), " · ", ...numberAndName(numbers[column]), `: ${kinds.join(", ") || meets.dataset.never}`];
  };
  const hide = () => {
    cross.classList.add("is-hidden");
    pair.replaceChildren();
  };

  picture.addEventListener("pointermove", show);
  picture.addEventListener("click", show);
  picture.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hide(); });
};

const squareAt = (picture, event) => {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
  return [Math.floor(at.x), Math.floor(at.y)];
};
