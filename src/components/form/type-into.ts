type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const otherInputs = ['checkbox', 'radio', 'file', 'submit', 'button', 'hidden']

/** Whether it is a field that holds a text: something typed or chosen from a list. */
export const isTextField = (element: Element): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !otherInputs.includes(element.type))

/**
 * Puts a text into a field as if it were typed, so that React and the form library take notice; the caret
 * stays.
 */
export function typeInto(field: TextField, text: string): void {
  const caret = field === document.activeElement && 'selectionStart' in field ? field.selectionStart : null
  // React knows the value by the setter it has put on the field itself; the prototype's changes it unnoticed.
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('change', { bubbles: true }))
  if (caret !== null && 'setSelectionRange' in field) field.setSelectionRange(caret, caret)
}

/** Whether it holds anything else than it came with. */
export function isTyped(field: TextField): boolean {
  if (field instanceof HTMLSelectElement)
    return (
      field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findIndex((option) => option.defaultSelected),
      )
    )
  return field.value !== field.defaultValue
}
