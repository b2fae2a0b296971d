/** The strength of a password, 0 to 4 as zxcvbn says; its dictionaries are loaded with the first call. */
export const strengthOf = async (password: string): Promise<number> =>
  (await import('./estimate-strength.ts')).estimateStrength(password)
