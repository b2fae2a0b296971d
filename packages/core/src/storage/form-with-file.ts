/** The form that `oneFile` reads. */
export function formWithFile(file: File): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}
