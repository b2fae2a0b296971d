/** Form data as the procedures that take a file want it: one field, `file`. */
export function formWithFile(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}
