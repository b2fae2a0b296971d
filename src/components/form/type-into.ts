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

const taken = new WeakSet<Element>()

/**
 * What was typed, chosen or checked before hydration reaches the field's `onChange`. For a `ref`, or a layout
 * effect; a `Form` does it for its fields. A select outside of one needs `autoComplete="off"`, or a reload
 * would bring back an old choice.
 */
export function takeEarlyInput(field: Element | null): void {
  if (!field || taken.has(field)) return
  taken.add(field)
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    // The radio button that was left needs no press.
    if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return
    field.checked = field.defaultChecked
    field.click()
  } else if (isTextField(field) && isFromServer(field) && isTyped(field)) typeInto(field, field.value)
}

/** A select rendered in the browser has no default option to compare with. */
const isFromServer = (field: TextField) =>
  !(field instanceof HTMLSelectElement) || [...field.options].some(({ defaultSelected }) => defaultSelected)
