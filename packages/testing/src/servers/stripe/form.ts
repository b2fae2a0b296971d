export type Form = { [name: string]: string | Form | (string | Form)[] }

/** A body as the provider's library encodes it: `items[0][price]=x` becomes `{ items: [{ price: 'x' }] }`. */
export function readForm(body: string): Form {
  const form: Form = {}
  for (const [path, value] of new URLSearchParams(body)) {
    const keys = path.replaceAll(']', '').split('[')
    let at: Record<string, unknown> = form
    for (const [index, key] of keys.entries()) {
      const next = keys[index + 1]
      if (next === undefined) at[key] = value
      else at = (at[key] ??= /^\d*$/.test(next) ? [] : {}) as Record<string, unknown>
    }
  }
  return form
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'string' ? Number(value) : undefined
export const formOf = (value: unknown): Form | undefined =>
  typeof value === 'object' && value !== null ? (value as Form) : undefined
export const formsOf = (value: unknown): Form[] => (Array.isArray(value) ? (value as Form[]) : [])
