/** A feature of the starter, as a choice. */
export type Listed = {
  /** Its folder. */
  name: string
  group: string
  comes: 'always' | 'by default' | 'on request'
  /** What it is, in a sentence. */
  about: string
  /** As in its feature.server.ts. */
  needs?: readonly string[]
}
type Asked = {
  all?: boolean
  minimal?: boolean
  with?: readonly string[]
  without?: readonly string[]
}
export const FEATURE_LIST: string
export function readFeatureList(root: string): Listed[]
export function described(features: readonly Listed[]): string
export function namesAmong(list: readonly Pick<Listed, 'name'>[], names: readonly string[]): void
export function withNeeded(list: readonly Listed[], names: readonly string[]): string[]
export function chooseFeatures(list: readonly Listed[], asked: Asked): string[]
