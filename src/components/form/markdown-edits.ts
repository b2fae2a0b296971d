/** A change of a text: what replaces the selection, and the part of it that is selected then. */
export type MarkdownEdit = { text: string; selected: readonly [number, number] }

/** Puts the selection between two marks. */
export const wrap =
  (mark: string) =>
  (selection: string): MarkdownEdit => ({
    text: `${mark}${selection}${mark}`,
    selected: [mark.length, mark.length + selection.length],
  })

/** Begins each line of the selection with a prefix. */
export const prefix =
  (start: string) =>
  (selection: string): MarkdownEdit => {
    const text = selection
      .split('\n')
      .map((line) => start + line)
      .join('\n')
    return { text, selected: [selection === '' ? text.length : 0, text.length] }
  }

const URL_PLACE = 'https://'

/** Makes the selection the text of a link, or the link itself if it is an address. */
export function link(selection: string): MarkdownEdit {
  if (isWebAddress(selection)) return { text: `[](${selection})`, selected: [1, 1] }
  const start = selection.length + 3
  return { text: `[${selection}](${URL_PLACE})`, selected: [start, start + URL_PLACE.length] }
}

/** An address pasted over a selected text becomes its link; undefined for any other paste. */
export function pasteLink(selection: string, pasted: string): MarkdownEdit | undefined {
  const address = pasted.trim()
  if (selection.trim() === '' || isWebAddress(selection) || !isWebAddress(address)) return undefined
  const text = `[${selection}](${address})`
  return { text, selected: [text.length, text.length] }
}

/**
 * What Enter inserts in a list: the mark of the next item, an open box for a task. In an item without text it
 * takes the mark away instead, which ends the list. Undefined elsewhere.
 */
export function continueList(line: string): { insert: string } | 'end' | undefined {
  const [, indent = '', mark, box = '', text] =
    /^(\s*)([-*+]|\d{1,9}[.)]) (\[[ xX]\] )?(.*)$/.exec(line) ?? []
  if (mark === undefined) return undefined
  if (text === '') return 'end'
  const next = mark.replace(/^\d+/, (number) => String(Number(number) + 1))
  return { insert: `\n${indent}${next} ${box === '' ? '' : '[ ] '}` }
}

const isWebAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text) && URL.canParse(text)

/** Continues or ends the list that the caret stands in, at the end of an item. Returns false elsewhere. */
export function applyEnter(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart: at, selectionEnd } = field
  if (at !== selectionEnd || (at < value.length && value[at] !== '\n')) return false
  const start = value.lastIndexOf('\n', at - 1) + 1
  const next = continueList(value.slice(start, at))
  if (!next) return false
  if (next === 'end') field.setSelectionRange(start, at)
  insertText(next === 'end' ? '' : next.insert)
  return true
}

/** What stands in the text while an image is uploaded, and its Markdown then. */
export const imageMarkdown = (name: string, address: string): string =>
  `![${name.replaceAll(/[[\]\\\n]/g, ' ')}](${address})`

/**
 * Replaces the first occurrence of a text, and keeps the caret where the user writes. Without the focus, as
 * behind the preview, the browser's undo doesn't know of it.
 */
export function replaceText(field: HTMLTextAreaElement, text: string, by: string): void {
  const at = field.value.indexOf(text)
  if (at < 0) return
  if (document.activeElement !== field) {
    field.setRangeText(by, at, at + text.length, 'preserve')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return
  }
  const shift = by.length - text.length
  const moved = [field.selectionStart, field.selectionEnd].map((place) =>
    place <= at ? place : Math.max(at, place + shift),
  ) as [number, number]
  field.setSelectionRange(at, at + text.length)
  insertText(by)
  field.setSelectionRange(...moved)
}

/** Types into the focused field. */
function insertText(text: string): void {
  // Deprecated without a successor: nothing else keeps the history of undo.
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
}

/**
 * Replaces the selection of a text field as if it were typed, so that the browser's undo takes it back.
 * Edits of whole lines extend the selection to the start of its first line.
 */
export function applyEdit(
  field: HTMLTextAreaElement,
  edit: (selection: string) => MarkdownEdit | undefined,
  isForLines = false,
): boolean {
  const { value, selectionEnd: end } = field
  const start = isForLines ? value.lastIndexOf('\n', field.selectionStart - 1) + 1 : field.selectionStart
  const change = edit(value.slice(start, end))
  if (!change) return false
  field.focus()
  field.setSelectionRange(start, end)
  insertText(change.text)
  const [from, to] = change.selected
  field.setSelectionRange(start + from, start + to)
  return true
}
