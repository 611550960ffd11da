/* Finds the largest type with which a list fills the fewest whole pages of columns, no name cut.

   An item is { width, height } at type of one pixel; a room is { width, height, gap } with the gap in em, too. */

const LINE = 1.15;            // of an item that breaks, each further line
const FEW = 0.25;             // so many items may break, or one long name makes every column wide
const WORTH = 1.25;           // times the type without a break, for which they may
const STEPS = 14;             // of the search: to a fraction of a pixel
const SMALLEST = 0.3;         // of the least type, where the pages are limited

const columnOf = (room, type, columns) => (room.width - room.gap * type * (columns - 1)) / columns;

/* How many pages the items fill, one below the other in columns; Infinity if one is higher than the room. */
const pagesAt = (items, room, type, columns, few = FEW) => {
  const width = columnOf(room, type, columns);
  let column = 1;
  let filled = 0;
  let broken = 0;
  for (const item of items) {
    const wide = item.width * type;
    const more = wide > width ? Math.ceil(wide / width) : 0;
    const height = (item.height + more * LINE) * type;
    if (more) broken += 1;
    if (height > room.height) return Infinity;
    if (filled + height > room.height) {
      column += 1;
      filled = 0;
    }
    filled += height;
  }
  if ((columns > 1 || !few) && broken > items.length * few) return Infinity;
  return Math.ceil(column / columns);
};

const columnsFor = (items, room, type) => {
  const narrowest = Math.min(...items.map((item) => item.width)) || 1;
  return Math.max(1, Math.min(items.length, Math.floor(room.width / (narrowest * type)) + 1));
};

/* { type, columns, pages }: from `least` to `most` pixels, on `limit` pages at most, for which type may be smaller. */
export const bestFit = (items, room, { least, most, limit = Infinity }) => {
  const floor = least * SMALLEST;
  const widest = columnsFor(items, room, floor);
  const choices = Array.from({ length: widest }, (_, i) => i + 1);
  const fewest = Math.min(...choices.map((columns) => pagesAt(items, room, least, columns)));
  const pages = Math.min(fewest, limit);
  let best = { type: fewest === Infinity ? floor : least, columns: 1, pages: fewest };
  let isFound = false;
  let isWhole = false;       // without an item that breaks
  for (const [few, columns] of [0, FEW].flatMap((few) => choices.map((columns) => [few, columns]))) {
    const fits = (type) => pagesAt(items, room, type, columns, few) <= pages;
    let low = fits(least) ? least : floor;
    if (!fits(low)) continue;
    let high = most;
    for (let step = 0; step < STEPS; step++) {
      const middle = (low + high) / 2;
      if (fits(middle)) low = middle; else high = middle;
    }
    const worth = few && isWhole && best.type >= least ? WORTH : 1;
    if (!isFound || low > best.type * worth) {
      best = { type: low, columns, pages };
      isWhole = !few;
    }
    isFound = true;
  }
  return best;
};

/* How many of the items, from the first, fit on so many pages at this type. */
export const countOn = (items, room, type, limit) => {
  const columns = columnsFor(items, room, type);
  for (let count = items.length; count > 1; count--) {
    const some = items.slice(0, count);
    for (let n = 1; n <= columns; n++) if (pagesAt(some, room, type, n) <= limit) return count;
  }
  return 1;
};
