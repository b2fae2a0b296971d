/**
 * A model as people choose it. The built-in one is no language model: it quotes and runs plain commands; it
 * is shown as `ai:builtIn.name`.
 */
export type ModelInfo = { id: string; label: string; isBuiltIn: boolean }

export const BUILT_IN_ID = 'built-in'
