/**
 * How many rows of a list the server renders and sends with a page; the browser has or fetches the rest.
 * Lists are read in pages of at most so many, or left behind by `leaveLongList`.
 */
export const FIRST_ROWS = 50
