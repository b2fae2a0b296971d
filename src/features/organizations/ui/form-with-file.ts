/** Form data for procedures that take a file: one field, `file`. */
export function formWithFile(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}
