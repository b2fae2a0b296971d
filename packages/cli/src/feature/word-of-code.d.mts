import type { ProductName } from './rename-text.mjs'

export const PITCH: string
export function refuseWordOfCode(root: string, to: ProductName): void
export function nameOfProject(root: string): string
