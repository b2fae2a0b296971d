type Caused = Error & { code?: unknown; syscall?: unknown }

/** The error and its causes, outermost first; empty for what is no error. */
export function causesOf(error: unknown): readonly Caused[] {
  const chain: Caused[] = []
  for (let at = error; at instanceof Error && chain.length < 10; at = at.cause) chain.push(at)
  return chain
}
