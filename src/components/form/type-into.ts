type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const otherInputs = ['checkbox', 'radio', 'file', 'submit', 'button', 'hidden']

/** Whether it is a field with a text value. */
export const isTextField = (element: Element): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement ||
  (element instanceof HTMLInputElement && !otherInputs.includes(element.type))

/** Sets a field's value as if it were typed, so that React and the form library notice. Keeps the caret. */
export function typeInto(field: TextField, text: string): void {
  const caret = field === document.activeElement && 'selectionStart' in field ? field.selectionStart : null
  // React overrides the setter on the element, so the prototype's setter is needed for it to notice the
  // change.
  field.value = ''
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('change', { bubbles: true }))
  if (caret !== null && 'setSelectionRange' in field) field.setSelectionRange(caret, caret)
}

/** Whether the value differs from the initial one. */
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
