export const PACKED: string
export const CHAT_TEST_PACKAGE: string
/** A packed package of ours, and its package.json. */
export type Packed = {
  file: string
  integrity: string
  manifest: { name: string; version: string; dependencies?: Record<string, string> }
}
export function leavePackages(root: string, packed: string, ejected?: readonly string[]): string
export function leavePackagesAs(root: string, project: string): void
export function hasSources(root: string): boolean
export function templateBeside(packed: string): string
export function releaseFile(version: string): string
