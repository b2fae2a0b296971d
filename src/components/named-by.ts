type Naming = { id: string; label: string; of: string }

/**
 * Names a control by its own word and the text of its row, such as 'Delete' and 'Order clay': `of` is the id
 * of that text, which is not written a second time.
 */
export const namedBy = ({ id, label, of }: Naming) => ({
  id,
  'aria-label': label,
  'aria-labelledby': `${id} ${of}`,
})
